// Runs of the real agent, in real Python, with a model that answers from a script: what the study keeps of them.

import { expect, it } from 'vitest';
import { createRlmAgent } from '#core/agents/index.ts';
import type { ChatRequest } from '#core/lm/index.ts';
import { aReply } from '#core/lm/testing.ts';
import { createNativePython } from '#core/node/native-python/index.ts';
import { ok } from '#core/result.ts';
import { iterationId } from '../iteration-id.ts';
import { DEFAULT_SETTINGS, type StudySettings } from '../settings.ts';
import { createEngine } from './create-engine.ts';
import { aStudyLog, scriptedPorts, settingsWith } from './testing.ts';

const repl = (code: string) => `\`\`\`repl\n${code}\n\`\`\``;

/** One run without an update after it. */
async function runOnce(over: Partial<StudySettings>, answer: (request: ChatRequest) => string) {
  const log = aStudyLog(1, settingsWith({ kind: 'none' }, over));
  const model = (request: ChatRequest) => {
    const usage = { input: 100, output: 10, cached: 0, reasoning: 0 };
    return ok(aReply({ text: answer(request), usage, costMicroUsd: 7 }));
  };
  const engine = createEngine({
    ...scriptedPorts(log, { model }),
    agent: createRlmAgent(),
    python: () => createNativePython(),
  });
  expect(await engine.do({ do: 'run.step' }, 'user:ann')).toMatchObject({ ok: true });
  return { run: engine.state.runs.get('r1'), totals: engine.state.totals, engine };
}

it('a child agent’s calls are on record in their place, and each is counted once, for its run and for the study', async () => {
  const { run, totals } = await runOnce({ agent: { ...DEFAULT_SETTINGS.agent, maxDepth: 2 } }, ({ role, messages }) => {
    const own = messages[0]?.role === 'system';
    if (role === 'root') return messages.length === 2 ? repl('a = llm_query("p")\nb = rlm_query("q")') : 'FINAL_VAR(b)';
    if (!own) return 'plain';
    return messages.length === 2 ? repl('c = llm_query("inner")') : 'FINAL(from the child)';
  });
  expect(run?.answer).toMatchObject({ answer: 'from the child', source: 'final-var' });
  expect(run?.calls.map(({ depth, parentCallId }) => [depth, parentCallId])).toEqual([
    [0, null],
    [1, 'c1'],
    [1, 'c1'],
    [2, 'c3'],
    [1, 'c3'],
    [0, null],
  ]);
  const six = { calls: 6, inputTokens: 600, outputTokens: 60, costMicroUsd: 42 };
  expect(run?.totals).toMatchObject(six);
  expect(totals).toMatchObject(six);
});

it('a note on a child agent’s iteration names it by its call, and one on an iteration that is not there is refused', async () => {
  const { run, engine } = await runOnce({ agent: { ...DEFAULT_SETTINGS.agent, maxDepth: 2 } }, ({ role, messages }) => {
    if (role !== 'root') return 'FINAL(from the child)';
    return messages.length === 2 ? repl('b = rlm_query("q")') : 'FINAL_VAR(b)';
  });
  const ids = run?.iterations.map((each) => iterationId('r1', each));
  expect(ids).toEqual(['r1/c2', 'r1/1', 'r1/2']);
  const noteOn = (id: string) =>
    engine.do({ do: 'note.add', target: { kind: 'iteration', id }, text: 'look here' }, 'user:ann');
  for (const id of ids ?? []) expect(await noteOn(id), id).toMatchObject({ ok: true });
  expect(engine.state.notes.map(({ target }) => target.id)).toEqual(ids);
  for (const id of ['r1/c1', 'r1/c99', 'r1/9', 'r1/0', 'r1/', 'r1', 'r2/c2'])
    expect(await noteOn(id), id).toMatchObject({ ok: false });
});

it('a run that met its cap ends with what there was, and its record says so', async () => {
  const { run } = await runOnce({ runCaps: { ...DEFAULT_SETTINGS.runCaps, calls: 1 } }, () => 'Half way.');
  expect(run).toMatchObject({
    status: 'done',
    answer: {
      answer: 'Half way.',
      source: 'limit',
      iterations: 1,
      warnings: [expect.stringContaining("the run's cap of 1 call") as string],
    },
  });
});
