// The geometry of the time axis: where each stop stands, the areas by section, the budget line, marks and branch lanes. Pure:
// sizes in, coordinates out.

import type { SectionId } from '#core/map/index.ts';
import type { MapPreview } from '#app/bridge/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { evolvedSteps, headVersion, remainingQueries } from '#core/study/index.ts';
import { visible } from '../../parts/visible-text.ts';
import { queryNumber } from '../../store/shown.ts';
import { proposedId } from '../../store/outcome.ts';
import { whole } from '../../format/numbers.ts';
import type { Stop } from '../../store/timeline.ts';
import { LANE, laneY, lanesOf, MAX_LANES, placeLane } from './lanes.ts';
import type { Lane } from './lanes.ts';
import { stopMarks, updateWords, wholeUpdateWords } from './stop-marks.ts';
import type { MarkKind, StopMark } from './stop-marks.ts';

export interface Mark {
  readonly key: string;
  /** Its middle. */
  readonly x: number;
  readonly kind: MarkKind;
  readonly words: string;
}

/** An update of the policy that changed the map, on the upper edge of the areas. */
export interface Point {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

export interface Tick {
  readonly key: string;
  readonly x: number;
  readonly label: string;
  readonly kind: 'stop' | 'proposed' | 'ahead';
  /** Every so many have room for their label. */
  readonly shown: boolean;
}

/** A stretch over which the map is not updated. */
export interface FrozenBand {
  readonly x: number;
  readonly toX: number;
  readonly words: string;
  /** Where the words have no room. */
  readonly short: string;
}

/** The map that edits under review would make: the axis goes on to it, while nothing is decided. */
export interface Proposed {
  readonly run: Run;
  /** Null while it is being counted. */
  readonly preview: MapPreview | null;
}

interface Area {
  readonly section: SectionId;
  readonly path: string;
}

export interface Geometry {
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly areas: readonly Area[];
  /** From the last stop to what is proposed. */
  readonly proposedAreas: readonly Area[];
  readonly budget: string;
  readonly budgetY: number;
  readonly budgetTokens: number;
  readonly ticks: readonly Tick[];
  readonly marks: readonly Mark[];
  readonly points: readonly Point[];
  readonly lanes: readonly Lane[];
  /** Branches that have no room for a lane. */
  readonly lanesLeft: { readonly names: readonly string[]; readonly y: number };
  readonly frozen: readonly FrozenBand[];
  /** Of the stops, and last of what is proposed. */
  readonly xs: readonly number[];
}

const LEFT = 50;
const RIGHT = 26;
/** Above the plot: a row of marks, and below it the head of the cursor, so that neither hides the other. */
const MARKS = 20;
/** The size of a mark. */
export const GLYPH = 11;
const LABELS = 18;
const MARK_WIDTH = 13;
/** Where there are more than a few, those of one kind closer than this are drawn as one, and so many of them are named. */
const FEW_MARKS = 40;
const GATHER_WIDTH = 22;
const NAMED = 8;
/** Points closer than this are drawn as one. */
const POINT_WIDTH = 9;
/** The narrowest a slot may be before labels are thinned out. */
export const LABEL_WIDTH = 34;
/** The width of the only version there is. */
const BAR = 7;

export function geometryOf(
  state: StudyState,
  stops: readonly Stop[],
  proposed: Proposed | null,
  width: number,
  height: number,
): Geometry {
  const remaining = remainingQueries(state).filter((query) => query.id !== proposed?.run.queryId);
  const known = stops.length + (proposed === null ? 0 : 1);
  const allLanes = lanesOf(state, stops);
  const rows = Math.min(MAX_LANES, allLanes.length);
  // Where they have no room, the last row says which they are.
  const lanes = allLanes.length > MAX_LANES ? allLanes.slice(0, MAX_LANES - 1) : allLanes;
  const plot = {
    left: LEFT,
    right: Math.max(LEFT + 40, width - RIGHT),
    top: 4 + MARKS,
    bottom: Math.max(40, height - LABELS - 6 - rows * LANE),
  };
  const slots = Math.max(1, known + remaining.length - 1);
  const inner = plot.right - plot.left - 20;
  const xOf = (slot: number) => plot.left + 10 + (known + remaining.length <= 1 ? 0 : (slot / slots) * inner);
  const xs = Array.from({ length: known }, (_, at) => xOf(at));
  const budgetTokens = headVersion(state)?.budgetTokens ?? state.settings.method.budgetTokens;
  const highest = stops.reduce(
    (most, stop) => Math.max(most, stop.version.tokens, stop.version.budgetTokens),
    Math.max(budgetTokens, proposed?.preview?.tokens ?? 0),
  );
  const yOf = (tokens: number) => plot.bottom - (tokens / (highest * 1.04)) * (plot.bottom - plot.top);
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / Math.max(1, inner / slots)));
  const ticks: Tick[] = [
    ...stops.map((stop, at) => ({
      key: stop.key,
      x: xOf(at),
      label: stop.reuse ? `q${queryNumber(state, stop.run?.queryId ?? '')}` : stop.version.id,
      kind: 'stop' as const,
      shown: at % every === 0,
    })),
    ...(proposed === null
      ? []
      : [
          {
            key: proposed.run.id,
            x: xOf(stops.length),
            label: proposedId(proposed.run.baseVersionId),
            kind: 'proposed' as const,
            shown: true,
          },
        ]),
    ...remaining.map((query, at) => ({
      key: query.id,
      x: xOf(known + at),
      label: `q${queryNumber(state, query.id)}`,
      kind: 'ahead' as const,
      shown: (known + at) % every === 0,
    })),
  ];
  return {
    plot,
    areas: areasOf(stops, xs, yOf, proposed === null),
    proposedAreas: proposedAreasOf(stops, proposed?.preview ?? null, xs, yOf),
    budget: budgetPath(stops, xs, yOf, budgetTokens, plot),
    budgetY: yOf(budgetTokens),
    budgetTokens,
    ticks,
    marks: marksOf(stopMarks(state, stops), xs, width),
    points: pointsOf(state, stops, xs, yOf),
    lanes: lanes.map((lane, at) => placeLane(lane, at, stops, xs, plot.bottom + LABELS, plot.right)),
    lanesLeft: {
      names: allLanes.slice(lanes.length).map(({ name }) => name),
      y: laneY(plot.bottom + LABELS, lanes.length),
    },
    frozen: frozenBands(state, stops, proposed, xOf, plot.right),
    xs,
  };
}

