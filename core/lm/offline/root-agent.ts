// The offline root agent: one reply for one conversation. It asks what is known (map and outputs), what the question
// needs, and writes the next step: look, shapes, a quick look that may mislead, describe, answer, FINAL.

import { PROMPT_TITLE, readMapText, readOutputs, readQuery, readTurn, type Protocol } from '#core/agents/index.ts';
import type { ChatMessage } from '#core/lm/chat-model.ts';
import { factKey } from './facts.ts';
import { fieldsOf, gather, known, type Field, type Knowledge } from './knowledge.ts';
import { answerScript } from './python-answers.ts';
import {
  describeScript,
  joinScripts,
  lookScript,
  parseScript,
  py,
  shapesScript,
  straysScript,
} from './python-scripts.ts';
import type { Filter } from './filters.ts';
import { readQuestion, type Question, type Reading } from './question.ts';
import { readReport, type Report } from './report.ts';
import { isTelling, tokens } from './words.ts';
import {
  sayAnswer,
  sayDescribe,
  sayFinal,
  sayLook,
  sayMend,
  sayQuickLook,
  sayShapes,
  type Voice,
} from './root-words.ts';

interface Run {
  readonly query: string;
  readonly protocol: Protocol;
  readonly lastResort: boolean;
  readonly replies: readonly string[];
  readonly reports: readonly Report[];
  readonly knowledge: Knowledge;
}

/** More steps than any rule takes: whoever is still without an answer here says so instead of going round in circles. */
const MOST_STEPS = 10;

export function replyAsRoot(messages: readonly ChatMessage[]): string {
  const run = readRun(messages);
  const step = nextStep(run);
  return step.code === null ? step.words : `${step.words}\n\n\`\`\`repl\n${step.code}\n\`\`\`${step.after ?? ''}`;
}

function readRun(messages: readonly ChatMessage[]): Run {
  const replies: string[] = [];
  const outputs: string[] = [];
  messages.forEach((message, at) => {
    if (message.role === 'assistant') replies.push(message.content);
    if (message.role === 'user' && at > 0) outputs.push(...readOutputs(messages.slice(0, at + 1)));
  });
  return {
    query: readQuery(messages) ?? '',
    protocol: messages[0]?.content.startsWith(PROMPT_TITLE.answer) === true ? 'answer' : 'final',
    lastResort: replies.length > 0 && readTurn(messages) === null,
    replies,
    reports: outputs.map(readReport),
    knowledge: gather(readMapText(messages), outputs),
  };
}

interface Step {
  readonly words: string;
  readonly code: string | null;
  readonly after?: string;
}

function nextStep(run: Run): Step {
  const { reports, knowledge, query } = run;
  const voice: Voice = { query, step: run.replies.length };
  const answer = reports.map((report) => report.answer).findLast((each) => each !== null);
  if (answer !== undefined) return finalStep(run, voice, answer);
  if (reports.some((report) => report.size?.chars === 0)) return emptyText(run);
  if (run.lastResort || run.replies.length >= MOST_STEPS) return giveUp(run);
  const orientation = orient(run, voice);
  if (orientation !== null) return orientation;
  const fields = fieldsOf(knowledge);
  const reading = readQuestion(query, fields);
  const quick = quickTarget(run, reading);
  if (quick !== null) {
    return {
      words: sayQuickLook(voice, quick),
      code: `word = ${py(quick)}\nprint(f'quick look: "{word}" stands {context.lower().count(word.lower())} times as a piece of text')`,
    };
  }
  const failedTwice = reports.filter((report) => report.error !== null).length >= 2;
  if (failedTwice && !reports.some((report) => report.records !== null)) return giveUp(run);
  if (needsDescription(run, reading, fields)) return describeStep(run, voice);
  return answerStep(run, voice, reading, fields);
}

function orient(run: Run, voice: Voice): Step | null {
  const { knowledge } = run;
  if (knowledge.layout !== null) return null;
  const wantsLook = !knowledge.looked && (knowledge.lacks !== 'sign' || knowledge.shaped);
  if (wantsLook) return { words: sayLook(voice, knowledge), code: lookScript() };
  if (!knowledge.shaped) return { words: sayShapes(voice, knowledge, run.reports), code: shapesScript() };
  return null;
}

