// The everyday scorer: an answer against a ground truth, 0 to 1. It follows OOLONG's measure (0.75^distance for whole
// numbers, match otherwise) but finds the answer the way a person would, where the published scorer stumbles over a comma, a full stop or a
// sentence around it. What it reads more kindly is listed in docs/scoring.md; oolong-official.ts is the unkind one.

import { readLenientDate } from './python-literals.ts';

/** Base of the penalty per unit of distance (OOLONG; the paper's evaluation section quotes it). */
const DISTANCE_BASE = 0.75;

/**
 * How right an answer is, from 0 to 1.
 *
 * answer  the agent's final answer, any text
 * truth   the ground truth: a number, a date, a word or phrase, or a list with commas
 * Numbers score 0.75^distance when whole, else 1 within rounding of the truth's own precision; lists the share of items
 * found with none invented; everything else 1 when it is the same text but for case, quotes and punctuation around it.
 * Errors  none; an unreadable answer scores 0.
 */
export function scoreAnswer(answer: string, truth: string): number {
  const wanted = strip(truth);
  const given = strip(unwrap(answer));
  if (wanted === '' || given === '') return wanted === given ? 1 : 0;
  if (fold(given) === fold(wanted)) return 1;
  const goal = readNumber(wanted);
  if (goal !== null) return scoreNumber(given, goal, wanted);
  const date = readLenientDate(wanted);
  if (date !== null) return datesIn(given).at(-1) === date ? 1 : 0;
  const phrase = comparison(wanted);
  if (phrase !== null) return comparison(given) === phrase ? 1 : 0;
  if (/[,;]/.test(wanted)) return scoreList(given, wanted);
  return endsWithTruth(given, wanted) ? 1 : 0;
}

/** Takes away what agents and data sets put around an answer: FINAL(), \boxed{}, "Answer:", stars. */
function unwrap(answer: string): string {
  const whole = answer.trim();
  const wrapped =
    /^FINAL\(([\s\S]*)\)$/.exec(whole)?.[1] ?? /\\boxed\{(?:\\text\{)?([^}]*)\}/.exec(whole)?.[1] ?? whole;
  const labelled = Array.from(
    wrapped.matchAll(/^[\s*#>]*(?:final answer|answer|label|user|date|result)\b[^:\n]{0,20}:\**\s*([^\n]+)/gim),
  );
  return labelled.at(-1)?.[1] ?? wrapped;
}

function strip(text: string): string {
  return text
    .replace(/[*`[\]]/g, '')
    .trim()
    .replace(/^["'“”‘’(]+|["'“”‘’).,;:!?]+$/gu, '')
    .trim();
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
}

/** A number that is the whole text: sign, digits with grouping commas, decimals, a percent sign. */
function readNumber(text: string): number | null {
  const plain = text.replace(/^≈|^about |^~/iu, '').trim();
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?%?$/.test(plain)) return null;
  return Number(plain.replace(/[,%\s]/g, ''));
}

function numbersIn(text: string): readonly number[] {
  const found = text.match(/(?<![\w.])[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w]|\.\d)/g) ?? [];
  return found.map((each) => Number(each.replaceAll(',', '')));
}

/** The number an answer means: all of it, else its only number, else the last one (the first may be part of the working). */
function scoreNumber(given: string, goal: number, wanted: string): number {
  const value = readNumber(given) ?? numbersIn(given).at(-1);
  if (value === undefined) return 0;
  const decimals = /\.(\d+)/.exec(wanted)?.[1]?.length ?? 0;
  const distance = Math.abs(goal - value);
  if (decimals > 0) return distance <= 0.5 / 10 ** decimals + Number.EPSILON * Math.abs(goal) ? 1 : 0;
  return DISTANCE_BASE ** distance;
}

function datesIn(text: string): readonly string[] {
  const found =
    text.match(
      /\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)? [a-z]{3,9}\.? \d{4}/gi,
    ) ?? [];
  return found.map(readLenientDate).filter((each) => each !== null);
}

function comparison(text: string): 'more' | 'less' | 'same' | null {
  const found = /\b(more|less) (?:common|frequent)|\b(same) frequency|\b(equally) (?:common|frequent)/i.exec(text);
  if (found === null) return null;
  if (found[2] !== undefined || found[3] !== undefined) return 'same';
  return found[1]?.toLowerCase() === 'more' ? 'more' : 'less';
}

function scoreList(given: string, wanted: string): number {
  const items = (text: string): readonly string[] =>
    [...new Set(text.split(/[,;\n]|\band\b/).map((each) => fold(strip(each))))].filter((each) => each !== '');
  const goal = items(wanted);
  const have = items(given.includes(':') && !wanted.includes(':') ? given.slice(given.indexOf(':') + 1) : given);
  const found = goal.filter((each) => have.includes(each)).length;
  return found / Math.max(goal.length, have.length);
}

/** "The most common label is ham." answers "ham"; "ham or spam" answers neither. */
function endsWithTruth(given: string, wanted: string): boolean {
  const sentence = fold(given);
  const goal = fold(wanted);
  return (
    sentence.endsWith(goal) &&
    /(?:\bis|\bare|\bwas|\bwere|:|=|→) *(?:the |a |an )?["'“‘]?$/u.test(sentence.slice(0, -goal.length))
  );
}
