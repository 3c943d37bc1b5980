import { describe, expect, test, vi } from 'vitest';
import { createNativePython } from '#core/node/native-python/index.ts';
import { err, ok } from '#core/result.ts';
import type { Iteration, RecordedReply } from '../agent.ts';
import { type ScriptedRun, anLmError, runScript, untilAborted } from './testing/scripted-run.ts';

// Each starts interpreters of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = createNativePython();
const repl = (code: string) => `\`\`\`repl\n${code}\n\`\`\``;

async function stopped(
  script: Omit<Parameters<typeof runScript>[0], 'python' | 'signal'>,
  when: 'root' | 'sub' | number,
) {
  const stop = new AbortController();
  let stoppedAt = 0;
  const abortSoon = () =>
    setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort();
    }, 20);
  if (typeof when === 'number')
    setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort();
    }, when);
  const run = await runScript({
    python,
    signal: stop.signal,
    ...script,
    ...(when === 'root' ? { root: (_, signal) => (abortSoon(), untilAborted(signal)) } : {}),
    ...(when === 'sub' ? { sub: (_, signal) => (abortSoon(), untilAborted(signal)) } : {}),
  });
  return { ...run, tookMs: performance.now() - stoppedAt };
}

describe('Stop', () => {
  test('ends a model call within a second', async () => {
    const run = await stopped({ replies: [] }, 'root');
    expect(run.result).toEqual({ ok: false, error: { kind: 'cancelled', partial: null } });
    expect(run.tookMs).toBeLessThan(1_000);
  });

  test('ends an endless loop within a second and keeps what the model said as partial', async () => {
    const reply = repl('while True: pass');
    const run = await stopped({ replies: [reply] }, 400);
    expect(run.result).toEqual({ ok: false, error: { kind: 'cancelled', partial: reply } });
    expect(run.tookMs).toBeLessThan(1_000);
  });

  test('ends a loop that swallows the interrupt within a second', async () => {
    const code = 'while True:\n    try:\n        for i in range(10**6): pass\n    except BaseException: pass';
    const run = await stopped({ replies: [repl(code)] }, 400);
    expect(run.result).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    expect(run.tookMs).toBeLessThan(1_000);
  });

  test('ends a batch within a second, waiting items included', async () => {
    const run = await stopped(
      { replies: [repl('llm_query_batched(["p"] * 100)')], settings: { maxConcurrentSubcalls: 2 } },
      'sub',
    );
    expect(run.result).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    expect(run.tookMs).toBeLessThan(1_000);
    expect(run.calls.filter((call) => call.request.role === 'sub').length).toBeLessThanOrEqual(2);
  });

  test('a run that is stopped before it begins does nothing', async () => {
    const stop = new AbortController();
    stop.abort();
    const run = await runScript({ python, signal: stop.signal, replies: ['FINAL(x)'] });
    expect(run.result).toEqual({ ok: false, error: { kind: 'cancelled', partial: null } });
    expect(run.calls).toEqual([]);
  });
});

test('Pause holds after the current iteration until it is lifted', async () => {
  let lift: () => void = () => undefined;
  let paused = false;
  const seen: string[] = [];
  const run = runScript({
    python,
    replies: [repl('print(1)'), 'FINAL(done)'],
    root: () => {
      seen.push('call');
      return null;
    },
    iterated: (iteration) => {
      seen.push(`iteration ${iteration.number}`);
      paused = iteration.number === 1;
    },
    gate: async () => {
      if (!paused) return;
      seen.push('held');
      await new Promise<void>((resolve) => (lift = resolve));
    },
  });
  await expect.poll(() => seen.at(-1)).toBe('held');
  expect(seen).toEqual(['call', 'iteration 1', 'held']);
  lift();
  await run;
  expect(seen).toEqual(['call', 'iteration 1', 'held', 'call', 'iteration 2']);
});

