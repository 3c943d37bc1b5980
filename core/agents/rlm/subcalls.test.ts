import { describe, expect, test, vi } from 'vitest';
import { createNativePython } from '#core/node/native-python/index.ts';
import { err, ok } from '#core/result.ts';
import { anLmError, runScript } from './testing/scripted-run.ts';

// Each starts interpreters of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = createNativePython();
const repl = (code: string) => `\`\`\`repl\n${code}\n\`\`\``;
const promptOf = (request: { readonly messages: readonly { readonly content: string }[] }) =>
  request.messages.at(-1)?.content ?? '';

async function printed(code: string, script: Omit<Parameters<typeof runScript>[0], 'python' | 'replies'> = {}) {
  const run = await runScript({ python, replies: [repl(code), 'FINAL(done)'], ...script });
  return { ...run, stdout: run.iterations.find((iteration) => iteration.depth === 0)?.blocks[0]?.stdout };
}

/** Answers each sub-call when told, and counts how many are at work. */
function heldCalls() {
  let active = 0;
  let most = 0;
  const order: string[] = [];
  return {
    order,
    most: () => most,
    sub: async (request: Parameters<typeof promptOf>[0]) => {
      active++;
      most = Math.max(most, active);
      order.push(promptOf(request));
      // Later prompts are answered first: order must not depend on who is ready first.
      await new Promise((resolve) => setTimeout(resolve, 40 - Math.min(30, 5 * order.length)));
      active--;
      return `r-${promptOf(request)}`;
    },
  };
}

