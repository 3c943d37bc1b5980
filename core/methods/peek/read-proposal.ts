// Takes the Cartographer's operations out of a reply's JSON. Every operation becomes one edit; what cannot be carried out
// is an edit with its refusal, so that nothing a model proposed is lost from the record.

import { isList, isObject, looseField, looseList, looseText } from '#core/lm/index.ts';
import type { Json, JsonObject } from '#core/lm/index.ts';
import { grouped, readItemId, readSection } from '#core/map/index.ts';
import type { EditKind, ProposedEdit, Refusal } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Candidate, Proposal } from '../policy.ts';
import { linkCandidates } from './link-candidates.ts';

/** More than any sensible reply holds; the rest is passed over with a warning. Ours. */
const MOST_OPERATIONS = 1_000;
const MOST_RAW_CHARS = 4_000;

const KINDS: Readonly<Record<EditKind, readonly string[]>> = {
  ADD: ['add', 'insert', 'create', 'new', 'append'],
  REPLACE: ['replace', 'update', 'edit', 'rewrite', 'modify', 'change'],
  DELETE: ['delete', 'remove', 'drop', 'evict'],
};

/**
 * Reads proposed edits.
 *
 * json        the reply as readJson gave it
 * runId       for edit ids, which are given here (`r3-e1`)
 * candidates  the Distiller's, to tell which of them an edit takes up: as the reply says, or else by their texts
 * Errors      words naming the fault when the reply has no list of operations at all; a null one is an empty one.
 */
export function readProposal(
  json: JsonObject | readonly Json[],
  runId: string,
  candidates: readonly Candidate[],
): Result<Omit<Proposal, 'callId'>, { readonly words: string }> {
  const object = isObject(json) ? json : null;
  const operations = isList(json)
    ? json
    : object === null
      ? undefined
      : looseField(object, 'operations', 'edits', 'ops');
  if (operations === undefined) return err({ words: 'it has no "operations"' });

  const warnings: string[] = [];
  const list = looseList(operations);
  if (list.length > MOST_OPERATIONS) {
    warnings.push(`Only the first ${grouped(MOST_OPERATIONS)} of ${grouped(list.length)} operations were read.`);
  }
  const reasoning = object === null ? null : looseText(looseField(object, 'reasoning'));
  if (reasoning === null) warnings.push('The reply gives no reasoning.');
  const edits = list.slice(0, MOST_OPERATIONS).map((entry, at) => readEdit(entry, `${runId}-e${at + 1}`, candidates));
  return ok({ reasoning: reasoning ?? '', edits: linkCandidates(edits, candidates), warnings });
}

function readEdit(entry: Json, editId: string, candidates: readonly Candidate[]): ProposedEdit {
  const json = JSON.stringify(entry);
  const raw = json.length > MOST_RAW_CHARS ? `${json.slice(0, MOST_RAW_CHARS)}…` : json;
  const nothing = { editId, kind: null, section: null, itemId: null, content: null, candidateId: null, raw };
  if (!isObject(entry))
    return { ...nothing, refusal: { kind: 'unknown-operation', words: 'The operation is not an object.' } };

  const { kind, named, fields } = kindOf(entry);
  const sectionName = looseText(looseField(fields, 'section', 'section_name'));
  const idText = looseText(looseField(fields, 'item_id', 'id', 'item', 'target'));
  const content = looseField(fields, 'content', 'new_content', 'text', 'value');
  const edit = {
    editId,
    kind,
    section: sectionName === null ? null : readSection(sectionName),
    itemId: idText === null ? null : readItemId(idText),
    content: contentText(content),
    candidateId: candidateOf(looseText(looseField(fields, 'candidate_id', 'candidate')), candidates),
    raw,
  };
  return { ...edit, refusal: refusalOf(edit, { named, sectionName, idText, content }) };
}

/** What the operation is called, also where its name is the only key: {"ADD": {…}}. */
function kindOf(entry: JsonObject): { kind: EditKind | null; named: string | null; fields: JsonObject } {
  const named = looseText(looseField(entry, 'type', 'op', 'operation', 'action', 'kind'));
  if (named !== null) return { kind: readKind(named), named, fields: entry };
  for (const [key, value] of Object.entries(entry)) {
    const kind = readKind(key);
    if (kind !== null && isObject(value)) return { kind, named: key, fields: value };
  }
  return { kind: null, named: null, fields: entry };
}

function readKind(name: string): EditKind | null {
  const word = name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/item$/, '');
  if (KINDS.ADD.includes(word)) return 'ADD';
  if (KINDS.REPLACE.includes(word)) return 'REPLACE';
  return KINDS.DELETE.includes(word) ? 'DELETE' : null;
}

/** A text, a number, lines, or an object's own text; any other object is no text. An id written in front is dropped. */
function contentText(json: Json | undefined): string | null {
  if (isObject(json) && typeof looseField(json, 'text', 'content', 'value') !== 'string') return null;
  return looseText(json)?.replace(/^\s*\[(?:cr|cu|dc|ps|rr|ep)-\d+\]:?\s*/i, '') ?? null;
}

interface Said {
  readonly named: string | null;
  readonly sectionName: string | null;
  readonly idText: string | null;
  readonly content: Json | undefined;
}

function refusalOf(edit: Omit<ProposedEdit, 'refusal'>, said: Said): Refusal | null {
  if (edit.kind === null) {
    const words =
      said.named === null ? 'The operation has no type.' : `There is no operation “${said.named.slice(0, 40)}”.`;
    return { kind: 'unknown-operation', words };
  }
  if (edit.kind === 'ADD' && edit.section === null) {
    const words =
      said.sectionName === null ? 'ADD names no section.' : `There is no section “${said.sectionName.slice(0, 60)}”.`;
    return { kind: 'unknown-section', words };
  }
  if (edit.kind !== 'ADD' && edit.itemId === null) {
    const words = said.idText === null ? `${edit.kind} names no item.` : `“${said.idText.slice(0, 60)}” is no item id.`;
    return { kind: 'unknown-item', words };
  }
  if (edit.kind !== 'DELETE' && edit.content === null) {
    const missing = said.content === undefined || said.content === null;
    return { kind: 'not-text', words: missing ? `${edit.kind} gives no content.` : 'The content is not a text.' };
  }
  return null;
}

function candidateOf(named: string | null, candidates: readonly Candidate[]): string | null {
  const name = named?.trim().replace(/^[[("'`]+|[\])"'`]+$/g, '') ?? '';
  if (name === '') return null;
  const found = candidates.find(
    ({ candidateId }) => candidateId === name || candidateId.endsWith(`-${name.toLowerCase()}`),
  );
  return found?.candidateId ?? null;
}
