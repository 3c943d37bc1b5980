// What each stage of the update shows when its run has none: the map was only reused, the update was skipped, or the run broke
// off before the stage.

import type { NoUpdate as Reason } from '../store/outcome.ts';
import { Empty } from './Empty.tsx';
import { visible } from './visible-text.ts';

export function NoUpdate({ reason }: { readonly reason: Reason }) {
  return (
    <Empty icon={reason.kind === 'reused' ? 'freeze' : 'warning'} title={reason.title}>
      {visible(reason.words)}
    </Empty>
  );
}
