// Reads what the offline model's Python printed. Its scripts print one fact a line in a fixed shape ("field plan: 3 values;
// free: 1,180; …"); the lines are meant for people as well. Anything else in an output is passed over.

import type { Cells, Fact, Role, Sign, Unit } from './facts.ts';
import { CELLS, SIGNS } from './facts.ts';

/** What only the run itself needs: raw observations from which a layout is decided. */
export interface Shapes {
  readonly lines: number;
  /** Per sign: lines that hold it, the most usual number of times, lines with exactly that many. */
  readonly signs: readonly {
    readonly sign: Sign;
    readonly lines: number;
    readonly times: number;
    readonly often: number;
  }[];
  readonly dividers: readonly { readonly sign: string; readonly lines: number }[];
  readonly json: number;
  readonly stamps: number;
  /** Lines that begin with a quoted cell and hold another. */
  readonly quoted: number;
  /** Lines that begin with "label:detail" and go on. */
  readonly tagged: number;
  readonly blanks: number;
  readonly keys: readonly { readonly key: string; readonly lines: number }[];
}

export interface Report {
  readonly facts: readonly Fact[];
  readonly size: { readonly type: string; readonly chars: number; readonly lines: number } | null;
  readonly firstLines: readonly string[];
  readonly lastLines: readonly string[];
  readonly shapes: Shapes | null;
  readonly records: number | null;
  readonly substring: { readonly word: string; readonly count: number } | null;
  readonly answer: string | null;
  readonly workings: readonly string[];
  /** The last line of a traceback. */
  readonly error: { readonly type: string; readonly message: string } | null;
  /** A looked-up record stood elsewhere than its number said. */
  readonly misplaced: { readonly asked: string; readonly found: string; readonly field: string } | null;
}

const ERROR_LINE = /^([A-Z]\w*(?:Error|Exception|Interrupt|Iteration)): ?(.*)$/;

export function readReport(output: string): Report {
  const facts: Fact[] = [];
  const workings: string[] = [];
  const lines = output.split(/\r?\n/);
  let records: number | null = null;
  let answer: string | null = null;
  let error: Report['error'] = null;
  let substring: Report['substring'] = null;
  let misplaced: Report['misplaced'] = null;
  for (const line of lines) {
    const fact = readFactLine(line);
    if (fact !== null) facts.push(fact);
    const count = /^records: (\d+)/.exec(line)?.[1];
    if (count !== undefined) records = Number(count);
    const answered = /^answer: (.*)$/.exec(line)?.[1];
    if (answered !== undefined) answer = answered;
    const working = /^counted: (.*)$/.exec(line)?.[1];
    if (working !== undefined) workings.push(working);
    const rough = /^quick look: "(.*)" stands (\d+) times/.exec(line);
    if (rough !== null) substring = { word: rough[1] ?? '', count: Number(rough[2]) };
    const failed = ERROR_LINE.exec(line);
    if (failed !== null) error = { type: failed[1] ?? '', message: failed[2] ?? '' };
    const place = /^at that place: (\S+) = "(.*)", asked for "(.*)"$/.exec(line);
    if (place !== null && place[2] !== place[3])
      misplaced = { field: place[1] ?? '', found: place[2] ?? '', asked: place[3] ?? '' };
  }
  // Only a whole description tells the kinds of all fields; a single field's line says nothing about the others.
  const roles = facts.some((fact) => fact.kind === 'fields') ? readRoles(lines, facts) : null;
  if (roles !== null) facts.push({ kind: 'roles', roles });
  if (substring !== null) facts.push({ kind: 'substring', ...substring });
  const numbered = numberedLines(lines);
  return {
    facts,
    size: readSize(lines),
    ...numbered,
    shapes: readShapes(lines),
    records,
    substring,
    answer,
    workings,
    error,
    misplaced,
  };
}

