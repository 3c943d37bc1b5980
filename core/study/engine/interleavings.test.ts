import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aReply, anError } from '#core/lm/testing.ts';
import { canonicalMap, countTotal, renderMap } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Command } from '../commands.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import { headVersion, isFrozen } from '../selectors/index.ts';
import type { StudyState } from '../state.ts';
import { PlainStudy } from './testing/plain-study.ts';
import { anEdit, aStudyLog, copyOf, countWords, quickHash, settingsWith, trialOn } from './testing.ts';
import type { Script, Trial } from './testing.ts';

/**
 * The same sequences each time, so that a check fails for what was changed: 100 in `npm test`. Others are looked for by
 * PEEK_SEED=any, more by PEEK_INTERLEAVINGS=2000.
 */
const SEQUENCES = {
  numRuns: Number(process.env['PEEK_INTERLEAVINGS'] ?? 30),
  ...(process.env['PEEK_SEED'] === 'any' ? {} : { seed: 2_026 }),
};

/** What a person, a model or a crash does next; numbers choose among what is there. */
type Move =
  | { readonly kind: 'command'; readonly make: (state: StudyState, choice: number) => Command; readonly choice: number }
  | { readonly kind: 'reply'; readonly good: boolean; readonly times: number }
  /** One stage to its end: what lies between two stages is reached seldom otherwise. */
  | { readonly kind: 'stage' }
  /** A command taken back at once, and perhaps brought again: what undo owes shows best there. */
  | {
      readonly kind: 'undone';
      readonly make: (state: StudyState, choice: number) => Command;
      readonly choice: number;
      readonly redone: boolean;
    }
  | { readonly kind: 'crash' };

const pick = <T>(list: readonly T[], choice: number): T | undefined => list[choice % Math.max(1, list.length)];
const anItemId = (state: StudyState, choice: number) =>
  pick(headVersion(state)?.map.items ?? [], choice)?.id ?? 'cu-00001';
const aVersionId = (state: StudyState, choice: number) => pick([...state.versions.keys()], choice) ?? 'v0';
const aBranch = (state: StudyState, choice: number) => pick([...state.branches.keys()], choice) ?? 'main';
const reason = null;

const reviewing = (state: StudyState, choice: number): Command => ({
  do: 'review.decide',
  runId: state.activeRunId ?? 'r1',
  decisions: (state.runs.get(state.activeRunId ?? '')?.proposed?.edits ?? []).map((edit, at) => ({
    editId: edit.editId,
    decision: pick(['accept', 'refuse', 'change'] as const, choice + at) ?? 'accept',
    content: `decided ${choice}`,
    reason,
  })),
});

const makers: readonly ((state: StudyState, choice: number) => Command)[] = [
  () => ({ do: 'run.step' }),
  () => ({ do: 'run.step' }),
  () => ({ do: 'run.step' }),
  () => ({ do: 'run.step' }),
  () => ({ do: 'run.all', untilQueryId: null }),
  ...Array<() => Command>(6).fill(() => ({ do: 'run.stage' })),
  () => ({ do: 'run.all', untilQueryId: null }),
  (state, choice) => ({ do: 'run.again', queryId: pick(state.queries, choice)?.id ?? 'q1' }),
  () => ({ do: 'run.stop' }),
  () => ({ do: 'run.pause' }),
  () => ({ do: 'run.resume' }),
  (state, choice) => ({ do: 'run.abandon', runId: pick([...state.runs.keys()], choice) ?? 'r1' }),
  (state, choice) => ({ do: 'update.skip', runId: pick([...state.runs.keys()], choice) ?? 'r1', reason }),
  (_, choice) => ({ do: 'review.set', on: choice % 2 === 0 }),
  ...Array<typeof reviewing>(4).fill(reviewing),
  (_, choice) => ({
    do: 'item.add',
    section: pick(['cr', 'cu', 'ps', 'rr'] as const, choice) ?? 'cu',
    content: `by hand ${choice}`,
    reason,
  }),
  (state, choice) => ({
    do: 'item.edit',
    itemId: anItemId(state, choice),
    content: `again ${choice} `.repeat(1 + (choice % 30)),
    reason,
  }),
  (state, choice) => ({ do: 'item.delete', itemId: anItemId(state, choice), reason }),
  (state, choice) => ({ do: 'item.move', itemId: anItemId(state, choice), section: 'cr', beforeItemId: null, reason }),
  (state, choice) => ({ do: 'item.pin', itemId: anItemId(state, choice), reason }),
  (state, choice) => ({ do: 'item.unpin', itemId: anItemId(state, choice), reason }),
  (_, choice) => ({ do: 'item.return', itemId: `cu-0000${1 + (choice % 5)}`, reason }),
  () => ({ do: 'map.freeze', reason }),
  () => ({ do: 'map.unfreeze', reason }),
  (state, choice) => ({ do: 'map.rollback', versionId: aVersionId(state, choice), reason }),
  (state, choice) => ({ do: 'branch.create', name: `b${choice % 4}`, versionId: aVersionId(state, choice), reason }),
  (state, choice) => ({ do: 'branch.switch', name: aBranch(state, choice) }),
  (state, choice) => ({ do: 'branch.rename', from: aBranch(state, choice), to: `b${(choice + 1) % 5}` }),
  (state, choice) => ({ do: 'branch.delete', name: aBranch(state, choice) }),
  () => ({ do: 'operation.undo' }),
  () => ({ do: 'operation.redo' }),
  () => ({ do: 'operation.redo' }),
  (_, choice) => ({
    do: 'settings.change',
    settings: settingsWith({ budgetTokens: 110 + (choice % 60), evolveSteps: choice % 3 === 0 ? choice % 5 : null }),
    reason,
  }),
  (_, choice) => ({ do: 'queries.add', queries: [{ text: `asked ${choice}`, truth: null }] }),
  (state, choice) => ({ do: 'query.skip', queryId: pick(state.queries, choice)?.id ?? 'q1', reason }),
  (state, choice) => ({ do: 'query.restore', queryId: pick(state.queries, choice)?.id ?? 'q1' }),
  (state, choice) => ({
    do: 'item.leave-one-out',
    itemId: anItemId(state, choice),
    queryIds: state.queries.map((query) => query.id),
  }),
  (state, choice) => ({
    do: 'note.add',
    target: { kind: 'version', id: aVersionId(state, choice) },
    text: `note ${choice}`,
  }),
];

