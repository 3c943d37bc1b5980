// Token counts that the study already holds: every item knows its own. A what-if then counts next to nothing anew.

import { itemText } from '#core/map/index.ts';
import type { CountTokens, MapItem } from '#core/map/index.ts';
import type { Version } from '../state.ts';

export interface KnownLines {
  /** Takes over the counts that a version holds. */
  learn(version: Version): void;
  /** The counter, with the learnt counts of items' lines known beforehand. The same numbers as the counter's own. */
  counter(count: CountTokens): CountTokens;
}

export function createKnownLines(): KnownLines {
  const known = new Map<string, number>();
  const seen = new Set<MapItem>();
  /** One line has two counts: then the tokenizer was changed on the way, and old counts are no use. */
  let mixed = false;

  return {
    learn({ ghosts, map }) {
      if (mixed) return;
      for (const item of [...ghosts, ...map.items]) {
        if (seen.has(item)) continue;
        seen.add(item);
        const line = `${itemText(item)}\n`;
        if ((known.get(line) ?? item.tokens) !== item.tokens) mixed = true;
        known.set(line, item.tokens);
      }
    },
    counter(count) {
      const { pieces } = count;
      // Only where a piece's measure is its count; the estimate measures characters.
      if (mixed || pieces === undefined || pieces.measure('word\n') !== count('word\n')) return count;
      const measure = (piece: string): number => {
        const found = known.get(piece);
        if (found !== undefined) return found;
        const counted = pieces.measure(piece);
        known.set(piece, counted);
        return counted;
      };
      return Object.assign((text: string) => count(text), { pieces: { measure, total: pieces.total } });
    },
  };
}
