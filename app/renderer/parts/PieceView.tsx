// Text of any length as a list of pieces, read only as they come into view. A piece is a number of characters, not of lines,
// so that one line of thirty megabytes costs no more than many short ones.

import { useEffect, useRef, useState } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { charsOf, withoutAnsi } from '#core/study/index.ts';
import { AFTER, BEFORE, cutAt, PIECE } from './piece-cut.ts';
import { useRows } from './rows/use-rows.ts';
import { useStore } from '../store/store.ts';
import { readText } from './use-text.ts';
import { RunningText } from './RunningText.tsx';
import './piece-view.css';

/** What is marked in the text: places of equal length, and which of them is looked at. */
export interface FoundInText {
  readonly places: readonly number[];
  readonly chars: number;
  readonly at: number;
}

interface Props {
  readonly text: StoredText;
  readonly label: string;
  /** Colour codes are written out too. */
  readonly raw?: boolean;
  readonly found?: FoundInText | null;
  readonly placeKey?: string;
}

const HEIGHT = 700;

export function PieceView({ text, label, raw = false, found = null, placeKey }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const chars = charsOf(text);
  const { list, height, rows } = useRows({
    count: Math.ceil(chars / PIECE),
    scroller,
    estimate: HEIGHT,
    overscan: 1,
    ...(placeKey === undefined ? {} : { placeKey }),
  });
  const sought = found?.places[found.at] ?? null;
  useEffect(() => {
    if (sought !== null) list.scrollToIndex(Math.floor(sought / PIECE), 'nearest');
  }, [sought, list]);
  return (
    <div
      ref={scroller}
      className="scroll piece-view"
      tabIndex={0}
      role="region"
      aria-label={label}
      data-testid="piece-view"
    >
      <div style={{ height }} className="piece-sheet">
        {rows.map(({ index, top }) => (
          <div
            key={index}
            ref={list.measure}
            data-index={index}
            className="piece-place"
            style={{ transform: `translateY(${top}px)` }}
          >
            <Piece text={text} index={index} raw={raw} found={found} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface PieceProps {
  readonly text: StoredText;
  readonly index: number;
  readonly raw: boolean;
  readonly found: FoundInText | null;
}

function Piece({ text, index, raw, found }: PieceProps) {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const chars = charsOf(text);
  const wanted = index * PIECE;
  const from = Math.max(0, wanted - BEFORE);
  const to = Math.min(chars, wanted + PIECE + AFTER);
  const inline = typeof text === 'string' ? text.slice(from, to) : null;
  const [read, setRead] = useState<{ readonly text: StoredText; readonly words: string } | null>(null);
  useEffect(() => {
    if (typeof text === 'string') return;
    let gone = false;
    void readText(handle, text, from, to).then((loaded) => {
      if (gone) return;
      setRead({ text, words: loaded.kind === 'data' ? loaded.value : loaded.kind === 'error' ? loaded.words : '' });
    });
    return () => {
      gone = true;
    };
  }, [text, handle, from, to]);
  const around = inline ?? (read?.text === text ? read.words : null);
  if (around === null) return <pre className="piece dim waiting late">Reading…</pre>;
  const begin = wanted === 0 ? 0 : cutAt(around.slice(0, BEFORE + AFTER), wanted - from);
  const next = wanted + PIECE - from;
  const end = next >= around.length ? around.length : next - BEFORE + cutAt(around.slice(next - BEFORE), BEFORE);
  return (
    <pre className="piece text">
      <Marked text={around.slice(begin, end)} from={from + begin} raw={raw} found={found} />
    </pre>
  );
}

function Marked({ text, from, raw, found }: Omit<PieceProps, 'text' | 'index'> & { text: string; from: number }) {
  // A piece at a time, so that this costs the same however long the whole is.
  const readable = (part: string, key: string) => <RunningText key={key} text={raw ? part : withoutAnsi(part)} />;
  if (found === null) return readable(text, 'all');
  const { places, chars, at } = found;
  const parts: React.ReactNode[] = [];
  let done = 0;
  for (let next = firstAfter(places, from - chars); next < places.length; next++) {
    const begin = Math.max(0, (places[next] ?? 0) - from);
    const end = Math.min(text.length, (places[next] ?? 0) - from + chars);
    if (begin >= text.length) break;
    if (end <= begin) continue;
    parts.push(readable(text.slice(done, begin), `before ${next}`));
    parts.push(
      <mark key={next} ref={next === at ? intoView : undefined} className={next === at ? 'current' : undefined}>
        {readable(text.slice(begin, end), 'found')}
      </mark>,
    );
    done = end;
  }
  return [...parts, readable(text.slice(done), 'rest')];
}

/** As the mark is mounted, or becomes the one looked at. */
function intoView(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'center' });
}

function firstAfter(places: readonly number[], place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
