import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '#core/result.ts';
import type { CallProgress } from './chat-model.ts';
import { createLimitedModel } from './limited-model.ts';
import { createLimiter } from './limiter.ts';
import type { Lane, Limiter } from './limiter.ts';
import { aReply, aRequest, aScriptedModel } from './scripted-model.ts';

const never = new AbortController().signal;

/** Takes a place and notes when it was given. */
function queue(limiter: Limiter, lane: Lane, name: string, given: string[]): Promise<(() => void) | null> {
  return limiter.enter(lane, never).then((leave) => {
    given.push(name);
    return leave;
  });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('a limiter', () => {
  it('gives free places to the lanes in turn, oldest first in each', async () => {
    const limiter = createLimiter(1);
    const given: string[] = [];
    const first = queue(limiter, 'main', 'first', given);
    const rest = [
      ...[1, 2, 3].map((n) => queue(limiter, 'sub', `sub ${String(n)}`, given)),
      queue(limiter, 'main', 'main 1', given),
      queue(limiter, 'main', 'main 2', given),
    ];
    (await first)?.();
    for (const place of rest) void place.then((leave) => leave?.());
    await Promise.all(rest);
    expect(given).toEqual(['first', 'sub 1', 'main 1', 'sub 2', 'main 2', 'sub 3']);
  });

  it('never lets more in than its limit, loses no caller, and ends empty, whatever comes and goes', async () => {
    const steps = fc.array(
      fc.record({
        lane: fc.constantFrom<Lane>('main', 'sub'),
        abort: fc.boolean(),
        hold: fc.boolean(),
        turns: fc.nat(3),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (most, callers) => {
        const limiter = createLimiter(most);
        let inside = 0;
        let peak = 0;
        let served = 0;
        const calls = callers.map(async ({ lane, abort, hold, turns }) => {
          const release = hold ? limiter.hold() : null;
          const stop = new AbortController();
          const entering = limiter.enter(lane, stop.signal);
          if (abort) stop.abort();
          release?.();
          const leave = await entering;
          served += 1;
          if (leave === null) return;
          inside += 1;
          peak = Math.max(peak, inside);
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          inside -= 1;
          leave();
          leave();
        });
        await Promise.all(calls);
        expect(peak).toBeLessThanOrEqual(most);
        expect(served).toBe(callers.length);
        expect(limiter.state).toMatchObject({ running: 0, waiting: { main: 0, sub: 0 }, held: false });
      }),
    );
  });

  it('starts nothing while held, and all it may once released', async () => {
    const limiter = createLimiter(2);
    const release = limiter.hold();
    const given: string[] = [];
    const places = ['a', 'b', 'c'].map((name) => queue(limiter, 'sub', name, given));
    await settle();
    expect(given).toEqual([]);
    release();
    await Promise.all(places.slice(0, 2));
    expect(given).toEqual(['a', 'b']);
    expect(limiter.state).toEqual({ running: 2, waiting: { main: 0, sub: 1 }, held: false, maxConcurrent: 2 });
  });

  it('forgets a caller that stops waiting, and tells the others they moved up', async () => {
    const limiter = createLimiter(1);
    const leave = await limiter.enter('sub', never);
    const stop = new AbortController();
    const ahead: number[] = [];
    const gone = limiter.enter('sub', stop.signal);
    const kept = limiter.enter('sub', never, (count) => ahead.push(count));
    stop.abort();
    expect(await gone).toBeNull();
    leave?.();
    expect(await kept).not.toBeNull();
    expect(ahead).toEqual([1, 0]);
  });

  it('takes a new limit at once', async () => {
    const limiter = createLimiter(1);
    const given: string[] = [];
    void queue(limiter, 'main', 'a', given);
    void queue(limiter, 'main', 'b', given);
    await settle();
    limiter.setMaxConcurrent(2);
    await settle();
    expect(given).toEqual(['a', 'b']);
  });
});

describe('a limited model', () => {
  it('is called by as many as the limit at once, and tells the others how many are before them', async () => {
    const progress: CallProgress[] = [];
    let inside = 0;
    let peak = 0;
    const inner = aScriptedModel(async () => {
      inside += 1;
      peak = Math.max(peak, inside);
      await settle();
      inside -= 1;
      return ok(aReply());
    });
    const model = createLimitedModel(inner, createLimiter(3));
    const options = { signal: never, onProgress: (at: CallProgress) => progress.push(at) };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => model.complete(aRequest({ role: 'sub' }), options)),
    );
    expect(replies.every(({ ok: good }) => good)).toBe(true);
    expect(peak).toBe(3);
    expect(progress[0]).toEqual({ kind: 'queued', ahead: 0 });
  });

  it('holds new calls back while one waits as its server asked, until that one is tried again', async () => {
    const limiter = createLimiter(2);
    const states: boolean[] = [];
    const inner = aScriptedModel((_, { onProgress }) => {
      onProgress?.({ kind: 'attempt', attempt: 1 });
      onProgress?.({ kind: 'backing-off', attempt: 1, waitMs: 5_000, words: 'the server answered 429' });
      states.push(limiter.state.held);
      onProgress?.({ kind: 'attempt', attempt: 2 });
      states.push(limiter.state.held);
      onProgress?.({ kind: 'backing-off', attempt: 2, waitMs: 5_000, words: 'the server answered 429' });
      return ok(aReply());
    });
    await createLimitedModel(inner, limiter).complete(aRequest(), { signal: never });
    expect(states).toEqual([true, false]);
    expect(limiter.state.held).toBe(false);
  });

  it('ends a call that is stopped while it waits as cancelled, without asking anyone', async () => {
    const limiter = createLimiter(1);
    await limiter.enter('main', never);
    const inner = aScriptedModel();
    const stop = new AbortController();
    const waiting = createLimitedModel(inner, limiter).complete(aRequest(), { signal: stop.signal });
    stop.abort();
    const result = await waiting;
    expect(result.ok ? null : result.error).toMatchObject({ kind: 'cancelled', attempts: 0 });
    expect(inner.requests).toEqual([]);
  });
});
