// A file of queries that was dropped on the window: the open dialog takes its text, once.

import { useEffect } from 'react';
import { setView, useStore } from '../store/store.ts';

export function useDroppedQueries(take: (text: string) => void): void {
  const dropped = useStore((state) => state.view.droppedQueries);
  useEffect(() => {
    if (dropped === null) return;
    setView({ droppedQueries: null });
    take(dropped);
  }, [dropped, take]);
}
