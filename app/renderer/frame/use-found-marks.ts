// Marks the words that were looked for wherever they are drawn in the middle pane: rows that come into view later too. The
// page itself is not changed; the browser paints over the text.

import { useEffect } from 'react';
import { useStore } from '../store/store.ts';

const NAME = 'found';
/** More marks than a pane can show. A number of ours. */
const MOST = 500;

export function useFoundMarks(): void {
  const words = useStore((state) => (state.view.side.kind === 'search' ? state.view.found : null));
  useEffect(() => {
    if (words === null || words === '' || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      const pane = document.querySelector('.main-pane');
      if (pane !== null) CSS.highlights.set(NAME, new Highlight(...rangesOf(pane, words.toLowerCase())));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(later);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    later();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [words]);
}

/** Text that is coloured word by word stands in many nodes, so a block's nodes are read as one text. */
function rangesOf(pane: Element, words: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT);
  let block: Element | null = null;
  let nodes: Text[] = [];
  const close = () => {
    const text = nodes
      .map((node) => node.data)
      .join('')
      .toLowerCase();
    for (let at = text.indexOf(words); at >= 0 && ranges.length < MOST; at = text.indexOf(words, at + words.length)) {
      const range = document.createRange();
      const [begin, end] = [placeOf(nodes, at), placeOf(nodes, at + words.length)];
      if (begin === null || end === null) continue;
      range.setStart(begin.node, begin.at);
      range.setEnd(end.node, end.at);
      ranges.push(range);
    }
    nodes = [];
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const here: Element | null =
      node.parentElement?.closest('pre, p, li, td, h1, h2, h3, .prose') ?? node.parentElement;
    if (here !== block) {
      close();
      block = here;
    }
    nodes.push(node);
  }
  close();
  return ranges;
}

function placeOf(nodes: readonly Text[], place: number): { readonly node: Text; readonly at: number } | null {
  let left = place;
  for (const node of nodes) {
    if (left <= node.length) return { node, at: left };
    left -= node.length;
  }
  return null;
}
