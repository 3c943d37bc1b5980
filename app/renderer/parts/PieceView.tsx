// Text of any length as a list of fixed pieces, read only as they come into view. A piece is a number of characters, not of
// lines, so that one line of thirty megabytes costs no more than many short ones.

import { useEffect, useRef, useState } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { charsOf } from '#core/study/index.ts';
import { useRows } from './use-rows.ts';
import { useStore } from '../store/store.ts';
import { readText } from './use-text.ts';
import { visible, withoutAnsi } from './visible-text.ts';
import './piece-view.css';

/** A number of ours: some fifty lines a piece, so that few are mounted and each lays out in well under a frame. */
const PIECE = 4_000;

export function PieceView({ text, label }: { readonly text: StoredText; readonly label: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const chars = charsOf(text);
  const list = useRows({ count: Math.ceil(chars / PIECE), scroller, estimate: 700, overscan: 1 });
  return (
    <div
      ref={scroller}
      className="scroll piece-view"
      tabIndex={0}
      role="region"
      aria-label={label}
      data-testid="piece-view"
    >
      <div style={{ height: list.getTotalSize() }} className="piece-sheet">
        {list.getVirtualItems().map((place) => (
          <div
            key={place.key}
            ref={list.measureElement}
            data-index={place.index}
            className="piece-place"
            style={{ transform: `translateY(${place.start}px)` }}
          >
            <Piece text={text} from={place.index * PIECE} to={Math.min(chars, (place.index + 1) * PIECE)} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Piece({ text, from, to }: { readonly text: StoredText; readonly from: number; readonly to: number }) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const [read, setRead] = useState<string | null>(typeof text === 'string' ? text.slice(from, to) : null);
  useEffect(() => {
    if (typeof text === 'string') return;
    let gone = false;
    void readText(handle, text, from, to).then((loaded) => {
      if (!gone) setRead(loaded.kind === 'data' ? loaded.value : loaded.kind === 'error' ? loaded.words : '');
    });
    return () => {
      gone = true;
    };
  }, [text, handle, from, to]);
  if (read === null) return <pre className="piece dim">Reading…</pre>;
  return <pre className="piece text">{visible(withoutAnsi(read))}</pre>;
}
