// The published OOLONG scorer, reproduced with its sharp edges so that scores can be set beside published ones. What it
// does is told in words in docs/scoring.md; where we could not follow it (dates with a missing part) the score is 0 and flagged.

import { readLenientDate, readPythonInt, readPythonList } from './python-literals.ts';

export type Confidence = 'low' | 'med' | 'high' | 'vhigh';

export interface OfficialScore {
  readonly score: number;
  /** What was taken from the output. */
  readonly parsed: string;
  /** How sure the scorer was that it found the answer. */
  readonly confidence: Confidence;
  /** Set where the published scorer would have thrown or answered differently from day to day. */
  readonly flag: 'throws' | 'unreadable-gold' | null;
}

const PHRASES = ['more common', 'less common', 'same frequency'];
/** What the scorer accepts as a whole comparison answer; the phrases above are what it looks for in longer ones. */
const COMPARISONS = [...PHRASES, 'more common than', 'less common than', 'same frequency as', 'the same frequency'];

/** OOLONG and its scorer call an answer short below this many code points. */
const SHORT = 20;

/**
 * The score of one output of OOLONG's synthetic split.
 *
 * output      the model's whole output; agent wrappers such as FINAL() already removed
 * gold        the data set's answer field, a Python list literal or a datetime
 * answerType  e.g. ANSWER_TYPE.NUMERIC
 * Source  published scorer as described in docs/scoring.md.
 */
export function scoreOolongOfficial(output: string, gold: string, answerType: string): OfficialScore {
  const found = parse(output);
  if (found === null) return { score: 0, parsed: '', confidence: 'low', flag: 'throws' };
  const wanted = readGold(gold);
  if (wanted === null) return { score: 0, ...found, flag: 'unreadable-gold' };
  const { parsed, confidence } = found;
  if (parsed === wanted && !isDate(gold)) return { score: 1, parsed, confidence, flag: null };
  if (COMPARISONS.includes(parsed)) return { score: wanted.includes(parsed) ? 1 : 0, parsed, confidence, flag: null };
  if (answerType.endsWith('NUMERIC')) return scoreNumber(parsed, wanted, confidence);
  if (answerType.endsWith('DATE')) return scoreDate(parsed, wanted, confidence);
  return { score: 0, parsed, confidence, flag: null };
}

function parse(output: string): { parsed: string; confidence: Confidence } | null {
  if (!output.includes(':')) {
    if (Array.from(output).length < SHORT) return { parsed: output, confidence: 'low' };
    const word = output.trim().split(/\s+/u).at(-1) ?? '';
    return word === '' ? null : { parsed: word, confidence: 'low' };
  }
  const parsed = output
    .slice(output.lastIndexOf(':') + 1)
    .trim()
    .replace(/[*[\]]/g, '');
  if (Array.from(parsed).length < SHORT) return { parsed, confidence: 'vhigh' };
  const phrase = PHRASES.find((each) => parsed.includes(each));
  const named = ['User:', 'Answer:', 'Date:', 'Label'].some((each) => output.includes(each));
  return { parsed: phrase ?? parsed, confidence: named ? 'high' : 'med' };
}

function isDate(gold: string): boolean {
  return gold.includes('datetime');
}

function readGold(gold: string): string | null {
  if (isDate(gold)) {
    const numbers = /\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(gold);
    if (numbers === null) return null;
    return readLenientDate([numbers[1], numbers[2], numbers[3]].join('-'));
  }
  return readPythonList(gold)?.[0] ?? null;
}

function scoreNumber(parsed: string, wanted: string, confidence: Confidence): OfficialScore {
  const value = readPythonInt(parsed);
  const goal = readPythonInt(wanted);
  if (value === null || goal === null) return { score: 0, parsed, confidence: 'low', flag: null };
  return { score: 0.75 ** Math.abs(goal - value), parsed: String(value), confidence, flag: null };
}

function scoreDate(parsed: string, wanted: string, confidence: Confidence): OfficialScore {
  const date = readLenientDate(parsed);
  if (date === null) return { score: 0, parsed, confidence: 'low', flag: null };
  return { score: date === wanted ? 1 : 0, parsed: `${date} 00:00:00`, confidence, flag: null };
}

/**
 * The score of one output of OOLONG's second split (game transcripts): the answer stands in \boxed{}; whole numbers
 * 0.75^distance, text equal but for case, lists the share of gold items found.
 */
export function scoreOolongBoxed(
  output: string,
  gold: string,
): { readonly score: number; readonly parsed: string | number | readonly string[] } {
  const boxed = /\\boxed\{(?:\\text\{([^}]*)\}|([^}]*))\}/.exec(output);
  const text = (boxed?.[1] ?? boxed?.[2] ?? output).trim();
  const goal = readPythonInt(gold);
  if (goal !== null) {
    const value = boxed === null ? null : readPythonInt(text);
    return value === null ? { score: 0, parsed: text } : { score: 0.75 ** Math.abs(goal - value), parsed: value };
  }
  if (gold.includes(',')) {
    if (!text.includes(',')) return { score: 0, parsed: text };
    const given = text.split(',').map((each) => each.trim());
    const wanted = gold.split(',').map((each) => each.trim());
    return { score: wanted.filter((each) => given.includes(each)).length / wanted.length, parsed: given };
  }
  return { score: text.toLowerCase() === gold.trim().toLowerCase() ? 1 : 0, parsed: text };
}
