// Reads a map's text back, also one that a person has edited. Whatever is odd becomes a warning with its line.

import { normalizeContent } from './content.ts';
import { readItemId } from './item-id.ts';
import { CONTINUATION } from './render.ts';
import { readSection } from './section-names.ts';
import { sectionOf } from './sections.ts';
import type { SectionId } from './sections.ts';

export interface ParsedItem {
  readonly section: SectionId;
  /** Null for a line without an id: a new item. */
  readonly itemId: string | null;
  readonly content: string;
  /** Line of the text on which it begins, counted from 1. */
  readonly line: number;
}

export interface ParsedMap {
  /** Sections whose headings were read, in the order of the text. */
  readonly sections: readonly SectionId[];
  readonly items: readonly ParsedItem[];
  readonly warnings: readonly { readonly line: number; readonly words: string }[];
}

const ITEM = /^\s?(?:[-*•]\s+)?(\[\s*(?:cr|cu|dc|ps|rr|ep)[-_ ]?\d{1,9}\s*\]):?[ \t]?(.*)$/is;
const HEADING = /^\s{0,3}#{1,6}\s*(.*?)\s*#*\s*$/s;
const BULLET = /^(?:[-*•]|\d+[.)])\s+/;

/**
 * Reads the text of a map.
 *
 * text  what renderMap gives, or an edited form of it
 * Returns the items in order. For a rendered map these are exactly its items and there is no warning. Items without content
 *         and text outside any section are left out with a warning; a repeated id is read as a new item with a warning.
 * Errors  none; any text is read somehow.
 */
export function parseMap(text: string): ParsedMap {
  const sections: SectionId[] = [];
  const items: ParsedItem[] = [];
  const warnings: { line: number; words: string }[] = [];
  const seen = new Set<string>();
  let section: SectionId | null = null;
  let open: { section: SectionId; itemId: string | null; lines: string[]; line: number } | null = null;
  let blanks = 0;
  let meaningMayFollow = false;
  let ignoring = false;

  const close = () => {
    if (open === null) return;
    const content = normalizeContent(open.lines.join('\n'));
    if (content === '')
      warnings.push({ line: open.line, words: `${open.itemId ?? 'An entry'} has no text and was left out.` });
    else items.push({ section: open.section, itemId: open.itemId, content, line: open.line });
    open = null;
  };

  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  for (const [at, raw] of lines.entries()) {
    const line = at + 1;
    if (raw.trim() === '') {
      blanks += 1;
      continue;
    }
    if (open !== null && raw.startsWith(CONTINUATION)) {
      open.lines.push(...Array<string>(blanks).fill(''), raw.slice(CONTINUATION.length));
      blanks = 0;
      continue;
    }
    blanks = 0;
    const item = ITEM.exec(raw);
    const heading = item === null ? readHeading(raw) : null;
    if (heading !== null) {
      close();
      section = heading.section;
      ignoring = section === null;
      meaningMayFollow = section !== null;
      if (section === null)
        warnings.push({ line, words: `No section is called “${heading.name}”; what stands under it was left out.` });
      else if (sections.includes(section))
        warnings.push({ line, words: `${sectionOf(section).title} stands twice; its items were joined.` });
      else sections.push(section);
      continue;
    }
    if (meaningMayFollow && item === null && /^\(.*\)$/s.test(raw.trim())) {
      meaningMayFollow = false;
      if (section !== null && raw.trim() !== sectionOf(section).meaning) {
        warnings.push({ line, words: `The line under ${sectionOf(section).title} is fixed and was left as it is.` });
      }
      continue;
    }
    meaningMayFollow = false;
    close();
    if (section === null) {
      if (!ignoring) warnings.push({ line, words: 'This line stands in no section and was left out.' });
      continue;
    }
    if (item === null) {
      open = { section, itemId: null, lines: [raw.trim().replace(BULLET, '')], line };
      continue;
    }
    const read = readItemId(item[1] ?? '');
    const twice = read !== null && seen.has(read);
    if (twice) warnings.push({ line, words: `${read} stands twice; this one was read as a new item.` });
    open = { section, itemId: twice ? null : read, lines: [item[2] ?? ''], line };
    if (read !== null) seen.add(read);
  }
  close();
  return { sections, items, warnings };
}

/** A heading line; null when the line is none. Unmarked lines count only when they are exactly a section's title in capitals. */
function readHeading(raw: string): { readonly section: SectionId | null; readonly name: string } | null {
  const marked = HEADING.exec(raw);
  if (marked !== null) {
    const name = marked[1] ?? '';
    return { section: readSection(name), name };
  }
  const bare = raw.trim().replace(/:$/, '');
  const section = /^[A-Z][A-Z ]+$/.test(bare) ? readSection(bare) : null;
  return section === null ? null : { section, name: bare };
}
