// The offline Distiller: reads what a trajectory really printed and says how its iterations were spent, how each map item
// fared, and what is worth keeping. On an empty map it is hasty on purpose: it rounds, leaves counts out and takes guesses for facts, as a
// first reader does, so that later runs have something to mend (docs/offline-model.md names each).

import { SECTIONS } from '#core/map/index.ts';
import { PROMPT_BLOCKS } from '#core/methods/index.ts';
import { sayDiagnosis, sayRationale, sayTransferability } from './distiller-words.ts';
import { factKey, type Fact, type FactOf } from './facts.ts';
import { sectionFor, writeItem } from './item-text.ts';
import { readMapItems, type MapNote } from './knowledge.ts';
import { judgeItems, type Verdict } from './verdicts.ts';
import { readSteps, type Step } from './trajectory.ts';

export interface DistillerReply {
  readonly diagnosis: string;
  readonly item_tags: readonly { readonly item_id: string; readonly tag: string }[];
  readonly cache_candidates: readonly {
    readonly section: string;
    readonly value: string;
    readonly transferability: string;
    readonly rationale: string;
  }[];
}

export function distill(blocks: ReadonlyMap<string, string>): DistillerReply {
  const notes = readMapItems(blocks.get(PROMPT_BLOCKS.map) ?? '');
  const query = (blocks.get(PROMPT_BLOCKS.query) ?? '').trim();
  const steps = readSteps(blocks.get(PROMPT_BLOCKS.trajectory) ?? '');
  const run = factsOfRun(steps, notes);
  const verdicts = judgeItems(notes, steps, run);
  const candidates = notes.length === 0 ? hastyCandidates(steps, run) : carefulCandidates(run, notes);
  return {
    diagnosis: sayDiagnosis(query, steps, notes, verdicts, candidates),
    item_tags: verdicts.map(({ itemId, tag }: Verdict) => ({ item_id: itemId, tag })),
    cache_candidates: candidates.map((fact) => ({
      section: SECTIONS.find((section) => section.id === sectionFor(fact))?.key ?? 'reusable_results',
      value: writeItem(fact),
      transferability: sayTransferability(fact),
      rationale: sayRationale(fact, query, iterationOf(fact, steps)),
    })),
  };
}

/** What the run printed, the last word on each subject; a layout's count is brought up to date by a later count. */
export function factsOfRun(steps: readonly Step[], notes: readonly MapNote[]): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const fact of steps.flatMap((step) => step.report.facts)) facts.set(factKey(fact), fact);
  const records = steps.map((step) => step.report.records).findLast((each) => each !== null);
  const stated = notes.map((note) => note.fact).find((fact): fact is FactOf<'layout'> => fact?.kind === 'layout');
  if (records !== undefined && !facts.has('layout') && stated !== undefined) {
    facts.set('layout', { ...stated, records, rough: false });
  }
  for (const fact of headerFacts(steps, facts)) facts.set(factKey(fact), fact);
  const unread = steps.map(
    (step) => /could not convert string to float: '(.*?)'/.exec(step.report.error?.message ?? '')?.[1],
  );
  const text = unread.find((each) => each !== undefined);
  const number = [...facts.values()].find((fact) => fact.kind === 'number');
  // An error pattern, whether or not the study has a section for those: the Distiller is not told.
  if (text !== undefined && number !== undefined)
    facts.set(`failure:${number.field}`, { kind: 'failure', field: number.field, text });
  return facts;
}

/** The iteration from which the run has the fact; null where none can be named. */
function iterationOf(fact: Fact, steps: readonly Step[]): number | null {
  const key = factKey(fact);
  const printed = steps.findLast(({ report }) => report.facts.some((each) => factKey(each) === key));
  return (printed ?? steps.find((step) => isFoundIn(fact, step)))?.number ?? null;
}

/** Facts that are no line of an output but were concluded from one. */
function isFoundIn(fact: Fact, { kind, report }: Step): boolean {
  switch (fact.kind) {
    case 'title':
    case 'note':
      return kind === 'look';
    case 'failure':
      return report.error?.message.includes(`'${fact.text}'`) === true;
    case 'layout':
      return report.records === fact.records;
    default:
      return false;
  }
}

