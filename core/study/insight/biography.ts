// The life of an item on the way to a version (DESIGN rule 4): born in which query from which candidate by which reasoning,
// every tag, every rewrite with the former text, moves, pins, how it went and why, and its return.

import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { MapItem, Origin, SectionId, Tag } from '#core/map/index.ts';
import type { EventPayload } from '../events.ts';
import type { Run, StudyState, Version } from '../state.ts';
import type { StoredText } from '../text.ts';
import { blamedOn } from './blame.ts';
import type { BlamedOn } from './blame.ts';
import { pathToInSteps } from './path.ts';

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
  return biographies(state, [itemId], versionId, detail).get(itemId) ?? null;
}

/** The lives of several items in one walk; those that never stood on the way are missing. */
export function biographies(
  state: StudyState,
  itemIds: readonly string[],
  versionId: string,
  detail: (runId: string) => Run | null = () => null,
): ReadonlyMap<string, Biography> {
  return atOnce(biographiesInSteps(state, itemIds, versionId, detail));
}

/** The same version by version. */
export function* biographiesInSteps(
  state: StudyState,
  itemIds: readonly string[],
  versionId: string,
  detail: (runId: string) => Run | null = () => null,
): Steps<ReadonlyMap<string, Biography>> {
  const tellings = new Map(itemIds.map((id) => [id, new Telling()]));
  let before: Standing | null = null;
  for (const version of yield* pathToInSteps(state, versionId)) {
    yield;
    const after = standingOf(version, tellings);
    const common = happened(state, version);
    let run: Run | null = null;
    let isRead = false;
    for (const [id, telling] of tellings) {
      const is = after.items.get(id);
      if (before === null) {
        telling.begin(version, common, is);
        continue;
      }
      const was = before.items.get(id);
      const ghost = after.ghosts.get(id);
      if (was === undefined && is === undefined && ghost === undefined) continue;
      if (!isRead) run = runOf(state, version, detail);
      isRead = true;
      telling.go(version, common, run, was, is, ghost);
    }
    before = after;
  }
  const told = new Map<string, Biography>();
  for (const [itemId, { life, scores, last }] of tellings) {
    if (last !== null)
      told.set(itemId, { itemId, item: last, present: before?.items.has(itemId) === true, life, scores });
  }
  return told;
}

/** Which of the wanted items a version holds, and which of them went with it. */
interface Standing {
  readonly items: ReadonlyMap<string, MapItem>;
  readonly ghosts: ReadonlyMap<string, MapItem>;
}

function standingOf(version: Version, wanted: ReadonlyMap<string, unknown>): Standing {
  const among = (items: readonly MapItem[]) =>
    new Map(items.filter(({ id }) => wanted.has(id)).map((item) => [item.id, item]));
  return { items: among(version.map.items), ghosts: among(version.ghosts) };
}

class Telling {
  readonly life: LifeEvent[] = [];
  readonly scores: { versionId: string; score: number }[] = [];
  last: MapItem | null = null;

  begin(version: Version, common: Common, original: MapItem | undefined): void {
    if (original === undefined) return;
    const { content, origin, score } = original;
    this.life.push({ ...common, kind: 'born', content, origin, by: null });
    this.scores.push({ versionId: version.id, score });
    this.last = original;
  }

  go(
    version: Version,
    common: Common,
    run: Run | null,
    was: MapItem | undefined,
    is: MapItem | undefined,
    ghost: MapItem | undefined,
  ): void {
    this.life.push(...eventsOf(common, version, run, was, is, ghost, this.last));
    if (is !== undefined) this.scores.push({ versionId: version.id, score: is.score });
    this.last = is ?? ghost ?? this.last;
  }
}

type Common = Pick<LifeEvent, 'on' | 'reason'>;

function happened(state: StudyState, version: Version): Common {
  return { on: blamedOn(state, version), reason: version.reason };
}

function eventsOf(
  common: Common,
  version: Version,
  run: Run | null,
  was: MapItem | undefined,
  is: MapItem | undefined,
  ghost: MapItem | undefined,
  last: MapItem | null,
): readonly LifeEvent[] {
  const now = is ?? ghost;
  const itemId = now?.id ?? was?.id ?? '';
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
    const evicted = version.evictions.find((each) => each.itemId === itemId);
    const { content } = ghost;
    if (evicted !== undefined) life.push({ ...common, kind: 'evicted', content, why: evicted.why });
    else life.push({ ...common, kind: 'deleted', content, by: reasonOf(run, editOf(run, itemId, 'DELETE')) });
  }
  return life;
}

function changesOf(common: Common, was: MapItem, is: MapItem, run: Run | null): readonly LifeEvent[] {
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