describe('sub-calls', () => {
  test('a batch keeps the prompts’ order whatever order the replies come in', async () => {
    const held = heldCalls();
    const run = await printed('print(llm_query_batched(["a", "b", "c", "d"]))', { sub: held.sub });
    expect(run.stdout).toBe("['r-a', 'r-b', 'r-c', 'r-d']\n");
    const made = run.iterations[0]?.blocks[0]?.callIds.map((id) => run.calls.find((call) => call.callId === id));
    expect(made?.map((call) => promptOf(call?.request ?? { messages: [] }))).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([1, 2, 4])('never more than %i at the same time when that is the limit', async (limit) => {
    const held = heldCalls();
    await printed('llm_query_batched([str(n) for n in range(9)])', {
      sub: held.sub,
      settings: { maxConcurrentSubcalls: limit },
    });
    expect(held.most()).toBe(limit);
    if (limit === 1) expect(held.order).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  test('fifty prompts behind a limit of four all get their reply', async () => {
    const run = await printed('print(sum(r == "ok" for r in llm_query_batched(["p"] * 50)))', {
      settings: { maxConcurrentSubcalls: 4 },
    });
    expect(run.stdout).toBe('50\n');
  });

  test('a failing item fails alone, is told in its slot, and is on record', async () => {
    const run = await printed('print(llm_query_batched(["a", "b", "c"]))', {
      sub: (request) =>
        promptOf(request) === 'b' ? err(anLmError({ words: 'the server said 500' })) : ok(promptOf(request)),
    });
    expect(run.stdout).toBe("['a', 'Error: the server said 500', 'c']\n");
    expect(run.iterations[0]?.blocks[0]?.callIds).toHaveLength(3);
    expect(run.calls.filter((call) => !call.reply.ok)).toHaveLength(1);
  });

  test('a prompt that is too long is refused with both numbers and reaches no model', async () => {
    const run = await printed('print(llm_query("x" * 101))', { settings: { maxSubcallChars: 100 } });
    expect(run.stdout).toMatch(/^Error: the prompt is too long: 101 characters, and a sub-call takes at most 100\./);
    expect(run.calls.filter((call) => call.request.role === 'sub')).toEqual([]);
  });

  test('an empty prompt is refused', async () => {
    expect((await printed('print(llm_query(""))')).stdout).toBe('Error: the prompt is empty.\n');
  });

  test('the number of sub-calls of a run is limited, over all its iterations', async () => {
    const run = await runScript({
      python,
      settings: { maxSubcalls: 3 },
      replies: [repl('print(llm_query_batched(["a", "b"]))'), repl('print(llm_query_batched(["c", "d"]))'), 'FINAL(x)'],
    });
    expect(run.iterations[1]?.blocks[0]?.stdout).toMatch(/^\['ok', 'Error: the limit of 3 sub-calls/);
    expect(run.calls.filter((call) => call.request.role === 'sub')).toHaveLength(3);
  });

  test('code may name one of the study’s models and no other', async () => {
    const run = await printed('print(llm_query("a", model="root-model"), llm_query("b", model="dear-model"))');
    expect(run.stdout).toMatch(/^ok Error: there is no model "dear-model" here/);
    expect(run.calls.filter((call) => call.request.role === 'sub').map((call) => call.request.model)).toEqual([
      'root-model',
    ]);
  });

  test('a call from a thread that outlives its block belongs to the block that runs then', async () => {
    const run = await runScript({
      python,
      replies: [
        repl(
          'import threading\ngo = threading.Event()\nsaid = []\ndef late():\n    go.wait()\n    said.append(llm_query("late"))\nt = threading.Thread(target=late)\nt.start()',
        ),
        repl('print("second")'),
        repl('go.set(); t.join(); print(said)'),
        'FINAL(x)',
      ],
    });
    expect(run.iterations[2]?.blocks[0]).toMatchObject({ stdout: "['ok']\n" });
    expect(run.iterations.map((iteration) => iteration.blocks[0]?.callIds.length)).toEqual([0, 0, 1, undefined]);
  });

  test('a call from a thread while no block runs is refused and reaches no model', async () => {
    const late =
      'import threading, time\nsaid = []\ndef late():\n    time.sleep(0.3)\n    said.append(llm_query("late"))\nthreading.Thread(target=late).start()';
    const run = await runScript({
      python,
      // The next block comes well after the thread has asked.
      root: async (request) => {
        if (request.messages.length === 4) await new Promise((resolve) => setTimeout(resolve, 1_500));
        return null;
      },
      replies: [repl(late), repl('print(said)'), 'FINAL(x)'],
    });
    expect(run.iterations[1]?.blocks[0]?.stdout).toBe("['Error: no block is running.']\n");
    expect(run.calls.filter((call) => call.request.role === 'sub')).toEqual([]);
  });
});

describe('child agents', () => {
  /** A child answers its first turn with code, its second with FINAL. */
  const child = (request: Parameters<typeof promptOf>[0]) =>
    request.messages.length === 2 ? repl('n = len(context)\nprint(llm_query("inner"))') : 'FINAL_VAR(n)';
  const sub = (request: Parameters<typeof promptOf>[0]) =>
    request.messages[0]?.content.startsWith('You answer a query') ? child(request) : 'plain';

  test('at depth 1 rlm_query is a plain call', async () => {
    const run = await printed('print(rlm_query("four"))', { sub });
    expect(run.stdout).toBe('plain\n');
  });

  test('at depth 2 it is an agent with the prompt as its context', async () => {
    const run = await printed('print(rlm_query("four"), llm_query("x"))', { sub, settings: { maxDepth: 2 } });
    expect(run.stdout).toBe('4 plain\n');
  });

  test('its calls and iterations hang under its first call, which hangs under the reply that asked', async () => {
    const run = await printed('print(rlm_query("four"))', { sub, settings: { maxDepth: 2 } });
    expect(
      run.calls.map(({ callId, depth, parentCallId, iteration }) => ({ callId, depth, parentCallId, iteration })),
    ).toEqual([
      { callId: 'c1', depth: 0, parentCallId: null, iteration: 1 },
      { callId: 'c2', depth: 1, parentCallId: 'c1', iteration: 1 },
      { callId: 'c3', depth: 2, parentCallId: 'c2', iteration: 1 },
      { callId: 'c4', depth: 1, parentCallId: 'c2', iteration: 2 },
      { callId: 'c5', depth: 0, parentCallId: null, iteration: 2 },
    ]);
    expect(
      run.iterations.map(({ depth, parentCallId, number, answer }) => ({ depth, parentCallId, number, answer })),
    ).toEqual([
      { depth: 1, parentCallId: 'c2', number: 1, answer: null },
      { depth: 1, parentCallId: 'c2', number: 2, answer: '4' },
      { depth: 0, parentCallId: null, number: 1, answer: null },
      { depth: 0, parentCallId: null, number: 2, answer: 'done' },
    ]);
    expect(run.iterations[2]?.blocks[0]?.callIds).toEqual(['c2']);
  });

  test('a batch of children keeps its order, and each has a REPL of its own', async () => {
    const run = await printed('print(rlm_query_batched(["a", "bb", "ccc"]))', { sub, settings: { maxDepth: 2 } });
    expect(run.stdout).toBe("['1', '2', '3']\n");
    const root = run.iterations.find((iteration) => iteration.depth === 0);
    const children = root?.blocks[0]?.callIds.map((id) => run.calls.find((call) => call.callId === id));
    expect(children?.map((call) => /a str of (\d+)/.exec(promptOf(call?.request ?? { messages: [] }))?.[1])).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('at depth 3 it may have a child of its own, and that one has none', async () => {
    /** Each agent hands on what it was given, one letter shorter; how far it came is told by the one that has no child. */
    const sub = (request: Parameters<typeof promptOf>[0]) => {
      if (!request.messages[0]?.content.startsWith('You answer a query')) return `plain <${promptOf(request)}>`;
      return request.messages.length === 2 ? repl('said = rlm_query(context[1:])') : 'FINAL_VAR(said)';
    };
    const run = await printed('print(rlm_query("four"))', { sub, settings: { maxDepth: 3 } });
    expect(run.stdout).toBe('plain <ur>\n');
    const depths = run.calls.map((call) => call.depth);
    expect(depths).toEqual([0, 1, 2, 3, 2, 1, 0]);
  });

  test('a child that fails gives text, not an exception', async () => {
    const run = await printed('print(rlm_query("p"))', {
      sub: () => err(anLmError({ words: 'no credit' })),
      settings: { maxDepth: 2 },
    });
    expect(run.iterations.find((iteration) => iteration.depth === 0)?.blocks[0]).toMatchObject({
      stdout: 'Error: the child agent failed: no credit\n',
      stderr: '',
      error: null,
    });
  });

  test('one failing child of a batch fails in its own slot', async () => {
    const run = await printed('print(rlm_query_batched(["a", "fails", "ccc"]))', {
      sub: (request) =>
        promptOf(request).includes('a str of 5 characters') ? err(anLmError({ words: 'no credit' })) : sub(request),
      settings: { maxDepth: 2 },
    });
    expect(run.stdout).toBe("['1', 'Error: the child agent failed: no credit', '3']\n");
  });

  test('no more than four children work at the same time', async () => {
    let active = 0;
    let most = 0;
    let four = (): void => undefined;
    const whenFour = new Promise<void>((resolve) => (four = resolve));
    const run = await printed('print(rlm_query_batched([str(n) for n in range(7)]))', {
      sub: async (request) => {
        const begins = request.messages.length === 2;
        active += begins ? 1 : -1;
        most = Math.max(most, active);
        if (active === 4) four();
        await whenFour;
        return begins ? repl('n = int(context)') : 'FINAL_VAR(n)';
      },
      settings: { maxDepth: 2 },
    });
    expect(run.stdout).toBe("['0', '1', '2', '3', '4', '5', '6']\n");
    expect(most).toBe(4);
  });

  test('a model named for a child is the one its turns and its sub-calls use', async () => {
    const run = await printed('print(rlm_query("four", model="root-model"))', { sub, settings: { maxDepth: 2 } });
    expect(run.stdout).toBe('4\n');
    expect(run.calls.filter((call) => call.depth > 0).map((call) => call.request.model)).toEqual([
      'root-model',
      'root-model',
      'root-model',
    ]);
  });

  test('its sub-calls count for the whole run', async () => {
    const run = await printed('print(rlm_query("four"), llm_query("x"))', {
      sub,
      settings: { maxDepth: 2, maxSubcalls: 2 },
    });
    expect(run.stdout).toMatch(/^4 Error: the limit of 2 sub-calls/);
  });
});
