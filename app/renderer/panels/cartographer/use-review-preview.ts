// What the pending review would give with the decisions so far.

import type { MapPreview } from '#app/bridge/index.ts';
import type { Run } from '#core/study/index.ts';
import { useRequest } from '../../parts/use-request.ts';
import { useStore } from '../../store/store.ts';
import type { Loaded } from '../../store/study-slice.ts';
import { previewDecisions } from './cartographer-view.ts';

const TYPING_MS = 180;

export function useReviewPreview(run: Run | null): Loaded<MapPreview> {
  const handle = useStore((state) => state.study.open?.handle ?? null);
  const drafts = useStore((state) => state.draft.decisions);
  const asks = run !== null && run.status === 'review' && handle !== null;
  const decisions = asks ? previewDecisions(run, drafts) : [];
  const input = asks ? { handle, runId: run.id, decisions } : null;
  return useRequest('preview.review', input, asks ? `${run.id} ${JSON.stringify(decisions)}` : '', TYPING_MS);
}
