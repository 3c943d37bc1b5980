// The exact text of a map: what is shown, counted and sent is this one text (DESIGN rule 2).
//
//   ## CONTEXT ROADMAP
//   (meaning)
//   [cr-00001] first line of an item
//     its further lines, two spaces in
//
//   ## CONTEXT UNDERSTANDING
//   …

import type { ContextMap, MapItem } from './context-map.ts';
import { readItemId } from './item-id.ts';
import { SECTIONS } from './sections.ts';
import type { Section } from './sections.ts';

/** Two spaces in front of an item's further lines, so that no line of an item can look like another item or a heading. */
export const CONTINUATION = '  ';

/** A piece of the text that begins with `[` or `#`: a section's heading with its meaning, or an item. */
export interface Piece {
  readonly section: Section;
  readonly item: MapItem | null;
  /** Without the line ends after it; those depend on what follows. */
  readonly text: string;
}

/** What stands between two pieces: the next one of the same section follows on its own line, a heading after a blank one. */
export function gapBetween(piece: Piece, next: Piece | undefined): '' | '\n' | '\n\n' {
  if (next === undefined) return '';
  return next.section === piece.section ? '\n' : '\n\n';
}

export function itemText(item: Pick<MapItem, 'id' | 'content'>): string {
  return `[${item.id}] ${continued(item.content)}`;
}

/** An item that has no id yet, as parseMap reads it. Where its text begins like an id, one more hyphen keeps it from being one. */
export function newItemText(content: string): string {
  const looksLikeId = content.startsWith('[') && readItemId(content) !== null;
  return `- ${looksLikeId ? '- ' : ''}${continued(content)}`;
}

function continued(content: string): string {
  return content.replace(/\n(?=[^\n])/g, `\n${CONTINUATION}`);
}

/** The pieces of a map's text in order. */
export function piecesOf(map: ContextMap): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const section of SECTIONS) {
    const items = map.items.filter((item) => item.section === section.id);
    // A section that was switched off still shows what it holds: nothing vanishes.
    if (items.length === 0 && (map.headers === 'used' || !map.sections.includes(section.id))) continue;
    pieces.push({ section, item: null, text: `${section.heading}\n${section.meaning}` });
    for (const item of items) pieces.push({ section, item, text: itemText(item) });
  }
  return pieces;
}

export function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map((piece, at) => piece.text + gapBetween(piece, pieces[at + 1])).join('');
}

/**
 * The text of a map as it is put into the prompt.
 *
 * map  any map
 * Returns headings with their meanings and one entry per item; no line end after the last. A blank slate without items is
 *         the empty text.
 * Source  PEEK, appendix "Initial Context Map" and the example figure.
 */
export function renderMap(map: ContextMap): string {
  return joinPieces(piecesOf(map));
}