function readRoles(lines: readonly string[], facts: readonly Fact[]): Readonly<Record<string, Role>> | null {
  const roles: Record<string, Role> = Object.create(null) as Record<string, Role>;
  for (const line of lines) {
    const many = /^field (.+?): \d+ different; most often /.exec(line)?.[1];
    if (many !== undefined) roles[many] = 'many';
  }
  for (const fact of facts) {
    if (fact.kind === 'values') roles[fact.field] = 'category';
    if (fact.kind === 'number') roles[fact.field] = 'number';
    if (fact.kind === 'dates') roles[fact.field] = 'date';
    if (fact.kind === 'ids') roles[fact.field] = 'id';
    if (fact.kind === 'words') roles[fact.field] = 'text';
  }
  return Object.keys(roles).length === 0 ? null : roles;
}

function readSize(lines: readonly string[]): Report['size'] {
  for (const line of lines) {
    const match = /^context: (\w+), (\d+) characters, (\d+) lines/.exec(line);
    if (match !== null) return { type: match[1] ?? '', chars: Number(match[2]), lines: Number(match[3]) };
  }
  return null;
}

/** Lines printed as `  12> text`: those before a line of three dots are the first ones, the others the last ones. */
function numberedLines(lines: readonly string[]): { firstLines: string[]; lastLines: string[] } {
  const firstLines: string[] = [];
  const lastLines: string[] = [];
  let target = firstLines;
  for (const line of lines) {
    if (line === '...') target = lastLines;
    const text = /^ *\d+> (.*)$/.exec(line)?.[1];
    if (text !== undefined) target.push(text);
  }
  return { firstLines, lastLines };
}

function readShapes(lines: readonly string[]): Shapes | null {
  const total = /^full lines: (\d+), blank: (\d+), JSON: (\d+), time stamps: (\d+), quoted cells: (\d+), tags: (\d+)$/;
  const found = lines.map((line) => total.exec(line)).find((match) => match !== null);
  if (found === undefined) return null;
  return {
    lines: Number(found[1]),
    blanks: Number(found[2]),
    json: Number(found[3]),
    stamps: Number(found[4]),
    quoted: Number(found[5]),
    tagged: Number(found[6]),
    signs: lines.flatMap((line) => {
      const match = /^sign ([a-z ]+): in (\d+) lines, mostly (\d+) a line \((\d+)\)$/.exec(line);
      const sign = Object.keys(SIGNS).find((each): each is Sign => each === match?.[1]);
      if (match === null || sign === undefined) return [];
      return [{ sign, lines: Number(match[2]), times: Number(match[3]), often: Number(match[4]) }];
    }),
    dividers: lines.flatMap((line) => {
      const match = /^divider "(.)": (\d+) lines$/.exec(line);
      return match === null ? [] : [{ sign: match[1] ?? '', lines: Number(match[2]) }];
    }),
    keys: lines.flatMap((line) => {
      const match = /^key "(.*)": (\d+) lines$/.exec(line);
      return match === null ? [] : [{ key: match[1] ?? '', lines: Number(match[2]) }];
    }),
  };
}

const NUMBER = String.raw`-?[\d.]+(?:e[+-]?\d+)?`;