/** The first run on a text tries a plain substring count before it has understood the records. */
function quickTarget(run: Run, reading: Reading): string | null {
  const { knowledge, reports } = run;
  if (knowledge.notes.length > 0 || knowledge.described || reports.some((report) => report.substring !== null))
    return null;
  if (reading.question.kind !== 'count' || reports.some((report) => report.size !== null && report.size.type !== 'str'))
    return null;
  const mention = reading.question.filters.find((filter) => filter.kind === 'mentions');
  const word = mention?.kind === 'mentions' ? mention.word : reading.ignored.at(-1);
  return word === undefined || word.length < 3 ? null : word;
}

function needsDescription(run: Run, reading: Reading, fields: readonly Field[]): boolean {
  const { knowledge } = run;
  if (knowledge.described) return false;
  const nothingKnown = !fields.some((field) => field.values.length > 0) && known(knowledge, 'roles').length === 0;
  if (nothingKnown && known(knowledge, 'words').length === 0) return true;
  const unlisted = fields.some((field) => field.role === 'category' && field.values.length === 0);
  const unread = reading.ignored.length > 0 || reading.question.kind === 'search';
  return unread && (unlisted || known(knowledge, 'roles').length === 0) && knowledge.layout?.unit !== 'paragraph';
}

function describeStep(run: Run, voice: Voice): Step {
  const { layout, itemOf } = run.knowledge;
  if (layout === null) return giveUp(run);
  const cited = ['layout', 'fields', 'sign'].flatMap((key) => itemOf.get(key) ?? []);
  return {
    words: sayDescribe(voice, run.knowledge, run.reports, layout, cited),
    code: joinScripts(parseScript(layout), describeScript(layout)),
  };
}

function answerStep(run: Run, voice: Voice, reading: Reading, fields: readonly Field[]): Step {
  const { knowledge, reports } = run;
  const { layout } = knowledge;
  if (layout === null) return giveUp(run);
  const failed = reports.at(-1)?.error ?? null;
  const notNumbers = reports.some(
    (report) => report.error?.message.includes('could not convert string to float') === true,
  );
  const misplaced = reports.map((report) => report.misplaced).findLast((each) => each !== null) ?? null;
  if (failed !== null && !notNumbers && run.replies.length >= 3) return giveUp(run);
  const ids = known(knowledge, 'ids')[0];
  const script = answerScript(reading.question, {
    fields,
    carefulNumbers: notNumbers || !hasRoughNumber(reading.question, knowledge),
    oneALine: layout.unit === 'line',
    trustPlace: misplaced === null && ids?.byPlace === true,
    misplaced: misplaced !== null,
  });
  const parsed = reports.some((report) => report.records !== null) && failed?.type !== 'NameError';
  const code = parsed
    ? script
    : joinScripts(
        parseScript(layout),
        `print(f"records: {len(rows)}")`,
        knowledge.shaped ? straysScript(layout) : '',
        script,
      );
  const cited = [...citations(knowledge, reading.question, parsed, fields), ...notesFor(knowledge, run.query)];
  if (failed !== null || misplaced !== null) return { words: sayMend(voice, failed, misplaced), code };
  const words = sayAnswer(voice, reading, cited, reports);
  const sure = reports.length === 0 && run.protocol === 'final' && isPlain(reading.question);
  return sure ? { words, code, after: '\n\nFINAL_VAR(result)' } : { words, code };
}

/** Questions whose answer needs no second look once the map tells the fields. */
function isPlain(question: Question): boolean {
  switch (question.kind) {
    case 'count':
      return question.filters.length > 0 && question.filters.every((filter) => filter.kind === 'is');
    case 'values':
    case 'rank':
      return true;
    default:
      return false;
  }
}

/** The map says "a number" and no more: then the agent takes it at its word, which may fail. */
function hasRoughNumber(question: Question, knowledge: Knowledge): boolean {
  if (question.kind !== 'group' && question.kind !== 'aggregate') return false;
  return known(knowledge, 'number').some((fact) => fact.field === question.field && fact.rough);
}

