// The map as it would be if the proposed edits were accepted as decided so far; null when nothing waits.

import type { MapPreview } from '#app/bridge/index.ts';
import { activeRun } from '#core/study/index.ts';
import { useStore } from '../../store/store.ts';
import { useReviewPreview } from '../cartographer/use-review-preview.ts';

export function usePending(): MapPreview | null {
  const run = useStore((state) => {
    const active = state.study.live === null ? null : activeRun(state.study.live);
    return active?.status === 'review' && state.view.moment === null ? active : null;
  });
  const preview = useReviewPreview(run);
  return run !== null && preview.kind === 'data' ? preview.value : null;
}
