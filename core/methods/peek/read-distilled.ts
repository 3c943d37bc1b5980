// Takes the Distiller's findings out of a reply's JSON, and says what was odd about them. Every item of the map comes out
// tagged, or untagged on record; every other tag is on record as ignored.

import { isList, isObject, looseField, looseList, looseText } from '#core/lm/index.ts';
import type { Json, JsonObject } from '#core/lm/index.ts';
import { TAGS, grouped, normalizeContent, readItemId, readSection } from '#core/map/index.ts';
import type { ContextMap, Tag } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Candidate, Distilled } from '../policy.ts';

export type Findings = Pick<Distilled, 'diagnosis' | 'tags' | 'ignoredTags' | 'untagged' | 'candidates' | 'warnings'>;

/** More than any sensible reply holds; the rest is passed over with a warning. Ours. */
const MOST_CANDIDATES = 200;
const MOST_TAGS = 5_000;

/**
 * Reads findings.
 *
 * json   the reply as readJson gave it
 * map    the map that was judged; ids it does not have are ignored tags
 * runId  for candidate ids, which are given here (`r3-k1`)
 * Errors words naming the fault when the reply has none of the fields that matter.
 */
export function readDistilled(
  json: JsonObject | readonly Json[],
  map: ContextMap,
  runId: string,
): Result<Findings, { readonly words: string }> {
  if (isList(json))
    return err({ words: 'it is a list, not an object with "diagnosis", "item_tags", "cache_candidates"' });
  const tags = looseField(json, 'item_tags', 'tags', 'items', 'item_reviews');
  const candidates = looseField(json, 'cache_candidates', 'candidates');
  if (tags === undefined && candidates === undefined)
    return err({ words: 'it has neither "item_tags" nor "cache_candidates"' });

  const warnings: string[] = [];
  const diagnosis = looseText(looseField(json, 'diagnosis'));
  if (diagnosis === null) warnings.push('The reply has no diagnosis.');
  return ok({
    diagnosis: diagnosis ?? '',
    ...readTags(tags, map, warnings),
    candidates: readCandidates(candidates, runId, warnings),
    warnings,
  });
}

function readTags(
  json: Json | undefined,
  map: ContextMap,
  warnings: string[],
): Pick<Findings, 'tags' | 'ignoredTags' | 'untagged'> {
  const known = new Set(map.items.map((item) => item.id));
  const tags = new Map<string, Tag>();
  const ignoredTags: { itemId: string; tag: string; words: string }[] = [];
  const pairs = tagPairs(json);
  if (pairs.length > MOST_TAGS)
    warnings.push(`Only the first ${grouped(MOST_TAGS)} of ${grouped(pairs.length)} tags were read.`);
  for (const { id, said } of pairs.slice(0, MOST_TAGS)) {
    const itemId = readItemId(id) ?? id.slice(0, 100);
    const tag = readTag(said);
    const first = tags.get(itemId);
    const ignore = (words: string) => ignoredTags.push({ itemId, tag: said.slice(0, 100), words });
    if (!known.has(itemId)) ignore('The map has no such item.');
    else if (tag === null) ignore('The tag is none of helpful, harmful, neutral, stale.');
    else if (first !== undefined && first !== tag) ignore(`The item was already tagged ${first}.`);
    else tags.set(itemId, tag);
  }
  return {
    tags: [...tags].map(([itemId, tag]) => ({ itemId, tag })),
    ignoredTags,
    untagged: map.items.filter((item) => !tags.has(item.id)).map((item) => item.id),
  };
}

/** A tag in any case, with spaces and quotes around; nothing else is guessed at. */
function readTag(text: string): Tag | null {
  const word = text.toLowerCase().replace(/^[\s"'`*.]+|[\s"'`*.]+$/g, '');
  return TAGS.find((tag) => tag === word) ?? null;
}

/** Ids with what was said of them, out of a list of pairs, a list of one-key objects, or an object by id. */
function tagPairs(json: Json | undefined): readonly { readonly id: string; readonly said: string }[] {
  const byId = (object: JsonObject) =>
    Object.entries(object).map(([id, value]) => ({
      id,
      said: looseText(isObject(value) ? tagOf(value) : value) ?? '',
    }));
  if (isObject(json) && looseField(json, 'item_id', 'id') === undefined) return byId(json);
  return looseList(json).flatMap((entry) => {
    if (!isObject(entry)) return [];
    const id = looseText(looseField(entry, 'item_id', 'id', 'item'));
    return id === null ? byId(entry) : [{ id, said: looseText(tagOf(entry)) ?? '' }];
  });
}

function tagOf(object: JsonObject): Json | undefined {
  return looseField(object, 'tag', 'label', 'verdict', 'value');
}

function readCandidates(json: Json | undefined, runId: string, warnings: string[]): readonly Candidate[] {
  const list = looseList(json);
  if (list.length > MOST_CANDIDATES) {
    warnings.push(`Only the first ${grouped(MOST_CANDIDATES)} of ${grouped(list.length)} candidates were read.`);
  }
  const candidates: Candidate[] = [];
  for (const [at, entry] of list.slice(0, MOST_CANDIDATES).entries()) {
    const object = isObject(entry) ? entry : null;
    const value = normalizeContent(
      looseText(object === null ? entry : looseField(object, 'value', 'content', 'text', 'item')) ?? '',
    );
    if (value === '') {
      warnings.push(`Candidate ${at + 1} has no text and was left out.`);
      continue;
    }
    const named = object === null ? null : looseText(looseField(object, 'section'));
    const section = named === null ? null : readSection(named);
    if (section === null) {
      warnings.push(
        `Candidate ${at + 1} names ${named === null ? 'no section' : `the unknown section “${named.slice(0, 100)}”`}.`,
      );
    }
    candidates.push({
      candidateId: `${runId}-k${candidates.length + 1}`,
      section,
      value,
      transferability: object === null ? '' : (looseText(looseField(object, 'transferability')) ?? ''),
      rationale: object === null ? '' : (looseText(looseField(object, 'rationale', 'reason')) ?? ''),
    });
  }
  return candidates;
}
