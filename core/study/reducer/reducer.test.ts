import { describe, expect, it } from 'vitest';
import type { MapItem } from '#core/map/index.ts';
import { anEvent, anItem, aRunStart, aVersion, created, logged } from '../testing.ts';
import { emptyState, reduce, reduceAll } from './index.ts';

const query = anEvent('query.added', { queryId: 'q1', text: 'How many lines?', truth: '2' });
const answer = anEvent('run.answered', {
  runId: 'r1',
  answer: '2',
  source: 'final',
  iterations: 1,
  score: 1,
  warnings: [],
  elapsedMs: 5,
});
const update = [
  anEvent('edits.applied', {
    runId: 'r1',
    outcomes: [
      {
        editId: 'r1-e1',
        status: 'applied',
        kind: 'ADD',
        itemId: 'cr-00001',
        section: 'cr',
        before: null,
        after: 'One record per line.',
        tokensBefore: 0,
        tokensAfter: 9,
      },
    ],
    candidates: [],
  }),
  aVersion({
    versionId: 'v1',
    parentId: 'v0',
    cause: 'update',
    runId: 'r1',
    delta: { put: [anItem()], removed: [], order: null },
  }),
  anEvent('run.completed', { runId: 'r1', versionId: 'v1' }),
];
const studyLog = logged([created, aVersion()], [query], [aRunStart()], [answer], update);

describe('the reducer', () => {
  it('tells a run from start to the version it produced', () => {
    const state = reduceAll(emptyState, studyLog);
    expect(state.queries.map((each) => [each.id, each.runIds])).toEqual([['q1', ['r1']]]);
    expect(state.runs.get('r1')).toMatchObject({
      status: 'done',
      versionId: 'v1',
      stage: 'commit',
      firstSeq: 4,
      lastSeq: 8,
    });
    expect(state.branches.get('main')?.head).toBe('v1');
    expect(state.versions.get('v1')?.map.items).toEqual([anItem()]);
    expect(state.lastItemNumber).toEqual({ cr: 1 });
    expect(state.births).toBe(1);
    expect(state.activeRunId).toBeNull();
    expect(state.warnings).toEqual([]);
  });

  it('gives the same for a prefix and then the rest as for all at once', () => {
    const all = reduceAll(emptyState, studyLog);
    for (let cut = 0; cut <= studyLog.length; cut += 1) {
      const prefix = reduceAll(emptyState, studyLog.slice(0, cut));
      expect(reduceAll(prefix, studyLog.slice(cut))).toEqual(all);
    }
    expect(studyLog.reduce(reduce, emptyState)).toEqual(all);
  });

  it('leaves the state it started from as it was', () => {
    const before = reduceAll(emptyState, studyLog.slice(0, 3));
    const copy = structuredClone(before);
    reduceAll(before, studyLog.slice(3));
    expect(before).toEqual(copy);
  });

  it('turns events about things that are not there into warnings, and never throws', () => {
    const strays = logged(
      [anEvent('run.completed', { runId: 'r9', versionId: 'v9' })],
      [anEvent('branch.switched', { name: 'nowhere' })],
      [anEvent('operation.undone', { seq: 99 })],
      [anEvent('note.removed', { noteId: 'n9' })],
      [aVersion({ versionId: 'v5', parentId: 'v4' })],
    );
    const state = reduceAll(emptyState, strays);
    expect(state.warnings).toHaveLength(6);
    expect(state.seq).toBe(5);
  });

  it('shows an unknown event as a warning and goes on', () => {
    const unknown = {
      type: 'unknown',
      seq: 3,
      at: '',
      originalType: 'map.sung',
      json: '{}',
      words: 'Unknown.',
    } as const;
    const state = reduceAll(reduceAll(emptyState, studyLog.slice(0, 2)), [unknown]);
    expect(state.warnings).toEqual([{ seq: 3, place: 'event 3 (map.sung)', words: 'Unknown.' }]);
  });

  it('puts one line into the operations log for what was appended together', () => {
    const state = reduceAll(emptyState, studyLog);
    expect(state.operations.map((each) => [each.seq, each.words, each.undoable])).toEqual([
      [1, 'created the study A study', false],
      [3, 'added q1', true],
      [6, 'updated the map after q1: v1', true],
    ]);
  });

  it('says in the operations log which way a pin was changed', () => {
    const pin = { by: 'user:ann', at: '2026-11-27T10:00:00.000Z', reason: null };
    const change = (versionId: string, parentId: string, put: readonly MapItem[]) =>
      aVersion({ versionId, parentId, cause: 'pin', delta: { put: [...put], removed: [], order: null } }, 'user:ann');
    const later = logged(
      [...studyLog],
      [change('v2', 'v1', [anItem({ pin })])],
      [change('v3', 'v2', [anItem()])],
      [anEvent('operation.undone', { seq: 10 }, 'user:ann')],
    );
    expect(
      reduceAll(emptyState, later)
        .operations.slice(-3)
        .map(({ words }) => words),
    ).toEqual(['pinned cr-00001', 'unpinned cr-00001', 'took back: unpinned cr-00001']);
  });

  it('keeps removed items whole, as ghosts of the version that removed them', () => {
    const later = logged(
      [...studyLog],
      [
        aVersion(
          {
            versionId: 'v2',
            parentId: 'v1',
            cause: 'hand-edit',
            delta: { put: [], removed: ['cr-00001'], order: null },
          },
          'user:ann',
        ),
      ],
    );
    const version = reduceAll(emptyState, later).versions.get('v2');
    expect(version?.map.items).toEqual([]);
    expect(version?.ghosts).toEqual([anItem()]);
  });

  it('counts each call once, for its run and for the study', () => {
    const call = anEvent('call.finished', {
      callId: 'c1',
      runId: 'r1',
      stage: 'agent',
      role: 'root',
      iteration: 1,
      block: null,
      depth: 0,
      parentCallId: null,
      modelName: 'm',
      model: 'm-1',
      parameters: {},
      prompt: { base: null, keep: 0, add: [{ role: 'user', content: 'hi' }] },
      reply: 'there',
      usage: { input: 100, output: 20, cached: 50, reasoning: 10 },
      usageSource: 'provider',
      ourInputTokens: null,
      finishReason: 'stop',
      latencyMs: 3,
      firstDeltaMs: null,
      attempts: 1,
      costMicroUsd: null,
      origin: 'live',
      error: null,
    });
    const state = reduceAll(emptyState, logged([created, aVersion()], [query], [aRunStart()], [call]));
    const totals = {
      calls: 1,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: 50,
      reasoningTokens: 10,
      costMicroUsd: 0,
      unpriced: ['m-1'],
      uncounted: 0,
    };
    expect(state.totals).toEqual(totals);
    expect(state.runs.get('r1')?.totals).toEqual(totals);
    expect(state.runs.get('r1')?.calls[0]).not.toHaveProperty('prompt');
    expect(state.lastNumbers.call).toBe(1);
  });
});
