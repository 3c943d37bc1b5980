import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HandChange } from '#core/map/index.ts';
import { anEdit, countWords, hostileText, someEdits, someSection, someTag } from '#core/map/testing/index.ts';
import { foldRun } from '../reducer/index.ts';
import type { StudyState } from '../state.ts';
import { playStudy, quickHash } from './testing/index.ts';
import type { PlayedStep } from './testing/index.ts';
import { verifyLog } from './verify-log.ts';
import { whatIf } from './what-if.ts';

const PORTS = { count: countWords, hash: quickHash };
const RULES = {
  budgetTokens: 1_000,
  evictionOrder: 'section-then-score',
  tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
  eviction: true,
} as const;
const PIN = { by: 'Ada', at: '2026-01-02T03:04:05Z', reason: null };

const someHand: fc.Arbitrary<HandChange> = fc
  .record({
    verb: fc.constantFrom('add', 'edit', 'delete', 'pin', 'unpin'),
    section: someSection,
    number: fc.integer({ min: 1, max: 9 }),
    content: hostileText,
  })
  .map(({ verb, section, number, content }): HandChange => {
    const itemId = `${section}-0000${number}`;
    switch (verb) {
      case 'add':
        return { do: 'add', section, content, origin: { kind: 'hand', by: 'Ada' }, beforeItemId: null };
      case 'edit':
        return { do: 'edit', itemId, content };
      case 'delete':
        return { do: 'delete', itemId };
      case 'pin':
        return { do: 'pin', itemId, pin: PIN };
      default:
        return { do: 'unpin', itemId };
    }
  });

const someStep: fc.Arbitrary<PlayedStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      tags: fc.array(someTag, { maxLength: 8 }),
      edits: someEdits,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hand' as const),
      changes: fc.array(someHand, { minLength: 1, maxLength: 2 }),
    }),
  },
);

