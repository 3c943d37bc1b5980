// An item's biography.

import { Empty } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { ItemId } from '../../parts/marks.tsx';

export function ItemPanel({ itemId }: { readonly itemId: string }) {
  return (
    <>
      <SideHead plain title={<ItemId id={itemId} />} />
      <Empty title="Not yet" />
    </>
  );
}
