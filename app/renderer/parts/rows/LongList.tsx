// A list of any length in a pane of its own: the rows that are seen are drawn, with a good many around them.

import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useRows } from './use-rows.ts';
import './long-list.css';

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly row: (item: T, index: number) => ReactNode;
  /** The height of most rows. */
  readonly estimate: number;
  readonly className?: string;
  readonly label?: string;
  readonly testId?: string;
  /** The row that is brought into view; below 0 for none. */
  readonly sought?: number;
}

/** So that a list of ordinary length stands whole. A number of ours. */
const OVERSCAN = 30;

export function LongList<T>({ items, keyOf, row, estimate, className = '', label, testId, sought = -1 }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { list, height, rows } = useRows({ count: items.length, scroller, estimate, overscan: OVERSCAN });
  useEffect(() => {
    if (sought >= 0) list.scrollToIndex(sought, 'nearest');
  }, [sought, list]);
  return (
    <div ref={scroller} className={`scroll long-list ${className}`} data-testid={testId}>
      <ol style={{ height }} aria-label={label}>
        {rows.map(({ index, top }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              // Rows move on where one is added before them; each is then measured in its new place.
              key={`${index} ${keyOf(item)}`}
              ref={list.measure}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${top}px)` }}
            >
              {row(item, index)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
