// Token counts that the study already holds: every item knows its own. A what-if then counts next to nothing anew.

import { itemText } from '#core/map/index.ts';
import type { CountTokens, MapItem } from '#core/map/index.ts';
import type { Version } from '../state.ts';

/** The counter, with the recorded counts of items' lines known beforehand. The same numbers as the counter's own. */
export function withKnownCounts(count: CountTokens, path: readonly Version[]): CountTokens {
  const { pieces } = count;
  // Only where a piece's measure is its count; the estimate measures characters.
  if (pieces === undefined || pieces.measure('word\n') !== count('word\n')) return count;
  const known = knownLines(path);
  if (known === null) return count;
  const measure = (piece: string): number => {
    const found = known.get(piece);
    if (found !== undefined) return found;
    const counted = pieces.measure(piece);
    known.set(piece, counted);
    return counted;
  };
  return Object.assign((text: string) => count(text), { pieces: { measure, total: pieces.total } });
}

/** Null when one line has two counts: then the tokenizer was changed on the way, and old counts are no use. */
function knownLines(path: readonly Version[]): Map<string, number> | null {
  const known = new Map<string, number>();
  const seen = new Set<MapItem>();
  for (const version of path) {
    for (const item of [...version.ghosts, ...version.map.items]) {
      if (seen.has(item)) continue;
      seen.add(item);
      const line = `${itemText(item)}\n`;
      if ((known.get(line) ?? item.tokens) !== item.tokens) return null;
      known.set(line, item.tokens);
    }
  }
  return known;
}
