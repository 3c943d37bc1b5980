import { describe, expect, it } from 'vitest';
import type { MapPreview } from '#app/bridge/index.ts';
import { emptyState, reduceAll } from '#core/study/index.ts';
import type { Version } from '#core/study/index.ts';
import { reviewedRun } from '../../store/shown.ts';
import { placeAt, type Stop, stopsOf } from '../../store/timeline.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { stopMarks } from './stop-marks.ts';
import { geometryOf, placeWords } from './timeline-view.ts';

const state = reduceAll(emptyState, sampleStudy('normal').events);
const versions = stopsOf(state).filter((stop) => !stop.reuse);

/** The stops of the sample, with runs after the second that only reused the map. */
function withReuse(runs: number): readonly Stop[] {
  const [first, second, ...rest] = versions;
  if (first === undefined || second === undefined || rest.length === 0) throw new Error('the sample is too short');
  const reused = Array.from({ length: runs }, (_, at) => ({ ...second, key: `reuse ${at}`, reuse: true }));
  return [first, second, ...reused, ...rest];
}

describe('the time axis', () => {
  it('has no band where the map was never frozen', () => {
    expect(geometryOf(state, versions, null, 1_000, 200).frozen).toEqual([]);
  });

  it('keeps the band of a stretch over which the map was not updated once it evolves again', () => {
    const { frozen, xs } = geometryOf(state, withReuse(3), null, 1_000, 200);
    expect(frozen).toMatchObject([{ x: xs[1], toX: xs[4] }]);
  });

  it('draws each mark on the line of its version, and those of one version around it', () => {
    const { marks, xs } = geometryOf(state, versions, null, 1_000, 200);
    for (const mark of marks) {
      const at = versions.findIndex(({ version }) => mark.key.startsWith(`${version.id} `));
      expect(mark.x, mark.words).toBe(xs[at]);
    }
    expect(marks.length).toBeGreaterThan(2);
    const at = versions.findIndex(({ version }) => version.evictions.length > 0);
    const both = versions.map((stop, index) =>
      index === at ? { ...stop, version: { ...stop.version, cause: 'pin' as const } } : stop,
    );
    const pair = geometryOf(state, both, null, 1_000, 200).marks.filter(({ key }) =>
      key.startsWith(`${both[at]?.key} `),
    );
    expect(pair.map(({ kind }) => kind)).toEqual(['pin', 'evict']);
    expect(pair.reduce((sum, { x }) => sum + x, 0) / 2).toBeCloseTo(xs[at] ?? 0);
  });
});

it('says at a pin’s mark which way the pin was changed, as the operations log does', () => {
  const { marks } = geometryOf(state, versions, null, 1_000, 200);
  expect(marks.filter(({ kind }) => kind === 'pin').map(({ words }) => words)).toEqual(['v4: pinned cr-00001']);
});

describe('the time axis while edits wait for review', () => {
  const waiting = reduceAll(emptyState, sampleStudy('review').events);
  const stops = stopsOf(waiting);
  const run = reviewedRun(waiting);
  if (run === null) throw new Error('the sample has no review');
  const last = stops.at(-1)?.version;
  const preview: MapPreview = {
    tokens: 500,
    tokensBySection: { cr: 200, cu: 300 },
    budgetTokens: 560,
    refusals: [],
    eviction: {
      budgetTokens: 560,
      order: 'section-then-score',
      tokensBefore: 500,
      tokensAfter: 500,
      ranking: [],
      removed: [],
      unmet: null,
    },
    text: '',
  };
  const drawn = geometryOf(waiting, stops, { run, preview }, 1_000, 200);

  it('goes on to the version that they would make, in the place of the query that waits', () => {
    expect(drawn.ticks.map(({ label }) => label)).toEqual([
      ...stops.map(({ version }) => version.id),
      `${last?.id ?? ''}′`,
      ...['q7', 'q8', 'q9', 'q10'],
    ]);
    expect(drawn.ticks.find(({ kind }) => kind === 'proposed')?.x).toBe(drawn.xs.at(-1));
    expect(drawn.proposedAreas.map(({ section }) => section)).toEqual(last?.map.sections);
  });

  it('keeps its places while what they would make is being counted', () => {
    const counting = geometryOf(waiting, stops, { run, preview: null }, 1_000, 200);
    expect(counting.proposedAreas).toEqual([]);
    expect({ ...counting, proposedAreas: drawn.proposedAreas }).toEqual(drawn);
  });

  it('has the reader stand there now, and one step before it at the version that the edits change', () => {
    expect(placeAt(waiting, stops, null)).toBe(stops.length);
    expect(placeAt(waiting, stops, last?.seq ?? 0)).toBe(stops.length - 1);
  });
});

