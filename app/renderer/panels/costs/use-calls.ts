// Every call of the study, read from its events page by page: runs that were folded no longer hold theirs.

import { useEffect, useState } from 'react';
import { readEvents } from '../../actions/read-events.ts';
import { useStore } from '../../store/store.ts';
import { LOADING } from '../../store/study-slice.ts';
import type { Loaded } from '../../store/study-slice.ts';
import { callsIn } from './costs-view.ts';
import type { CountedCall } from './costs-view.ts';

interface Read {
  readonly handle: string;
  readonly seq: number;
  readonly calls: readonly CountedCall[];
  readonly fault: string | null;
}

/** Goes on from where it was when the study grows. */
export function useCalls(): Loaded<readonly CountedCall[]> {
  const handle = useStore((state) => state.study.open?.handle ?? null);
  const seq = useStore((state) => state.study.live?.seq ?? 0);
  const [read, setRead] = useState<Read | null>(null);
  const own = read !== null && read.handle === handle ? read : null;
  useEffect(() => {
    if (handle === null || (own !== null && (own.fault !== null || own.seq >= seq))) return;
    let gone = false;
    const after = own?.seq ?? 0;
    void readEvents(handle, after).then((page) => {
      if (gone) return;
      const before = own?.calls ?? [];
      if (!page.ok) setRead({ handle, seq: after, calls: before, fault: page.error.words });
      else {
        const last = page.value.at(-1)?.seq ?? seq;
        setRead({ handle, seq: last, calls: [...before, ...callsIn(page.value)], fault: null });
      }
    });
    return () => {
      gone = true;
    };
  }, [handle, seq, own]);
  if (own === null) return LOADING;
  if (own.fault !== null) return { kind: 'error', words: own.fault };
  return { kind: 'data', value: own.calls };
}
