// What the tab of a stage shows when its run broke off before it.

import { Empty } from './Empty.tsx';

/** cutOff  how the run ended, to go on from "The run" */
export function NotReached({ cutOff }: { readonly cutOff: string }) {
  return (
    <Empty icon="warning" title="Not reached">
      The run {cutOff}. The trajectory says why; Step goes on from there.
    </Empty>
  );
}
