// The right pane: the map, or what was opened over it.

import { ComparePanel } from '../panels/compare/ComparePanel.tsx';
import { ItemPanel } from '../panels/item/ItemPanel.tsx';
import { MapPanel } from '../panels/map/MapPanel.tsx';
import { CompareStudyPanel } from '../panels/compare/CompareStudyPanel.tsx';
import { CostsPanel } from '../panels/costs/CostsPanel.tsx';
import { NearPanel } from '../panels/near/NearPanel.tsx';
import { NotesPanel } from '../panels/notes/NotesPanel.tsx';
import { OperationsPanel } from '../panels/operations/OperationsPanel.tsx';
import { SearchPanel } from '../panels/search/SearchPanel.tsx';
import { WarningsPanel } from '../panels/warnings/WarningsPanel.tsx';
import { WhatIfPanel } from '../panels/what-if/WhatIfPanel.tsx';
import { SIDE_TITLE } from '../parts/SideHead.tsx';
import { useStore } from '../store/store.ts';
import type { Side } from '../store/view-slice.ts';

export function SidePane() {
  const side = useStore((state) => state.view.side);
  return (
    <section className="pane side-pane" aria-labelledby={SIDE_TITLE}>
      {panelOf(side)}
    </section>
  );
}

function panelOf(side: Side) {
  switch (side.kind) {
    case 'map':
      return <MapPanel />;
    case 'item':
      return <ItemPanel key={side.itemId} itemId={side.itemId} />;
    case 'compare':
      return <ComparePanel from={side.from} to={side.to} rollback={side.rollback} />;
    case 'compare-study':
      return <CompareStudyPanel recentId={side.recentId} versionId={side.versionId} to={side.to} />;
    case 'what-if':
      return <WhatIfPanel />;
    case 'warnings':
      return <WarningsPanel />;
    case 'operations':
      return <OperationsPanel />;
    case 'near':
      return <NearPanel />;
    case 'search':
      return <SearchPanel />;
    case 'notes':
      return <NotesPanel key={`${side.target.kind} ${side.target.id}`} target={side.target} />;
    case 'costs':
      return <CostsPanel />;
  }
}
