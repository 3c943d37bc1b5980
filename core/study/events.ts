// Every event a study can hold: facts in the past tense, each with a version and a schema. An event is appended once and
// never changed; definitions are added and deprecated, never removed. Past 250 lines because it is one table: the format.
//
// Ids are short and given by the program: queries q1…, runs r1…, calls c1…, versions v0…, edits r1-e1…, candidates r1-k1…,
// notes n1…. They are unique in a study and never reused.

import { z } from 'zod';
import { studySettings } from './settings.ts';
import { storedText } from './text.ts';

const count = z.number().int().nonnegative();
const sectionId = z.enum(['cr', 'cu', 'dc', 'ps', 'rr', 'ep']);
const tag = z.enum(['helpful', 'harmful', 'neutral', 'stale']);
const evictionOrder = z.enum(['section-then-score', 'score-then-section']);
const usage = z.object({ input: count, output: count, cached: count, reasoning: count });

export const stage = z.enum(['agent', 'distiller', 'cartographer', 'review', 'apply', 'evict', 'commit']);
export type Stage = z.infer<typeof stage>;

export const mapItem = z.object({
  id: z.string(),
  section: sectionId,
  content: z.string(),
  score: z.number(),
  born: count,
  tokens: count,
  pin: z.object({ by: z.string(), at: z.string(), reason: z.string().nullable() }).nullable(),
  origin: z.union([
    z.object({ kind: z.literal('policy'), runId: z.string(), editId: z.string(), candidateId: z.string().nullable() }),
    z.object({ kind: z.literal('hand'), by: z.string() }),
    z.object({ kind: z.literal('import'), from: z.string() }),
  ]),
});

export const refusal = z.object({
  kind: z.enum([
    'unknown-operation',
    'unknown-section',
    'unknown-item',
    'empty-content',
    'not-text',
    'too-long',
    'same-text',
    'duplicate',
    'pinned',
    'already-deleted',
    'refused-by-reviewer',
    'over-budget',
  ]),
  words: z.string(),
});

const editKind = z.enum(['ADD', 'REPLACE', 'DELETE']);

export const proposedEdit = z.object({
  editId: z.string(),
  kind: editKind.nullable(),
  section: sectionId.nullable(),
  itemId: z.string().nullable(),
  content: z.string().nullable(),
  candidateId: z.string().nullable(),
  refusal: refusal.nullable(),
  raw: z.string(),
});

export const editOutcome = z.discriminatedUnion('status', [
  z.object({
    editId: z.string(),
    status: z.literal('applied'),
    kind: editKind,
    itemId: z.string(),
    section: sectionId,
    before: z.string().nullable(),
    after: z.string().nullable(),
    tokensBefore: count,
    tokensAfter: count,
  }),
  z.object({ editId: z.string(), status: z.literal('refused'), refusal }),
]);

/** What became of a cache candidate. */
export const candidateFate = z.object({
  candidateId: z.string(),
  fate: z.enum(['added', 'merged', 'refused', 'left-out']),
  /** The edit that took it up, if one did. */
  editId: z.string().nullable(),
  itemId: z.string().nullable(),
});

export const eviction = z.object({
  order: z.enum([...evictionOrder.options, 'own']),
  budgetTokens: count,
  tokensBefore: count,
  tokensAfter: count,
  ranking: z.array(
    z.object({
      itemId: z.string(),
      section: sectionId,
      score: z.number(),
      born: count,
      tokens: count,
      pinned: z.boolean(),
      totalAfter: count,
    }),
  ),
  removed: z.array(z.object({ itemId: z.string(), why: z.string() })),
  unmet: z.object({ tokens: count, words: z.string() }).nullable(),
});

/** Why a version exists. */
export const versionCause = z.enum([
  'created',
  'update',
  'hand-edit',
  'pin',
  'return',
  'import',
  'budget',
  'undo',
  'redo',
]);

