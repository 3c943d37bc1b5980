// Tells main where the reader is in the study, so that it opens there again.

import type { StudyView } from '#app/bridge/index.ts';
import { request } from '../host/current-host.ts';
import { store } from '../store/store.ts';
import type { Side } from '../store/view-slice.ts';

/** Returns a function that stops telling. */
export function rememberView(): () => void {
  return store.subscribe(({ study: { open }, view }, before) => {
    if (open === null || open !== before.study.open) return;
    const { tab, mapTab, side } = view;
    if (tab === before.view.tab && mapTab === before.view.mapTab && side === before.view.side) return;
    void request('study.viewed', { handle: open.handle, view: { tab, mapTab, side: keptSide(side) } });
  });
}

/** What was opened for a while gives way to the map. */
function keptSide(side: Side): StudyView['side'] {
  switch (side.kind) {
    case 'compare':
    case 'compare-study':
    case 'notes':
    case 'search':
      return { kind: 'map' };
    default:
      return side;
  }
}