describe('a run that was cut off', () => {
  const recordsOf =
    (run: ScriptedRun) =>
    (callId: string): RecordedReply | null => {
      const call = run.calls.find((one) => one.callId === callId);
      if (call === undefined) return null;
      return call.reply.ok ? ok(call.reply.value.text) : err(call.reply.error.words);
    };

  const first = [
    'words = context.split()\nreplies = llm_query_batched(["a", "b"])\nprint(replies)',
    'n = len(words)\nprint(n, llm_query("c"))',
  ];

  async function cutOff(
    replies: readonly string[],
    settings = {},
    sub = (n: number): ReturnType<typeof ok<string>> | string => `reply ${n}`,
  ) {
    let made = 0;
    const run = await runScript({ python, context: 'x y z', replies, settings, sub: () => sub(++made) });
    return { run, iterations: run.iterations, recordedReply: recordsOf(run) };
  }

  test('goes on after its last whole iteration, with the same variables and the same prompts', async () => {
    const before = await cutOff([repl(first[0] ?? ''), repl(first[1] ?? '')]);
    const resumed = await runScript({
      python,
      context: 'x y z',
      replies: ['FINAL_VAR(n)'],
      resumeFrom: before.iterations,
      recordedReply: before.recordedReply,
      sub: () => 'asked anew',
    });
    expect(resumed.result).toEqual({
      ok: true,
      value: { answer: '3', source: 'final-var', iterations: 3, warnings: [] },
    });
    expect(resumed.calls.map((call) => call.request.role)).toEqual(['root']);
    expect(resumed.iterations.map((iteration) => iteration.number)).toEqual([3]);
    // The run that was cut off had asked for a third turn with the very same messages.
    expect(resumed.prompts[0]).toEqual(before.run.prompts[2]);
  });

  test('errors of sub-calls are replayed, too', async () => {
    const code = 'print(llm_query("p"))';
    const before = await runScript({
      python,
      replies: [repl(code)],
      sub: () => err(anLmError({ words: 'rate limited' })),
    });
    const resumed = await runScript({
      python,
      replies: ['FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: recordsOf(before),
    });
    expect(resumed.warned).toEqual([]);
  });

  test('says so when a block prints something else', async () => {
    const before = await cutOff([repl('import time\nprint(time.time_ns())')]);
    const resumed = await runScript({
      python,
      context: 'x y z',
      replies: ['FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: before.recordedReply,
    });
    const words = 'Block 1 of iteration 1, executed again on resuming, printed something else.';
    expect(resumed.warned).toEqual([words]);
    expect(resumed.result).toMatchObject({ ok: true, value: { warnings: [words] } });
  });

  test('says so when a block asks for more than was recorded, and asks anew', async () => {
    const before = await cutOff([repl('print(len(llm_query_batched(["p"] * 3)))')]);
    const shortened = before.iterations.map((iteration): Iteration => ({
      ...iteration,
      blocks: iteration.blocks.map((block) => ({ ...block, callIds: block.callIds.slice(1) })),
    }));
    const resumed = await runScript({
      python,
      context: 'x y z',
      replies: ['FINAL(x)'],
      resumeFrom: shortened,
      recordedReply: before.recordedReply,
    });
    expect(resumed.warned).toEqual([
      'Block 1 of iteration 1, executed again on resuming, made other sub-calls than recorded.',
    ]);
    expect(resumed.calls.filter((call) => call.request.role === 'sub')).toHaveLength(1);
  });

  test('has the draft of its answer again, should a limit end it', async () => {
    const before = await cutOff([repl('answer["content"] = "so far"')], { protocol: 'answer' });
    const resumed = await runScript({
      python,
      replies: [],
      settings: { protocol: 'answer' },
      resumeFrom: before.iterations,
      root: () => err(anLmError({ kind: 'cap-reached', words: 'no money' })),
    });
    expect(resumed.result).toMatchObject({ ok: true, value: { source: 'limit', answer: 'so far' } });
  });

  test('whose last iteration had the answer is answered without running anything', async () => {
    const before = await cutOff([repl('x = 1'), 'FINAL(yes)']);
    const resumed = await runScript({ python, replies: [], resumeFrom: before.iterations });
    expect(resumed.result).toEqual({
      ok: true,
      value: { answer: 'yes', source: 'final', iterations: 2, warnings: [] },
    });
    expect(resumed.calls).toEqual([]);
  });

  test('starts where the interpreter was last lost', async () => {
    const before = await cutOff([repl('a = 1'), repl('import os\nos._exit(1)'), repl('b = 2')]);
    const resumed = await runScript({
      python,
      context: 'x y z',
      replies: [repl('print("a" in globals(), b)'), 'FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: before.recordedReply,
    });
    expect(resumed.iterations[0]?.blocks[0]?.stdout).toBe('False 2\n');
    expect(resumed.warned).toEqual([]);
  });

  test('counts the sub-calls of blocks that are not executed again towards the limit', async () => {
    const settings = { maxSubcalls: 4 };
    const ask = 'print([reply[:9] for reply in llm_query_batched(["p"] * 3)])';
    const before = await cutOff([repl(`${ask}\nimport os\nos._exit(1)`)], settings);
    const resumed = await runScript({
      python,
      context: 'x y z',
      settings,
      replies: [repl(ask), 'FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: before.recordedReply,
      sub: () => 'fine',
    });
    expect(resumed.iterations[0]?.blocks[0]?.stdout).toBe("['fine', 'Error: th', 'Error: th']\n");
  });

  test('counts what a recorded child agent asked for, too', async () => {
    const ofChild = [repl('llm_query("inner")'), 'FINAL(hi)'];
    const script = {
      python,
      settings: { maxDepth: 2, maxSubcalls: 3 },
      sub: (request: { readonly messages: readonly { readonly content: string }[] }) =>
        request.messages[0]?.content.startsWith('You answer a query') ? (ofChild.shift() ?? 'FINAL(x)') : 'fine',
    };
    const before = await runScript({ ...script, replies: [repl('print(rlm_query("task"))')] });
    const resumed = await runScript({
      ...script,
      replies: [repl('print([reply[:9] for reply in llm_query_batched(["p"] * 2)])'), 'FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: recordsOf(before),
    });
    expect(resumed.iterations[0]?.blocks[0]?.stdout).toBe("['fine', 'Error: th']\n");
  });

  test('counts recorded sub-calls once, and refuses what the limit refused before', async () => {
    const settings = { maxSubcalls: 3 };
    const ask = 'print([reply[:9] for reply in llm_query_batched(["p"] * 2)])';
    const before = await cutOff([repl(ask), repl(ask)], settings);
    expect(before.iterations[1]?.blocks[0]?.stdout).toBe("['reply 3', 'Error: th']\n");
    const resumed = await runScript({
      python,
      context: 'x y z',
      settings: { maxSubcalls: 4 },
      replies: [repl(ask), 'FINAL(x)'],
      resumeFrom: before.iterations.slice(0, 1),
      recordedReply: before.recordedReply,
      sub: () => 'fine',
    });
    expect(resumed.iterations[0]?.blocks[0]?.stdout).toBe("['fine', 'fine']\n");
    const again = await runScript({
      python,
      context: 'x y z',
      settings,
      replies: ['FINAL(x)'],
      resumeFrom: before.iterations,
      recordedReply: before.recordedReply,
    });
    expect(again.warned).toEqual([]);
    expect(again.calls.map((call) => call.request.role)).toEqual(['root']);
  });

  test('a child agent’s recorded answer stands for the child', async () => {
    const sub = (request: { readonly messages: readonly { readonly content: string }[] }) =>
      request.messages[0]?.content.startsWith('You answer a query') ? 'FINAL(child says hi)' : 'plain';
    const script = { python, settings: { maxDepth: 2 }, sub };
    const before = await runScript({ ...script, replies: [repl('r = rlm_query("task")\nprint(r)')] });
    const resumed = await runScript({
      ...script,
      replies: ['FINAL_VAR(r)'],
      resumeFrom: before.iterations,
      recordedReply: recordsOf(before),
    });
    expect(resumed.result).toMatchObject({ ok: true, value: { answer: 'child says hi', warnings: [] } });
    expect(resumed.calls.map((call) => call.request.role)).toEqual(['root']);
  });
});
