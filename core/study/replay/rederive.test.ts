import { describe, expect, it } from 'vitest';
import { createReplayedModel, readCassette, writeCassette } from '#core/lm/index.ts';
import { aReply, anError } from '#core/lm/testing.ts';
import { err, ok } from '#core/result.ts';
import { createEngine } from '../engine/index.ts';
import { aTrial, aStudyLog, anEdit, quickHash, scriptedPorts, trialOn } from '../engine/testing.ts';
import type { Script, Trial } from '../engine/testing.ts';
import { createMemoryLog } from '../memory-log.ts';
import type { MemoryLog } from '../memory-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { callMessages } from './call-messages.ts';
import { cassetteOf, recordedCalls } from './recorded-calls.ts';
import { rederive } from './rederive.ts';

/** Replies that tell calls apart, so that a mix-up of two would be seen. */
function countingScript(overrides: Script = {}): Script {
  let calls = 0;
  return { model: () => ok(aReply({ text: `reply ${String((calls += 1))}` })), ...overrides };
}

async function again(log: MemoryLog, script: Script = {}) {
  const fresh = createMemoryLog({ hash: quickHash, at: () => '2026-02-01T00:00:00.000Z' });
  const result = await rederive(log, fresh, scriptedPorts(log, script), { signal: new AbortController().signal });
  return { result, fresh };
}

async function afterRuns(trial: Trial, count: number): Promise<void> {
  for (let run = 0; run < count; run += 1) await trial.act({ do: 'run.step' });
}

describe('re-deriving a study from its recording', () => {
  it('gives equal hashes for every version and calls no model', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 3);
    const { result } = await again(trial.log, { model: () => ok(aReply({ text: 'must not be asked' })) });
    expect(result.firstDifference).toBeNull();
    expect(result.equal).toBe(true);
    expect(result.calls).toEqual({ recorded: 12, replayed: 12, madeAnew: 0, refused: 0 });
    expect(result.versions).toHaveLength(4);
    for (const { recorded, rederived } of result.versions) expect(rederived).toBe(recorded);
  });

  it('marks every call of the new log as replayed and free', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 1);
    const { fresh } = await again(trial.log);
    const calls = fresh.read(0).flatMap((event) => (event.type === 'call.finished' ? [event.payload] : []));
    expect(calls.map(({ origin, costMicroUsd }) => [origin, costMicroUsd])).toEqual(
      Array.from({ length: 4 }, () => ['replayed', 0]),
    );
  });

  it('copies what people did where they did it: edits, pins, freezes, branches, roll back, undo, settings, notes', async () => {
    const trial = aTrial(countingScript(), 6);
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'item.add', section: 'dc', content: 'by hand', reason: null });
    await trial.act({ do: 'item.pin', itemId: 'dc-00001', reason: 'keep' });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'note.add', target: { kind: 'study', id: 's-test' }, text: 'x'.repeat(5_000) });
    await trial.act({ do: 'item.edit', itemId: 'cu-00001', content: 'mended by hand', reason: null });
    await trial.act({ do: 'operation.undo' });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'map.freeze', reason: null });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'map.unfreeze', reason: null });
    await trial.act({ do: 'map.rollback', versionId: 'v1', reason: null });
    await trial.act({ do: 'branch.create', name: 'other', versionId: 'v2', reason: null });
    await trial.act({ do: 'branch.switch', name: 'main' });
    await trial.act({ do: 'branch.switch', name: 'other' });
    await trial.act({
      do: 'settings.change',
      settings: { ...trial.engine.state.settings, reviewEdits: true },
      reason: null,
    });
    await trial.act({ do: 'run.step' });
    const [edit] = [...trial.engine.state.runs.values()].at(-1)?.proposed?.edits ?? [];
    const runId = [...trial.engine.state.runs.keys()].at(-1) ?? '';
    const decision = {
      editId: edit?.editId ?? '',
      decision: 'change' as const,
      content: 'as the reviewer says',
      reason: null,
    };
    await trial.act({ do: 'review.decide', runId, decisions: [decision] });
    await trial.act({ do: 'run.again', queryId: 'q1' });
    const { result } = await again(trial.log);
    expect(result.firstDifference).toBeNull();
    expect(result.versions.every(({ recorded, rederived }) => recorded === rederived)).toBe(true);
    expect(result.versions.length).toBeGreaterThan(6);
  });

  it('follows a run that failed, was resumed, and one that was given up', async () => {
    let calls = 0;
    const trial = aTrial({
      model: () => {
        calls += 1;
        return calls === 3 || calls === 6
          ? err(anError({ words: `call ${String(calls)} failed` }))
          : ok(aReply({ text: `reply ${String(calls)}` }));
      },
    });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'run.step' });
    await trial.act({ do: 'run.abandon', runId: 'r2' });
    await trial.act({ do: 'run.step' });
    const { result } = await again(trial.log);
    expect(result.firstDifference).toBeNull();
    expect(result.equal).toBe(true);
  });

  it('names the first difference when the policy decides otherwise', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 3);
    const edits = (runId: string) => [
      anEdit({
        editId: `${runId}-e1`,
        section: 'cu',
        content: runId === 'r2' ? 'something else' : `learnt in ${runId}`,
      }),
    ];
    const { result } = await again(trial.log, { edits });
    expect(result.equal).toBe(false);
    expect(result.firstDifference?.words).toBe(
      'edits.0.content of the proposed edits of r2 was "learnt in r2" and is "something else"',
    );
    expect(result.versions.map(({ rederived }) => rederived !== null)).toEqual([true, true, false, false]);
  });

  it('names the prompt that differs when a call finds no recorded reply', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 2);
    const rows = trial.log.rows.map((row) =>
      row.type === 'query.added' ? { ...row, json: row.json.replace('question 2', 'question two') } : row,
    );
    const tampered = createMemoryLog({ hash: quickHash, at: () => '' }, { rows, texts: trial.log.texts });
    const { result } = await again(tampered);
    expect(result.equal).toBe(false);
    expect(result.firstDifference?.words).toContain('message 2 (user) differs at character 10');
    expect(result.calls).toMatchObject({ refused: 1, madeAnew: 0 });
  });

  it('finds a version whose recorded hash was tampered with', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 1);
    const rows = trial.log.rows.map((row) =>
      row.type === 'version.committed' && row.json.includes('"v1"')
        ? { ...row, json: row.json.replace(/"hash":"./, '"hash":"z') }
        : row,
    );
    const { result } = await again(
      createMemoryLog({ hash: quickHash, at: () => '' }, { rows, texts: trial.log.texts }),
    );
    expect(result.firstDifference?.words).toContain('hash of version v1 of r1');
  });

  it('can be stopped', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 1);
    const stop = new AbortController();
    stop.abort();
    const fresh = createMemoryLog({ hash: quickHash, at: () => '' });
    expect((await rederive(trial.log, fresh, scriptedPorts(trial.log), { signal: stop.signal })).equal).toBe(false);
  });
});