const times = fc.integer({ min: 1, max: 6 });
const aMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('reply' as const), good: fc.constant(true), times }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      make: fc.constantFrom(...makers),
      choice: fc.nat(1_000),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('stage' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('undone' as const),
      make: fc.constantFrom(...makers),
      choice: fc.nat(1_000),
      redone: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reply' as const), good: fc.constant(false), times: fc.constant(1) }),
  },
);
const someMoves = fc.array(aMove, { minLength: 30, maxLength: 80, size: 'max' });

/** Models answer when the test lets them, so that anything can happen in between. */
function heldModels() {
  const waiting: ((good: boolean) => void)[] = [];
  const script: Script = {
    agent: (input) => ({ answer: `answer ${input.query}`, iterations: 1 + (input.query.length % 2) }),
    tags: (map) => map.items.slice(0, 2).map((item, at) => ({ itemId: item.id, tag: at === 0 ? 'helpful' : 'stale' })),
    edits: (runId, map) => [
      anEdit({ editId: `${runId}-e1`, section: 'cu', content: `learnt in ${runId} and some more words` }),
      anEdit({
        editId: `${runId}-e2`,
        kind: 'REPLACE',
        section: null,
        itemId: map.items[0]?.id ?? 'cu-00001',
        content: `rewritten in ${runId}`,
      }),
      anEdit({
        editId: `${runId}-e3`,
        kind: 'DELETE',
        section: null,
        itemId: map.items[2]?.id ?? 'ps-00009',
        content: null,
      }),
    ],
    model: (request, options) =>
      new Promise((resolve) => {
        const answer = (good: boolean) => {
          waiting.splice(waiting.indexOf(answer), 1);
          options.signal.removeEventListener('abort', fail);
          const kind = options.signal.aborted ? 'cancelled' : 'timeout';
          resolve(good ? ok(aReply({ text: `reply of ${request.role}` })) : err(anError({ kind })));
        };
        const fail = () => answer(false);
        options.signal.addEventListener('abort', fail);
        waiting.push(answer);
      }),
  };
  return { script, reply: (good: boolean) => waiting[0]?.(good) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function holds({ engine, log }: Trial, plain: PlainStudy): void {
  const { state } = engine;
  plain.follow(log.read(plain.followed));
  plain.compare(state);
  expect(plain.complaints).toEqual([]);
  expect(reduceAll(emptyState, log.read(0))).toEqual(state);
  expect(state.warnings.filter((warning) => warning.place.startsWith('event'))).toEqual([]);
  const head = headVersion(state);
  if (head === null) throw new Error('no head');
  expect(head.tokens).toBeLessThanOrEqual(state.settings.method.budgetTokens);
  const births = new Map<string, number>();
  for (const version of state.versions.values()) {
    expect(version.hash).toBe(quickHash(canonicalMap(version.map)));
    expect(version.tokens).toBe(countTotal(version.map, countWords));
    expect(version.tokens).toBeLessThanOrEqual(version.budgetTokens);
    const ids = version.map.items.map((item) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const item of [...version.map.items, ...version.ghosts]) {
      expect(births.get(item.id) ?? item.born).toBe(item.born);
      births.set(item.id, item.born);
    }
    if (version.cause === 'update') pinsHold(state, version.parentId, version.id);
  }
  expect(new Set(births.values()).size).toBe(births.size);
  let pending = false;
  for (const run of state.runs.values()) {
    pending ||= run.applied !== null && run.versionId === null;
    for (const outcome of run.applied?.outcomes ?? []) {
      const made = state.versions.get(run.versionId ?? '');
      if (made === undefined || outcome.status !== 'applied' || outcome.kind !== 'ADD') continue;
      // What was added is in the map, or a ghost of the same update.
      expect([...made.map.items, ...made.ghosts].some((item) => item.id === outcome.itemId)).toBe(true);
    }
    if (run.applied !== null && run.proposed !== null) {
      expect(run.applied.outcomes.map((each) => each.editId)).toEqual(run.proposed.edits.map((each) => each.editId));
    }
  }
  if (!pending) expect(births.size).toBe(state.births);
}

function pinsHold(state: StudyState, parentId: string | null, versionId: string): void {
  const pinned = state.versions.get(parentId ?? '')?.map.items.filter((item) => item.pin !== null) ?? [];
  const after = state.versions.get(versionId)?.map.items ?? [];
  for (const item of pinned) expect(after.find((each) => each.id === item.id)?.content).toBe(item.content);
}

describe('whatever is done in whatever order', () => {
  it(
    'the log replays equal, the map is within budget, ids are never reused, pins hold',
    { timeout: 1_800_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(someMoves, async (moves) => {
          const log = aStudyLog(3, settingsWith({ budgetTokens: 135 }));
          let { script, reply } = heldModels();
          let trial = trialOn(log, script);
          let answers: Promise<unknown>[] = [];
          const plain = new PlainStudy();
          for (const move of moves) {
            switch (move.kind) {
              case 'command': {
                const before = trial.engine.state;
                const command = move.make(before, move.choice);
                answers.push(trial.engine.do(command, 'user:ann'));
                await settle();
                startsHold(before, trial.engine.state);
                break;
              }
              case 'reply':
                for (let time = 0; time < move.times; time += 1) {
                  reply(move.good);
                  await settle();
                }
                break;
              case 'undone': {
                const back = move.redone
                  ? (['operation.undo', 'operation.redo'] as const)
                  : (['operation.undo'] as const);
                answers.push(trial.engine.do(move.make(trial.engine.state, move.choice), 'user:ann'));
                await settle();
                for (const each of back) {
                  answers.push(trial.engine.do({ do: each }, 'user:ann'));
                  await settle();
                }
                break;
              }
              case 'stage':
                answers.push(trial.engine.do({ do: 'run.stage' }, 'user:ann'));
                for (let time = 0; time < 3; time += 1) {
                  await settle();
                  reply(true);
                }
                await settle();
                break;
              case 'crash':
                // Whatever was not appended is gone; the old engine is never heard of again.
                ({ script, reply } = heldModels());
                trial = trialOn(copyOf(trial.log), script);
                answers = [];
            }
            holds(trial, plain);
          }
          await trial.engine.close();
          await Promise.all(answers);
          holds(trial, plain);
          const again = trialOn(copyOf(trial.log));
          await finishes(again);
          holds(again, plain);
        }),
        SEQUENCES,
      );
    },
  );
});

/** A run that begins gets the map as it stands; while that is frozen, it will not change it. */
function startsHold(before: StudyState, after: StudyState): void {
  for (const run of after.runs.values()) {
    if (before.runs.has(run.id) || run.withoutItem !== null) continue;
    const base = after.versions.get(run.baseVersionId);
    expect(run.mapText).toBe(base === undefined ? null : renderMap(base.map));
    if (isFrozen(before)) expect(run.evolves).toBe(false);
  }
}

/** However things stand, a person can get on with the study to its end. */
async function finishes(trial: Trial): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    const { state } = trial.engine;
    const active = state.activeRunId === null ? undefined : state.runs.get(state.activeRunId);
    if (active?.status === 'review') await trial.act({ do: 'update.skip', runId: active.id, reason });
    const words = await trial.refusal({ do: 'run.all', untilQueryId: null });
    if (words.startsWith('refused: All queries') || words.startsWith('refused: There is no query')) return;
    if (words !== 'done' && !words.includes('wait for a decision')) throw new Error(words);
  }
  throw new Error('the study never came to its end');
}
