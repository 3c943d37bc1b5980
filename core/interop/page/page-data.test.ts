import { describe, expect, it } from 'vitest';
import { emptyState, reduceAll, decodeRow } from '#core/study/index.ts';
import type { LoggedEvent, TextRef } from '#core/study/index.ts';
import { anIterationEvent } from '#core/study/testing.ts';
import { playStudy } from '#core/study/insight/testing/index.ts';
import { madeUpUpdates } from './testing.ts';
import { collectPage, PAGE_LIMITS, readPage } from './page-data.ts';
import type { PageLimits } from './page-data.ts';

const MAKER = { madeBy: 'Peek 1', madeAt: '2026-11-28T00:00:00Z' };

function refTo(name: string, chars: number): TextRef {
  return { $text: name.padStart(64, '0'), chars, head: name };
}

function withOutputs(chars: number): readonly LoggedEvent[] {
  const { events } = playStudy(madeUpUpdates(3), {}, { count: (text) => text.length, hash: () => 'f'.repeat(64) });
  let seq = 0;
  return events.flatMap((event): LoggedEvent[] => {
    seq += 1;
    const placed = { ...event, seq };
    if (event.type !== 'run.started') return [placed];
    seq += 1;
    const stdout = refTo(`a${seq}`, chars);
    const iteration = anIterationEvent({
      runId: event.payload.runId,
      number: 1,
      blocks: [{ code: 'print(1)', stdout, stderr: '', shown: stdout }],
    });
    return [placed, { ...iteration, seq, v: 1, at: event.at }];
  });
}

function collect(events: readonly LoggedEvent[], limits: Partial<PageLimits> = {}) {
  const source = {
    events,
    text: (ref: TextRef, from: number, to: number) => 'x'.repeat(ref.chars).slice(from, to),
    breathe: () => Promise.resolve(),
  };
  return collectPage(source, MAKER, { ...PAGE_LIMITS, ...limits });
}

describe('a study collected for a page', () => {
  it('reduces to the same study, with every long text, and nothing is said to be left out', async () => {
    const events = withOutputs(3_000);
    const page = readPage(JSON.parse(JSON.stringify(await collect(events))));
    expect(page?.leftOut).toEqual([]);
    expect(page?.texts.map(([, text]) => text.length)).toEqual([3_000, 3_000, 3_000]);
    expect(reduceAll(emptyState, page?.rows.map(decodeRow) ?? [])).toEqual(reduceAll(emptyState, events));
  });

  it('cuts a text that is too long and says how many were cut', async () => {
    const page = await collect(withOutputs(3_000), { textChars: 1_000 });
    expect(page.texts.map(([, text]) => text.length)).toEqual([1_000, 1_000, 1_000]);
    expect(page.leftOut).toEqual(['the ends of 3 texts of more than 1,000 characters']);
  });

  it('leaves out the oldest long texts first when there is no room for all', async () => {
    const events = withOutputs(3_000);
    const page = await collect(events, { allTextChars: 3_500 });
    const last = events.findLast((event) => event.type === 'iteration.finished');
    expect(page.texts.map(([hash]) => hash)).toEqual([refTo(`a${last?.seq ?? 0}`, 0).$text]);
    expect(page.leftOut).toEqual(['2 long texts, but for their beginnings']);
  });

  it('empties the oldest trajectories when the events are too many, and keeps the history of the map', async () => {
    const events = withOutputs(3_000);
    const whole = await collect(events);
    const chars = whole.rows.reduce((sum, row) => sum + row.json.length, 0);
    const page = await collect(events, { eventChars: chars - 10 });
    expect(page.leftOut[0]).toBe('the trajectories and prompts of the oldest run');
    const state = reduceAll(emptyState, page.rows.map(decodeRow));
    expect([...state.versions.keys()]).toEqual([...reduceAll(emptyState, events).versions.keys()]);
  });

  it('is refused when it is not such a page', () => {
    expect(readPage({ format: 'peek-page', version: 2 })).toBeNull();
    expect(readPage(null)).toBeNull();
  });
});
