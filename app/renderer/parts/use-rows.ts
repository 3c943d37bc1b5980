// A list of which only what can be seen is mounted.

import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

interface Options {
  readonly count: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly estimate: number;
  readonly keyOf?: (index: number) => string | number;
  readonly gap?: number;
  readonly padding?: { readonly start: number; readonly end: number };
  readonly overscan?: number;
}

export function useRows({ count, scroller, estimate, keyOf, gap = 0, padding, overscan = 6 }: Options) {
  // eslint-disable-next-line react-hooks/incompatible-library -- the list keeps its own state; nothing memoised is built on it
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    gap,
    paddingStart: padding?.start ?? 0,
    paddingEnd: padding?.end ?? 0,
    overscan,
  });
}