describe('the marks of the time axis', () => {
  const head = versions.at(-1)?.version;
  if (head === undefined) throw new Error('the sample has versions');

  /** The sample with its last version made by something else, under another budget, and more that was done. */
  function withDone(cause: Version['cause'], budgetTokens: number, types: readonly string[]) {
    const operations = types.map((type, at) => {
      const operation = state.operations.at(-1);
      if (operation === undefined) throw new Error('the sample has operations');
      return { ...operation, type, seq: state.seq + at, words: type };
    });
    const last = { ...head, cause, budgetTokens } as Version;
    const stops = versions.map((stop) => (stop.version === head ? { ...stop, version: last } : stop));
    return { stops, state: { ...state, operations: [...state.operations, ...operations] } };
  }

  function newKinds(cause: Version['cause'], budgetTokens: number, types: readonly string[]) {
    const done = withDone(cause, budgetTokens, types);
    const marks = stopMarks(done.state, done.stops).filter(({ at }) => at === versions.length - 1);
    return marks.map(({ kind, words }) => [kind, words]);
  }

  it('are there for every kind of thing that a person did', () => {
    const { id, budgetTokens, evictions } = head;
    const went = evictions.length === 0 ? [] : [['evict', `${id}: ${evictions.length} evicted`]];
    expect(newKinds('import', budgetTokens, [])).toEqual([['import', `${id}: imported`], ...went]);
    expect(newKinds('return', budgetTokens, [])[0]?.[0]).toBe('return');
    expect(newKinds('update', budgetTokens, ['map.frozen', 'map.unfrozen', 'branch.moved'])).toEqual([
      ...went,
      ['freeze', 'map.frozen'],
      ['unfreeze', 'map.unfrozen'],
      ['rollback', 'branch.moved'],
    ]);
    expect(newKinds('update', budgetTokens, ['operation.undone', 'operation.redone'])).toEqual([
      ...went,
      ['undo', 'operation.undone'],
      ['redo', 'operation.redone'],
    ]);
  });

  it('tell a budget that was changed where it first holds, and one that no version has yet at the end', () => {
    const { id } = head;
    expect(newKinds('budget', 300, [])).toContainEqual(['budget', `${id}: budget 560 → 300 tokens`]);
    expect(newKinds('update', 900, [])).toContainEqual(['budget', `${id}: budget 560 → 900 tokens`]);
    const method = { ...state.settings.method, budgetTokens: 1_000 };
    const raised = { ...state, settings: { ...state.settings, method } };
    expect(stopMarks(raised, versions).filter(({ kind }) => kind === 'budget')).toMatchObject([
      { at: versions.length - 1, words: 'from now on: budget 560 → 1,000 tokens' },
    ]);
  });

  it('are kept from first to last in a long study', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => versions[at === 0 ? 0 : 1]).filter(
      (each) => each !== undefined,
    );
    const pinned = many.map((stop, at) => ({
      ...stop,
      key: `p${at}`,
      version: { ...stop.version, id: `p${at}`, cause: 'pin' as const },
    }));
    const { marks } = geometryOf(state, pinned, null, 1_000, 200);
    expect(marks.find(({ kind }) => kind === 'pin')?.words).toContain('p0:');
    expect(marks.length).toBeLessThan(200);
  });

  it('stand on the areas where an update of the policy changed the map, and nowhere else', () => {
    const { points, xs } = geometryOf(state, versions, null, 1_000, 200);
    const updated = versions.flatMap(({ version }, at) => (version.cause === 'update' ? [xs[at]] : []));
    expect(points.map(({ x }) => x)).toEqual(updated);
    expect(points[0]?.words).toMatch(/^v1: updated by query 1, \+\d+ tokens$/);
    const still = versions.map((stop) => ({ ...stop, version: { ...stop.version, parentId: stop.version.id } }));
    const same = new Map(
      still.map(({ version }) => [version.id, { ...version, evictions: [], evicted: [], ghosts: [] }]),
    );
    const idle = still.map((stop) => ({ ...stop, version: same.get(stop.version.id) ?? stop.version }));
    expect(geometryOf({ ...state, versions: same }, idle, null, 1_000, 200).points).toEqual([]);
    expect(geometryOf(state, versions, null, 70, 200).points.length).toBeLessThan(updated.length);
  });
});

it('tells a place of the axis in one line: its size, what updated it, and what is marked there', () => {
  const marks = stopMarks(state, versions);
  const told = versions.map((stop, at) =>
    placeWords(
      state,
      stop,
      null,
      marks.filter((mark) => mark.at === at),
      at === versions.length - 1,
    ),
  );
  expect(told[1]).toMatch(/^v1, \d+ of 560 tokens; v1: updated by query 1, \+\d+ tokens, \d+ added/);
  expect(told[4]).toMatch(/^v4, \d+ of 560 tokens; v4: pinned cr-00001$/);
  expect(told.at(-1)).toMatch(/^v8, \d+ of 560 tokens, now; v8: updated by query 6, /);
});

it('is drawn without a look into any map but the last: those of a long study are not put together until somebody asks', () => {
  const sealed = new Map(
    [...state.versions].map(([id, version]) => {
      const read = () => {
        throw new Error(`the map of ${id} was read`);
      };
      if (id === versions.at(-1)?.version.id) return [id, version];
      return [id, Object.defineProperties({ ...version }, { map: { get: read }, ghosts: { get: read } })];
    }),
  );
  const long = { ...state, versions: sealed };
  expect(geometryOf(long, stopsOf(long), null, 1_000, 200).marks).toEqual(
    geometryOf(state, stopsOf(state), null, 1_000, 200).marks,
  );
});

it('says which branches have no room for a lane', () => {
  const main = state.branches.get('main');
  if (main === undefined) throw new Error('the sample has a main branch');
  const names = ['one', 'two', 'three', 'four'];
  const branches = new Map([...state.branches, ...names.map((name) => [name, { ...main, name }] as const)]);
  const few = geometryOf(state, versions, null, 1_000, 200);
  const many = geometryOf({ ...state, branches }, versions, null, 1_000, 200);
  expect(few.lanesLeft.names).toEqual([]);
  expect([...many.lanes.map(({ name }) => name), ...many.lanesLeft.names].toSorted()).toEqual(
    [...few.lanes.map(({ name }) => name), ...names].toSorted(),
  );
  expect(many.lanes.length).toBe(2);
});
