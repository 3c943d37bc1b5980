import { describe, expect, it } from 'vitest';
import { aReply, anError } from '#core/lm/testing.ts';
import type { Answer } from '#core/lm/testing.ts';
import { err, ok } from '#core/result.ts';
import { createMemoryLog } from '../memory-log.ts';
import { rederive } from '../replay/index.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { StudySettings } from '../settings.ts';
import { aTrial, quickHash, scriptedPorts } from './testing.ts';
import type { Trial } from './testing.ts';

/** Queries with a truth, answered with it; the judge says 0.5, two items lie near. */
async function answered(
  count = 1,
  asides: Answer = replies,
  models: Partial<StudySettings['models']> = {},
): Promise<Trial> {
  const settings = { ...DEFAULT_SETTINGS, models: { ...DEFAULT_SETTINGS.models, ...models } };
  const trial = aTrial({ model: asides }, 0, settings);
  const queries = Array.from({ length: count }, (_, at) => ({ text: `question ${String(at + 1)}`, truth: 'yes' }));
  await trial.act({ do: 'queries.add', queries });
  for (let run = 0; run < count; run += 1) await trial.act({ do: 'run.step' });
  return trial;
}

const replies: Answer = ({ role, messages }) => {
  if (role === 'judge') return ok(aReply({ text: '0.5', costMicroUsd: 7 }));
  if (role === 'embedding')
    return ok(aReply({ text: JSON.stringify(messages.map((_, at) => [1, at === 2 ? -1 : at / 10])) }));
  return ok(aReply({ text: `reply of ${role}`, costMicroUsd: 3 }));
};

const calls = (trial: Trial, role: string) =>
  trial.log
    .read(0)
    .flatMap((event) => (event.type === 'call.finished' && event.payload.role === role ? [event.payload] : []));

describe('judging answers', () => {
  it('records the call under its role and the verdict beside the rule’s score', async () => {
    const trial = await answered();
    const before = trial.engine.state.runs.get('r1');
    await trial.act({ do: 'answers.judge', runIds: ['r1'] });
    const run = trial.engine.state.runs.get('r1');
    expect(run?.judged).toMatchObject({ score: 0.5, reason: 'as scripted', modelName: 'offline' });
    expect(run?.answer?.score).toBe(before?.answer?.score);
    const [call] = calls(trial, 'judge');
    expect(call).toMatchObject({ stage: 'aside', runId: 'r1', costMicroUsd: 7, callId: run?.judged?.callId });
    expect(call?.prompt.add[0]?.content).toBe('question 1 | yes | answer to question 1');
    expect(run?.totals).toEqual(before?.totals);
    expect(trial.engine.state.asides).toMatchObject({ calls: 1, costMicroUsd: 7 });
    expect(trial.engine.state.totals.costMicroUsd).toBe((before?.totals.costMicroUsd ?? 0) + 7);
    expect(trial.engine.state.operations.at(-1)?.words).toBe('judged r1: 0.50');
  });

  it('leaves the run where it was in time', async () => {
    const trial = await answered(2);
    const before = trial.engine.state.runs.get('r1')?.lastSeq;
    await trial.act({ do: 'answers.judge', runIds: ['r1'] });
    expect(trial.engine.state.runs.get('r1')?.lastSeq).toBe(before);
  });

  it('asks the judge’s own model where one is set', async () => {
    const trial = await answered(1, replies, { judge: 'strict-1' });
    await trial.act({ do: 'answers.judge', runIds: ['r1'] });
    expect(calls(trial, 'judge')[0]?.parameters['model']).toBe('strict-1');
  });

  it('records why there is no verdict, and ends there when the model cannot be asked', async () => {
    const trial = await answered(2, (request, at) =>
      request.role === 'judge'
        ? err(anError({ kind: 'no-credit', words: 'The account is empty.' }))
        : replies(request, at),
    );
    await trial.act({ do: 'answers.judge', runIds: ['r1', 'r2'] });
    const { runs } = trial.engine.state;
    expect(runs.get('r1')?.judged).toMatchObject({ score: null, reason: 'The account is empty.' });
    expect(runs.get('r2')?.judged).toBeNull();
    expect(runs.get('r1')?.status).toBe('done');
  });

  it('goes on after a verdict that could not be read', async () => {
    const trial = await answered(2, (request, at) =>
      request.role === 'judge' ? ok(aReply({ text: 'splendid' })) : replies(request, at),
    );
    await trial.act({ do: 'answers.judge', runIds: ['r1', 'r2'] });
    const reasons = [...trial.engine.state.runs.values()].map(({ judged }) => judged?.reason);
    expect(reasons).toEqual(['no score in splendid', 'no score in splendid']);
  });

  it('stops before the call that would pass the study’s cap', async () => {
    const trial = await answered();
    const { settings, totals } = trial.engine.state;
    const studyCaps = { ...settings.studyCaps, calls: totals.calls };
    await trial.act({ do: 'settings.change', settings: { ...settings, studyCaps }, reason: null });
    await trial.act({ do: 'answers.judge', runIds: ['r1'] });
    expect(trial.engine.state.runs.get('r1')?.judged?.reason).toContain("the study's cap of 4 calls");
  });

  it('is refused in words without an answer or a truth', async () => {
    const trial = await answered();
    await trial.act({ do: 'queries.add', queries: [{ text: 'Why?', truth: null }] });
    await trial.act({ do: 'run.step' });
    const judge = (runId: string) => trial.refusal({ do: 'answers.judge', runIds: [runId] });
    expect(await judge('r2')).toBe('refused: q2 has no ground truth to judge r2 by.');
    expect(await judge('r9')).toBe('refused: This study has no run r9.');
  });
});