/** Ids of the items that this step builds on. */
function citations(
  knowledge: Knowledge,
  question: Question,
  parsed: boolean,
  fields: readonly Field[],
): readonly string[] {
  const keys: string[] = parsed ? [] : ['layout', 'fields', 'sign'];
  const filters: readonly Filter[] = 'filters' in question ? question.filters : [];
  for (const filter of question.kind === 'compare' ? [question.one, question.other] : filters) {
    if (filter.kind === 'is') keys.push(`values:${filter.field}`);
    if (filter.kind === 'number') keys.push(`number:${filter.field}`);
    if (filter.kind === 'date') keys.push(`dates:${filter.field}`);
    if (filter.kind === 'mentions') keys.push(`mention:${filter.word.toLowerCase()}`);
  }
  if ('field' in question) keys.push(`values:${question.field}`, `number:${question.field}`);
  if (question.kind === 'group')
    keys.push(`values:${question.by}`, `group:${question.measure}:${question.field}:${question.by}`);
  if (filters.some((filter) => filter.kind === 'mentions' || filter.kind === 'number') || question.kind === 'group')
    keys.push('roles');
  if (question.kind === 'lookup') keys.push(...known(knowledge, 'ids').map(factKey));
  if (question.kind === 'prefer' || filters.some((filter) => filter.kind === 'mentions')) {
    keys.push(...fields.filter((field) => field.role === 'text').map((field) => `words:${field.name}`));
  }
  return [...new Set(keys.flatMap((key) => knowledge.itemOf.get(key) ?? []))];
}

/** Statements of the text that share words or figures with the query. */
function notesFor(knowledge: Knowledge, query: string): readonly string[] {
  const asked = new Set(tokens(query).filter((word) => isTelling(word) || /\d/.test(word)));
  return knowledge.notes
    .filter(({ fact }) => fact?.kind === 'note' && tokens(fact.text).filter((word) => asked.has(word)).length >= 2)
    .map((note) => note.itemId);
}

function finalStep(run: Run, voice: Voice, answer: string): Step {
  const words = sayFinal(voice, run.reports, run.knowledge);
  const unread = unreadValue(run);
  if (unread !== null) {
    const guess = `Rule-based guess: ${answer}, which is all of them: nothing known here is called "${unread}"`;
    return run.protocol === 'answer'
      ? { words, code: `answer["content"] = ${py(guess)}\nanswer["ready"] = True` }
      : { words: `${words}\n\nFINAL(${guess.replace(/[()\n]/g, ' ')})`, code: null };
  }
  if (run.protocol === 'answer') {
    return { words, code: `answer["content"] = str(result)\nanswer["ready"] = True` };
  }
  const simple = answer.length <= 200 && !/[()\n]/.test(answer);
  return { words: `${words}\n\n${simple ? `FINAL(${answer})` : 'FINAL_VAR(result)'}`, code: null };
}

/**
 * A condition that a count had to leave out: a figure or a name in the query that no rule could place. A count of all
 * records is then no answer, and must not look like one.
 */
function unreadValue(run: Run): string | null {
  const { question, ignored } = readQuestion(run.query, fieldsOf(run.knowledge));
  if (question.kind !== 'count' || question.filters.length > 0) return null;
  const named = run.query.slice(1).match(/\b[\p{Lu}\d][\p{L}\d'-]*/gu) ?? [];
  return named.find((word) => ignored.includes(word.toLowerCase())) ?? null;
}

function emptyText(run: Run): Step {
  const words = 'There is nothing in the text, so there is nothing to compute.';
  if (run.protocol === 'answer' && !run.lastResort) {
    return { words, code: `answer["content"] = "the context is empty"\nanswer["ready"] = True` };
  }
  return { words: `${words}\n\nFINAL(the context is empty)`, code: null };
}

function giveUp(run: Run): Step {
  const seen = run.reports.flatMap((report) => report.workings).at(-1);
  const words = `The rules have no further step for this query, so I stop here and say what was found.`;
  const found = seen === undefined ? 'Rule-based guess: no answer found' : `Rule-based guess: counted ${seen}`;
  const plain = found.replace(/[()]/g, ' ');
  if (run.protocol === 'answer' && !run.lastResort) {
    return { words, code: `answer["content"] = ${py(plain)}\nanswer["ready"] = True` };
  }
  return { words: `${words}\n\nFINAL(${plain})`, code: null };
}
