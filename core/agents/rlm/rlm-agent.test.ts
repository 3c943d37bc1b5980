import { describe, expect, test, vi } from 'vitest';
import { createNativePython } from '#core/node/native-python/index.ts';
import { err } from '#core/result.ts';
import { anLmError, runScript, untilAborted } from './testing/scripted-run.ts';

// Each starts interpreters of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = createNativePython();
const repl = (code: string) => `\`\`\`repl\n${code}\n\`\`\``;

describe('a run', () => {
  test('an immediate FINAL is the answer', async () => {
    const run = await runScript({ python, replies: ['FINAL(7)'] });
    expect(run.result).toEqual({ ok: true, value: { answer: '7', source: 'final', iterations: 1, warnings: [] } });
  });

  test('three turns give the third turn’s answer, and variables persist between blocks', async () => {
    const run = await runScript({
      python,
      context: 'alpha beta',
      replies: [
        repl('words = context.split()\nprint(len(words))'),
        repl('last = words[-1].upper()'),
        'FINAL_VAR(last)',
      ],
    });
    expect(run.result).toEqual({
      ok: true,
      value: { answer: 'BETA', source: 'final-var', iterations: 3, warnings: [] },
    });
    expect(run.iterations.map((iteration) => iteration.blocks.map((block) => block.stdout))).toEqual([
      ['2\n'],
      [''],
      [],
    ]);
  });

  test('each prompt is the one before with messages added, and roles alternate', async () => {
    const run = await runScript({ python, replies: [repl('print(1)'), 'thinking only', 'FINAL(x)'] });
    expect(run.prompts.map((messages) => messages.map((message) => message.role))).toEqual([
      ['system', 'user'],
      ['system', 'user', 'assistant', 'user'],
      ['system', 'user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    const [first, second, third] = run.prompts;
    expect(second?.slice(0, 2)).toEqual(first);
    expect(third?.slice(0, 4)).toEqual(second);
  });

  test('sub-calls are asked in order and recorded under the reply that asked', async () => {
    const run = await runScript({
      python,
      sub: (request) => `<${request.messages[0]?.content ?? ''}>`,
      replies: [repl('print(llm_query("one"), llm_query_batched(["two", "three"]))'), 'FINAL(done)'],
    });
    expect(run.iterations[0]?.blocks[0]?.stdout).toBe("<one> ['<two>', '<three>']\n");
    expect(run.iterations[0]?.blocks[0]?.callIds).toEqual(['c2', 'c3', 'c4']);
    expect(run.calls[1]).toMatchObject({
      depth: 1,
      parentCallId: 'c1',
      iteration: 1,
      block: 0,
      request: { role: 'sub', model: 'sub-model' },
    });
  });

  test('when turns run out a last request is made as a user message and its reply is the answer', async () => {
    const run = await runScript({ python, settings: { maxIterations: 1 }, replies: [repl('x = 5'), 'It is FIVE.'] });
    expect(run.result).toEqual({
      ok: true,
      value: { answer: 'It is FIVE.', source: 'exhausted', iterations: 2, warnings: [] },
    });
    expect(run.prompts[1]?.at(-1)?.role).toBe('user');
  });

  test('a limit met at a root call ends the run with the partial answer', async () => {
    const run = await runScript({
      python,
      replies: [repl('print(1)')],
      root: (request) =>
        request.messages.length > 2 ? err(anLmError({ kind: 'cap-reached', words: 'the run may cost 1 $' })) : null,
    });
    expect(run.result).toMatchObject({ ok: true, value: { source: 'limit', answer: repl('print(1)'), iterations: 1 } });
  });

  test('the answer dict ends the run under its protocol', async () => {
    const run = await runScript({
      python,
      settings: { protocol: 'answer' },
      replies: [repl('answer["content"] = [4, 5]\nanswer["ready"] = True')],
    });
    expect(run.result).toEqual({
      ok: true,
      value: { answer: '[4, 5]', source: 'answer-dict', iterations: 1, warnings: [] },
    });
  });

  test('all blocks run in order, and the first that ends the run counts', async () => {
    const run = await runScript({ python, replies: [`${repl('FINAL("A")')}\n${repl('FINAL("B")\nprint("ran")')}`] });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'A' } });
    expect(run.iterations[0]?.blocks.map((block) => block.stdout)).toEqual(['', 'ran\n']);
  });

  test('FINAL_VAR beside code is looked up after the code ran', async () => {
    const run = await runScript({ python, replies: [`${repl('total = 6 * 7')}\nFINAL_VAR(total)`] });
    expect(run.result).toMatchObject({ ok: true, value: { answer: '42', source: 'final-var', iterations: 1 } });
  });

  test('FINAL beside code is refused, on record and in the next message', async () => {
    const run = await runScript({ python, replies: [`${repl('print(1)')}\nFINAL(guess)`, 'FINAL(seen)'] });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'seen', iterations: 2 } });
    expect(run.iterations[0]?.finalRefused).toContain('written before the output');
    expect(run.prompts[1]?.at(-1)?.content).toContain('The run goes on: FINAL(…) stood in the same reply as code');
  });

  test('FINAL_VAR of an unknown variable goes on, even with a FINAL beside it, and says what there is', async () => {
    const run = await runScript({
      python,
      replies: [repl('found = 1'), 'FINAL_VAR(fund)\nFINAL(7)', 'FINAL_VAR(found)'],
    });
    expect(run.result).toMatchObject({ ok: true, value: { answer: '1', iterations: 3 } });
    expect(run.iterations[1]?.finalRefused).toContain('there is no variable fund');
  });

  test('output that looks like an error of FINAL_VAR is an answer like any other', async () => {
    const run = await runScript({ python, replies: [repl('x = "Error: there is no variable x"'), 'FINAL_VAR(x)'] });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'Error: there is no variable x' } });
  });

  test('an empty variable does not end the run', async () => {
    const run = await runScript({ python, replies: [`${repl('x = ""')}\nFINAL_VAR(x)`, 'FINAL(y)'] });
    expect(run.iterations[0]?.finalRefused).toContain('holds an empty text');
  });

  test('a turn without code is told so, and one with a wrong mark why', async () => {
    const run = await runScript({
      python,
      replies: ['I think.', '```python\nprint(1)\n```', '```repl\nprint(1)', 'FINAL(x)'],
    });
    const said = run.prompts.slice(1).map((messages) => messages.at(-1)?.content ?? '');
    expect(said[0]).toContain('nothing ran');
    expect(said[1]).toContain('yours was marked `python`');
    expect(said[2]).toContain('never closed');
  });

  test('FINAL under the answer protocol is refused with the way to end', async () => {
    const run = await runScript({
      python,
      settings: { protocol: 'answer' },
      replies: ['FINAL(x)', repl('answer = {"content": "y", "ready": True}')],
    });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'y', source: 'answer-dict' } });
    expect(run.iterations[0]?.finalRefused).toContain('answer["ready"]');
  });

  test('the last request understands FINAL_VAR', async () => {
    const run = await runScript({
      python,
      settings: { maxIterations: 1 },
      replies: [repl('x = [1, 2]'), 'FINAL_VAR(x)'],
    });
    expect(run.result).toMatchObject({ ok: true, value: { answer: '[1, 2]', source: 'exhausted', iterations: 2 } });
    expect(run.iterations.map((iteration) => iteration.number)).toEqual([1, 2]);
  });

  test('a limit met with a draft in the answer dict answers with the draft', async () => {
    const run = await runScript({
      python,
      settings: { protocol: 'answer' },
      replies: [repl('answer["content"] = "so far"')],
      root: (request) =>
        request.messages.length > 2 ? err(anLmError({ kind: 'cap-reached', words: 'no money' })) : null,
    });
    expect(run.result).toMatchObject({ ok: true, value: { source: 'limit', answer: 'so far' } });
  });

  test('an answer counts even where its own turn met the limit', async () => {
    const run = await runScript({
      python,
      replies: [`${repl('said = llm_query("one too many")\nn = 7')}\nFINAL_VAR(n)`],
      sub: () => err(anLmError({ kind: 'cap-reached', words: 'the run may take 1 call' })),
    });
    expect(run.result).toEqual({ ok: true, value: { answer: '7', source: 'final-var', iterations: 1, warnings: [] } });
  });

  test('a failing model ends the run with its error and what there was', async () => {
    const error = anLmError({ kind: 'unauthorized', words: 'the key is wrong' });
    const run = await runScript({
      python,
      replies: ['thinking'],
      root: (request) => (request.messages.length > 2 ? err(error) : null),
    });
    expect(run.result).toEqual({ ok: false, error: { kind: 'lm', error, partial: 'thinking' } });
  });

  test('the model writes its first reply while Python starts', async () => {
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const run = await runScript({
      python: { kind: 'native', open: (job, signal) => asked.then(() => python.open(job, signal)) },
      root: () => (ask(), null),
      replies: [repl('print(context)'), 'FINAL(x)'],
    });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'x' } });
    expect(run.iterations[0]?.blocks[0]?.stdout).toContain('one line of text');
  });

  test('a Python that cannot be had ends the run in words, and the reply is not waited for', async () => {
    const run = await runScript({
      python: createNativePython('/no/such/python'),
      root: (_, signal) => untilAborted(signal),
      replies: [],
    });
    expect(run.result).toMatchObject({
      ok: false,
      error: { kind: 'python', words: expect.stringContaining('/no/such/python') as string },
    });
    expect(run.calls).toHaveLength(1);
    expect(run.iterations).toEqual([]);
  });

  test('a Python that never starts is let go when the model fails', async () => {
    const error = anLmError({});
    let letGo = false;
    const run = await runScript({
      python: {
        kind: 'native',
        open: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              letGo = true;
              resolve(err({ kind: 'cancelled', words: 'let go' }));
            });
          }),
      },
      root: () => err(error),
      replies: [],
    });
    expect(run.result).toEqual({ ok: false, error: { kind: 'lm', error, partial: null } });
    expect(letGo).toBe(true);
  });

  test('a lost interpreter fails the block, not the run, and people are warned', async () => {
    const run = await runScript({
      python,
      replies: [repl('x = 1\nimport os\nos._exit(1)'), repl('print("x" in globals())'), 'FINAL(on)'],
    });
    expect(run.result).toMatchObject({ ok: true, value: { answer: 'on' } });
    expect(run.iterations[0]?.blocks[0]).toMatchObject({ stateLost: true, error: { type: 'InterpreterLost' } });
    expect(run.iterations[1]?.blocks[0]).toMatchObject({ stdout: 'False\n', stateLost: true });
    expect(run.prompts[2]?.at(-1)?.content).toContain('all variables of earlier blocks are gone');
    expect(run.warned).toHaveLength(2);
  });

  test('the record of a block holds its output whole, and what the model was shown of it', async () => {
    const run = await runScript({
      python,
      settings: { shownOutputChars: 50 },
      replies: [repl('n = 500\nprint("z" * n)'), 'FINAL(x)'],
    });
    const block = run.iterations[0]?.blocks[0];
    expect(block).toMatchObject({
      code: 'n = 500\nprint("z" * n)',
      stderr: '',
      outputChars: 501,
      error: null,
      variables: [{ name: 'n', type: 'int' }],
      limit: null,
      stateLost: false,
      callIds: [],
    });
    expect(block?.stdout).toBe(`${'z'.repeat(500)}\n`);
    expect(block?.shown).toContain('450 characters cut');
    expect(run.prompts[1]?.at(-1)?.content).toContain(block?.shown);
  });
});