describe('measuring items', () => {
  it('records one call and the pairs, nearest first', async () => {
    const trial = await answered(3);
    await trial.act({ do: 'items.measure', versionId: 'v3' });
    const measured = trial.engine.state.versions.get('v3')?.measured;
    expect(measured?.pairs.map(({ a, b }) => [a, b])).toEqual([
      ['cu-00001', 'cu-00002'],
      ['cu-00001', 'cu-00003'],
      ['cu-00002', 'cu-00003'],
    ]);
    expect(measured?.pairs[0]?.nearness).toBeCloseTo(0.995, 3);
    expect(calls(trial, 'embedding')).toMatchObject([{ stage: 'aside', runId: null, callId: measured?.callId }]);
    expect(trial.engine.state.totals.calls).toBe(13);
  });

  it('is refused without two items, without an embedding model, and to a person', async () => {
    const measure = (trial: Trial) => trial.refusal({ do: 'items.measure', versionId: 'v1' });
    expect(await measure(await answered(1))).toBe('refused: v1 has no two items to compare.');
    const trial = await answered(2);
    const change = async (models: Partial<StudySettings['models']>) => {
      const { settings } = trial.engine.state;
      await trial.act({
        do: 'settings.change',
        settings: { ...settings, models: { ...settings.models, ...models } },
        reason: null,
      });
    };
    const second = () => trial.refusal({ do: 'items.measure', versionId: 'v2' });
    await change({ provider: 'openai', preset: 'openai', root: 'gpt-5-mini' });
    expect(await second()).toContain('No embedding model is set');
    await change({ provider: 'manual' });
    expect(await second()).toContain('A person cannot type vectors');
  });
});

describe('what was asked beside the runs', () => {
  it('comes again in a replay, without a call', async () => {
    const trial = await answered(2);
    await trial.act({ do: 'items.measure', versionId: 'v2' });
    await trial.act({ do: 'answers.judge', runIds: ['r1', 'r2'] });
    const fresh = createMemoryLog({ hash: quickHash, at: () => '' });
    const model: Answer = () => err(anError({ words: 'must not be asked' }));
    const result = await rederive(trial.log, fresh, scriptedPorts(trial.log, { model }), {
      signal: new AbortController().signal,
    });
    expect(result.firstDifference).toBeNull();
    expect(result.calls).toEqual({ recorded: 11, replayed: 11, madeAnew: 0, refused: 0 });
  });
});