function areasOf(
  stops: readonly Stop[],
  xs: readonly number[],
  yOf: (tokens: number) => number,
  isAll: boolean,
): readonly Area[] {
  const sections = stops.at(-1)?.version.map.sections ?? [];
  const base = stops.map(() => 0);
  const only = isAll && stops.length === 1 ? (stops[0]?.version ?? null) : null;
  return sections.map((section) => {
    // One version has no course yet: a bar.
    if (only !== null) {
      const [from, height] = [base[0] ?? 0, only.tokensBySection[section] ?? 0];
      base[0] = from + height;
      const x = round((xs[0] ?? 0) - BAR / 2);
      return { section, path: `M${x} ${round(yOf(from + height))}h${BAR}V${round(yOf(from))}h${-BAR}Z` };
    }
    const lower = stops.map((_, at) => `${round(xs[at])} ${round(yOf(base[at] ?? 0))}`);
    const upper = stops.map((stop, at) => {
      const top = (base[at] ?? 0) + (stop.version.tokensBySection[section] ?? 0);
      base[at] = top;
      return `${round(xs[at])} ${round(yOf(top))}`;
    });
    return { section, path: `M${upper.join('L')}L${lower.reverse().join('L')}Z` };
  });
}

function proposedAreasOf(
  stops: readonly Stop[],
  preview: MapPreview | null,
  xs: readonly number[],
  yOf: (tokens: number) => number,
): readonly Area[] {
  const last = stops.at(-1)?.version;
  if (last === undefined || preview === null) return [];
  const [from, to] = [round(xs.at(-2)), round(xs.at(-1))];
  let [before, after] = [0, 0];
  return last.map.sections.map((section) => {
    const lower = `${to} ${round(yOf(after))}L${from} ${round(yOf(before))}`;
    before += last.tokensBySection[section] ?? 0;
    after += preview.tokensBySection[section] ?? 0;
    return { section, path: `M${from} ${round(yOf(before))}L${to} ${round(yOf(after))}L${lower}Z` };
  });
}

/** The budget may have been changed on the way: a line with steps. */
function budgetPath(
  stops: readonly Stop[],
  xs: readonly number[],
  yOf: (tokens: number) => number,
  now: number,
  plot: Geometry['plot'],
): string {
  const first = stops[0]?.version.budgetTokens ?? now;
  let path = `M${plot.left} ${round(yOf(first))}`;
  let last = first;
  stops.forEach((stop, at) => {
    if (stop.version.budgetTokens === last) return;
    last = stop.version.budgetTokens;
    path += `H${round(xs[at])}V${round(yOf(last))}`;
  });
  return `${path}V${round(yOf(now))}H${plot.right}`;
}

function frozenBands(
  state: StudyState,
  stops: readonly Stop[],
  proposed: Proposed | null,
  xOf: (slot: number) => number,
  right: number,
): readonly FrozenBand[] {
  const now = frozenFrom(state, stops, proposed, xOf);
  const bands: FrozenBand[] = now === null ? [] : [{ ...now, toX: right, short: 'frozen' }];
  // What is over is told by the runs that left the map as it was: it was frozen, or the method used none.
  for (let at = 1; at < stops.length; at++) {
    if (stops[at]?.reuse !== true) continue;
    const from = at - 1;
    while (stops[at + 1]?.reuse === true) at++;
    if (now === null || xOf(from) < now.x)
      bands.push({ x: xOf(from), toX: xOf(at), words: 'the map was not updated', short: 'not updated' });
  }
  return bands;
}

