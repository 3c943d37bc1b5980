// How facts read as map items, and facts read back from items. Wording is for people first; each shape is also
// recognised again, so that what the map says saves the offline agent the work of finding it out. Items in other words
// (by hand, by another model) give no fact and are simply not used.

import type { SectionId } from '#core/map/index.ts';
import { SIGNS, grouped, roughly, type Fact, type FactOf, type Role, type Sign } from './facts.ts';
import { readCounts } from './report.ts';

const SIGN_WORDS: Readonly<Record<Sign, string>> = {
  tab: 'a tab',
  'double bar': '" || "',
  bar: '" | "',
  semicolon: 'a semicolon',
  comma: 'a comma (quoted CSV)',
};

/** The section an item with this fact belongs to. */
export function sectionFor(fact: Fact): SectionId {
  switch (fact.kind) {
    case 'layout':
    case 'dates':
    case 'title':
      return 'cr';
    case 'fields':
    case 'roles':
    case 'words':
      return 'cu';
    case 'values':
    case 'number':
    case 'note':
      return 'dc';
    case 'sign':
    case 'ids':
      return 'ps';
    case 'failure':
      return 'ep';
    default:
      return 'rr';
  }
}

export function writeItem(fact: Fact): string {
  switch (fact.kind) {
    case 'layout':
      return writeLayout(fact);
    case 'fields': {
      const text = fact.textAfter ? '; free text follows them' : '';
      return `Each record has ${fact.names.length} fields, in this order: ${fact.names.join(', ')}${text}.`;
    }
    case 'sign': {
      const strays =
        fact.strays === null || fact.strays === 0 ? '' : `; ${grouped(fact.strays)} texts hold that sign too`;
      return `Fields of a record are separated by ${SIGN_WORDS[fact.sign]}${strays}.`;
    }
    case 'roles':
      return writeRoles(fact.roles);
    case 'values': {
      const values = fact.values.map(([value, count]) => (count === null ? value : `${value}: ${grouped(count)}`));
      return `${fact.field} ∈ {${values.join('; ')}}.`;
    }
    case 'number': {
      const missing =
        fact.missing === null ? '' : `; "${fact.missing[0]}" stands there in ${grouped(fact.missing[1])} records`;
      if (fact.rough) return `${fact.field} is a number, up to about ${fact.max}.`;
      return `${fact.field} is a number from ${fact.min} to ${fact.max}, mean ${fact.mean ?? '?'}${missing}.`;
    }
    case 'dates':
      return `${fact.field} runs from ${fact.from} to ${fact.to}, ${fact.order}.`;
    case 'ids': {
      if (fact.rough) return `Record number K seems to stand at place K (${fact.field} looks like a running number).`;
      const place = fact.byPlace ? 'record K stands at place K' : 'the number is not the place in the text';
      return `${fact.field} is unique, "${fact.first}" first and "${fact.last}" last; ${place}.`;
    }
    case 'words':
      return `${fact.field} is free text, ${fact.average} words on average; frequent words: ${fact.frequent.join(', ')}.`;
    case 'title':
      return `The text calls itself "${fact.text}".`;
    case 'note':
      return `Stated in the text: ${fact.text}`;
    case 'failure':
      return `float() fails on ${fact.field} where it reads "${fact.text}".`;
    case 'substring':
      return `About ${grouped(roughly(fact.count))} mentions of "${fact.word}" (quick substring count).`;
    case 'mention':
      return `"${fact.word}" stands in ${grouped(fact.records)} records (whole word, any case).`;
    case 'cross': {
      const rows = fact.rows.map(
        ([name, cells]) => `${name} (${cells.map(([value, count]) => `${value} ${grouped(count)}`).join(', ')})`,
      );
      return `${fact.of} by ${fact.by}: ${rows.join('; ')}.`;
    }
    case 'group':
      return `${capital(fact.measure)} ${fact.field} by ${fact.by}: ${fact.rows.map(([name, value]) => `${name} ${value}`).join('; ')}.`;
    case 'preference': {
      const [one, other, unclear] = fact.counts;
      return `Among ${fact.among}: ${grouped(one)} prefer "${fact.one}", ${grouped(other)} "${fact.other}", ${grouped(unclear)} unclear (rule-based labels by sub-calls).`;
    }
  }
}

