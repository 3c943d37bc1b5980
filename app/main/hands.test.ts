import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHands } from './hands.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('acts once, when nothing was done for long enough, counted from the asking', () => {
  const hands = createHands();
  const act = vi.fn();
  hands.moved({ type: 'keyDown' });
  vi.advanceTimersByTime(5_000);
  hands.onceAtRest(1_000, act);
  vi.advanceTimersByTime(999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
  hands.moved({ type: 'keyDown' });
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
});

test('waits for as long as keys are pressed and things are dragged', () => {
  const hands = createHands();
  const act = vi.fn();
  hands.onceAtRest(1_000, act);
  for (let time = 0; time < 20; time++) {
    vi.advanceTimersByTime(400);
    hands.moved(time % 2 === 0 ? { type: 'keyDown' } : { type: 'mouseMove', modifiers: ['leftbuttondown'] });
  }
  vi.advanceTimersByTime(999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
});

test('a pointer that passes over the window holds nothing up', () => {
  const hands = createHands();
  const act = vi.fn();
  hands.onceAtRest(1_000, act);
  for (let time = 0; time < 4; time++) {
    vi.advanceTimersByTime(250);
    hands.moved({ type: 'mouseMove' });
  }
  expect(act).toHaveBeenCalledOnce();
});

test('asked for no rest it acts in the next turn', () => {
  const act = vi.fn();
  createHands().onceAtRest(0, act);
  vi.advanceTimersByTime(0);
  expect(act).toHaveBeenCalledOnce();
});
