// The offline sub-model: labels numbered texts by plain cue words, or picks the sentence of a text that shares most words
// with the question. It reads nothing in the way a language model does and says so when it guesses.

import { tokens } from './words.ts';

export function replyAsSub(prompt: string): string {
  const labels = readLabels(prompt);
  const texts = numberedTexts(prompt);
  // Whoever names a thing does not prefer it yet; in other tasks a label's own name in the text is the best cue there is.
  const preference = /\bprefer/i.test(prompt.split('\n1', 1)[0] ?? '');
  if (labels !== null && texts.length > 0) {
    return texts.map(({ number, text }) => `${number}. ${labelOf(text, labels, preference)}`).join('\n');
  }
  return extract(prompt);
}

function readLabels(prompt: string): readonly string[] | null {
  const line =
    /^(?:labels|categories|classes)\s*:\s*(.+)$/im.exec(prompt)?.[1] ??
    /\bas one of\s*:?\s*([^.\n]+)/i.exec(prompt)?.[1];
  if (line === undefined) return null;
  const labels = line.split(/\s*[|,/]\s*|\s+or\s+/).map((label) => label.trim().replace(/^["']|["']$/g, ''));
  return labels.length < 2 ? null : labels.filter((label) => label !== '');
}

function numberedTexts(prompt: string): readonly { readonly number: number; readonly text: string }[] {
  return Array.from(prompt.matchAll(/^\s*(\d+)[.):] (.+)$/gm), (match) => ({
    number: Number(match[1]),
    text: match[2] ?? '',
  }));
}

const UNSURE = /^(?:unclear|unknown|none|neither|other|\?)$/i;

function labelOf(text: string, labels: readonly string[], preference: boolean): string {
  const real = labels.filter((label) => !UNSURE.test(label));
  const unsure = labels.find((label) => UNSURE.test(label)) ?? 'unclear';
  const scores = real.map((label) => ({ label, score: cueScore(text, label, real) }));
  const [best, second] = scores.toSorted((one, other) => other.score - one.score);
  if (best !== undefined && best.score > 0 && best.score > (second?.score ?? 0)) return best.label;
  if (preference) return unsure;
  const named = real.filter((label) => text.toLowerCase().includes(label.toLowerCase()));
  return named.length === 1 ? (named[0] ?? unsure) : unsure;
}

const WANTS = String.raw`(?:prefers?|likes?|loves?|keep|miss(?:es)?|bring|wants?|favou?rs?)`;
const BETTER = String.raw`(?:is|was|are|were)\s+(?:(?:far|much|a lot|so|way)\s+)*(?:better|quicker|faster|nicer|easier|great|best)`;
const WORSE = String.raw`(?:is|was|are|were)\s+(?:(?:far|much|a lot|so|way)\s+)*(?:worse|slower|broken|harder|terrible|worst)`;

/** How much a text speaks for a label: wishes and praise for it, less blame and wishes denied. */
function cueScore(text: string, label: string, labels: readonly string[]): number {
  const name = namePattern(label, labels);
  const count = (pattern: string): number => text.match(new RegExp(pattern, 'gi'))?.length ?? 0;
  const wanted = count(String.raw`\b${WANTS}\s+(?:back\s+)?(?:the\s+)?${name}`);
  const denied = count(String.raw`\b(?:nobody|no one|never|not)\b[^.,;!?]*\b${WANTS}\s+(?:the\s+)?${name}`);
  const praised = count(String.raw`\b${name}\s+${BETTER}`);
  const blamed = count(String.raw`\b${name}\s+${WORSE}`);
  return wanted + praised - blamed - 2 * denied;
}

/** "new export" beside "old export" also matches "the new one": the word that tells them apart is what counts. */
function namePattern(label: string, labels: readonly string[]): string {
  const words = tokens(label);
  const shared = words.filter((word) => labels.every((each) => tokens(each).includes(word)));
  const own = words.filter((word) => !shared.includes(word));
  const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (own.length === 0 || shared.length === 0) return escape(label);
  return `${own.map(escape).join(String.raw`\s+`)}\\s+(?:${shared.map(escape).join('|')}|one)`;
}

const SHORT = 300;

function extract(prompt: string): string {
  const sentences = prompt
    .split(/(?<=[.!?])\s+|\n+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const [question = '', ...rest] = sentences;
  const asked = new Set(tokens(question).filter((word) => word.length > 3));
  let best = { sentence: '', score: 0 };
  for (const sentence of rest) {
    const score = new Set(tokens(sentence).filter((word) => asked.has(word))).size;
    if (score > best.score) best = { sentence, score };
  }
  const found = best.score > 0 ? best.sentence.slice(0, SHORT) : 'nothing in the text shares a word with the question';
  return `Rule-based guess (no language model): ${found}`;
}
