// The tokenizers behind core's CountTokens port: tiktoken's encodings, and a plain estimate for models that have no known
// one. Special-token texts such as <|endoftext|> are counted as the text they are.

import { createRequire } from 'node:module';
import { Tiktoken } from 'tiktoken/lite';
import type { CountTokens, TokenizerName } from '#core/map/index.ts';
import { cutLongRuns } from './long-runs.ts';

/** Characters (UTF-16 units) to one token in the estimate: the usual rule of thumb for English. */
export const CHARS_PER_TOKEN = 4;

/** Short texts are counted again and again (an item's line in every version), so their counts are kept. Numbers of ours. */
const KEPT_TEXT_CHARS = 4_000;
const KEPT_CHARS_IN_ALL = 4_000_000;

/** The tokenizers that have ranks. */
export type Encoding = Exclude<TokenizerName, 'estimate'>;

/** Where an encoding's ranks lie; a worker loads the same files (count-large.ts). */
export const RANKS_FILE: Readonly<Record<Encoding, string>> = {
  o200k_base: 'tiktoken/encoders/o200k_base.json',
  cl100k_base: 'tiktoken/encoders/cl100k_base.json',
};

interface Ranks {
  readonly bpe_ranks: string;
  readonly special_tokens: Record<string, number>;
  readonly pat_str: string;
}

const counters = new Map<TokenizerName, CountTokens>();

/**
 * The counter of a tokenizer, shared. Its ranks are loaded by the first count: 0.1 s in one go on a fast machine, 0.5 s and
 * more on a slow one.
 *
 * name  o200k_base and cl100k_base are tiktoken's; estimate is a token per four characters, rounded up
 * Returns a function that takes any text. A map's text may be counted piece by piece (`pieces`): the encodings never merge
 *         across a line end that is followed by `[` or `#`, and the estimate depends on the length alone.
 */
export function tokenCounter(name: TokenizerName): CountTokens {
  const known = counters.get(name);
  if (known !== undefined) return known;
  const made = name === 'estimate' ? estimator() : tiktokenCounter(name);
  counters.set(name, made);
  return made;
}

function estimator(): CountTokens {
  const total = (chars: number) => Math.ceil(chars / CHARS_PER_TOKEN);
  return Object.assign((text: string) => total(text.length), {
    pieces: { measure: (piece: string) => piece.length, total },
  });
}

function tiktokenCounter(name: Encoding): CountTokens {
  let loaded: Tiktoken | null = null;
  const encoding = () => (loaded ??= load(name));
  const kept = new Map<string, number>();
  let keptChars = 0;
  const count = (text: string): number => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    let tokens = 0;
    for (const part of cutLongRuns(text)) tokens += encoding().encode_ordinary(part).length;
    if (text.length > KEPT_TEXT_CHARS) return tokens;
    if (keptChars > KEPT_CHARS_IN_ALL) {
      kept.clear();
      keptChars = 0;
    }
    kept.set(text, tokens);
    keptChars += text.length;
    return tokens;
  };
  return Object.assign(count, { pieces: { measure: count, total: (sum: number) => sum } });
}

function load(name: Encoding): Tiktoken {
  const ranks = loadRanks(name);
  return new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
}

/** By require, because an ES import of JSON needs a syntax that not every host of the built code reads. */
function loadRanks(name: Encoding): Ranks {
  return createRequire(import.meta.url)(RANKS_FILE[name]) as Ranks;
}