/** The title and the statements of a text that has header lines before its records. */
function headerFacts(steps: readonly Step[], facts: ReadonlyMap<string, Fact>): readonly Fact[] {
  const look = steps.find((step) => step.kind === 'look')?.report.firstLines ?? [];
  const layout = facts.get('layout');
  if (layout?.kind !== 'layout' || !layout.header || layout.unit === 'line' || look.length === 0) return [];
  const divider = layout.divider ?? '=';
  const end = look.findIndex((line) => line.trim().length >= 3 && line.trim().replaceAll(divider, '') === '');
  const header = look
    .slice(0, Math.max(0, end))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [title, ...rest] = header;
  const names = facts.get('fields');
  const period = [...facts.values()].find((fact) => fact.kind === 'dates');
  const repeats = (line: string): boolean =>
    period !== undefined && line.includes(period.from) && line.includes(period.to);
  const stated = rest.filter(
    (line) =>
      /\d/.test(line) &&
      line.length <= 200 &&
      !repeats(line) &&
      !(names?.kind === 'fields' && line.includes(names.names.at(-1) ?? '\0')),
  );
  return [
    ...(title !== undefined && title.length <= 120
      ? [{ kind: 'title', text: title.replaceAll('"', "'") } as const]
      : []),
    ...stated.slice(0, 3).map((text) => ({ kind: 'note', text }) as const),
  ];
}

/** How many value sets a hasty reader takes along; the others are found missing when a query needs them. */
const HASTY_VALUE_SETS = 2;
/** Value lists longer than this would not fit an item; the names alone then say enough. */
const MOST_VALUES = 14;

function hastyCandidates(steps: readonly Step[], run: ReadonlyMap<string, Fact>): readonly Fact[] {
  const facts = [...run.values()];
  const sets = facts.filter((fact) => fact.kind === 'values').slice(0, HASTY_VALUE_SETS);
  const rough: Fact[] = [];
  for (const fact of facts) {
    switch (fact.kind) {
      case 'layout':
        rough.push({ ...fact, rough: true });
        break;
      case 'values':
        if (sets.includes(fact))
          rough.push({ ...fact, values: fact.values.slice(0, MOST_VALUES).map(([value]) => [value, null]) });
        break;
      case 'number':
        rough.push({ ...fact, min: 0, max: upTo(fact.max), mean: null, missing: null, rough: true });
        break;
      case 'ids':
        rough.push({ ...fact, first: '', last: '', byPlace: true, rough: true });
        break;
      case 'fields':
      case 'roles':
      case 'sign':
      case 'words':
      case 'dates':
      case 'title':
      case 'note':
        rough.push(fact);
        break;
      default:
        // A result of this one query; only the quick count, which looks reusable, is taken along.
        if (fact.kind === 'substring') rough.push(fact);
    }
  }
  const order: readonly Fact['kind'][] = [
    'layout',
    'title',
    'dates',
    'fields',
    'roles',
    'words',
    'values',
    'number',
    'note',
    'sign',
    'ids',
    'substring',
  ];
  return steps.length === 0 ? [] : rough.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** 621.4 → 620: two figures, so that the text can be read back. */
function upTo(max: number): number {
  return Number(max.toPrecision(2));
}

/** Facts of the run that the map lacks or has less exactly. */
function carefulCandidates(run: ReadonlyMap<string, Fact>, notes: readonly MapNote[]): readonly Fact[] {
  const held = new Map(notes.flatMap((note) => (note.fact === null ? [] : [[factKey(note.fact), note.fact] as const])));
  return [...run.values()].flatMap((fact) => {
    if (fact.kind === 'substring') return [];
    const kept: Fact =
      fact.kind === 'values' && fact.values.length > MOST_VALUES
        ? { ...fact, values: fact.values.slice(0, MOST_VALUES) }
        : fact;
    const former = held.get(factKey(kept));
    return former !== undefined && writeItem(former) === writeItem(kept) ? [] : [kept];
  });
}