/** Where the map is frozen from on, or will be. */
function frozenFrom(
  state: StudyState,
  stops: readonly Stop[],
  proposed: Proposed | null,
  xOf: (slot: number) => number,
): Pick<FrozenBand, 'x' | 'words'> | null {
  const branch = state.branches.get(state.currentBranch);
  if (branch !== undefined && branch.frozen !== null) {
    const from = stops.findIndex((stop) => stop.version.id === branch.head);
    const why =
      branch.frozen.cause === 'hand'
        ? 'frozen by hand'
        : branch.frozen.cause === 'budget'
          ? 'frozen: the budget is reached'
          : `frozen after m = ${state.settings.method.evolveSteps ?? ''}`;
    return { x: xOf(Math.max(0, from)), words: `${why}: the map is reused, not updated` };
  }
  const steps = state.settings.method.evolveSteps;
  if (steps === null) return null;
  const ahead = remainingQueries(state).filter((query) => query.id !== proposed?.run.queryId).length;
  const left = steps - evolvedSteps(state, headVersion(state)?.id ?? '');
  // Past m the map freezes once; one that was unfrozen by hand stays so.
  if (left <= 0) return null;
  if (left - (proposed === null ? 0 : 1) >= ahead) return null;
  return { x: xOf(stops.length + left) - 6, words: `frozen after m = ${steps}: the map is reused, not updated` };
}

function pointsOf(
  state: StudyState,
  stops: readonly Stop[],
  xs: readonly number[],
  yOf: (tokens: number) => number,
): readonly Point[] {
  const groups: { readonly first: Omit<Point, 'words'>; readonly words: string[] }[] = [];
  stops.forEach((stop, at) => {
    const words = updateWords(state, stop);
    const x = xs[at];
    if (words === null || x === undefined) return;
    const near = groups.at(-1);
    if (near !== undefined && x - near.first.x < POINT_WIDTH) near.words.push(words);
    else groups.push({ first: { key: stop.key, x, y: yOf(stop.version.tokens) }, words: [words] });
  });
  return groups.map(({ first, words }) => ({ ...first, words: together(words) }));
}

function marksOf(marks: readonly StopMark[], xs: readonly number[], width: number): readonly Mark[] {
  const counts = new Map<number, number>();
  for (const { at } of marks) counts.set(at, (counts.get(at) ?? 0) + 1);
  const used = new Map<number, number>();
  // Those of one stop stand around its line, a single one on it.
  const placed = marks.map(({ at, ...mark }) => {
    const place = used.get(at) ?? 0;
    used.set(at, place + 1);
    const row = ((counts.get(at) ?? 1) - 1) * MARK_WIDTH;
    const centre = Math.min((xs[at] ?? xs[0] ?? 0) - row / 2, width - GLYPH / 2 - 2 - row);
    return { ...mark, x: Math.max(centre, GLYPH / 2 + 2) + place * MARK_WIDTH };
  });
  return gathered(placed);
}

/** Marks of one kind that would lie over each other become one that says how many. */
function gathered(marks: readonly Mark[]): readonly Mark[] {
  const groups: { readonly first: Mark; readonly words: string[] }[] = [];
  const last = new Map<Mark['kind'], (typeof groups)[number]>();
  for (const mark of marks.toSorted((a, b) => a.x - b.x)) {
    const near = last.get(mark.kind);
    if (near !== undefined && mark.x - near.first.x < GATHER_WIDTH && marks.length > FEW_MARKS) {
      near.words.push(mark.words);
      continue;
    }
    const group = { first: mark, words: [mark.words] };
    groups.push(group);
    last.set(mark.kind, group);
  }
  return groups.map(({ first, words }) => ({ ...first, words: together(words) }));
}

function together(words: readonly string[]): string {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  return `${words.length} here: ${words.slice(0, NAMED).join('; ')}${words.length > NAMED ? '; …' : ''}`;
}

function round(value: number | undefined): number {
  return Math.round((value ?? 0) * 10) / 10;
}

/** A place on the axis: a stop, and so much of the way to the next one. */
export function between(xs: readonly number[], at: number, onward: number): number {
  const x = xs[at] ?? 0;
  return x + onward * ((xs[at + 1] ?? x) - x);
}

/** The stop nearest to a place on the axis. */
export function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  xs.forEach((each, at) => {
    if (Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x)) best = at;
  });
  return best;
}

/** A place of the axis in one line: the parts of a slider have no names of their own to assistive technology. */
export function placeWords(
  state: StudyState,
  stop: Stop | undefined,
  proposed: Proposed | null,
  marked: readonly StopMark[],
  isNow: boolean,
): string {
  if (stop !== undefined) {
    const { id, tokens, budgetTokens } = stop.version;
    const size = `${id}, ${whole(tokens)} of ${whole(budgetTokens)} tokens${isNow ? ', now' : ''}`;
    return [
      size,
      ...[wholeUpdateWords(state, stop)].filter((words) => words !== null),
      ...marked.map(({ words }) => words),
    ]
      .map(visible)
      .join('; ');
  }
  if (proposed === null) return '';
  const { run, preview } = proposed;
  const size = preview === null ? '' : `, ${whole(preview.tokens)} of ${whole(preview.budgetTokens)} tokens`;
  return `${proposedId(run.baseVersionId)}${size} if accepted, now`;
}
