// What stands in a tab while an old run's details are read from the study file, or when they cannot be.

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { readDetail } from '../actions/details.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { plural } from '../format/numbers.ts';
import { visible } from '../parts/visible-text.ts';
import { useStore } from '../store/store.ts';
import type { Run } from '#core/study/index.ts';

/** `run` as the window has it: folded until its details are there. */
export function RunDetail({ run, children }: { readonly run: Run; readonly children: ReactNode }) {
  const detail = useStore((state) => state.study.details.get(run.id));
  const missing = run.folded && detail === undefined;
  useEffect(() => {
    if (missing) void readDetail(run.id);
  }, [missing, run.id]);
  if (!run.folded) return children;
  if (detail?.kind === 'error') {
    return (
      <Empty tone="bad" title="This run could not be read from the study">
        <p>{visible(detail.words)}</p>
        <Button onClick={() => void readDetail(run.id)} testId="detail-again">
          Try again
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon="clock" title="Reading an older run" isLate>
      <span className="breathing" role="status" data-testid="detail-loading">
        {plural(run.iterationCount, 'iteration')} and {plural(run.callCount, 'call')} come from the study file.
      </span>
    </Empty>
  );
}
