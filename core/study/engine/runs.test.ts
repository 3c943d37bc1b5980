import { describe, expect, it } from 'vitest';
import { aReply, anError } from '#core/lm/testing.ts';
import { err, ok } from '#core/result.ts';
import type { Engine } from '../engine.ts';
import { StorageFailure } from '../log.ts';
import type { StudyLog } from '../log.ts';
import { messagesOf } from '../prompt-chain.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { headVersion } from '../selectors/index.ts';
import { createEngine } from './create-engine.ts';
import { anEdit, aStudyLog, aTrial, copyOf, scriptedPorts, settingsWith, trialOn, when } from './testing.ts';
import type { Trial } from './testing.ts';

const contents = (engine: Engine) => headVersion(engine.state)?.map.items.map((item) => item.content);

/** The log alone gives the state that the engine shows. */
function reduced(engine: Engine, log: Trial['log']): void {
  expect(reduceAll(emptyState, log.read(0))).toEqual(engine.state);
}

describe('a step', () => {
  it('answers the next query and evolves the map, each stage on record', async () => {
    const { engine, log, act } = aTrial();
    await act({ do: 'run.step' });
    expect(log.read(5).map((event) => event.type)).toEqual([
      'run.started',
      'call.finished',
      'iteration.finished',
      'call.finished',
      'iteration.finished',
      'run.answered',
      'call.finished',
      'distiller.spoke',
      'call.finished',
      'edits.proposed',
      'edits.applied',
      'items.evicted',
      'version.committed',
      'run.completed',
    ]);
    expect(contents(engine)).toEqual(['learnt in r1']);
    expect(engine.state.runs.get('r1')).toMatchObject({ status: 'done', versionId: 'v1', callCount: 4 });
    expect(engine.status.phase).toBe('idle');
    reduced(engine, log);
  });

  it('puts the map as it then is into the next prompt', async () => {
    const prompts: (string | null)[] = [];
    const { act } = aTrial({
      agent: (input) => {
        prompts.push(input.mapText);
        return { answer: 'x' };
      },
    });
    await act({ do: 'run.step' });
    await act({ do: 'run.step' });
    expect(prompts[0]).not.toContain('learnt in r1');
    expect(prompts[1]).toContain('[cu-00001] learnt in r1');
  });

  it('is refused when every query is answered, and while another runs', async () => {
    const { act, refusal } = aTrial({}, 1);
    const first = act({ do: 'run.step' });
    expect(await refusal({ do: 'run.step' })).toBe('busy: A run is under way already.');
    await first;
    expect(await refusal({ do: 'run.step' })).toBe('refused: All queries are answered.');
  });

  it('says of a run whose Python was not sandboxed that it was not, and nothing of the others', async () => {
    const settings = settingsWith({}, { agent: { ...DEFAULT_SETTINGS.agent, python: 'native' } });
    const native = trialOn(aStudyLog(1, settings));
    await native.act({ do: 'run.step' });
    expect(native.engine.state.runs.get('r1')).toMatchObject({ python: 'native' });
    const sandboxed = aTrial();
    await sandboxed.act({ do: 'run.step' });
    expect(sandboxed.engine.state.runs.get('r1')?.python).toBeNull();
  });

  it('keeps the exact messages of every call', async () => {
    const { log, act } = aTrial();
    await act({ do: 'run.step' });
    const messages = messagesOf('c2', log.read(0), (ref) => log.text(ref));
    expect(messages?.map((message) => [message.role, message.content.slice(0, 12)])).toEqual([
      ['system', '## CONTEXT R'],
      ['user', 'question 1'],
      ['assistant', 'reply of roo'],
    ]);
    expect(messagesOf('c99', log.read(0), (ref) => log.text(ref))).toBeNull();
  });
});

describe('stage by stage', () => {
  it('stops after each stage and ends with the same map as a whole step', async () => {
    const whole = aTrial();
    await whole.act({ do: 'run.step' });
    const staged = aTrial();
    const seen: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      await staged.act({ do: 'run.stage' });
      seen.push(staged.log.read(0).at(-1)?.type ?? '');
    }
    expect(seen).toEqual([
      'run.answered',
      'distiller.spoke',
      'edits.proposed',
      'edits.applied',
      'items.evicted',
      'run.completed',
    ]);
    expect(headVersion(staged.engine.state)?.hash).toBe(headVersion(whole.engine.state)?.hash);
    expect(staged.engine.state.lastItemNumber).toEqual(whole.engine.state.lastItemNumber);
    expect(staged.engine.state.births).toBe(whole.engine.state.births);
  });

  it('goes on after reopening between any two stages, giving no id twice', async () => {
    for (let stages = 1; stages <= 5; stages += 1) {
      const { log, act } = aTrial();
      for (let n = 0; n < stages; n += 1) await act({ do: 'run.stage' });
      const again = trialOn(log);
      expect(again.engine.state.runs.get('r1')?.status).toBe('interrupted');
      await again.act({ do: 'run.step' });
      expect(again.engine.state.runs.get('r1')?.status).toBe('done');
      expect(headVersion(again.engine.state)?.map.items.map((item) => item.id)).toEqual(['cu-00001']);
      expect(again.engine.state.runs.size).toBe(1);
    }
  });
});

