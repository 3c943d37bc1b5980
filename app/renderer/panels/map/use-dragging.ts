// Dragging an item of the map: which one is held, and before which one it would stand.

import { useState } from 'react';
import type { DragEvent } from 'react';
import type { SectionId } from '#core/map/index.ts';
import { moveItemTo } from '../../actions/ordering.ts';
import type { Place } from '../../actions/ordering.ts';

const KIND = 'application/x-peek-item';

export interface Dragging {
  readonly held: string | null;
  readonly over: Place | null;
  /** For the handle. */
  handle(itemId: string): { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  /** For a place that an item can be dropped before; null is the end of a section. */
  target(
    section: SectionId,
    beforeItemId: string | null,
  ): { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

export function useDragging(): Dragging {
  const [held, setHeld] = useState<string | null>(null);
  const [over, setOver] = useState<Place | null>(null);
  const clear = () => {
    setHeld(null);
    setOver(null);
  };
  return {
    held,
    over,
    handle: (itemId) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.setData(KIND, itemId);
        event.dataTransfer.effectAllowed = 'move';
        setHeld(itemId);
      },
      onDragEnd: clear,
    }),
    target: (section, beforeItemId) => ({
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(KIND)) return;
        event.preventDefault();
        event.stopPropagation();
        if (over?.section !== section || over.beforeItemId !== beforeItemId) setOver({ section, beforeItemId });
      },
      onDrop: (event) => {
        const itemId = event.dataTransfer.getData(KIND);
        if (itemId === '') return;
        event.preventDefault();
        event.stopPropagation();
        clear();
        void moveItemTo(itemId, { section, beforeItemId });
      },
    }),
  };
}
