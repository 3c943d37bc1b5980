// The map that waits for review, as one of the two that are compared: it has a name and what a version has, but is none yet.

import { headVersion } from '#core/study/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import type { ContextMap } from '#core/map/index.ts';
import type { Passed } from '../../store/compare.ts';
import { proposedId } from '../../store/outcome.ts';
import { reviewedRun } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { useReviewPreview } from '../cartographer/use-review-preview.ts';
import { pendingMap } from '../map/pending-view.ts';

export interface ProposedMap {
  readonly map: ContextMap;
  readonly tokens: number;
  readonly text: string;
  readonly evictions: ReadonlyMap<string, string>;
  readonly passed: readonly Passed[];
}

export interface Proposed {
  readonly id: string;
  readonly base: Version;
  /** Null while it is counted. */
  readonly value: ProposedMap | null;
  /** Why it cannot be shown. */
  readonly fault: string | null;
}

export function useProposed(live: StudyState | null): Proposed | null {
  const run = live === null ? null : reviewedRun(live);
  const preview = useReviewPreview(run);
  const drafts = useStore((state) => state.draft.decisions);
  const base = live === null || run === null ? undefined : live.versions.get(run.baseVersionId);
  if (live === null || base === undefined) return null;
  const named = { id: proposedId(base.id), base };
  if (preview.kind !== 'data') return { ...named, value: null, fault: preview.kind === 'error' ? preview.words : null };
  const { tokens, text, eviction } = preview.value;
  const { map, passed } = pendingMap(live, base, preview.value, drafts);
  const evictions = new Map(eviction.removed.map(({ itemId }) => [itemId, 'evicted if accepted']));
  return {
    ...named,
    value: { map, tokens, text, evictions, passed: passed.map((item) => ({ item, evicted: true })) },
    fault: null,
  };
}

/** What a name of the later side stands for now: a proposal that was decided meanwhile gives way to the map there is. */
export function laterVersion(live: StudyState, to: string): Version | undefined {
  return live.versions.get(to) ?? (to.endsWith(proposedId('')) ? (headVersion(live) ?? undefined) : undefined);
}
