// The offline judge: how many of the reference's words and numbers stand in the answer. It understands neither.

import { PROMPT_BLOCKS } from '#core/methods/index.ts';
import { stem, tokens } from './words.ts';

export function judge(blocks: ReadonlyMap<string, string>): { readonly score: number; readonly reason: string } {
  const wanted = [...new Set(tokens(blocks.get(PROMPT_BLOCKS.reference) ?? '').map(stem))];
  const given = new Set(tokens(blocks.get(PROMPT_BLOCKS.answer) ?? '').map(stem));
  const found = wanted.filter((word) => given.has(word));
  const score = wanted.length === 0 ? 0 : Math.round((found.length / wanted.length) * 100) / 100;
  const reason = `By rule: ${String(found.length)} of the reference's ${String(wanted.length)} words stand in the answer.`;
  return { score, reason };
}
