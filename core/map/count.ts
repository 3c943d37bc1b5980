// Tokens of a map: of the exact rendered text, of each section's part of it, of each item's lines.

import type { ContextMap, CountTokens, MapItem } from './context-map.ts';
import { gapBetween, itemText, joinPieces, piecesOf } from './render.ts';
import type { Piece } from './render.ts';
import type { SectionId } from './sections.ts';

export interface MapTokens {
  /** The whole text: what the budget is about. */
  readonly total: number;
  /** Per written section, its heading and the line ends after it included. */
  readonly bySection: Readonly<Partial<Record<SectionId, number>>>;
}

/**
 * Counts a map's tokens.
 *
 * map    any map
 * count  the study's tokenizer
 * Returns the whole and the parts. With a tokenizer that can be counted piece by piece (tiktoken's) the parts add up to the
 *         whole; with the estimate each part is rounded up for itself.
 */
export function countMap(map: ContextMap, count: CountTokens): MapTokens {
  const pieces = piecesOf(map);
  const bySection: Partial<Record<SectionId, number>> = {};
  if (count.pieces === undefined) {
    for (const id of new Set(pieces.map((piece) => piece.section.id))) {
      bySection[id] = count(joinPieces(pieces.filter((piece) => piece.section.id === id)));
    }
    return { total: count(joinPieces(pieces)), bySection };
  }
  const { measure, total } = count.pieces;
  let whole = 0;
  const sums = new Map<SectionId, number>();
  for (const [at, piece] of pieces.entries()) {
    const measured = measure(pieceText(piece, pieces[at + 1]));
    whole += measured;
    sums.set(piece.section.id, (sums.get(piece.section.id) ?? 0) + measured);
  }
  for (const [id, sum] of sums) bySection[id] = total(sum);
  return { total: total(whole), bySection };
}

/** Tokens of an item's own lines, its id and the line end after it included. */
export function countItem(item: Pick<MapItem, 'id' | 'content'>, count: CountTokens): number {
  return count(`${itemText(item)}\n`);
}

/** Tokens of a map's whole text, without the parts. */
export function countTotal(map: ContextMap, count: CountTokens): number {
  const pieces = piecesOf(map);
  if (count.pieces === undefined) return count(joinPieces(pieces));
  const { measure, total } = count.pieces;
  return total(pieces.reduce((sum, piece, at) => sum + measure(pieceText(piece, pieces[at + 1])), 0));
}

function pieceText(piece: Piece, next: Piece | undefined): string {
  return piece.text + gapBetween(piece, next);
}

/**
 * Follows a map's tokens while items are taken out of it, without counting the rest again.
 *
 * map    the map to begin with
 * count  the study's tokenizer
 * Returns `tokens()`, exactly what countTotal gives for what is left, and `remove(itemId)`.
 */
export function shrinkingCount(
  map: ContextMap,
  count: CountTokens,
): { tokens(): number; remove(itemId: string): void } {
  if (count.pieces === undefined) {
    let left = map;
    return {
      tokens: () => countTotal(left, count),
      remove(itemId) {
        left = { ...left, items: left.items.filter((item) => item.id !== itemId) };
      },
    };
  }
  const { measure, total } = count.pieces;
  const links = linksOf(piecesOf(map));
  const keepsEmpty = (section: SectionId) => map.headers === 'all' && map.sections.includes(section);
  const byItem = new Map(links.map((link) => [link.piece.item?.id ?? link.piece.section.id, link]));
  const measureOf = (link: Link | null) => (link === null ? 0 : measure(pieceText(link.piece, link.next?.piece)));
  let sum = links.reduce((all, link) => all + measureOf(link), 0);

  const unlink = (link: Link) => {
    sum -= measureOf(link) + measureOf(link.previous);
    if (link.previous !== null) link.previous.next = link.next;
    if (link.next !== null) link.next.previous = link.previous;
    sum += measureOf(link.previous);
  };
  return {
    tokens: () => total(sum),
    remove(itemId) {
      const link = byItem.get(itemId);
      if (link === undefined) return;
      byItem.delete(itemId);
      unlink(link);
      const heading = link.previous;
      const emptied = heading?.piece.item === null && heading.next?.piece.section !== heading.piece.section;
      if (heading !== null && emptied && !keepsEmpty(heading.piece.section.id)) unlink(heading);
    },
  };
}

interface Link {
  readonly piece: Piece;
  previous: Link | null;
  next: Link | null;
}

function linksOf(pieces: readonly Piece[]): readonly Link[] {
  const links: Link[] = pieces.map((piece) => ({ piece, previous: null, next: null }));
  for (const [at, link] of links.entries()) {
    link.previous = links[at - 1] ?? null;
    link.next = links[at + 1] ?? null;
  }
  return links;
}
