// What stands in the place of a stage that has nothing to show yet: now it is still to come; in the past one can go on to when
// it was done.

import type { ReactNode } from 'react';
import type { Run } from '#core/study/index.ts';
import { selectStage } from '../actions/moving.ts';
import { doneSeq } from '../store/stages.ts';
import type { StageName } from '../store/stages.ts';
import { useStore } from '../store/store.ts';
import { Button } from './Button.tsx';
import { Empty } from './Empty.tsx';

interface Props {
  readonly run: Run;
  readonly stage: Exclude<StageName, 'agent'>;
  readonly children: ReactNode;
}

const NAMES = { distiller: 'Distiller', cartographer: 'Cartographer', evictor: 'Evictor' } as const;

export function NotYet({ run, stage, children }: Props) {
  const isPast = useStore((state) => state.view.moment !== null);
  const later = useStore((state) => state.study.live?.runs.get(run.id));
  const seq = isPast && later !== undefined ? doneSeq(later, stage) : null;
  return (
    <Empty icon="clock" title={isPast ? 'Not yet at this moment' : 'Not yet'}>
      <p>{children}</p>
      {seq !== null && (
        <Button kind="small" icon="chevronRight" onClick={() => selectStage({ run, seq })} testId="go-to-stage">
          Go to when the {NAMES[stage]} was done
        </Button>
      )}
    </Empty>
  );
}
