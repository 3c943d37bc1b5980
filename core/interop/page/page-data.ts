// What a study takes along when it is shared as one page: its events and its long texts, cut where they would make the page
// too large, and words about everything that was left out. The context itself is never part of it.

import { z } from 'zod';
import { encodeRow } from '#core/study/index.ts';
import type { EventRow, LoggedEvent, StudyEvent, TextRef } from '#core/study/index.ts';
import { grouped } from '#core/map/index.ts';

const pageFile = z.object({
  format: z.literal('peek-page'),
  version: z.literal(1),
  madeBy: z.string(),
  madeAt: z.string(),
  rows: z.array(
    z.object({
      seq: z.number(),
      at: z.string(),
      actor: z.string(),
      type: z.string(),
      v: z.number(),
      batch: z.number().nullable(),
      json: z.string(),
    }),
  ),
  /** Long texts by hash; one that is shorter than its reference says was cut. */
  texts: z.array(z.tuple([z.string(), z.string()])),
  leftOut: z.array(z.string()),
});

export type PageData = z.infer<typeof pageFile>;

export interface PageLimits {
  /** Characters of all events together, as JSON; of one long text; of all long texts together. */
  readonly eventChars: number;
  readonly textChars: number;
  readonly allTextChars: number;
}

/** Ours: a page of some 10 MB, since text is packed to about a fifth. Browsers open that in a second or two. */
export const PAGE_LIMITS: PageLimits = { eventChars: 32_000_000, textChars: 200_000, allTextChars: 24_000_000 };

export interface PageSource {
  /** In order. */
  readonly events: Iterable<LoggedEvent>;
  text(ref: TextRef, from: number, to: number): string;
  /** Awaited after every little work: gives others their turn where it is time. */
  breathe(): Promise<void>;
}

export interface PageMaker {
  readonly madeBy: string;
  readonly madeAt: string;
}

const LEFT_OUT = '(left out of this page)';

export async function collectPage(source: PageSource, maker: PageMaker, limits = PAGE_LIMITS): Promise<PageData> {
  const rows: EventRow[] = [];
  let unknown = 0;
  for (const event of source.events) {
    if (event.type === 'unknown') unknown += 1;
    else rows.push(encodeRow(event));
    await source.breathe();
  }
  const thinned = await thin(rows, limits.eventChars, source);
  const texts = await longTexts(rows, source, limits);
  return {
    format: 'peek-page',
    version: 1,
    ...maker,
    rows,
    texts: [...texts.kept],
    leftOut: [
      ...(thinned === 0
        ? []
        : [`the trajectories and prompts of the ${thinned === 1 ? 'oldest run' : `${grouped(thinned)} oldest runs`}`]),
      ...(texts.missing === 0
        ? []
        : [`${grouped(texts.missing)} long ${texts.missing === 1 ? 'text' : 'texts'}, but for their beginnings`]),
      ...(texts.cut === 0
        ? []
        : [
            `the ends of ${grouped(texts.cut)} ${texts.cut === 1 ? 'text' : 'texts'} of more than ${grouped(limits.textChars)} characters`,
          ]),
      ...(unknown === 0 ? [] : [`${grouped(unknown)} ${unknown === 1 ? 'event' : 'events'} that could not be read`]),
    ],
  };
}

/** The JSON of it in pieces: tens of MB would take long to write in one breath. */
export function* pageJson({ rows, texts, leftOut, ...head }: PageData): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  yield* listed(rows);
  yield '],"texts":[';
  yield* listed(texts);
  yield `],"leftOut":${JSON.stringify(leftOut)}}`;
}

function* listed(values: readonly unknown[]): Generator<string> {
  for (const [at, value] of values.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(value)}`;
}

/** Null when the text is not the data of such a page. */
export function readPage(json: unknown): PageData | null {
  const read = pageFile.safeParse(json);
  return read.success ? read.data : null;
}

/** Empties the oldest runs' iterations and calls in place until all fits. Tokens, prices and the map's history stay. */
async function thin(rows: EventRow[], limit: number, { breathe }: Pick<PageSource, 'breathe'>): Promise<number> {
  let chars = rows.reduce((sum, row) => sum + row.json.length, 0);
  const emptied = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (chars <= limit) break;
    await breathe();
    const small = emptiedRow(row);
    if (small === null) continue;
    chars += small.row.json.length - row.json.length;
    rows[at] = small.row;
    emptied.add(small.runId);
  }
  return emptied.size;
}

function emptiedRow(row: EventRow): { readonly row: EventRow; readonly runId: string } | null {
  if (row.type !== 'iteration.finished' && row.type !== 'call.finished') return null;
  const payload = JSON.parse(row.json) as StudyEvent['payload'];
  if (!('runId' in payload) || payload.runId === null) return null;
  const small =
    'blocks' in payload
      ? { ...payload, reply: LEFT_OUT, blocks: [] }
      : { ...payload, prompt: { base: null, keep: 0, add: [] }, reply: LEFT_OUT };
  return { row: { ...row, json: JSON.stringify(small) }, runId: payload.runId };
}

/** The newest first, since that is what a reader opens the page for. */
async function longTexts(
  rows: readonly EventRow[],
  source: PageSource,
  limits: PageLimits,
): Promise<{ readonly kept: ReadonlyMap<string, string>; readonly cut: number; readonly missing: number }> {
  const kept = new Map<string, string>();
  const missing = new Set<string>();
  let [room, cut] = [limits.allTextChars, 0];
  for (const row of rows.toReversed()) {
    for (const ref of refsIn(JSON.parse(row.json))) {
      if (kept.has(ref.$text) || missing.has(ref.$text)) continue;
      const wanted = Math.min(ref.chars, limits.textChars);
      if (wanted > room) {
        missing.add(ref.$text);
        continue;
      }
      kept.set(ref.$text, source.text(ref, 0, wanted));
      room -= wanted;
      if (wanted < ref.chars) cut += 1;
    }
    await source.breathe();
  }
  return { kept, cut, missing: missing.size };
}

function* refsIn(value: unknown): Generator<TextRef> {
  if (typeof value !== 'object' || value === null) return;
  if (isRef(value)) {
    yield value;
    return;
  }
  for (const each of Object.values(value)) yield* refsIn(each);
}

function isRef(value: object): value is TextRef {
  return '$text' in value && typeof value.$text === 'string' && 'chars' in value && typeof value.chars === 'number';
}
