import { describe, expect, it } from 'vitest';
import type { Command } from '../commands.ts';
import type { Engine } from '../engine.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import { headVersion } from '../selectors/index.ts';
import { aTrial, settingsWith, when } from './testing.ts';
import type { Trial } from './testing.ts';

const contents = (engine: Engine) => headVersion(engine.state)?.map.items.map((item) => item.content);

/** The log alone gives the state that the engine shows. */
function reduced(engine: Engine, log: Trial['log']): void {
  expect(reduceAll(emptyState, log.read(0))).toEqual(engine.state);
}

describe('branches and time', () => {
  it('rolls back by a new event, and steps on from there', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'run.all', untilQueryId: 'q2' });
    await act({ do: 'map.rollback', versionId: 'v1', reason: 'bad update' });
    expect(engine.state.branches.get('main')?.head).toBe('v1');
    expect(engine.state.versions.size).toBe(3);
    await act({ do: 'run.step' });
    expect(engine.state.versions.get('v3')).toMatchObject({ parentId: 'v1' });
    expect(contents(engine)).toEqual(['learnt in r1', 'learnt in r3']);
    expect(headVersion(engine.state)?.map.items.map((item) => item.id)).toEqual(['cu-00001', 'cu-00003']);
  });

  it('a branch from an earlier version has the later queries before it again', async () => {
    const { engine, act, refusal } = aTrial();
    await act({ do: 'run.all', untilQueryId: null });
    await act({ do: 'branch.create', name: 'other', versionId: 'v1', reason: null });
    expect(engine.state.currentBranch).toBe('other');
    await act({ do: 'run.step' });
    expect(engine.state.runs.get('r4')).toMatchObject({ queryId: 'q2', branch: 'other' });
    await act({ do: 'branch.switch', name: 'main' });
    expect(await refusal({ do: 'run.step' })).toMatch(/All queries are answered/);
    expect(engine.state.branches.get('main')?.head).toBe('v3');
  });

  it('names are renamed and deleted, never versions', async () => {
    const { engine, act, refusal } = aTrial();
    await act({ do: 'run.step' });
    await act({ do: 'branch.create', name: 'other', versionId: 'v0', reason: null });
    await act({ do: 'branch.rename', from: 'main', to: 'first' });
    expect(engine.state.runs.get('r1')?.branch).toBe('first');
    await act({ do: 'branch.delete', name: 'first' });
    expect(engine.state.versions.has('v1')).toBe(true);
    expect(await refusal({ do: 'branch.delete', name: 'other' })).toMatch(/You are on other/);
    expect(await refusal({ do: 'branch.switch', name: 'first' })).toMatch(/^unknown/);
  });

  it('frozen, runs only reuse the map; thawed, they evolve it again', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'map.freeze', reason: 'good enough' });
    await act({ do: 'run.step' });
    expect(engine.state.versions.size).toBe(1);
    await act({ do: 'map.unfreeze', reason: null });
    await act({ do: 'run.step' });
    expect(contents(engine)).toEqual(['learnt in r2']);
  });

  it('a freeze during a run keeps its update from the map', async () => {
    const { engine, act } = aTrial({ agent: () => ({ answer: 'x', iterations: 4 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 2);
    await act({ do: 'map.freeze', reason: null });
    await running;
    expect(engine.state.runs.get('r1')).toMatchObject({
      status: 'done',
      versionId: 'v0',
      skipped: { stage: 'distiller' },
    });
  });

  it('a query is run again on the map as it is now, and the old run is kept', async () => {
    const { engine, act } = aTrial();
    await act({ do: 'run.all', untilQueryId: 'q2' });
    await act({ do: 'run.again', queryId: 'q1' });
    expect(engine.state.queries[0]?.runIds).toEqual(['r1', 'r3']);
    expect(engine.state.runs.get('r3')?.baseVersionId).toBe('v2');
  });

  it('moves through time are refused while a run is under way', async () => {
    const { engine, act, refusal } = aTrial({ agent: () => ({ answer: 'x', iterations: 4 }) });
    const running = act({ do: 'run.step' });
    await when(engine, () => engine.state.runs.get('r1')?.iterationCount === 2);
    for (const command of [
      { do: 'map.rollback', versionId: 'v0', reason: null },
      { do: 'operation.undo' },
      { do: 'branch.create', name: 'x', versionId: 'v0', reason: null },
      { do: 'run.again', queryId: 'q1' },
    ] as const) {
      expect(await refusal(command)).toMatch(/^busy/);
    }
    await running;
  });
});

describe('undo and redo', () => {
  it('take back and bring again anything in the operations log, one line at a time', async () => {
    const { engine, log, act, refusal } = aTrial();
    const marks: unknown[] = [];
    const snapshot = () => {
      const { settings, currentBranch, queries, notes } = engine.state;
      const branches = [...engine.state.branches.values()]
        .filter((branch) => !branch.deleted)
        .map(({ name, head, frozen }) => ({ name, head, frozen: frozen?.cause ?? null }));
      return {
        settings,
        currentBranch,
        branches,
        queries: queries.filter((query) => !query.removed).map(({ id, skipped }) => ({ id, skipped })),
        notes: notes.map(({ id, text }) => ({ id, text })),
      };
    };
    const commands: Command[] = [
      { do: 'item.add', section: 'cu', content: 'alpha', reason: null },
      { do: 'item.pin', itemId: 'cu-00001', reason: null },
      { do: 'run.step' },
      { do: 'map.freeze', reason: null },
      { do: 'branch.create', name: 'other', versionId: 'v1', reason: null },
      { do: 'branch.rename', from: 'other', to: 'another' },
      { do: 'settings.change', settings: settingsWith({ budgetTokens: 140 }), reason: null },
      {
        do: 'queries.add',
        queries: [
          { text: 'one more', truth: null },
          { text: 'and more', truth: null },
        ],
      },
      { do: 'query.skip', queryId: 'q2', reason: null },
      { do: 'note.add', target: { kind: 'item', id: 'cu-00001' }, text: 'look' },
      { do: 'branch.switch', name: 'main' },
      { do: 'branch.delete', name: 'another' },
      { do: 'map.rollback', versionId: 'v0', reason: null },
    ];
    for (const command of commands) {
      marks.push(snapshot());
      await act(command);
    }
    const last = snapshot();
    for (const mark of marks.toReversed()) {
      await act({ do: 'operation.undo' });
      expect(snapshot()).toEqual(mark);
    }
    for (const mark of [...marks.slice(1), last]) {
      await act({ do: 'operation.redo' });
      expect(snapshot()).toEqual(mark);
    }
    expect(await refusal({ do: 'operation.redo' })).toMatch(/nothing to redo/);
    reduced(engine, log);
  });

  it('something new ends redo, and nothing is lost from the log', async () => {
    const { engine, act, refusal } = aTrial();
    await act({ do: 'item.add', section: 'cu', content: 'alpha', reason: null });
    await act({ do: 'operation.undo' });
    await act({ do: 'item.add', section: 'cu', content: 'beta', reason: null });
    expect(await refusal({ do: 'operation.redo' })).toMatch(/nothing to redo/);
    expect(contents(engine)).toEqual(['beta']);
    expect(headVersion(engine.state)?.map.items[0]?.id).toBe('cu-00002');
    expect(engine.state.operations.map((each) => [each.words, each.undone])).toEqual(
      [
        ['created the study A study', false],
        ['added q1 … q3', true],
        ['edited by hand: cu-00001', true],
        ['took back: edited by hand: cu-00001', false],
        ['edited by hand: cu-00002', false],
      ].map(([words, undone]) => (words === 'added q1 … q3' ? [words, false] : [words, undone])),
    );
  });
});
