// The life of an item on the way to a version (DESIGN rule 4): born in which query from which candidate by which reasoning,
// every tag, every rewrite with the former text, moves, pins, how it went and why, and its return.

import type { MapItem, Origin, SectionId, Tag } from '#core/map/index.ts';
import type { EventPayload } from '../events.ts';
import type { Run, StudyState, Version } from '../state.ts';
import type { StoredText } from '../text.ts';
import { blamedOn } from './blame.ts';
import type { BlamedOn } from './blame.ts';
import { itemIn, pathTo, stepsOf } from './path.ts';
import type { Step } from './path.ts';

export type Candidate = EventPayload<'distiller.spoke'>['candidates'][number];

/** What the policy said for an edit. `unknown` when the run is folded and was not given in detail. */
export interface EditReason {
  readonly editId: string;
  readonly reasoning: StoredText;
  /** The cache candidate that the edit took up, if it took one up. */
  readonly candidate: Candidate | null;
}

export type LifeEvent = { readonly on: BlamedOn; readonly reason: string | null } & (
  | { readonly kind: 'born'; readonly content: string; readonly origin: Origin; readonly by: EditReason | null }
  | { readonly kind: 'tagged'; readonly tag: Tag; readonly score: number }
  | { readonly kind: 'rewritten'; readonly before: string; readonly after: string; readonly by: EditReason | null }
  | { readonly kind: 'moved'; readonly from: SectionId; readonly to: SectionId }
  | { readonly kind: 'pinned'; readonly by: string; readonly pinReason: string | null }
  | { readonly kind: 'unpinned' }
  | { readonly kind: 'deleted'; readonly content: string; readonly by: EditReason | null }
  /** `why` as the Evictor recorded it. */
  | { readonly kind: 'evicted'; readonly content: string; readonly why: string }
  | { readonly kind: 'returned'; readonly content: string; readonly score: number }
);

export interface Biography {
  readonly itemId: string;
  /** As it stands in the version, or as it was when it went. */
  readonly item: MapItem;
  readonly present: boolean;
  readonly life: readonly LifeEvent[];
  /** Its score in each version in which it stood, oldest first. */
  readonly scores: readonly { readonly versionId: string; readonly score: number }[];
}

/**
 * Tells an item's life.
 *
 * state      the study
 * itemId     any item that ever stood on the way to the version
 * versionId  the version from which to look back
 * detail     gives the details of a folded run, where the caller has read them; without it reasons of old runs are null
 * Returns null when the item never stood on that way.
 */
export function biography(
  state: StudyState,
  itemId: string,
  versionId: string,
  detail: (runId: string) => Run | null = () => null,
): Biography | null {
  const path = pathTo(state, versionId);
  const life: LifeEvent[] = [];
  const scores: { versionId: string; score: number }[] = [];
  let last: MapItem | null = null;
  const [first] = path;
  const original = itemIn(first, itemId);
  if (first !== undefined && original !== undefined) {
    life.push({
      ...happened(state, first),
      kind: 'born',
      content: original.content,
      origin: original.origin,
      by: null,
    });
    scores.push({ versionId: first.id, score: original.score });
    last = original;
  }
  for (const step of stepsOf(path)) {
    const events = eventsOf(state, step, itemId, last, detail);
    life.push(...events);
    const now = itemIn(step.after, itemId);
    if (now !== undefined) scores.push({ versionId: step.after.id, score: now.score });
    last = now ?? step.after.ghosts.find((item) => item.id === itemId) ?? last;
  }
  if (last === null) return null;
  return { itemId, item: last, present: itemIn(path.at(-1), itemId) !== undefined, life, scores };
}

function happened(state: StudyState, version: Version): Pick<LifeEvent, 'on' | 'reason'> {
  return { on: blamedOn(state, version), reason: version.reason };
}

function eventsOf(
  state: StudyState,
  { before, after }: Step,
  itemId: string,
  last: MapItem | null,
  detail: (runId: string) => Run | null,
): readonly LifeEvent[] {
  const was = itemIn(before, itemId);
  const is = itemIn(after, itemId);
  const ghost = after.ghosts.find((item) => item.id === itemId);
  if (was === undefined && is === undefined && ghost === undefined) return [];

  const common = happened(state, after);
  const run = runOf(state, after, detail);
  const now = is ?? ghost;
  const life: LifeEvent[] = [];
  if (was === undefined && now !== undefined) {
    const { content, score, origin } = now;
    if (last !== null) life.push({ ...common, kind: 'returned', content, score });
    else life.push({ ...common, kind: 'born', content, origin, by: reasonOf(run, editOf(run, itemId, 'ADD')) });
  }
  const tag = was === undefined ? undefined : run?.tags.find((each) => each.itemId === itemId)?.tag;
  if (tag !== undefined && now !== undefined) life.push({ ...common, kind: 'tagged', tag, score: now.score });
  if (was !== undefined && now !== undefined) life.push(...changesOf(common, was, now, run));
  if (is === undefined && ghost !== undefined) {
    const evicted = after.evictions.find((each) => each.itemId === itemId);
    const { content } = ghost;
    if (evicted !== undefined) life.push({ ...common, kind: 'evicted', content, why: evicted.why });
    else life.push({ ...common, kind: 'deleted', content, by: reasonOf(run, editOf(run, itemId, 'DELETE')) });
  }
  return life;
}

function changesOf(
  common: Pick<LifeEvent, 'on' | 'reason'>,
  was: MapItem,
  is: MapItem,
  run: Run | null,
): readonly LifeEvent[] {
  const life: LifeEvent[] = [];
  if (was.content !== is.content) {
    const by = reasonOf(run, editOf(run, is.id, 'REPLACE'));
    life.push({ ...common, kind: 'rewritten', before: was.content, after: is.content, by });
  }
  if (was.section !== is.section) life.push({ ...common, kind: 'moved', from: was.section, to: is.section });
  if (was.pin === null && is.pin !== null)
    life.push({ ...common, kind: 'pinned', by: is.pin.by, pinReason: is.pin.reason });
  if (was.pin !== null && is.pin === null) life.push({ ...common, kind: 'unpinned' });
  return life;
}

function runOf(state: StudyState, version: Version, detail: (runId: string) => Run | null): Run | null {
  if (version.runId === null || version.cause !== 'update') return null;
  const run = state.runs.get(version.runId) ?? null;
  return run?.folded === true ? (detail(run.id) ?? run) : run;
}

/** The edit that did this to the item; of several the last. */
function editOf(run: Run | null, itemId: string, kind: 'ADD' | 'REPLACE' | 'DELETE'): string | null {
  const outcomes = run?.applied?.outcomes ?? run?.kept?.outcomes ?? [];
  const found = outcomes.findLast((each) => each.status === 'applied' && each.kind === kind && each.itemId === itemId);
  return found?.editId ?? null;
}

function reasonOf(run: Run | null, editId: string | null): EditReason | null {
  if (run?.proposed === null || run?.proposed === undefined || editId === null) return null;
  const edit = run.proposed.edits.find((each) => each.editId === editId);
  const candidate = run.distilled?.candidates.find((each) => each.candidateId === edit?.candidateId) ?? null;
  return { editId, reasoning: run.proposed.reasoning, candidate };
}
