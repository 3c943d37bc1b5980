// What the offline model can know about a context, as data. The same facts are printed by its Python, read back from
// outputs (report.ts), written into map items and read from them (item-text.ts): what it "knows" is only ever what was
// printed in this run or stands in the map.

/** What stands between the cells of a record. */
export type Sign = 'tab' | 'double bar' | 'bar' | 'semicolon' | 'comma';

export const SIGNS: Readonly<Record<Sign, string>> = {
  tab: '\t',
  'double bar': ' || ',
  bar: ' | ',
  semicolon: ';',
  comma: ',',
};

/**
 * line: one record a line. block: records between divider lines, blank lines or at a first key. paragraph: running text.
 * value: `context` is already a Python list of records.
 */
export type Unit = 'line' | 'block' | 'paragraph' | 'value';

/**
 * plain: cells in a fixed order. keyed: "Name: value" cells on one line. pairs: one "name: value" a line. tagged: each line
 * begins with "label:detail" and goes on as text.
 */
export const CELLS = ['plain', 'keyed', 'pairs', 'json', 'log', 'tagged', 'none'] as const;

export type Cells = (typeof CELLS)[number];

export type Role = 'category' | 'number' | 'date' | 'id' | 'text' | 'many';

export type Fact =
  | {
      readonly kind: 'layout';
      readonly unit: Unit;
      /** For blocks: a sign such as "=", "blank", or "key:ID" where each record begins with that key. */
      readonly divider: string | null;
      readonly cells: Cells;
      /** The first line names the fields (lines), or lines stand before the first divider (blocks). */
      readonly header: boolean;
      readonly records: number | null;
      readonly rough: boolean;
    }
  | { readonly kind: 'fields'; readonly names: readonly string[]; readonly textAfter: boolean }
  | { readonly kind: 'sign'; readonly sign: Sign; readonly strays: number | null }
  | { readonly kind: 'roles'; readonly roles: Readonly<Record<string, Role>> }
  | {
      readonly kind: 'values';
      readonly field: string;
      /** Counts are null while nobody has counted, or noted them. */
      readonly values: readonly (readonly [string, number | null])[];
    }
  | {
      readonly kind: 'number';
      readonly field: string;
      readonly min: number;
      readonly max: number;
      readonly mean: number | null;
      /** What stands in its place where it is no number, and how often. */
      readonly missing: readonly [string, number] | null;
      readonly rough: boolean;
    }
  | {
      readonly kind: 'dates';
      readonly field: string;
      readonly from: string;
      readonly to: string;
      readonly order: 'newest first' | 'oldest first' | 'no order';
    }
  | {
      readonly kind: 'ids';
      readonly field: string;
      readonly first: string;
      readonly last: string;
      /** Whether record number K stands at place K: true may be a guess, false was seen. */
      readonly byPlace: boolean;
      readonly rough: boolean;
    }
  | { readonly kind: 'words'; readonly field: string; readonly average: number; readonly frequent: readonly string[] }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failure'; readonly field: string; readonly text: string }
  | { readonly kind: 'substring'; readonly word: string; readonly count: number }
  | { readonly kind: 'mention'; readonly word: string; readonly records: number }
  | {
      readonly kind: 'cross';
      readonly of: string;
      readonly by: string;
      readonly rows: readonly (readonly [string, readonly (readonly [string, number])[]])[];
    }
  | {
      readonly kind: 'group';
      readonly measure: 'median' | 'mean' | 'total' | 'maximum' | 'minimum';
      readonly field: string;
      readonly by: string;
      readonly rows: readonly (readonly [string, number])[];
    }
  | {
      readonly kind: 'preference';
      readonly one: string;
      readonly other: string;
      readonly among: string;
      readonly counts: readonly [number, number, number];
    };

export type FactKind = Fact['kind'];
export type FactOf<K extends FactKind> = Extract<Fact, { readonly kind: K }>;

/** Facts with the same key speak of the same thing: a later one supersedes an earlier one. */
export function factKey(fact: Fact): string {
  switch (fact.kind) {
    case 'values':
    case 'number':
    case 'dates':
    case 'ids':
    case 'words':
    case 'failure':
      return `${fact.kind}:${fact.field}`;
    case 'substring':
    case 'mention':
      return `${fact.kind}:${fact.word.toLowerCase()}`;
    case 'cross':
      return `cross:${fact.of}:${fact.by}:${fact.rows.map(([name]) => name).join(':')}`;
    case 'group':
      return `group:${fact.measure}:${fact.field}:${fact.by}`;
    case 'preference':
      return `preference:${fact.one}:${fact.other}:${fact.among}`;
    case 'note':
      return `note:${fact.text.toLowerCase().replace(/\W+/g, ' ').trim()}`;
    default:
      return fact.kind;
  }
}

/** 5574 → "5,574". */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Two significant figures: how a hasty reader remembers a count. */
export function roughly(count: number): number {
  if (count < 100) return count;
  const step = 10 ** (String(Math.trunc(count)).length - 2);
  return Math.round(count / step) * step;
}
