// What the offline agent says before its code: short, first person, and only about what it has seen. Wording varies with
// the query and the step, always the same for the same conversation.

import type { Layout } from './decide-layout.ts';
import { grouped, roughly } from './facts.ts';
import { known, type Knowledge } from './knowledge.ts';
import { choose, listOf } from './phrases.ts';
import { sayFilters } from './python-answers.ts';
import type { Question, Reading } from './question.ts';
import type { Report } from './report.ts';

export interface Voice {
  readonly query: string;
  readonly step: number;
}

function pick(voice: Voice, wordings: readonly string[]): string {
  return choose(`${voice.query}#${voice.step}`, wordings);
}

export function sayLook(voice: Voice, knowledge: Knowledge): string {
  if (knowledge.lacks === 'names') {
    return 'The map says how the records are split but no longer which fields they have, so I look at the first lines again.';
  }
  return pick(voice, [
    'I have not seen this text yet. First its size, and the first and last lines.',
    'I know nothing about `context`, so I begin with how large it is and how it starts and ends.',
    'Nothing is known about the text. A look at the beginning and the end, without printing too much.',
  ]);
}

export function sayShapes(voice: Voice, knowledge: Knowledge, reports: readonly Report[]): string {
  if (knowledge.lacks === 'sign') {
    return 'The map tells how records are split, but what separates the fields is no longer in it. I check the lines for the usual signs.';
  }
  const size = reports.map((report) => report.size).findLast((each) => each !== null);
  const lines = size === undefined ? '' : ` It has ${grouped(size.lines)} lines.`;
  return pick(voice, [
    `Too long to read.${lines} What do the lines have in common: a separator, a divider, a key at the beginning?`,
    `The beginning shows a pattern, but one page proves nothing.${lines} I count the signs that could separate records and fields.`,
    `Before I split anything I want to know what shape all lines have, not just the first ones.${lines}`,
  ]);
}

export function sayQuickLook(voice: Voice, word: string): string {
  return pick(voice, [
    `A quick first idea: how often does "${word}" stand in the text at all?`,
    `Perhaps a plain count of "${word}" is enough. I try that first.`,
  ]);
}

export function sayDescribe(
  voice: Voice,
  knowledge: Knowledge,
  reports: readonly Report[],
  layout: Layout,
  cited: readonly string[],
): string {
  const quick = reports.map((report) => report.substring).findLast((each) => each !== null);
  const doubt =
    quick === undefined
      ? ''
      : `${grouped(quick.count)} places, but that counts the piece of text anywhere, also inside longer words and other fields, so it cannot be the answer. `;
  const how = sayLayout(layout);
  if (cited.length > 0) {
    return `${listOf(cited)} give the structure, but the map does not list the values I need, so I describe the fields once more.`;
  }
  const map = knowledge.notes.length === 0 ? '' : ' The map does not list the values I need.';
  return `${doubt}${how}${map} ${pick(voice, [
    'I parse the records and see what each field holds.',
    'Now I build the records and describe each field: values, numbers, dates.',
    'With that I can parse everything once and list what the fields contain.',
  ])}`;
}

function sayLayout(layout: Layout): string {
  const names =
    layout.names === null || layout.names.length === 0 ? '' : `, fields ${layout.names.slice(0, 10).join(', ')}`;
  const cells: Readonly<Record<Layout['cells'], string>> = {
    plain: `cells separated by ${layout.sign ?? 'a sign'}`,
    keyed: '"Name: value" cells',
    pairs: '"name: value" lines',
    json: 'JSON objects',
    log: 'a time stamp and a level at the beginning',
    tagged: 'a label with a detail at the beginning',
    none: 'no cells',
  };
  switch (layout.unit) {
    case 'block':
      return `The text is in blocks (${layout.divider ?? 'blank'} between them), with ${cells[layout.cells]}${names}.`;
    case 'line':
      return `One record a line, ${cells[layout.cells]}${names}.`;
    case 'paragraph':
      return 'No record structure: this is running text, so I take paragraphs as the unit.';
    case 'value':
      return '`context` is already a list of records.';
  }
}

