import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeltaBuffer, type Delta } from './delta-buffer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const delta = (callId: string, text: string): Delta => ({
  runId: 'r1',
  callId,
  stage: 'agent',
  iteration: 1,
  depth: 0,
  text,
});

it('joins the pieces of one call and keeps calls apart', () => {
  const sent: Delta[] = [];
  const buffer = createDeltaBuffer((each) => sent.push(each));
  for (const piece of ['He', 'll', 'o']) buffer.add(delta('c1', piece));
  buffer.add(delta('c2', 'x'));
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(60);
  expect(sent.map(({ callId, text }) => [callId, text])).toEqual([
    ['c1', 'Hello'],
    ['c2', 'x'],
  ]);
});

it('sends at once what waits when it is flushed, and not a second time', () => {
  const sent: Delta[] = [];
  const buffer = createDeltaBuffer((each) => sent.push(each));
  buffer.add(delta('c1', 'a'));
  buffer.flush();
  vi.advanceTimersByTime(100);
  buffer.add(delta('c1', 'b'));
  buffer.flush();
  expect(sent.map(({ text }) => text)).toEqual(['a', 'b']);
});
