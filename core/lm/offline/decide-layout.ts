// Decides from printed observations how a text is cut into records and cells. Order matters: the more telling sign first.

import { SIGNS, type Cells, type FactOf, type Sign, type Unit } from './facts.ts';
import type { Report, Shapes } from './report.ts';

export interface Layout {
  readonly unit: Unit;
  readonly divider: string | null;
  readonly cells: Cells;
  readonly sign: Sign | null;
  readonly header: boolean;
  /** Null until somebody has seen them: then they are read from the first lines. */
  readonly names: readonly string[] | null;
  /** Free text follows the cells of a block's first line. */
  readonly textAfter: boolean;
}

/** Shares of lines from which a shape is believed. Numbers of ours, tried on the kinds of text named in docs/offline-model.md. */
const NEARLY_ALL = 0.8;
const MOST = 0.6;
/** A few lines of dashes in a long text (headings, source code) part no records. */
const MOST_BLOCK_LINES = 60;

export function decideLayout(shapes: Shapes, look: Pick<Report, 'firstLines' | 'size'>): Layout {
  if (look.size !== null && look.size.type !== 'str') return { ...PLAIN, unit: 'value', cells: 'json', names: [] };
  const lines = Math.max(1, shapes.lines);
  if (shapes.json >= NEARLY_ALL * lines) return { ...PLAIN, cells: 'json', names: [] };
  const divider = shapes.dividers.find((each) => each.lines >= (lines > each.lines * MOST_BLOCK_LINES ? 10 : 3));
  if (divider !== undefined) return blocks(shapes, divider.sign, divider.lines, look.firstLines);
  if (shapes.stamps >= MOST * lines) return { ...PLAIN, cells: 'log', names: fixedNames('log') };
  if (shapes.quoted >= NEARLY_ALL * lines) return quotedCells(look.firstLines);
  if (shapes.tagged >= NEARLY_ALL * lines) return { ...PLAIN, cells: 'tagged', names: fixedNames('tagged') };
  const repeated = shapes.keys.filter((key) => key.lines >= 3);
  const double = shapes.signs.find((each) => each.sign === 'double bar' && each.lines >= MOST * lines);
  if (double !== undefined) return keyedOrPlain('double bar', double.times, look.firstLines);
  if (sumOf(repeated) >= MOST * lines) return pairs(shapes, repeated);
  for (const sign of ['tab', 'bar', 'semicolon', 'comma'] as const) {
    const seen = shapes.signs.find((each) => each.sign === sign);
    if (seen === undefined || seen.lines < NEARLY_ALL * lines || seen.often < MOST * lines) continue;
    if (sign === 'comma' && !looksLikeHeader(look.firstLines[0] ?? '', ',') && isProse(look.firstLines)) continue;
    return keyedOrPlain(sign, seen.times, look.firstLines);
  }
  // Many lines and hardly a blank one: no paragraphs, so each line stands for itself.
  const unit = lines >= 20 && shapes.blanks < lines / 20 ? 'line' : 'paragraph';
  return { ...PLAIN, unit, cells: 'none', names: ['text'] };
}

/** Where the shape of a line gives its fields their names. */
function fixedNames(cells: Cells): readonly string[] {
  switch (cells) {
    case 'log':
      return ['time', 'level', 'text'];
    case 'tagged':
      return ['label', 'detail', 'text'];
    default:
      return ['text'];
  }
}

function hasFixedNames(cells: Cells): boolean {
  return cells === 'log' || cells === 'tagged';
}

function quotedCells(firstLines: readonly string[]): Layout {
  const cells = (firstLines[0] ?? '').split('","').map((cell) => cell.replace(/^"|"$/g, ''));
  const header = looksLikeHeader(cells.join('\t'), '\t');
  return { ...PLAIN, sign: 'comma', header, names: header ? unique(cells.map(slug)) : numbered(cells.length) };
}

/** Commas stand in sentences too: cells of a table are short and few of them begin like the middle of a sentence. */
function isProse(lines: readonly string[]): boolean {
  const cells = lines.filter((line) => line.includes(',')).flatMap((line) => line.split(','));
  const wordy = cells.filter((cell) => cell.trim().split(/\s+/).length > 4 || /[.!?]\s/.test(cell));
  return wordy.length > cells.length / 4;
}

const PLAIN: Layout = {
  unit: 'line',
  divider: null,
  cells: 'plain',
  sign: null,
  header: false,
  names: null,
  textAfter: false,
};

function sumOf(keys: Shapes['keys']): number {
  return keys.reduce((sum, key) => sum + key.lines, 0);
}