/** A version is its parent plus this difference; a child shares every item that stayed the same. */
export const versionDelta = z.object({
  /** Items that are new or changed, whole. New ones stand last in their section unless `order` says otherwise. */
  put: z.array(mapItem),
  removed: z.array(z.string()),
  /** All item ids in order, when it is not the parent's order with new ones last in their section. */
  order: z.array(z.string()).nullable(),
});

/** The messages of a call: the first `keep` of an earlier call's, then these. Long histories are stored once. */
export const promptRecord = z.object({
  base: z.string().nullable(),
  keep: count,
  add: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: storedText })),
});

const variables = z.array(z.object({ name: z.string(), type: z.string() }));
const pythonError = z.object({ type: z.string(), message: z.string(), line: z.number().int().nullable() });

export const recordedBlock = z.object({
  code: storedText,
  stdout: storedText,
  stderr: storedText,
  outputChars: count,
  /** Exactly what the model was shown of this block. */
  shown: storedText,
  error: pythonError.nullable(),
  variables,
  durationMs: z.number().nonnegative(),
  limit: z.enum(['time', 'memory', 'output', 'interrupted']).nullable(),
  stateLost: z.boolean(),
  callIds: z.array(z.string()),
});

/** Schema per event type, version 1 of each. The key is the event's name. */
export const eventSchemas = {
  'study.created': z.object({
    studyId: z.string(),
    name: z.string(),
    /** Marks the hand-played demo and studies made by the offline model wherever they show. */
    label: z.string().nullable(),
    appVersion: z.string(),
    settings: studySettings,
    context: z.object({
      name: z.string(),
      chars: count,
      bytes: count,
      lines: count,
      sha256: z.string(),
      encoding: z.string(),
      format: z.enum(['text', 'json', 'jsonl']),
      /** Tokens by the study's tokenizer; null when it was too large to count. */
      tokens: count.nullable(),
      head: z.string(),
    }),
  }),
  'settings.changed': z.object({ settings: studySettings, reason: z.string().nullable() }),

  'query.added': z.object({ queryId: z.string(), text: storedText, truth: z.string().nullable() }),
  'query.removed': z.object({ queryId: z.string() }),
  'query.skipped': z.object({ queryId: z.string(), reason: z.string().nullable() }),
  /** Takes back a removal or a skip. */
  'query.restored': z.object({ queryId: z.string() }),

  'run.started': z.object({
    runId: z.string(),
    queryId: z.string(),
    branch: z.string(),
    versionId: z.string(),
    method: z.enum(['none', 'peek']),
    /** The exact map text of the system prompt. */
    mapText: storedText.nullable(),
    mapTokens: count,
    /** False while frozen or past m: the run only reuses the map. */
    evolves: z.boolean(),
    /** Set on a leave-one-out run: the item that was left out. */
    withoutItem: z.string().nullable(),
    /** There when the run's Python was not sandboxed. */
    python: z.literal('native').optional(),
  }),
  'call.finished': z.object({
    callId: z.string(),
    runId: z.string().nullable(),
    /** aside: asked for by a person beside the run, as for a verdict on its answer. */
    stage: z.enum([...stage.options, 'aside']),
    role: z.enum(['root', 'sub', 'distiller', 'cartographer', 'reflector', 'curator', 'embedding', 'judge']),
    iteration: count.nullable(),
    block: count.nullable(),
    depth: count,
    parentCallId: z.string().nullable(),
    /** Who answered, as shown to people. */
    modelName: z.string(),
    model: z.string(),
    parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    prompt: promptRecord,
    reply: storedText.nullable(),
    usage: usage.nullable(),
    usageSource: z.enum(['provider', 'counted', 'none']),
    /** Our own count of the prompt, for reconciliation; null when not counted. */
    ourInputTokens: count.nullable(),
    finishReason: z.string().nullable(),
    latencyMs: z.number().nonnegative(),
    firstDeltaMs: z.number().nonnegative().nullable(),
    attempts: count,
    costMicroUsd: count.nullable(),
    origin: z.enum(['live', 'replayed', 'offline', 'manual']),
    /** Oddities of the reply that were mended or passed over. */
    warnings: z.array(z.string()).optional(),
    /** When the text came: [milliseconds since the call began, characters]. */
    deltas: z
      .array(z.tuple([z.number().nonnegative(), count]))
      .readonly()
      .optional(),
    error: z.object({ kind: z.string(), words: z.string(), status: z.number().int().nullable() }).nullable(),
  }),
  'iteration.finished': z.object({
    runId: z.string(),
    number: count,
    depth: count,
    parentCallId: z.string().nullable(),
    callId: z.string(),
    reply: storedText,
    blocks: z.array(recordedBlock),
    finalRefused: z.string().nullable(),
    /** What this iteration ended its agent with; null when it went on. */
    answer: storedText.nullable(),
    elapsedMs: z.number().nonnegative(),
  }),
  'run.answered': z.object({
    runId: z.string(),
    answer: storedText,
    source: z.enum(['final', 'final-var', 'answer-dict', 'exhausted', 'limit']),
    iterations: count,
    /** 0…1 against the ground truth; null where there is none. */
    score: z.number().nullable(),
    warnings: z.array(z.string()),
    elapsedMs: z.number().nonnegative(),
  }),
  /** A model's verdict on an answer, asked for by a person; beside the rule's score, never in its place. */
  'answer.judged': z.object({
    runId: z.string(),
    callId: z.string(),
    modelName: z.string(),
    /** 0…1; null where there was no verdict, and reason then says why. */
    score: z.number().min(0).max(1).nullable(),
    reason: z.string(),
  }),
  /** How near the items of a version are by an embedding model: those worth a look, nearest first. */
  'items.measured': z.object({
    versionId: z.string(),
    callId: z.string(),
    modelName: z.string(),
    /** How many items were measured. */
    items: count,
    pairs: z.array(z.object({ a: z.string(), b: z.string(), nearness: z.number() })),
    /** Why there is no measure; null when there is one. */
    words: z.string().nullable(),
  }),
  'run.failed': z.object({
    runId: z.string(),
    stage,
    kind: z.string(),
    words: z.string(),
    partial: storedText.nullable(),
  }),
  'run.stopped': z.object({ runId: z.string(), stage, partial: storedText.nullable() }),
  /** Appended on reopening for a run that was cut off; it resumes from its last recorded stage. */
  'run.interrupted': z.object({ runId: z.string(), stage, partial: storedText.nullable().optional() }),
  'run.resumed': z.object({ runId: z.string(), stage }),
  /** Given up as it stands by a person: stepping goes on to the next query. */
  'run.abandoned': z.object({ runId: z.string(), reason: z.string().nullable() }),
  'run.completed': z.object({ runId: z.string(), versionId: z.string() }),

  'distiller.spoke': z.object({
    runId: z.string(),
    callId: z.string(),
    diagnosis: storedText,
    tags: z.array(z.object({ itemId: z.string(), tag, delta: z.number() })),
    ignoredTags: z.array(z.object({ itemId: z.string(), tag: z.string(), words: z.string() })),
    untagged: z.array(z.string()),
    candidates: z.array(
      z.object({
        candidateId: z.string(),
        section: sectionId.nullable(),
        value: z.string(),
        transferability: z.string(),
        rationale: z.string(),
      }),
    ),
    warnings: z.array(z.string()),
    trajectoryCut: z.object({ shownChars: count, totalChars: count }).nullable(),
    sawTruth: z.boolean(),
  }),
  'edits.proposed': z.object({
    runId: z.string(),
    callId: z.string(),
    reasoning: storedText,
    edits: z.array(proposedEdit),
    warnings: z.array(z.string()),
  }),
  /** The update ended without edits: an unreadable reply, or a failure the user chose to pass over. The run is still good. */
  'update.skipped': z.object({ runId: z.string(), stage, words: z.string() }),
  'review.opened': z.object({ runId: z.string() }),
  'review.decided': z.object({
    runId: z.string(),
    decisions: z.array(
      z.object({
        editId: z.string(),
        decision: z.enum(['accept', 'refuse', 'change']),
        content: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    /** True once every edit has a decision and the update may go on. */
    closed: z.boolean(),
  }),
  'edits.applied': z.object({ runId: z.string(), outcomes: z.array(editOutcome), candidates: z.array(candidateFate) }),
  'items.evicted': z.object({ runId: z.string().nullable(), eviction }),

  'version.committed': z.object({
    versionId: z.string(),
    parentId: z.string().nullable(),
    branch: z.string(),
    cause: versionCause,
    runId: z.string().nullable(),
    sections: z.array(sectionId),
    /** Which headings the text has: all enabled sections', or (blank slate) only those that hold an item. */
    headers: z.enum(['all', 'used']),
    delta: versionDelta,
    /** Tokens of the exact rendered text, headers included. */
    tokens: count,
    tokensBySection: z.partialRecord(sectionId, count),
    budgetTokens: count,
    /** SHA-256 of the map's canonical JSON. */
    hash: z.string(),
    reason: z.string().nullable(),
    /**
     * Items that went with this update in another form than the parent has: added and evicted at once, or tagged or
     * rewritten before they were evicted. As they were when they went.
     */
    gone: z.array(mapItem).optional(),
  }),
  /** Refused hand edits, pins and the like: on record with their numbers. */
  'hand.refused': z.object({ command: z.string(), refusal }),

  'map.frozen': z.object({
    branch: z.string(),
    cause: z.enum(['hand', 'evolve-steps', 'budget']),
    reason: z.string().nullable(),
  }),
  'map.unfrozen': z.object({ branch: z.string(), reason: z.string().nullable() }),

  'branch.created': z.object({ name: z.string(), versionId: z.string(), reason: z.string().nullable() }),
  'branch.switched': z.object({ name: z.string() }),
  'branch.renamed': z.object({ from: z.string(), to: z.string() }),
  'branch.deleted': z.object({ name: z.string() }),
  /** A roll back moves a branch to an earlier version; undo and redo of one move it again. Nothing is deleted. */
  'branch.moved': z.object({
    name: z.string(),
    from: z.string(),
    to: z.string(),
    cause: z.enum(['rollback', 'undo', 'redo']),
    reason: z.string().nullable(),
  }),
  /** Names the events (by seq) of one operation that a later operation took back or brought again. */
  'operation.undone': z.object({ seq: count }),
  'operation.redone': z.object({ seq: count }),

  'note.added': z.object({
    noteId: z.string(),
    target: z.object({ kind: z.enum(['item', 'version', 'iteration', 'query', 'study']), id: z.string() }),
    text: z.string(),
  }),
  'note.removed': z.object({ noteId: z.string() }),
  'warning.raised': z.object({ place: z.string(), words: z.string() }),
} as const;

export type EventType = keyof typeof eventSchemas;

export type EventPayload<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;

/** Who did it: the engine, or a person by the name in the settings. */
export type Actor = 'engine' | `user:${string}`;

/** What is asked to be appended. */
export type NewEvent = {
  [T in EventType]: { readonly type: T; readonly actor: Actor; readonly payload: EventPayload<T> };
}[EventType];

/** What the log adds to an event: its place, its version and its time (ISO 8601, UTC). */
export interface Envelope {
  readonly seq: number;
  readonly v: number;
  readonly at: string;
  /** Seq of the first event appended together with this one, i.e. by the same operation; absent on that first event. */
  readonly batch?: number;
}

/** An event as stored. */
export type StudyEvent = NewEvent & Envelope;

export type EventOf<T extends EventType> = Extract<StudyEvent, { readonly type: T }>;

/** An event of a type or version this program does not know: kept, shown as a warning, never dropped. */
export interface UnknownEvent {
  readonly type: 'unknown';
  readonly seq: number;
  readonly at: string;
  readonly originalType: string;
  readonly json: string;
  readonly words: string;
}

export type LoggedEvent = StudyEvent | UnknownEvent;
