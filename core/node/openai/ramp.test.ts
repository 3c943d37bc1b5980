import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { APART_MS, createRamp } from './ramp.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new AbortController().signal;

/** Calls that note when they begin, counted from now, and end when they are told to. */
function calls() {
  const from = performance.now();
  const at: number[] = [];
  const ends: (() => void)[] = [];
  const call = () => {
    at.push(performance.now() - from);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  return { at, ends, call };
}

test('many calls at once begin one after the other, so that their answers do not come in one heap', async () => {
  const ramp = createRamp();
  const { at, call } = calls();
  for (let n = 0; n < 64; n++) void ramp.begin(never, call);
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(100);
  expect(at).toHaveLength(64);
  at.forEach((ms, n) => expect(Math.abs(ms - n * APART_MS)).toBeLessThanOrEqual(1));
});

test('what takes over from a call that ended begins at once, and so does the first after a rest', async () => {
  const ramp = createRamp();
  const { at, ends, call } = calls();
  for (let n = 0; n < 3; n++) void ramp.begin(never, call);
  await vi.advanceTimersByTimeAsync(10);
  expect(at).toHaveLength(3);
  for (const end of ends.splice(0)) {
    end();
    await vi.advanceTimersByTimeAsync(0);
    void ramp.begin(never, call);
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(at.slice(3)).toEqual([10, 10, 10]);
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(990);
  void ramp.begin(never, call);
  await vi.advanceTimersByTimeAsync(0);
  expect(at.slice(6)).toEqual([1_000]);
});

test('a call that fails gives its place back, and the next takes it at once', async () => {
  const ramp = createRamp();
  const { at, call } = calls();
  void ramp.begin(never, call);
  const failing = [1, 2, 3].map(() => ramp.begin(never, () => Promise.reject(new Error('no answer'))));
  const failed = Promise.all(failing.map((each) => expect(each).rejects.toThrow('no answer')));
  await vi.advanceTimersByTimeAsync(10);
  await failed;
  for (let n = 0; n < 3; n++) void ramp.begin(never, call);
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([0, 10, 10, 10]);
});

test('a Stop ends the waiting, however many wait', async () => {
  const ramp = createRamp();
  const { at, call } = calls();
  const stop = new AbortController();
  for (let n = 0; n < 1_000; n++) void ramp.begin(stop.signal, call);
  await vi.advanceTimersByTimeAsync(10);
  expect(at.length).toBeLessThan(20);
  stop.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toHaveLength(1_000);
});