function blocks(shapes: Shapes, divider: string, count: number, firstLines: readonly string[]): Layout {
  const near = (lines: number): boolean => Math.abs(lines - count) <= Math.max(2, 0.1 * count);
  const header =
    firstLines.length > 0 && !isDivider(firstLines[0] ?? '', divider) && headerLines(firstLines, divider).length > 0;
  const sign = shapes.signs.find((each) => each.times >= 1 && near(each.often) && each.sign !== 'comma');
  if (sign !== undefined) {
    const names = namesFromHeader(headerLines(firstLines, divider), SIGNS[sign.sign], sign.times);
    return {
      unit: 'block',
      divider,
      cells: 'plain',
      sign: sign.sign,
      header,
      names: names ?? numbered(sign.times + 1),
      textAfter: true,
    };
  }
  const usual = shapes.keys.filter((key) => key.lines >= 0.5 * count && key.lines <= 1.1 * count + 2);
  if (usual.length > 0) {
    return {
      unit: 'block',
      divider,
      cells: 'pairs',
      sign: null,
      header,
      names: usual.map((key) => slug(key.key)),
      textAfter: true,
    };
  }
  return { unit: 'block', divider, cells: 'none', sign: null, header, names: ['text'], textAfter: true };
}

function pairs(shapes: Shapes, keys: Shapes['keys']): Layout {
  const first = keys[0];
  const most = Math.max(...keys.map((key) => key.lines));
  const divider = shapes.blanks >= most - 1 || first === undefined ? 'blank' : `key:${first.key}`;
  return {
    unit: 'block',
    divider,
    cells: 'pairs',
    sign: null,
    header: false,
    names: keys.map((key) => slug(key.key)),
    textAfter: true,
  };
}

function keyedOrPlain(sign: Sign, times: number, firstLines: readonly string[]): Layout {
  const text = SIGNS[sign];
  const sample = firstLines.find((line) => line.split(text).length === times + 1) ?? '';
  const cells = sample.split(text);
  const keys = cells.map((cell) => /^\s*([A-Za-z][\w ]{0,24}): /.exec(cell)?.[1]);
  if (keys.length > 1 && keys.every((key) => key !== undefined)) {
    return { ...PLAIN, cells: 'keyed', sign, names: keys.map((key) => slug(key)) };
  }
  const header = looksLikeHeader(firstLines[0] ?? '', text) && (firstLines[0] ?? '').split(text).length === times + 1;
  const names = header
    ? unique((firstLines[0] ?? '').split(text).map((cell) => slug(cell.replace(/^"|"$/g, ''))))
    : numbered(times + 1);
  return { ...PLAIN, sign, header, names };
}

/** Short cells in words, all different, none a number: names rather than values. */
function looksLikeHeader(line: string, sign: string): boolean {
  const cells = line.split(sign).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const named = cells.every((cell) => /^[A-Za-z_][\w ()/.-]{0,30}$/.test(cell) && cell.split(' ').length <= 4);
  return (
    cells.length >= 2 &&
    named &&
    new Set(cells.map((cell) => cell.toLowerCase())).size === cells.length &&
    !isSentence(cells)
  );
}

/** "Ok lar... Joking" is no name: a header's cells do not look like the beginning of prose. */
function isSentence(cells: readonly string[]): boolean {
  return cells.some((cell) => /[.!?]$/.test(cell) || /\b(?:the|and|you|is|to)\b/i.test(cell));
}

function isDivider(line: string, sign: string): boolean {
  return line.trim().length >= 3 && line.trim().replaceAll(sign, '') === '';
}

function headerLines(firstLines: readonly string[], divider: string): readonly string[] {
  const end = firstLines.findIndex((line) => isDivider(line, divider));
  return end === -1 ? [] : firstLines.slice(0, end).filter((line) => line.trim() !== '');
}

function namesFromHeader(lines: readonly string[], sign: string, times: number): readonly string[] | null {
  for (const line of lines) {
    const cells = line.replace(/^[\w ]{1,24}: /, '').split(sign);
    if (cells.length === times + 1) return unique(cells.map(slug));
  }
  return null;
}

/** A field's name as a Python key and in the map: lower case, words joined by "_". */
export function slug(name: string): string {
  return (
    name
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '') || 'field'
  );
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `field${index + 1}`);
}

function unique(names: readonly string[]): readonly string[] {
  return names.map((name, index) => (names.indexOf(name) === index && name !== 'text' ? name : `${name}_${index + 1}`));
}

/** The layout that the map states, as far as it does: what is missing must be looked up again. */
export function layoutFromFacts(
  layout: FactOf<'layout'> | undefined,
  fields: FactOf<'fields'> | undefined,
  sign: FactOf<'sign'> | undefined,
): { readonly layout: Layout | null; readonly lacks: 'all' | 'sign' | 'names' | null } {
  if (layout === undefined) return { layout: null, lacks: 'all' };
  const needsSign = layout.cells === 'plain' || layout.cells === 'keyed';
  const needsNames = layout.unit !== 'paragraph' && layout.cells !== 'none' && !hasFixedNames(layout.cells);
  if (needsSign && sign === undefined) return { layout: null, lacks: 'sign' };
  if (needsNames && fields === undefined) return { layout: null, lacks: 'names' };
  return {
    layout: {
      unit: layout.unit,
      divider: layout.divider,
      cells: layout.cells,
      sign: needsSign ? (sign?.sign ?? null) : null,
      header: layout.header,
      names: fields?.names ?? fixedNames(layout.cells),
      textAfter: fields?.textAfter ?? false,
    },
    lacks: null,
  };
}
