// Made-up but plausible material for benches: items of some 40 tokens, updates that add, rewrite and delete. The same each
// time, from a small generator of numbers.

import { SECTIONS, itemIdOf } from '#core/map/index.ts';
import type { ProposedEdit, Tag } from '#core/map/index.ts';
import { TAGS } from '#core/map/index.ts';
import type { PlayedStep } from '#core/study/insight/testing/index.ts';

const WORDS =
  'record field date user label count table section index value range unit total share weekly monthly region product ticket order claim clause article threshold rate formula format delimiter header footer chapter figure entity actor role relation summary category class'.split(
    ' ',
  );

export interface Chance {
  /** 0 … below. */
  below(limit: number): number;
}

/** Mulberry32: small, good enough for made-up words, the same everywhere. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
    },
  };
}

export function madeUpContent(random: Chance): string {
  const words = Array.from({ length: 20 + random.below(16) }, () => WORDS[random.below(WORDS.length)] ?? '');
  return `${words.join(' ')} = ${random.below(10_000)}; see offset ${random.below(1_000_000)}.`;
}

/** One update over a map that has had so many items per section. */
export function madeUpUpdate(
  random: Chance,
  itemsSoFar: number,
): { readonly tags: readonly Tag[]; readonly edits: readonly ProposedEdit[] } {
  const tags = Array.from({ length: 60 }, () => TAGS[random.below(TAGS.length)] ?? 'neutral');
  const section = () => SECTIONS[random.below(5)]?.id ?? 'cr';
  const edit = (given: Partial<ProposedEdit>): ProposedEdit => ({
    editId: '',
    kind: 'ADD',
    section: section(),
    itemId: null,
    content: madeUpContent(random),
    candidateId: null,
    refusal: null,
    raw: '{}',
    ...given,
  });
  const someId = () => itemIdOf(section(), 1 + random.below(Math.max(1, itemsSoFar)));
  const edits = [edit({}), edit({}), edit({ kind: 'REPLACE', itemId: someId() })];
  if (random.below(3) === 0) edits.push(edit({ kind: 'DELETE', itemId: someId(), content: null }));
  return { tags, edits };
}

/** A whole study's steps, one update per query. */
export function madeUpSteps(queries: number, seed = 1): readonly PlayedStep[] {
  const random = chance(seed);
  return Array.from({ length: queries }, (_, at) => ({ kind: 'update', ...madeUpUpdate(random, Math.ceil(at / 3)) }));
}