export function sayAnswer(
  voice: Voice,
  reading: Reading,
  cited: readonly string[],
  reports: readonly Report[],
): string {
  const map = cited.length === 0 ? '' : sayCited(voice, cited, reports.length === 0);
  const reads = sayQuestion(reading.question);
  const doubt =
    reading.ignored.length > 0 && reading.question.kind !== 'search'
      ? ` I pass over ${reading.ignored
          .slice(0, 4)
          .map((word) => `"${word}"`)
          .join(', ')}, which names nothing I know here.`
      : '';
  return `${map}${reads}${doubt}`;
}

function sayCited(voice: Voice, cited: readonly string[], first: boolean): string {
  const ids = listOf(cited);
  if (!first) return `With ${ids} from the map: `;
  return pick(voice, [
    `The map already tells how to read the records and what they hold (${ids}), so I skip the first looks. `,
    `No orientation needed: ${ids} give the structure and the values. `,
    `I rely on ${ids} from the map and go straight to the question. `,
  ]);
}

function sayQuestion(question: Question): string {
  switch (question.kind) {
    case 'count':
      return question.filters.length === 0
        ? 'The question is how many records there are; I count the parsed ones.'
        : `I count the records with ${sayFilters(question.filters)}.`;
    case 'occurrences':
      return `I count every place of "${question.word}" as a whole word in any case, not only the records that hold it.`;
    case 'rank':
      return `I count the records per value of ${question.field} and take the ${question.end === 'most' ? 'largest' : 'smallest'}.`;
    case 'compare':
      return `Two counts over the same records: ${sayFilters([question.one])}, and ${sayFilters([question.other])}.`;
    case 'lookup':
      return question.byPlace
        ? `I take record number ${question.key} by its place.`
        : `I look for the record ${question.key} and read ${question.field === '*' ? 'all of it' : question.field}.`;
    case 'values':
      return `I list the values of ${question.field} with their counts.`;
    case 'group':
      return `I group by ${question.by}, take the ${question.measure} of ${question.field} in each group and rank them.`;
    case 'aggregate':
      return `I take the ${question.measure} of ${question.field}.`;
    case 'prefer':
      return `Preference is not a field, so the texts must be read: I pick the records that name "${question.one}" or "${question.other}" and have them labelled by sub-calls.`;
    case 'size':
      return `I count the ${question.unit} of the whole text.`;
    case 'search':
      return `No rule fits this query. I search for its words (${question.words.join(', ')}) and will say that the result is a guess.`;
  }
}

export function sayMend(voice: Voice, failed: Report['error'], misplaced: Report['misplaced']): string {
  if (misplaced !== null) {
    return `That is ${misplaced.found}, not ${misplaced.asked}: the number is not the place in the text, whatever the map suggested. I search by ${misplaced.field} instead.`;
  }
  if (failed?.message.includes('could not convert string to float') === true) {
    return `Not every record has a number there (${failed.message.replace(/^could not convert string to float: /, '').replace(/ \(line \d+ of the block\)$/, '')}). I read numbers through a helper that leaves such records out, and count them.`;
  }
  return pick(voice, [
    `That failed (${failed?.type ?? 'an error'}). I parse the records again and repeat the step.`,
    `An error of mine (${failed?.type ?? 'unknown'}): I build the records anew and try once more.`,
  ]);
}

export function sayFinal(voice: Voice, reports: readonly Report[], knowledge: Knowledge): string {
  const working = reports.flatMap((report) => report.workings).at(-1);
  const quick = reports.map((report) => report.substring).findLast((each) => each !== null);
  const rough =
    quick === undefined
      ? ''
      : ` The quick count (about ${grouped(roughly(quick.count))}) was of the mere piece of text.`;
  const values = known(knowledge, 'values').length;
  return `${pick(voice, ['The result stands', 'That answers it', 'Done'])}${working === undefined ? '' : `: counted ${working}`}.${rough}${
    values > 0 && voice.step > 4 ? ' The fields and their values are clear now as well.' : ''
  }`;
}
