import { describe, expect, it } from 'vitest';
import { ok } from '#core/result.ts';
import type { ImportedMap } from '../imported-map.ts';
import { headVersion, leaveOneOutPlan, leaveOneOutReport } from '../selectors/index.ts';
import { createEngine } from './create-engine.ts';
import { previewCommand } from './preview.ts';
import { aStudyLog, aTrial, countWords, quickHash, scriptedPorts, settingsWith } from './testing.ts';

describe('importing a map', () => {
  const imported: ImportedMap = {
    from: 'other.json',
    items: [
      { section: 'cu', content: 'from elsewhere', score: 3, pinned: true },
      { section: 'ep', content: 'not enabled here', score: 0, pinned: false },
      { section: 'cu', content: 'from elsewhere', score: 0, pinned: false },
    ],
    warnings: ['item 4 had no content'],
  };
  const command = { do: 'map.import', json: '{}', reason: null } as const;

  it('makes a branch of its own and replaces nothing; what is odd becomes a warning', async () => {
    const engine = createEngine({ ...scriptedPorts(aStudyLog()), readMap: () => ok(imported) });
    await engine.do({ do: 'item.add', section: 'cu', content: 'mine', reason: null }, 'user:ann');
    await engine.do(command, 'user:ann');
    const { state } = engine;
    expect(state.currentBranch).toBe('import');
    expect(state.branches.get('main')?.head).toBe('v1');
    expect(headVersion(state)?.map.items).toMatchObject([
      {
        id: 'cu-00002',
        content: 'from elsewhere',
        score: 3,
        pin: { by: 'ann' },
        origin: { kind: 'import', from: 'other.json' },
      },
    ]);
    expect(state.warnings.map((warning) => warning.words)).toEqual([
      'item 4 had no content',
      expect.stringMatching(/^item 2 was left out: section ep/) as string,
      expect.stringMatching(/^item 3 was left out/) as string,
    ]);
    await engine.do({ do: 'operation.undo' }, 'user:ann');
    expect(engine.state.currentBranch).toBe('main');
    expect(engine.state.branches.get('import')?.deleted).toBe(true);
  });

  it('can be seen beforehand, and is refused where maps cannot be read', async () => {
    const { engine, refusal } = aTrial();
    const ports = { count: countWords, hash: quickHash, readMap: () => ok(imported) };
    const preview = previewCommand(engine.state, command, ports);
    expect(preview.ok && preview.value.text).toContain('[cu-00001] from elsewhere');
    expect(await refusal(command)).toMatch(/cannot read maps/);
  });
});

describe('leave-one-out', () => {
  it('runs answered queries again on a side branch without the item and reports both sides; no other branch changes', async () => {
    const script = {
      agent: (input: { readonly mapText: string | null }) => ({
        answer: 'x',
        iterations: input.mapText?.includes('[cu-00001]') === true ? 1 : 3,
      }),
    };
    const { engine, act } = aTrial(script, 3);
    await act({ do: 'run.all', untilQueryId: null });
    const plan = leaveOneOutPlan(engine.state, 'cu-00001', ['q1', 'q2', 'q3', 'q9']);
    expect(plan.baselines).toEqual([
      { queryId: 'q2', runId: 'r2', versionId: 'v1' },
      { queryId: 'q3', runId: 'r3', versionId: 'v2' },
    ]);
    expect(plan.left.map((each) => each.words)).toEqual([
      'It was not answered with cu-00001 in the map.',
      'This study has no such query.',
    ]);
    expect(plan.expected).toMatchObject({ calls: 2, tokens: 220, costMicroUsd: 6 });
    const branches = engine.state.branches;
    await act({ do: 'item.leave-one-out', itemId: 'cu-00001', queryIds: ['q1', 'q2', 'q3'] });
    expect(leaveOneOutReport(engine.state, 'cu-00001')).toMatchObject([
      {
        queryId: 'q2',
        with: { runId: 'r2', iterations: 1, tokens: 110 },
        without: { runId: 'r4', iterations: 3, tokens: 330 },
      },
      { queryId: 'q3', with: { runId: 'r3', iterations: 1 }, without: { runId: 'r5', iterations: 3 } },
    ]);
    expect(engine.state.branches.get('main')).toBe(branches.get('main'));
    expect(engine.state.currentBranch).toBe('main');
    expect(engine.state.branches.get('without-cu-00001')).toMatchObject({ base: 'v1', head: 'v5' });
    expect(['v4', 'v5'].map((id) => engine.state.versions.get(id))).toMatchObject([
      { parentId: 'v1', branch: 'without-cu-00001', evicted: ['cu-00001'], actor: 'user:ann' },
      { parentId: 'v2', branch: 'without-cu-00001', evicted: ['cu-00001'] },
    ]);
    expect(engine.state.runs.get('r4')).toMatchObject({ status: 'done', versionId: 'v4', evolves: false });
    expect(engine.state.runs.get('r4')?.branch).toBe('without-cu-00001');
    expect(engine.state.runs.get('r4')?.mapText).not.toContain('cu-00001');
    expect(engine.state.queries[1]?.runIds).toEqual(['r2']);
    // Again uses the same branch and versions; stepping goes on where it stood.
    await act({ do: 'item.leave-one-out', itemId: 'cu-00001', queryIds: ['q2'] });
    expect(engine.state.versions.size).toBe(6);
    expect(leaveOneOutReport(engine.state, 'cu-00001')).toHaveLength(3);
    await act({ do: 'queries.add', queries: [{ text: 'one more', truth: null }] });
    await act({ do: 'run.step' });
    expect(engine.state.runs.get('r7')).toMatchObject({ branch: 'main', baseVersionId: 'v3', status: 'done' });
  });

  it('is refused where no answered query had the item', async () => {
    const { refusal } = aTrial({}, 1, settingsWith({}));
    expect(await refusal({ do: 'item.leave-one-out', itemId: 'cu-00001', queryIds: ['q1'] })).toMatch(
      /not been answered/,
    );
  });
});