const someRules = fc.record({
  budgetTokens: fc.integer({ min: 170, max: 320 }),
  evictionOrder: fc.constantFrom('section-then-score' as const, 'score-then-section' as const),
  tagWeights: fc.constantFrom(
    { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
    { helpful: 2, harmful: -3, neutral: 0.5, stale: 0 },
  ),
  eviction: fc.boolean(),
});

function folded(state: StudyState): StudyState {
  return { ...state, runs: new Map([...state.runs].map(([id, run]) => [id, foldRun(run)])) };
}

describe('what if', () => {
  test('with the rules a study was run with gives the recorded maps, also when its runs are folded', () => {
    fc.assert(
      fc.property(fc.array(someStep, { maxLength: 8 }), someRules, (steps, rules) => {
        const { state } = playStudy(steps, rules, PORTS);
        for (const each of [state, folded(state)]) {
          const { rows } = whatIf(each, 'main', rules, countWords);
          const differing = rows.filter(
            (row) => row.onlyHere.length + row.onlyRecorded.length > 0 || row.tokens !== row.recordedTokens,
          );
          expect(differing).toEqual([]);
          for (const row of rows) expect(row.evicted).toEqual(row.recordedEvicted);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('with any other rules keeps within the budget where eviction is on, and never throws', () => {
    fc.assert(
      fc.property(fc.array(someStep, { maxLength: 8 }), someRules, someRules, (steps, rules, others) => {
        const { state } = playStudy(steps, rules, PORTS);
        const { rows, warnings } = whatIf(state, 'main', others, countWords);
        if (warnings.length === 0) for (const row of rows) expect(row.tokens).toBeLessThanOrEqual(others.budgetTokens);
      }),
      { numRuns: 400 },
    );
  });

  test('tells what a smaller budget would have kept and lost, with recorded ids throughout', () => {
    const line = (word: string) => `${word} `.repeat(30);
    const edits = [
      anEdit({ section: 'ps', content: line('schema') }),
      anEdit({ section: 'cr', content: line('roadmap') }),
      anEdit({ section: 'dc', content: line('constant') }),
    ];
    const later = [
      anEdit({ kind: 'REPLACE', itemId: 'dc-00001', content: line('exact') }),
      anEdit({ section: 'rr', content: line('result') }),
    ];
    const steps: PlayedStep[] = [
      { kind: 'update', tags: [], edits },
      { kind: 'update', tags: ['helpful', 'stale'], edits: later },
    ];
    const rules = {
      budgetTokens: 1_000,
      evictionOrder: 'section-then-score',
      tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
      eviction: true,
    } as const;
    const { state } = playStudy(steps, rules, PORTS);
    const small = whatIf(state, 'main', { ...rules, budgetTokens: 205 }, countWords);
    expect(small.rows).toMatchObject([
      {
        versionId: 'v1',
        runId: 'r1',
        evicted: ['ps-00001'],
        recordedEvicted: [],
        onlyHere: [],
        onlyRecorded: ['ps-00001'],
      },
      { versionId: 'v2', runId: 'r2', evicted: ['rr-00001'], onlyHere: [], onlyRecorded: ['ps-00001', 'rr-00001'] },
    ]);
    expect(small.finalText).toContain('[dc-00001] exact');
    expect(small.warnings).toEqual([]);
  });
});

test('what a person wrote is not evicted for its own sake, here as in the study', () => {
  const filler = anEdit({ section: 'cu', content: 'word '.repeat(60) });
  const steps: PlayedStep[] = [
    { kind: 'update', tags: [], edits: [filler] },
    {
      kind: 'hand',
      changes: [
        {
          do: 'add',
          section: 'ps',
          content: 'other '.repeat(30),
          origin: { kind: 'hand', by: 'Ada' },
          beforeItemId: null,
        },
      ],
    },
  ];
  const rules = { ...RULES, budgetTokens: 180 };
  const { state } = playStudy(steps, rules, PORTS);
  expect(state.versions.get('v2')?.evictions.map((each) => each.itemId)).toEqual(['cu-00001']);
  expect(whatIf(state, 'main', rules, countWords).rows[1]).toMatchObject({
    evicted: ['cu-00001'],
    onlyHere: [],
    onlyRecorded: [],
  });
});

describe('the determinism check', () => {
  test('derives every version of a log anew and finds it as recorded', () => {
    fc.assert(
      fc.property(fc.array(someStep, { maxLength: 8 }), someRules, (steps, rules) => {
        const { events, state } = playStudy(steps, rules, PORTS);
        const result = verifyLog(events, { counter: () => countWords, hash: quickHash });
        expect(result.differences).toEqual([]);
        expect(result.versions).toBe(state.versions.size);
        expect(result.updates).toBe(state.runs.size);
      }),
      { numRuns: 400 },
    );
  });

  test('gives the next item no later number for what one change adds and takes away again: that is told nowhere', () => {
    const origin = { kind: 'hand', by: 'Ada' } as const;
    const steps: PlayedStep[] = [
      {
        kind: 'hand',
        changes: [
          { do: 'add', section: 'rr', content: 'for a moment', origin, beforeItemId: null },
          { do: 'delete', itemId: 'rr-00001' },
        ],
      },
      { kind: 'update', tags: [], edits: [anEdit({ content: 'stays' })] },
    ];
    const { events } = playStudy(steps, { budgetTokens: 170, eviction: false }, PORTS);
    expect(verifyLog(events, { counter: () => countWords, hash: quickHash }).differences).toEqual([]);
  });

  test('finds a changed text, a changed score and a wrong eviction', () => {
    const edits = [anEdit({ content: 'Seven parts.' })];
    const rules = { budgetTokens: 1_000, tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 } } as const;
    const { events } = playStudy(
      [
        { kind: 'update', tags: [], edits },
        { kind: 'update', tags: ['helpful'], edits: [] },
      ],
      rules,
      PORTS,
    );
    const ports = { counter: () => countWords, hash: quickHash };
    const changed = (from: string, to: string) =>
      JSON.parse(JSON.stringify(events).replaceAll(from, to)) as typeof events;
    expect(verifyLog(events, ports).words).toBe(
      '3 versions checked, 2 derived anew from tags and edits: all as recorded.',
    );
    expect(verifyLog(changed('Seven parts.', 'Eight parts.'), ports).differences[0]).toEqual({
      versionId: 'v1',
      words: 'Its map does not give the recorded hash.',
    });
    expect(verifyLog(changed('"delta":1}', '"delta":2}'), ports).differences).toEqual([
      { versionId: 'v2', words: 'Derived anew from its tags and edits, the map does not give the recorded hash.' },
    ]);
    expect(
      verifyLog(changed('"removed":[],"unmet"', '"removed":[{"itemId":"cr-00001","why":""}],"unmet"'), ports)
        .differences[0],
    ).toEqual({
      versionId: 'v1',
      words: 'The Evictor takes nothing, not cr-00001 as recorded.',
    });
  });
});
