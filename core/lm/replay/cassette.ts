// A cassette: the calls of a study with their results, ready to be replayed. Calls are found by the hash of their canonical
// request, so a cassette works without the prompts: a trimmed one holds replies and hashes only.

import { z } from 'zod';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';

const count = z.number().int().nonnegative();
const usage = z.object({ input: count, output: count, cached: count, reasoning: count });

const replied = z.object({
  kind: z.literal('reply'),
  text: z.string(),
  /** The model that answered. */
  model: z.string(),
  usage: usage.nullable(),
  usageSource: z.enum(['provider', 'counted', 'none']),
  finishReason: z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'unknown']),
  latencyMs: z.number().nonnegative(),
  firstDeltaMs: z.number().nonnegative().nullable(),
  attempts: count,
  costMicroUsd: count.nullable(),
  warnings: z.array(z.string()).readonly().optional(),
  deltas: z
    .array(z.tuple([z.number().nonnegative(), count]))
    .readonly()
    .optional(),
});

const failed = z.object({
  kind: z.literal('failure'),
  error: z.string(),
  words: z.string(),
  status: z.number().int().nullable(),
  attempts: count,
  usage: usage.nullable(),
  partial: z.string().nullable(),
});

const cassetteCall = z.object({
  /** In the study it comes from. */
  callId: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  role: z.enum(['root', 'sub', 'distiller', 'cartographer', 'reflector', 'curator', 'embedding', 'judge']),
  /** Who answered, as shown to people. */
  modelName: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Null in a trimmed cassette. */
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .readonly()
    .nullable(),
  result: z.discriminatedUnion('kind', [replied, failed]),
});

const cassetteFile = z.object({
  format: z.literal('peek-cassette'),
  version: z.literal(1),
  /** The study it was made of. */
  study: z.object({ id: z.string(), name: z.string(), label: z.string().nullable() }),
  trimmed: z.boolean(),
  calls: z.array(cassetteCall).readonly(),
});

export type CassetteCall = z.infer<typeof cassetteCall>;
export type CassetteResult = CassetteCall['result'];
export type Cassette = z.infer<typeof cassetteFile>;

export interface CassetteError {
  readonly kind: 'not-json' | 'wrong-shape';
  readonly words: string;
}

/** A cassette whose calls are read one by one, since those of a long study do not fit into one text. Null: still looking. */
export type CassetteSource = Omit<Cassette, 'calls'> & { readonly calls: Iterable<CassetteCall | null> };

/** The file in pieces, a call a line: together they are one JSON value. An empty piece is a moment of work. */
export function* writeCassette({ calls, ...head }: CassetteSource): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"calls":[`;
  let separator = '\n';
  for (const call of calls) {
    yield call === null ? '' : separator + JSON.stringify(call);
    if (call !== null) separator = ',\n';
  }
  yield '\n]}\n';
}

export function readCassette(json: string): Result<Cassette, CassetteError> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err({ kind: 'not-json', words: `The cassette is no JSON: ${error.message}.` });
  }
  const checked = cassetteFile.safeParse(parsed);
  if (checked.success) return ok(checked.data);
  const [issue] = checked.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'its top level' : issue.path.join('.');
  return err({
    kind: 'wrong-shape',
    words: `The cassette is wrong at ${place}: ${issue?.message ?? 'not a cassette'}.`,
  });
}