describe('a series', () => {
  it('runs all that remain, or up to one query', async () => {
    const { engine, act } = aTrial({}, 4);
    await act({ do: 'run.all', untilQueryId: 'q2' });
    expect([...engine.state.runs.keys()]).toEqual(['r1', 'r2']);
    await act({ do: 'run.all', untilQueryId: null });
    expect([...engine.state.runs.values()].map((run) => run.status)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('freezes the map after m queries and then only reuses it, byte for byte', async () => {
    const texts: (string | null)[] = [];
    const script = {
      agent: (input: { mapText: string | null }) => {
        texts.push(input.mapText);
        return { answer: 'x' };
      },
    };
    const { engine, act } = aTrial(script, 5, settingsWith({ evolveSteps: 2 }));
    await act({ do: 'run.all', untilQueryId: null });
    expect(engine.state.branches.get('main')?.frozen).toMatchObject({ cause: 'evolve-steps', by: 'engine' });
    expect([...engine.state.runs.values()].map((run) => run.evolves)).toEqual([true, true, false, false, false]);
    expect(new Set(texts.slice(2)).size).toBe(1);
    expect(engine.state.versions.size).toBe(3);
  });

  it('never evolves with m = 0 or without a method', async () => {
    for (const settings of [settingsWith({ evolveSteps: 0 }), settingsWith({ kind: 'none' })]) {
      const { engine, act } = aTrial({}, 2, settings);
      await act({ do: 'run.all', untilQueryId: null });
      expect(engine.state.versions.size).toBe(1);
      expect([...engine.state.runs.values()].map((run) => run.status)).toEqual(['done', 'done']);
    }
  });

  it('stops at a fault, and goes on from the very stage that failed', async () => {
    let failing = true;
    const { engine, log, act } = aTrial({
      model: (request) =>
        request.role === 'distiller' && failing ? err(anError({ words: 'No answer.' })) : ok(aReply({ text: 'fine' })),
    });
    await act({ do: 'run.all', untilQueryId: null });
    expect(engine.state.runs.get('r1')).toMatchObject({
      status: 'failed',
      failure: { stage: 'distiller', kind: 'server-error', words: 'No answer.' },
    });
    expect(engine.state.runs.size).toBe(1);
    const iterations = log.read(0).filter((event) => event.type === 'iteration.finished').length;
    failing = false;
    await act({ do: 'run.step' });
    expect(engine.state.runs.get('r1')?.status).toBe('done');
    expect(log.read(0).filter((event) => event.type === 'iteration.finished')).toHaveLength(iterations);
  });

  it('ends a run in words where the study cannot be read any more, and goes on from there once it can', async () => {
    let gone = true;
    const { engine, act } = aTrial({
      agent: () => {
        if (gone) throw new StorageFailure('a.peek cannot be reached.');
        return { answer: 'there again' };
      },
    });
    const told = await engine.do({ do: 'run.step' }, 'user:ann');
    expect(told).toEqual(err({ kind: 'storage', words: 'a.peek cannot be reached.' }));
    expect(engine.state.runs.get('r1')).toMatchObject({
      status: 'failed',
      failure: { stage: 'agent', kind: 'storage', words: 'a.peek cannot be reached.' },
    });
    gone = false;
    await act({ do: 'run.step' });
    expect(engine.state.runs.get('r1')).toMatchObject({ status: 'done', answer: { answer: 'there again' } });
  });

  it('says why a study takes nothing more, also where that cannot be recorded', async () => {
    const log = aStudyLog();
    let full = false;
    const filling: StudyLog = {
      ...log,
      append(events) {
        if (full) throw new StorageFailure('The disk is full.');
        return log.append(events);
      },
    };
    const engine = createEngine(
      scriptedPorts(filling, {
        agent: () => {
          full = true;
          return { answer: 'too much' };
        },
      }),
    );
    const told = await engine.do({ do: 'run.step' }, 'user:ann');
    expect(told).toEqual(err({ kind: 'storage', words: 'The disk is full.' }));
    full = false;
    const again = createEngine(scriptedPorts(log));
    expect(again.state.runs.get('r1')).toMatchObject({ status: 'interrupted', stage: 'agent' });
  });

  it('passes over an update that cannot be read; the run is still good', async () => {
    const { engine, act } = aTrial({ unreadable: (runId) => (runId === 'r1' ? 'Not JSON.' : null) });
    await act({ do: 'run.all', untilQueryId: 'q2' });
    expect(engine.state.runs.get('r1')).toMatchObject({
      status: 'done',
      versionId: 'v0',
      skipped: { words: 'Not JSON.' },
    });
    expect(engine.state.runs.get('r2')).toMatchObject({ status: 'done', versionId: 'v1' });
  });

  it('lets a person pass over an update that failed', async () => {
    const { engine, act } = aTrial({
      model: (request) => (request.role === 'cartographer' ? err(anError()) : ok(aReply())),
    });
    await act({ do: 'run.step' });
    await act({ do: 'update.skip', runId: 'r1', reason: 'no time' });
    expect(engine.state.runs.get('r1')).toMatchObject({
      status: 'done',
      versionId: 'v0',
      skipped: { words: 'no time' },
    });
  });
});

/** What is due is done before this returns; Node has no other way to do that within a call. */
function letPromisesGoOn(): void {
  const goOn: unknown = Reflect.get(process, '_tickCallback');
  if (typeof goOn !== 'function') throw new Error('this Node has no such call');
  Reflect.apply(goOn, process, []);
}

describe('stopping', () => {
  it('marks the run stopped; the next step goes on after its last whole iteration', async () => {
    const { engine, log, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 6 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 3);
    await act({ do: 'run.stop' });
    await running;
    expect(engine.state.runs.get('r1')).toMatchObject({ status: 'stopped', stage: 'agent' });
    const before = engine.state.runs.get('r1')?.iterationCount ?? 0;
    expect(before).toBeLessThan(6);
    await act({ do: 'run.step' });
    const run = engine.state.runs.get('r1');
    expect(run?.iterations.map((each) => each.number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(run?.status).toBe('done');
    reduced(engine, log);
  });

  it('answers although the work ends while its listeners are told, as it can where they are reached by native calls', async () => {
    const { engine, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 6 }) });
    engine.listen({
      status: ({ phase }) => {
        if (phase === 'stopping') letPromisesGoOn();
      },
    });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 3);
    await act({ do: 'run.pause' });
    await when(engine, () => engine.status.phase === 'paused');
    // In a turn of its own, as a window asks: while promises are gone on with, they are not gone on with again.
    await new Promise((resolve, reject) => {
      setImmediate(() => {
        act({ do: 'run.stop' }).then(resolve, reject);
      });
    });
    await running;
    expect(engine.state.runs.get('r1')).toMatchObject({ status: 'stopped', stage: 'agent' });
    expect(engine.status.phase).toBe('idle');
  });

  it('by closing the study marks the run interrupted, not stopped: nobody decided against it', async () => {
    const { engine, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 6 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 3);
    await engine.close();
    await running;
    expect(engine.state.runs.get('r1')).toMatchObject({ status: 'interrupted', stage: 'agent' });
  });

  it('pausing holds after the iteration under way, and resuming goes on', async () => {
    const { engine, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 6 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 2);
    await act({ do: 'run.pause' });
    await when(engine, () => engine.status.phase === 'paused');
    const held = engine.state.seq;
    await Promise.resolve();
    expect(engine.state.seq).toBe(held);
    await act({ do: 'run.resume' });
    await running;
    expect(engine.state.runs.get('r1')?.status).toBe('done');
  });

  it('a stopped run can be given up, so that stepping goes to the next query', async () => {
    const { engine, act } = aTrial({ model: () => err(anError()) });
    await act({ do: 'run.step' });
    await act({ do: 'run.abandon', runId: 'r1' });
    await act({ do: 'run.step' });
    expect([...engine.state.runs.values()].map((run) => [run.queryId, run.abandoned])).toEqual([
      ['q1', true],
      ['q2', false],
    ]);
  });

  it('a run that a crash cut off is marked interrupted and resumed from what is on record', async () => {
    const script = { agent: () => ({ answer: 'x', iterations: 4 }) };
    const { log, engine, act } = aTrial(script);
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 2);
    const again = trialOn(copyOf(log), script);
    expect(again.engine.state.runs.get('r1')).toMatchObject({ status: 'interrupted', stage: 'agent' });
    await again.act({ do: 'run.step' });
    expect(again.engine.state.runs.get('r1')?.iterations.map((each) => each.number)).toEqual([1, 2, 3, 4]);
    await running;
  });
});