function writeLayout(fact: FactOf<'layout'>): string {
  const about = fact.rough && fact.records !== null ? roughly(fact.records) : fact.records;
  const noun = fact.unit === 'paragraph' ? 'paragraphs' : 'records';
  const count = about === null ? noun : `${fact.rough ? 'about ' : ''}${grouped(about)} ${noun}`;
  const header = fact.header
    ? fact.unit === 'block'
      ? '; a few header lines come first'
      : '; the first line names the fields'
    : '';
  switch (fact.unit) {
    case 'block': {
      const by =
        fact.divider === 'blank'
          ? 'blank lines'
          : fact.divider?.startsWith('key:') === true
            ? `each line that begins with "${fact.divider.slice(4)}"`
            : `a line of "${fact.divider ?? '='}"`;
      return `One text of ${count}, split by ${by}${header}${cellWords(fact)}.`;
    }
    case 'paragraph':
      return `Running text, ${count} split by blank lines${header}.`;
    case 'value':
      return `context is a list of ${count}, each a dict.`;
    case 'line':
      return `One text of ${count}, one a line${header}${cellWords(fact)}.`;
  }
}

function cellWords(fact: FactOf<'layout'>): string {
  switch (fact.cells) {
    case 'keyed':
      return '; cells read "Name: value"';
    case 'pairs':
      return '; lines read "name: value"';
    case 'json':
      return '; each is a JSON object';
    case 'log':
      return '; each begins with a time stamp and a level';
    case 'tagged':
      return '; each begins with "label:detail"';
    case 'none':
      return fact.unit === 'line'
        ? '; a line is one piece of text'
        : fact.unit === 'block'
          ? '; each is one piece of text'
          : '';
    default:
      return '';
  }
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  category: 'categories',
  number: 'numbers',
  date: 'dates',
  id: 'unique ids',
  text: 'free text',
  many: 'names with many values',
};

