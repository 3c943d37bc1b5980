import { describe, expect, it } from 'vitest';
import { anEvent, anItem, aRunStart, aVersion, created, logged } from '#core/study/testing.ts';
import { emptyState, headOf, reduceAll } from '#core/study/index.ts';
import { summarize } from './study-summary.ts';

const item = anItem({ origin: { kind: 'policy', runId: 'r1', editId: 'r1-e1', candidateId: null } });
const spoke = (runId: string, tag: 'helpful' | 'stale') =>
  anEvent('distiller.spoke', {
    runId,
    callId: 'c1',
    diagnosis: '',
    tags: [{ itemId: item.id, tag, delta: 1 }],
    ignoredTags: [],
    untagged: [],
    candidates: [],
    warnings: [],
    trajectoryCut: null,
    sawTruth: false,
  });

describe('a study as one object', () => {
  const events = logged(
    [created],
    [aVersion()],
    [
      anEvent('query.added', { queryId: 'q1', text: 'How many?', truth: '7' }),
      anEvent('query.added', { queryId: 'q2', text: 'Which?', truth: null }),
    ],
    [aRunStart()],
    [
      anEvent('run.answered', {
        runId: 'r1',
        answer: '7',
        source: 'final',
        iterations: 2,
        score: 1,
        warnings: [],
        elapsedMs: 1,
      }),
    ],
    [
      aVersion({
        versionId: 'v1',
        parentId: 'v0',
        cause: 'update',
        runId: 'r1',
        delta: { put: [item], removed: [], order: null },
        tokens: 72,
        hash: 'h1',
      }),
      anEvent('run.completed', { runId: 'r1', versionId: 'v1' }),
    ],
    [aRunStart({ runId: 'r2', queryId: 'q2', versionId: 'v1' })],
    [spoke('r2', 'helpful')],
    [
      aVersion({
        versionId: 'v2',
        parentId: 'v1',
        cause: 'update',
        runId: 'r2',
        delta: { put: [{ ...item, score: 1 }], removed: [], order: null },
        tokens: 72,
        hash: 'h2',
      }),
      anEvent('run.completed', { runId: 'r2', versionId: 'v2' }),
    ],
  );

  it('has exactly the promised keys and values', () => {
    expect(summarize(reduceAll(emptyState, events), headOf)).toEqual({
      context: { name: 'log.txt', chars: 20, sha256: '0'.repeat(64) },
      method: 'peek',
      pythonSandboxed: true,
      budgetTokens: 1_024,
      frozen: false,
      queries: [
        {
          text: 'How many?',
          truth: '7',
          answer: '7',
          score: 1,
          judged: null,
          status: 'done',
          iterations: 2,
          inputTokens: 0,
          outputTokens: 0,
          costMicroUsd: 0,
          versionId: 'v1',
        },
        {
          text: 'Which?',
          truth: null,
          answer: null,
          score: null,
          judged: null,
          status: 'done',
          iterations: 0,
          inputTokens: 0,
          outputTokens: 0,
          costMicroUsd: 0,
          versionId: 'v2',
        },
      ],
      versions: [
        { id: 'v0', parentId: null, cause: 'created', tokens: 60, hash: 'h0', items: [] },
        {
          id: 'v1',
          parentId: 'v0',
          cause: 'update',
          tokens: 72,
          hash: 'h1',
          items: [
            {
              id: 'cr-00001',
              section: 'cr',
              content: item.content,
              tokens: 12,
              score: 0,
              tags: [],
              pinned: false,
            },
          ],
        },
        {
          id: 'v2',
          parentId: 'v1',
          cause: 'update',
          tokens: 72,
          hash: 'h2',
          items: [
            {
              id: 'cr-00001',
              section: 'cr',
              content: item.content,
              tokens: 12,
              score: 1,
              tags: ['helpful'],
              pinned: false,
            },
          ],
        },
      ],
    });
  });

  it('gives a version only the tags of its own line of descent', () => {
    const branched = reduceAll(emptyState, [
      ...events,
      ...logged(
        ...Array.from({ length: events.length }, () => [anEvent('branch.switched', { name: 'main' })]),
        [aRunStart({ runId: 'r3', queryId: 'q2', versionId: 'v1' })],
        [spoke('r3', 'stale')],
        [aVersion({ versionId: 'v3', parentId: 'v1', cause: 'update', runId: 'r3', hash: 'h3' })],
      ).slice(events.length),
    ]);
    const tags = summarize(branched, headOf).versions.map((version) => version.items.map((each) => each.tags));
    expect(tags).toEqual([[], [[]], [['helpful']], [['stale']]]);
  });
});
