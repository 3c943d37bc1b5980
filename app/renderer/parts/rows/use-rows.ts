// A RowList in React: it draws anew when the rows that can be seen change, and remembers its place by name.

import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { keepPlace, keptPlace } from './kept-places.ts';
import { createRowList } from './row-list.ts';
import type { PlacedRow, RowList } from './row-list.ts';

interface Options {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly estimate: number;
  readonly gap?: number;
  readonly padding?: { readonly start: number; readonly end: number };
  readonly overscan?: number;
  /** The name under which the place is kept while the list is not there. */
  readonly placeKey?: string;
}

interface Rows {
  readonly list: RowList;
  readonly height: number;
  readonly rows: readonly PlacedRow[];
}

export function useRows({
  count,
  scroller,
  estimate,
  gap = 0,
  padding = { start: 0, end: 0 },
  overscan = 6,
  placeKey,
}: Options): Rows {
  const [list] = useState(() => createRowList(estimate, gap));
  useSyncExternalStore(list.subscribe, list.version);
  const rows = list.rows({ count, overscan, start: padding.start, end: padding.end });
  const height = list.height();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const detach = list.attach(element);
    const kept = placeKey === undefined ? undefined : keptPlace(placeKey);
    if (kept !== undefined) list.restore(kept);
    return () => {
      if (placeKey !== undefined) keepPlace(placeKey, list.place());
      detach();
    };
  }, [list, scroller, placeKey]);
  return { list, height, rows };
}
