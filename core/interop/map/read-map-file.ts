// Reads a map that somebody sends: the JSON file, or the prompt text alone. What does not fit becomes a warning with its
// place; only what is no map at all is refused.

import { isList, isObject, looseField, looseText } from '#core/lm/index.ts';
import type { Json, JsonObject } from '#core/lm/index.ts';
import { normalizeContent, parseMap, readSection } from '#core/map/index.ts';
import type { SectionId } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { MAP_FILE_VERSION } from './map-file.ts';

export interface ReadMapItem {
  readonly section: SectionId;
  readonly content: string;
  readonly score: number;
  readonly pinned: boolean;
}

export interface ReadMap {
  /** Where it comes from, in words. */
  readonly from: string;
  readonly items: readonly ReadMapItem[];
  readonly warnings: readonly string[];
}

/**
 * Reads a map file.
 *
 * text  JSON of the published format (any version), or a map's prompt text
 * Returns its items in order. Ids are left behind: the study that takes them in gives its own.
 * Errors  words, when the text is neither.
 */
export function readMapFile(text: string): Result<ReadMap, { readonly words: string }> {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  return trimmed.startsWith('{') || trimmed.startsWith('"') ? readJsonFile(trimmed) : readPromptText(trimmed);
}

function readPromptText(text: string): Result<ReadMap, { readonly words: string }> {
  const parsed = parseMap(text);
  if (parsed.sections.length === 0)
    return err({ words: 'This is neither a map in JSON nor the text of one: it has no section heading.' });
  const items = parsed.items.map(({ section, content }) => ({ section, content, score: 0, pinned: false }));
  const warnings = parsed.warnings.map(({ line, words }) => `line ${line}: ${words}`);
  return ok({ from: 'a map’s text', items, warnings });
}

function readJsonFile(text: string): Result<ReadMap, { readonly words: string }> {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch (error) {
    return err({ words: `The file is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}.` });
  }
  if (!isObject(json)) return err({ words: 'The file holds no object.' });
  const sections = looseField(json, 'sections');
  if (!isList(sections)) return err({ words: 'The file has no “sections”: it is not a context map.' });

  const warnings: string[] = [];
  if (json.format !== 'peek-context-map')
    warnings.push('format: the file does not say that it is a context map; it was read as one.');
  if (json.version !== MAP_FILE_VERSION) {
    const isOlder = typeof json.version === 'number' && json.version >= 1 && json.version < MAP_FILE_VERSION;
    warnings.push(
      isOlder
        ? `version: ${Number(json.version)} is an older form of the file; what it does not say was left at nothing.`
        : `version: ${looseText(json.version) ?? 'none'} is not known here; it was read as version ${MAP_FILE_VERSION}.`,
    );
  }
  const items = sections.flatMap((section, at) => readSectionOf(section, `sections[${at}]`, warnings));
  const study = isObject(json.study) ? json.study : null;
  const name = study === null ? null : looseText(looseField(study, 'name'));
  const mapVersion = study === null ? null : looseText(looseField(study, 'mapVersion'));
  return ok({ from: [name ?? 'a map file', mapVersion].filter((each) => each !== null).join(' '), items, warnings });
}

function readSectionOf(json: Json, place: string, warnings: string[]): readonly ReadMapItem[] {
  const object = isObject(json) ? json : null;
  const named = object === null ? null : looseText(looseField(object, 'id', 'key', 'title'));
  const section = named === null ? null : readSection(named);
  const items = object === null ? undefined : looseField(object, 'items');
  if (section === null || !isList(items)) {
    warnings.push(
      `${place}: ${section === null ? `no section is called “${(named ?? '').slice(0, 60)}”` : 'it has no items'}; it was left out.`,
    );
    return [];
  }
  return items.flatMap((item, at) => {
    const read = isObject(item) ? readItem(item, section) : null;
    if (read === null) warnings.push(`${place}.items[${at}]: it has no text and was left out.`);
    return read ?? [];
  });
}

function readItem(json: JsonObject, section: SectionId): ReadMapItem | null {
  const content = normalizeContent(looseText(looseField(json, 'content')) ?? '');
  if (content === '') return null;
  const score = looseField(json, 'score');
  return {
    section,
    content,
    score: typeof score === 'number' && Number.isFinite(score) ? score : 0,
    pinned: looseField(json, 'pinned') === true,
  };
}
