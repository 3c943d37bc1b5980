// What the offline Distiller says: a diagnosis put together from what happened, and why a candidate is worth keeping.

import type { Fact } from './facts.ts';
import type { MapNote } from './knowledge.ts';
import { capital, choose, countOf, listOf } from './phrases.ts';
import { ORIENTATION, type Step, type StepKind } from './trajectory.ts';
import type { Verdict } from './verdicts.ts';

const KIND_WORDS: Readonly<Record<StepKind, string>> = {
  look: 'size and first lines',
  shapes: 'what the lines have in common',
  describe: 'fields and their values',
  rough: 'a quick substring count',
  error: 'a block that failed',
  misplaced: 'a record that was not where the map said',
  answer: 'the computation',
  words: 'the answer',
};

export function sayDiagnosis(
  query: string,
  steps: readonly Step[],
  notes: readonly MapNote[],
  verdicts: readonly Verdict[],
  candidates: readonly Fact[],
): string {
  if (steps.length === 0)
    return 'The trajectory holds no iteration that the rules can read; nothing is concluded from it.';
  const parts = [
    sayEffort(query, steps, notes, verdicts),
    ...saySlips(query, steps, verdicts),
    sayAnswer(query, steps),
    sayKept(query, candidates, notes),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function sayEffort(
  query: string,
  steps: readonly Step[],
  notes: readonly MapNote[],
  verdicts: readonly Verdict[],
): string {
  const orientation = steps.filter((step) => ORIENTATION.includes(step.kind));
  const what = listOf([...new Set(orientation.map((step) => KIND_WORDS[step.kind]))]);
  const total = countOf(steps.length, 'iteration');
  const helpful = verdicts.filter((verdict) => verdict.tag === 'helpful').map((verdict) => verdict.itemId);
  if (orientation.length === 0) {
    const source = helpful.length === 0 ? 'earlier notes' : listOf(helpful.slice(0, 5));
    return choose(`${query}effort`, [
      `${capital(total)}, none of them orientation: the structure was known from ${source}.`,
      `The run went straight to the question (${total}); ${source} told it what it needed to know of the text.`,
      `Nothing had to be found out about the text, ${source} had it. ${capital(total)} in all.`,
    ]);
  }
  if (notes.length === 0) {
    return choose(`${query}effort`, [
      `${capital(total)}, ${orientation.length} of them orientation (${what}). The map was empty, so all of it had to be found out; none of it is particular to this question.`,
      `With an empty map the agent spent ${orientation.length} of ${total} on orientation (${what}) before it could work on the question.`,
    ]);
  }
  return choose(`${query}effort`, [
    `${capital(total)}, ${orientation.length} of them orientation (${what}) that the map no longer or not yet saved it.`,
    `${orientation.length} of ${total} went to ${what}, because the map does not hold it.`,
  ]);
}

function saySlips(query: string, steps: readonly Step[], verdicts: readonly Verdict[]): readonly string[] {
  const slips: string[] = [];
  const quick = steps.find((step) => step.kind === 'rough')?.report.substring;
  const answer = answerOf(steps);
  if (quick !== null && quick !== undefined) {
    slips.push(
      choose(`${query}slip`, [
        `A substring count of "${quick.word}" (${quick.count}) was tried first and rightly not taken for the answer.`,
        `One iteration went to a substring count of "${quick.word}" (${quick.count}), which counts more than whole words.`,
      ]),
    );
  }
  const failed = steps.find((step) => step.kind === 'error')?.report.error;
  if (failed !== null && failed !== undefined) {
    slips.push(
      `A block failed with ${failed.type} (${failed.message.replace(/ \(line \d+ of the block\)$/, '').slice(0, 80)}) and was mended in the next iteration.`,
    );
  }
  for (const { why } of verdicts) if (why !== '') slips.push(`${capital(why)}.`);
  if (answer === null) slips.push('The run ended without a computed answer.');
  return slips;
}

function sayAnswer(query: string, steps: readonly Step[]): string {
  const working = steps.flatMap((step) => step.report.workings).at(-1);
  if (working === undefined) return '';
  return choose(`${query}answer`, [
    `The question itself took one computation (${working}).`,
    `Particular to this question is only the last computation: ${working}.`,
    `The specific part was short: ${working}.`,
  ]);
}

function sayKept(query: string, candidates: readonly Fact[], notes: readonly MapNote[]): string {
  if (candidates.length === 0) {
    return choose(`${query}kept`, [
      'Nothing was learnt about the text that the map does not hold already.',
      'The run added no understanding that another question could use.',
    ]);
  }
  const what = listOf([...new Set(candidates.map(subjectOf))].slice(0, 5));
  return notes.length === 0
    ? `Worth carrying over to any other question: ${what}.`
    : `New for the map, or now exact: ${what}.`;
}

function subjectOf(fact: Fact): string {
  switch (fact.kind) {
    case 'layout':
      return 'how the text is cut into records';
    case 'fields':
    case 'roles':
      return 'the fields and what kind they are';
    case 'sign':
      return 'the separator';
    case 'values':
      return `the values of ${fact.field}`;
    case 'number':
      return `the range of ${fact.field}`;
    case 'dates':
      return 'the period and order';
    case 'ids':
      return 'how record numbers run';
    case 'words':
      return 'what the texts are about';
    case 'title':
    case 'note':
      return 'what the header states';
    case 'substring':
    case 'mention':
      return `how often "${fact.word}" occurs`;
    case 'failure':
      return `where reading ${fact.field} fails`;
    case 'cross':
      return `${fact.of} by ${fact.by}`;
    case 'group':
      return `${fact.measure} ${fact.field} by ${fact.by}`;
    case 'preference':
      return `the labels for "${fact.one}" and "${fact.other}"`;
  }
}

export function sayTransferability(fact: Fact): string {
  switch (fact.kind) {
    case 'layout':
    case 'fields':
    case 'sign':
      return 'any question that needs the records parsed';
    case 'roles':
    case 'values':
      return 'any question that filters, counts or ranks by a field';
    case 'number':
    case 'failure':
      return `any question about ${fact.field}`;
    case 'dates':
      return 'any question about a period, the newest or the oldest record';
    case 'ids':
      return 'any question about a single record';
    case 'words':
      return 'any question about what the texts say';
    case 'title':
    case 'note':
      return 'any question that depends on what the text says about itself';
    case 'substring':
    case 'mention':
      return `questions about texts that mention "${fact.word}"`;
    case 'cross':
      return `any question that combines ${fact.of} with ${fact.by}`;
    case 'group':
      return `questions that compare ${fact.by} by ${fact.field}`;
    case 'preference':
      return `questions about "${fact.one}" and "${fact.other}"`;
  }
}

export function sayRationale(fact: Fact, query: string, iteration: number | null): string {
  const worth = sayWorth(fact, query);
  return iteration === null ? worth : `${worth} Iteration ${iteration} showed it.`;
}

function sayWorth(fact: Fact, query: string): string {
  switch (fact.kind) {
    case 'layout':
    case 'fields':
    case 'sign':
    case 'roles':
      return 'It is a property of the text, not of this question, and cost an iteration to find out.';
    case 'values':
    case 'number':
    case 'dates':
    case 'ids':
      return 'Printed over all records; the next question need not list it again.';
    case 'title':
    case 'note':
      return 'Stated in the text itself.';
    case 'failure':
      return 'It cost an iteration and would again.';
    case 'words':
      return 'Frames any question about the content.';
    case 'substring':
      return `A first figure for a word that may come up again, though only a substring count.`;
    default:
      return choose(query + fact.kind, [
        'Computed over all records with a stated method; other questions may need the same figures.',
        'A by-product of this question that holds for the whole text.',
      ]);
  }
}

function answerOf(steps: readonly Step[]): string | null {
  return steps.map((step) => step.report.answer).findLast((answer) => answer !== null) ?? null;
}
