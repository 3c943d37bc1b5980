import { describe, expect, test } from 'vitest';
import { createNativePython } from '#core/node/native-python/index.ts';
import { err } from '#core/result.ts';
import { anLmError, runScript } from './testing/scripted-run.ts';

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
});
