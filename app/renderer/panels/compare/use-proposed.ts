// The map that waits for review, as one of the two that are compared: it has a name and what a version has, but is none yet.

import { headVersion } from '#core/study/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import type { ContextMap } from '#core/map/index.ts';
import type { Passed } from '../../store/compare.ts';
import { asVersion } from '../../store/outcome.ts';
import { reviewedRun } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import type { LaterMap } from '../../store/view-slice.ts';
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
  if (preview.kind !== 'data') return { base, value: null, fault: preview.kind === 'error' ? preview.words : null };
  const { tokens, text, eviction } = preview.value;
  const { map, passed } = pendingMap(live, base, preview.value, drafts);
  const evictions = new Map(eviction.removed.map(({ itemId }) => [itemId, 'evicted if accepted']));
  return {
    base,
    value: { map, tokens, text, evictions, passed: passed.map(({ id }) => ({ itemId: id, evicted: true })) },
    fault: null,
  };
}

/** What the later side stands for now: a proposal that was decided meanwhile gives way to the map there is. */
export function laterNow(live: StudyState, to: LaterMap, proposed: Proposed | null): LaterMap {
  if (!to.isProposed || proposed?.base.id === to.versionId) return to;
  return asVersion(headVersion(live)?.id ?? to.versionId);
}
