// Another budget, order or weights over the recorded edits, without a model.

import { Empty } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';

export function WhatIfPanel() {
  return (
    <>
      <SideHead title="What if" />
      <Empty icon="whatIf" title="Not yet" />
    </>
  );
}
