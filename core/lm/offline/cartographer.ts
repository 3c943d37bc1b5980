// The offline Cartographer: sets the Distiller's candidates beside the map, one subject at a time. The same subject is
// replaced when the new text says more, a new one is added, what was tagged stale or harmful and not replaced is deleted.

import { PROMPT_BLOCKS } from '#core/methods/index.ts';
import { z } from 'zod';
import { factKey, type Fact } from './facts.ts';
import { readItem } from './item-text.ts';
import { readMapItems, type MapNote } from './knowledge.ts';
import { capital, choose, countOf } from './phrases.ts';

export interface Operation {
  readonly type: 'ADD' | 'REPLACE' | 'DELETE';
  readonly section: string | null;
  readonly item_id: string | null;
  readonly content: string | null;
  readonly candidate_id: string | null;
}

export interface CartographerReply {
  readonly reasoning: string;
  readonly operations: readonly Operation[];
}

const candidateList = z.array(
  z.object({ candidate_id: z.string(), section: z.string().nullable(), value: z.string() }),
);
const itemList = z.array(z.object({ id: z.string(), pinned: z.boolean().catch(false) }));
const reflection = z.object({
  item_tags: z.union([
    z.array(z.object({ item_id: z.string(), tag: z.string() })),
    z
      .record(z.string(), z.string())
      .transform((tags) => Object.entries(tags).map(([item_id, tag]) => ({ item_id, tag }))),
  ]),
});
const budget = z.object({ budget_tokens: z.number(), current_tokens: z.number() });

export interface EditInput {
  readonly query: string;
  readonly notes: readonly MapNote[];
  readonly pinned: ReadonlySet<string>;
  readonly tags: ReadonlyMap<string, string>;
  readonly candidates: readonly { readonly id: string; readonly section: string | null; readonly value: string }[];
  readonly budget: { readonly budget_tokens: number; readonly current_tokens: number } | null;
}

export function proposeEdits(blocks: ReadonlyMap<string, string>): CartographerReply {
  const tags = readJson(blocks.get(PROMPT_BLOCKS.reflection), reflection)?.item_tags ?? [];
  return editMap({
    query: (blocks.get(PROMPT_BLOCKS.query) ?? '').trim(),
    notes: readMapItems(blocks.get(PROMPT_BLOCKS.map) ?? ''),
    pinned: readPinned(blocks),
    tags: new Map(tags.map(({ item_id, tag }) => [item_id, tag])),
    candidates: (readJson(blocks.get(PROMPT_BLOCKS.candidates), candidateList) ?? []).map((candidate) => ({
      id: candidate.candidate_id,
      section: candidate.section,
      value: candidate.value,
    })),
    budget: readJson(blocks.get(PROMPT_BLOCKS.budget), budget),
  });
}

export function readPinned(blocks: ReadonlyMap<string, string>): ReadonlySet<string> {
  const items = readJson(blocks.get(PROMPT_BLOCKS.items), itemList) ?? [];
  return new Set(items.filter((item) => item.pinned).map((item) => item.id));
}

function readJson<T>(text: string | undefined, schema: z.ZodType<T>): T | null {
  if (text === undefined) return null;
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // Not JSON: the block is as good as absent.
    return null;
  }
}

export function editMap(input: EditInput): CartographerReply {
  const { notes, pinned, tags, candidates } = input;
  const operations: Operation[] = [];
  const said: string[] = [];
  const touched = new Set<string>();
  const held = new Map(notes.flatMap((note) => (note.fact === null ? [] : [[factKey(note.fact), note] as const])));
  const texts = new Set(notes.map((note) => fold(note.content)));
  for (const candidate of candidates) {
    const fact = readItem(candidate.value);
    const former = fact === null ? undefined : held.get(factKey(fact));
    if (texts.has(fold(candidate.value))) continue;
    texts.add(fold(candidate.value));
    if (former === undefined) {
      operations.push({
        type: 'ADD',
        section: candidate.section,
        item_id: null,
        content: candidate.value,
        candidate_id: candidate.id,
      });
    } else if (pinned.has(former.itemId)) {
      said.push(`${former.itemId} is pinned and stays as it is`);
    } else if (!touched.has(former.itemId)) {
      touched.add(former.itemId);
      said.push(sayReplaced(former, fact));
      operations.push({
        type: 'REPLACE',
        section: null,
        item_id: former.itemId,
        content: candidate.value,
        candidate_id: candidate.id,
      });
    }
  }
  for (const note of notes) {
    const tag = tags.get(note.itemId);
    if ((tag !== 'stale' && tag !== 'harmful') || touched.has(note.itemId) || pinned.has(note.itemId)) continue;
    said.push(`${note.itemId} was tagged ${tag} and nothing takes its place`);
    operations.push({ type: 'DELETE', section: null, item_id: note.itemId, content: null, candidate_id: null });
  }
  return { reasoning: sayReasoning(input, operations, said), operations };
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function sayReplaced(former: MapNote, fact: Fact | null): string {
  const was = former.fact;
  if (was?.kind === 'ids' && was.rough) return `${former.itemId} was a guess, the run saw how it really is`;
  if (was !== null && 'rough' in was && was.rough)
    return `${former.itemId} was only approximate, the run has the exact figures`;
  if (was?.kind === 'values' && was.values.some(([, count]) => count === null))
    return `${former.itemId} listed the values without their counts`;
  if (fact?.kind === 'values' || fact?.kind === 'mention') return `${former.itemId} is brought up to the latest count`;
  return `${former.itemId} is rewritten from what the run printed`;
}

function sayReasoning(
  { query, budget, notes }: EditInput,
  operations: readonly Operation[],
  said: readonly string[],
): string {
  if (operations.length === 0) {
    return choose(`${query}none`, [
      'The map already holds what this run showed; an edit would only cost tokens.',
      'No candidate is new and no item needs mending, so the map stays as it is.',
    ]);
  }
  const added = operations.filter((operation) => operation.type === 'ADD').length;
  const parts: string[] = [];
  if (added > 0) {
    parts.push(
      notes.length === 0
        ? `The map was empty; ${countOf(added, 'item')} of structure and constants give any later question a start`
        : choose(`${query}added`, [
            `${capital(countOf(added, 'new item'))} ${added === 1 ? 'says' : 'say'} what other questions may need too`,
            `${capital(countOf(added, 'candidate'))} ${added === 1 ? 'is' : 'are'} not in the map yet and would otherwise have to be computed again`,
          ]),
    );
  }
  parts.push(...said);
  if (budget !== null && budget.current_tokens > 0.85 * budget.budget_tokens) {
    parts.push(
      `the map stands at ${budget.current_tokens} of ${budget.budget_tokens} tokens, so the least valuable items may have to go`,
    );
  }
  return `${parts.join('; ')}.`;
}