describe('the cassette of a study', () => {
  it('is all that a replay needs: the study comes again from it, trimmed and read back', async () => {
    const trial = aTrial(countingScript());
    await afterRuns(trial, 2);
    const read = readCassette([...writeCassette(cassetteOf(trial.log, quickHash, true))].join(''));
    if (!read.ok) throw new Error(read.error.words);
    const fresh = createMemoryLog({ hash: quickHash, at: () => '' });
    const { calls } = read.value;
    const result = await rederive(trial.log, fresh, scriptedPorts(trial.log), {
      calls,
      signal: new AbortController().signal,
    });
    expect(result.equal).toBe(true);
    expect(result.calls).toEqual({ recorded: 8, replayed: 8, madeAnew: 0, refused: 0 });
    const short = await rederive(
      trial.log,
      createMemoryLog({ hash: quickHash, at: () => '' }),
      scriptedPorts(trial.log),
      {
        calls: calls.slice(0, 5),
        signal: new AbortController().signal,
      },
    );
    expect(short.firstDifference?.words).toContain('The recording holds no further root call.');
  });

  it('gives others their turn also where there are no calls for long', () => {
    const { log } = trialOn(aStudyLog(500, DEFAULT_SETTINGS), {});
    expect([...cassetteOf(log, quickHash, false).calls]).toEqual(Array.from({ length: 6 }, () => null));
    expect([...writeCassette(cassetteOf(log, quickHash, false))].filter((piece) => piece === '')).toHaveLength(6);
  });

  it('answers a study in the place of a model', async () => {
    const recorded = aTrial(countingScript());
    await afterRuns(recorded, 2);
    const calls = [...recordedCalls(recorded.log, quickHash, false)];
    const model = createReplayedModel({ calls, hash: quickHash, unmatched: 'refuse' });
    const engine = createEngine({ ...scriptedPorts(aStudyLog()), log: aStudyLog(), model: () => model });
    await engine.do({ do: 'run.step' }, 'user:ann');
    await engine.do({ do: 'run.step' }, 'user:ann');
    expect([...engine.state.versions.values()].map(({ hash }) => hash)).toEqual(
      [...recorded.engine.state.versions.values()].map(({ hash }) => hash),
    );
    expect(model.unused).toEqual([]);
  });

  it('holds every call with its whole prompt and reply, and replays when trimmed', async () => {
    const trial = trialOn(aStudyLog(1, DEFAULT_SETTINGS), {
      model: ({ role }) => ok(aReply({ text: `${role} ${'x'.repeat(3_000)}` })),
    });
    await trial.act({ do: 'run.step' });
    const cassette = cassetteOf(trial.log, quickHash, false);
    expect(cassette.study).toEqual({ id: 's-test', name: 'A study', label: null });
    const calls = [...cassette.calls].filter((call) => call !== null);
    expect(calls.map(({ role }) => role)).toEqual(['root', 'root', 'distiller', 'cartographer']);
    const [, second] = calls;
    expect(second?.messages).toEqual(callMessages(trial.log, 'c2'));
    expect(second?.messages?.at(-1)?.content).toHaveLength('root '.length + 3_000);
    expect(second?.result).toMatchObject({ kind: 'reply', text: `root ${'x'.repeat(3_000)}` });
    const trimmed = [...writeCassette(cassetteOf(trial.log, quickHash, true))].join('');
    expect(readCassette(trimmed).ok).toBe(true);
    expect(trimmed).not.toContain('question 1');
  });
});
