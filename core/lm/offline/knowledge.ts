// What the agent knows at one point of a run: the facts of the map, then those printed in this run on top. Remembers
// which item each fact came from, so that the reasoning can name it.

import { decideLayout, layoutFromFacts, type Layout } from './decide-layout.ts';
import { factKey, type Fact, type FactKind, type FactOf, type Role } from './facts.ts';
import { readItem } from './item-text.ts';
import { readReport, type Report } from './report.ts';

export interface MapNote {
  readonly itemId: string;
  readonly content: string;
  readonly fact: Fact | null;
}

export interface Knowledge {
  readonly notes: readonly MapNote[];
  /** By factKey; what was printed in this run wins over the map. */
  readonly facts: ReadonlyMap<string, Fact>;
  /** The item a fact came from, by factKey; not there when this run printed it. */
  readonly itemOf: ReadonlyMap<string, string>;
  readonly layout: Layout | null;
  readonly lacks: 'all' | 'sign' | 'names' | null;
  /** `rows` exists in this run's Python. */
  readonly parsed: boolean;
  readonly looked: boolean;
  readonly shaped: boolean;
  readonly described: boolean;
}

/** Items of a rendered map: lines that begin with an id in square brackets, with the lines that follow. */
export function readMapItems(mapText: string): readonly MapNote[] {
  const notes: { itemId: string; content: string }[] = [];
  for (const line of mapText.split('\n')) {
    const start = /^\s*(?:[-*] )?\[([a-z]{2}-\d{5})\] ?(.*)$/.exec(line);
    const last = notes.at(-1);
    if (start !== null) notes.push({ itemId: start[1] ?? '', content: start[2] ?? '' });
    else if (line.startsWith('#') || line.trim() === '') continue;
    else if (last !== undefined && !line.startsWith('(')) last.content += `\n${line.trim()}`;
  }
  return notes.map((note) => ({ ...note, content: note.content.trim(), fact: readItem(note.content) }));
}

export function gather(mapText: string | null, outputs: readonly string[]): Knowledge {
  const notes = mapText === null ? [] : readMapItems(mapText);
  const reports = outputs.map(readReport);
  const facts = new Map<string, Fact>();
  const itemOf = new Map<string, string>();
  for (const { itemId, fact } of notes) {
    if (fact === null || facts.has(factKey(fact))) continue;
    facts.set(factKey(fact), fact);
    itemOf.set(factKey(fact), itemId);
  }
  for (const fact of reports.flatMap((report) => report.facts)) {
    facts.set(factKey(fact), fact);
    itemOf.delete(factKey(fact));
  }
  return { notes, facts, itemOf, ...knownLayout(facts, reports), ...progress(reports) };
}

function knownLayout(
  facts: ReadonlyMap<string, Fact>,
  reports: readonly Report[],
): Pick<Knowledge, 'layout' | 'lacks'> {
  const layout = factOf(facts, 'layout');
  const stated = layoutFromFacts(layout, factOf(facts, 'fields'), factOf(facts, 'sign'));
  if (stated.layout !== null) return stated;
  const shapes = reports.map((report) => report.shapes).findLast((each) => each !== null);
  const look = reports.findLast((report) => report.size !== null);
  const fields = factOf(facts, 'fields');
  if (shapes !== undefined && look !== undefined) {
    return { layout: decideLayout(shapes, look), lacks: null };
  }
  if (shapes !== undefined && layout !== undefined && fields !== undefined) {
    const seen = decideLayout(shapes, { firstLines: [], size: null });
    // What the map still says of the records holds; only the sign was looked for again.
    const { unit, divider, cells, header } = layout;
    const { names, textAfter } = fields;
    return { layout: { unit, divider, cells, sign: seen.sign, header, names, textAfter }, lacks: null };
  }
  return stated;
}

function progress(reports: readonly Report[]): Pick<Knowledge, 'parsed' | 'looked' | 'shaped' | 'described'> {
  return {
    looked: reports.some((report) => report.size !== null),
    shaped: reports.some((report) => report.shapes !== null),
    parsed: reports.some((report) => report.records !== null),
    described: reports.some((report) => report.facts.some((fact) => fact.kind === 'roles')),
  };
}

function factOf<K extends FactKind>(facts: ReadonlyMap<string, Fact>, kind: K): FactOf<K> | undefined {
  return [...facts.values()].find((fact): fact is FactOf<K> => fact.kind === kind);
}

export function known<K extends FactKind>(knowledge: Knowledge, kind: K): readonly FactOf<K>[] {
  return [...knowledge.facts.values()].filter((fact): fact is FactOf<K> => fact.kind === kind);
}

export interface Field {
  readonly name: string;
  readonly role: Role;
  /** Known values, most frequent first; empty when nobody listed them. */
  readonly values: readonly (readonly [string, number | null])[];
}

/** Every field that is known by name, with what is known of it. A role that nobody stated is "many". */
export function fieldsOf(knowledge: Knowledge): readonly Field[] {
  const roles = known(knowledge, 'roles')[0]?.roles ?? {};
  const names = [...(knowledge.layout?.names ?? []), ...(knowledge.layout?.textAfter === true ? ['text'] : [])];
  const all = [...new Set([...names, ...Object.keys(roles)])];
  return all.map((name) => {
    const values = known(knowledge, 'values').find((fact) => fact.field === name)?.values ?? [];
    const stated = Object.hasOwn(roles, name) ? roles[name] : undefined;
    return { name, role: stated ?? guessRole(knowledge, name, values.length), values };
  });
}

function guessRole(knowledge: Knowledge, name: string, values: number): Role {
  if (values > 0) return 'category';
  if (knowledge.facts.has(`number:${name}`)) return 'number';
  if (knowledge.facts.has(`dates:${name}`)) return 'date';
  if (knowledge.facts.has(`ids:${name}`)) return 'id';
  if (knowledge.facts.has(`words:${name}`) || name === 'text') return 'text';
  return 'many';
}