function writeRoles(roles: Readonly<Record<string, Role>>): string {
  const parts = Object.entries(ROLE_WORDS).flatMap(([role, words]) => {
    const names = Object.keys(roles).filter((name) => roles[name] === role);
    return names.length === 0 ? [] : [`${words}: ${names.join(', ')}`];
  });
  return `Kinds of fields: ${parts.join('; ')}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The fact in an item's text; null when it is in words that the rules do not know. */
export function readItem(content: string): Fact | null {
  for (const reader of READERS) {
    const fact = reader(content.trim());
    if (fact !== null) return fact;
  }
  return null;
}

const READERS: readonly ((text: string) => Fact | null)[] = [
  readLayoutItem,
  (text) => {
    const match = /^Each record has \d+ fields?, in this order: (.+?)(; free text follows them)?\.$/.exec(text);
    return match === null
      ? null
      : { kind: 'fields', names: (match[1] ?? '').split(', '), textAfter: match[2] !== undefined };
  },
  (text) => {
    const match = /^Fields of a record are separated by (.+?)(?:; ([\d,]+) texts hold that sign too)?\.$/.exec(text);
    const sign = Object.keys(SIGNS).find((each): each is Sign => SIGN_WORDS[each as Sign] === match?.[1]);
    return match === null || sign === undefined
      ? null
      : { kind: 'sign', sign, strays: match[2] === undefined ? null : readWhole(match[2]) };
  },
  (text) => {
    const body = /^Kinds of fields: (.+)\.$/.exec(text)?.[1];
    if (body === undefined) return null;
    const roles: Record<string, Role> = Object.create(null) as Record<string, Role>;
    for (const part of body.split('; ')) {
      const [words = '', names = ''] = part.split(': ');
      const role = Object.keys(ROLE_WORDS).find((each): each is Role => ROLE_WORDS[each as Role] === words);
      if (role !== undefined) for (const name of names.split(', ')) roles[name] = role;
    }
    return { kind: 'roles', roles };
  },
  (text) => {
    const match = /^(.+?) ∈ \{(.+)\}\.$/s.exec(text);
    if (match === null) return null;
    const cells = (match[2] ?? '').split('; ');
    const counted = readCounts(match[2] ?? '');
    const values = counted.length === cells.length ? counted : cells.map((cell) => [cell, null] as const);
    return { kind: 'values', field: match[1] ?? '', values };
  },
  (text) => {
    const rough = /^(.+?) is a number, up to about (\S+?)\.$/.exec(text);
    if (rough !== null) {
      return {
        kind: 'number',
        field: rough[1] ?? '',
        min: 0,
        max: Number(rough[2]),
        mean: null,
        missing: null,
        rough: true,
      };
    }
    const match =
      /^(.+?) is a number from (\S+) to (\S+), mean (\S+?)(?:; "(.*)" stands there in ([\d,]+) records)?\.$/.exec(text);
    if (match === null) return null;
    return {
      kind: 'number',
      field: match[1] ?? '',
      min: Number(match[2]),
      max: Number(match[3]),
      mean: match[4] === '?' ? null : Number(match[4]),
      missing: match[5] === undefined ? null : [match[5], readWhole(match[6] ?? '')],
      rough: false,
    };
  },
  (text) => {
    const match = /^(.+?) runs from (\S+) to (\S+), (newest first|oldest first|no order)\.$/.exec(text);
    if (match === null) return null;
    const order = match[4] === 'newest first' || match[4] === 'oldest first' ? match[4] : 'no order';
    return { kind: 'dates', field: match[1] ?? '', from: match[2] ?? '', to: match[3] ?? '', order };
  },
  (text) => {
    const rough = /^Record number K seems to stand at place K \((.+?) looks like a running number\)\.$/.exec(text);
    if (rough !== null) return { kind: 'ids', field: rough[1] ?? '', first: '', last: '', byPlace: true, rough: true };
    const match =
      /^(.+?) is unique, "(.*)" first and "(.*)" last; (record K stands at place K|the number is not the place in the text)\.$/.exec(
        text,
      );
    if (match === null) return null;
    return {
      kind: 'ids',
      field: match[1] ?? '',
      first: match[2] ?? '',
      last: match[3] ?? '',
      byPlace: match[4]?.startsWith('record') === true,
      rough: false,
    };
  },
  (text) => {
    const match = /^(.+?) is free text, (\S+) words on average; frequent words: (.*)\.$/.exec(text);
    return match === null
      ? null
      : { kind: 'words', field: match[1] ?? '', average: Number(match[2]), frequent: (match[3] ?? '').split(', ') };
  },
  (text) => {
    const match = /^The text calls itself "(.*)"\.$/.exec(text);
    return match === null ? null : { kind: 'title', text: match[1] ?? '' };
  },
  (text) => {
    const match = /^Stated in the text: (.*)$/s.exec(text);
    return match === null ? null : { kind: 'note', text: match[1] ?? '' };
  },
  (text) => {
    const match = /^float\(\) fails on (.+?) where it reads "(.*)"\.$/.exec(text);
    return match === null ? null : { kind: 'failure', field: match[1] ?? '', text: match[2] ?? '' };
  },
  (text) => {
    const match = /^About ([\d,]+) mentions of "(.*)" \(quick substring count\)\.$/.exec(text);
    return match === null ? null : { kind: 'substring', word: match[2] ?? '', count: readWhole(match[1] ?? '') };
  },
  (text) => {
    const match = /^"(.*)" stands in ([\d,]+) records \(whole word, any case\)\.$/.exec(text);
    return match === null ? null : { kind: 'mention', word: match[1] ?? '', records: readWhole(match[2] ?? '') };
  },
  (text) => {
    const match = /^(Median|Mean|Total|Maximum|Minimum) (.+?) by (.+?): (.*)\.$/.exec(text);
    const measure = match?.[1]?.toLowerCase();
    if (
      measure !== 'median' &&
      measure !== 'mean' &&
      measure !== 'total' &&
      measure !== 'maximum' &&
      measure !== 'minimum'
    )
      return null;
    const rows = (match?.[4] ?? '').split('; ').flatMap((cell) => {
      const pair = /^(.*) (-?[\d.]+)$/.exec(cell);
      return pair === null ? [] : [[pair[1] ?? '', Number(pair[2])] as const];
    });
    return { kind: 'group', measure, field: match?.[2] ?? '', by: match?.[3] ?? '', rows };
  },
  (text) => {
    const match = /^(.+?) by (.+?): (.+ \(.+\))\.$/.exec(text);
    if (match === null) return null;
    const rows = (match[3] ?? '').split('; ').map((row) => {
      const [, name = '', cells = ''] = /^(.*?) \((.*)\)$/.exec(row) ?? [];
      return [
        name,
        readCounts(
          cells
            .split(', ')
            .map((cell) => cell.replace(/ ([\d,]+)$/, ': $1'))
            .join('; '),
        ),
      ] as const;
    });
    return { kind: 'cross', of: match[1] ?? '', by: match[2] ?? '', rows };
  },
  (text) => {
    const match =
      /^Among (.*): ([\d,]+) prefer "(.*)", ([\d,]+) "(.*)", ([\d,]+) unclear \(rule-based labels by sub-calls\)\.$/.exec(
        text,
      );
    if (match === null) return null;
    return {
      kind: 'preference',
      among: match[1] ?? '',
      one: match[3] ?? '',
      other: match[5] ?? '',
      counts: [readWhole(match[2] ?? ''), readWhole(match[4] ?? ''), readWhole(match[6] ?? '')],
    };
  },
];

function readLayoutItem(text: string): Fact | null {
  const value = /^context is a list of (about )?([\d,]+ )?records, each a dict\.$/.exec(text);
  if (value !== null) return layout('value', null, 'json', false, value[2], value[1] !== undefined);
  const running =
    /^Running text, (about )?([\d,]+ )?paragraphs split by blank lines(; a few header lines come first)?\.$/.exec(text);
  if (running !== null)
    return layout('paragraph', null, 'none', running[3] !== undefined, running[2], running[1] !== undefined);
  const match =
    /^One text of (about )?([\d,]+ )?records, (one a line|split by (?:blank lines|a line of "(.)"|each line that begins with "(.+?)"))(; a few header lines come first|; the first line names the fields)?(; .*)?\.$/.exec(
      text,
    );
  if (match === null) return null;
  const cells = match[7] ?? '';
  const kind = cells.includes('JSON')
    ? 'json'
    : cells.includes('"Name: value"')
      ? 'keyed'
      : cells.includes('"name: value"')
        ? 'pairs'
        : cells.includes('one piece of text')
          ? 'none'
          : cells.includes('time stamp')
            ? 'log'
            : cells.includes('"label:detail"')
              ? 'tagged'
              : 'plain';
  const unit = match[3] === 'one a line' ? 'line' : 'block';
  const divider = unit === 'line' ? null : (match[4] ?? (match[5] === undefined ? 'blank' : `key:${match[5]}`));
  return layout(unit, divider, kind, match[6] !== undefined, match[2], match[1] !== undefined);
}

function layout(
  unit: FactOf<'layout'>['unit'],
  divider: string | null,
  cells: FactOf<'layout'>['cells'],
  header: boolean,
  count: string | undefined,
  rough: boolean,
): Fact {
  return {
    kind: 'layout',
    unit,
    divider,
    cells,
    header,
    records: count === undefined ? null : readWhole(count),
    rough,
  };
}

function readWhole(text: string): number {
  return Number(text.replace(/[^\d]/g, ''));
}