describe('the review gate', () => {
  const reviewing = settingsWith({}, { reviewEdits: true });
  const two = (runId: string) => [
    anEdit({ editId: `${runId}-e1`, content: `first of ${runId}` }),
    anEdit({ editId: `${runId}-e2`, content: `second of ${runId}` }),
  ];

  it('keeps waiting: no earlier update is passed over meanwhile', async () => {
    let calls = 0;
    const { engine, act, refusal } = aTrial(
      {
        edits: two,
        model: (request) => (request.role === 'cartographer' && (calls += 1) === 1 ? err(anError()) : ok(aReply())),
      },
      1,
      reviewing,
    );
    await act({ do: 'run.step' });
    expect(engine.state.runs.get('r1')?.endedAt).not.toBeNull();
    await act({ do: 'run.again', queryId: 'q1' });
    expect(engine.status).toMatchObject({ phase: 'review', runId: 'r2' });
    expect(await refusal({ do: 'update.skip', runId: 'r1', reason: null })).toMatch(/r2 is not finished/);
    expect(engine.status).toMatchObject({ phase: 'review', runId: 'r2' });
  });

  it('holds proposed edits until each is decided, and applies what was decided', async () => {
    const { engine, act, refusal } = aTrial({ edits: two }, 2, reviewing);
    await act({ do: 'run.step' });
    expect(engine.status).toMatchObject({ phase: 'review', runId: 'r1', stage: 'review' });
    expect(await refusal({ do: 'run.step' })).toMatch(/wait for a decision/);
    const decide = (editId: string, decision: 'accept' | 'refuse' | 'change', content: string | null) => ({
      do: 'review.decide' as const,
      runId: 'r1',
      decisions: [{ editId, decision, content, reason: 'because' }],
    });
    await act(decide('r1-e1', 'change', 'better words'));
    expect(engine.state.runs.get('r1')?.status).toBe('review');
    await act(decide('r1-e2', 'refuse', null));
    expect(contents(engine)).toEqual(['better words']);
    expect(engine.state.runs.get('r1')?.applied?.outcomes[1]).toMatchObject({
      status: 'refused',
      refusal: { kind: 'refused-by-reviewer' },
    });
  });

  it('is still open after reopening', async () => {
    const { log, act } = aTrial({ edits: two }, 2, reviewing);
    await act({ do: 'run.step' });
    const again = trialOn(log);
    expect(again.engine.status).toMatchObject({ phase: 'review', runId: 'r1' });
    expect(again.engine.state.runs.get('r1')?.status).toBe('review');
    const decisions = ['r1-e1', 'r1-e2'].map(
      (editId) => ({ editId, decision: 'accept', content: null, reason: null }) as const,
    );
    await again.act({ do: 'review.decide', runId: 'r1', decisions });
    expect(contents(again.engine)).toEqual(['first of r1', 'second of r1']);
  });

  it('a series goes on by itself once everything is decided', async () => {
    const { engine, act } = aTrial({}, 2, reviewing);
    await act({ do: 'run.all', untilQueryId: null });
    await act({
      do: 'review.decide',
      runId: 'r1',
      decisions: [{ editId: 'r1-e1', decision: 'accept', content: null, reason: null }],
    });
    await when(engine, () => engine.state.runs.get('r2')?.status === 'review' && engine.status.phase === 'review');
    expect(contents(engine)).toEqual(['learnt in r1']);
  });

  it('refuses decisions about edits that are not there, or changes without a text', async () => {
    const { act, refusal } = aTrial({}, 1, reviewing);
    await act({ do: 'run.step' });
    const decide = (editId: string, content: string | null) =>
      refusal({
        do: 'review.decide',
        runId: 'r1',
        decisions: [{ editId, decision: 'change', content, reason: null }],
      });
    expect(await decide('r1-e9', 'x')).toMatch(/^unknown/);
    expect(await decide('r1-e1', ' ')).toMatch(/^refused/);
  });
});

describe('a study that may only be read', () => {
  it('answers every command with that', async () => {
    const { refusal } = trialOn(Object.assign(aStudyLog(), { readOnly: true }));
    expect(await refusal({ do: 'run.step' })).toMatch(/^read-only/);
  });
});

describe('listeners', () => {
  it('are told in the order of the log, even when one of them commits more meanwhile', async () => {
    const { engine, act } = aTrial();
    const told: number[] = [];
    let once = true;
    engine.listen({
      events: () => {
        if (once) void engine.do({ do: 'query.skip', queryId: 'q3', reason: null }, 'user:ann');
        once = false;
      },
    });
    engine.listen({ events: (events, state) => told.push(...events.map(({ seq }) => seq), -state.seq) });
    const before = engine.state.seq;
    await act({ do: 'query.skip', queryId: 'q2', reason: null });
    expect(told).toEqual([before + 1, -(before + 1), before + 2, -(before + 2)]);
  });
});