function readFactLine(line: string): Fact | null {
  const field = /^field (.+?): (.*)$/.exec(line);
  if (field !== null) return readFieldLine(field[1] ?? '', field[2] ?? '');
  const cross = /^table (.+?) by (.+?): (.*)$/.exec(line);
  if (cross !== null) {
    const rows = (cross[3] ?? '').split(' / ').map((row) => {
      const [name = '', cells = ''] = splitOnce(row, ' → ');
      return [name, readCounts(cells)] as const;
    });
    return { kind: 'cross', of: cross[1] ?? '', by: cross[2] ?? '', rows };
  }
  const group = /^(median|mean|total|maximum|minimum) (.+?) by (.+?): (.*)$/.exec(line);
  if (group !== null) {
    const measure = group[1];
    if (
      measure !== 'median' &&
      measure !== 'mean' &&
      measure !== 'total' &&
      measure !== 'maximum' &&
      measure !== 'minimum'
    )
      return null;
    return { kind: 'group', measure, field: group[2] ?? '', by: group[3] ?? '', rows: readCounts(group[4] ?? '') };
  }
  const mention = /^mentions of "(.*)": (\d+) records/.exec(line);
  if (mention !== null) return { kind: 'mention', word: mention[1] ?? '', records: Number(mention[2]) };
  const sign = /^fields: (\d+) between (.+?); the sign also stands in (\d+) texts$/.exec(line);
  if (sign !== null) {
    const name = Object.keys(SIGNS).find((each): each is Sign => each === sign[2]);
    return name === undefined ? null : { kind: 'sign', sign: name, strays: Number(sign[3]) };
  }
  const layout = /^layout: (\w+) (\S+) (\w+) (header|plain), (\d+) records$/.exec(line);
  if (layout !== null) {
    const divider = layout[2] ?? '-';
    return {
      kind: 'layout',
      unit: readUnit(layout[1] ?? ''),
      divider: divider === 'none' ? null : divider,
      cells: readCells(layout[3] ?? ''),
      header: layout[4] === 'header',
      records: Number(layout[5]),
      rough: false,
    };
  }
  const names = /^names: (.*)$/.exec(line)?.[1];
  if (names !== undefined) {
    const list = names.split(', ');
    return { kind: 'fields', names: list.filter((name) => name !== '+text'), textAfter: list.includes('+text') };
  }
  const failure = /^float\(\) fails on (.+?) where it reads "(.*)"$/.exec(line);
  if (failure !== null) return { kind: 'failure', field: failure[1] ?? '', text: failure[2] ?? '' };
  const preference = /^preference among (.*): "(.*)" (\d+), "(.*)" (\d+), unclear (\d+)$/.exec(line);
  if (preference !== null) {
    return {
      kind: 'preference',
      among: preference[1] ?? '',
      one: preference[2] ?? '',
      other: preference[4] ?? '',
      counts: [Number(preference[3]), Number(preference[5]), Number(preference[6])],
    };
  }
  return null;
}

export function readUnit(text: string): Unit {
  return text === 'block' || text === 'paragraph' || text === 'value' ? text : 'line';
}

export function readCells(text: string): Cells {
  return CELLS.find((cells) => cells === text) ?? 'none';
}

function readFieldLine(field: string, rest: string): Fact | null {
  const values = /^\d+ values; (.*)$/.exec(rest);
  if (values !== null) return { kind: 'values', field, values: readCounts(values[1] ?? '') };
  const number = new RegExp(`^numbers (${NUMBER}) to (${NUMBER}), mean (${NUMBER})(?:; (.*) in (\\d+) records)?$`).exec(
    rest,
  );
  if (number !== null) {
    const missing = number[4];
    return {
      kind: 'number',
      field,
      min: Number(number[1]),
      max: Number(number[2]),
      mean: Number(number[3]),
      missing: missing === undefined ? null : [missing.replace(/^"|"$/g, ''), Number(number[5])],
      rough: false,
    };
  }
  const dates = /^dates (\S+) to (\S+), (newest first|oldest first|no order)$/.exec(rest);
  if (dates !== null) {
    const order = dates[3] === 'newest first' || dates[3] === 'oldest first' ? dates[3] : 'no order';
    return { kind: 'dates', field, from: dates[1] ?? '', to: dates[2] ?? '', order };
  }
  const ids = /^all different, first "(.*)", last "(.*)"$/.exec(rest);
  if (ids !== null) {
    const first = ids[1] ?? '';
    const last = ids[2] ?? '';
    return { kind: 'ids', field, first, last, byPlace: /\D*0*1$/.test(first) && first !== last, rough: false };
  }
  const text = /^free text, (\d+(?:\.\d+)?) words on average; frequent: (.*)$/.exec(rest);
  if (text !== null) return { kind: 'words', field, average: Number(text[1]), frequent: (text[2] ?? '').split(', ') };
  return null;
}

/** "free: 1180; team: 640" → pairs; a colon inside a name is kept. */
export function readCounts(text: string): readonly (readonly [string, number])[] {
  return text.split('; ').flatMap((cell) => {
    const match = /^(.*): (-?[\d.,]+)$/.exec(cell);
    return match === null ? [] : [[match[1] ?? '', Number((match[2] ?? '').replaceAll(',', ''))] as const];
  });
}

function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}
