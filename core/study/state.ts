// The state of a study: what reducing its events gives. Plain data, shared between main, command line and window; the
// reducer (reduce.ts) is the only writer. Texts may be references (text.ts); messages and outputs are read on demand.

import type { ContextMap, EditOutcome, Eviction, MapItem, ProposedEdit, SectionId, Tag } from '#core/map/index.ts';
import type { EventPayload, Stage } from './events.ts';
import type { StudySettings } from './settings.ts';
import type { StoredText } from './text.ts';

export interface Query {
  readonly id: string;
  /** Seq of the event that added it. */
  readonly seq: number;
  readonly text: StoredText;
  readonly truth: string | null;
  readonly removed: boolean;
  readonly skipped: boolean;
  /** Its runs, oldest first; the last one counts. */
  readonly runIds: readonly string[];
}

/**
 * running: the agent works. updating: the policy works. review: edits wait for a person. done: committed (or nothing to
 * update). stopped, failed, interrupted: can be resumed from the recorded stage.
 */
export type RunStatus = 'running' | 'updating' | 'review' | 'done' | 'stopped' | 'failed' | 'interrupted';

export interface RunTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  readonly costMicroUsd: number;
  /** Models whose calls had no price; a total that misses something says so. */
  readonly unpriced: readonly string[];
  /** Calls without any usage figure. */
  readonly uncounted: number;
}

export type CallSummary = Omit<EventPayload<'call.finished'>, 'prompt' | 'parameters'> & { readonly seq: number };
export type IterationRecord = EventPayload<'iteration.finished'> & { readonly seq: number; readonly at: string };

export interface Run {
  readonly id: string;
  readonly queryId: string;
  readonly branch: string;
  /** The version whose text the agent was given. */
  readonly baseVersionId: string;
  readonly mapText: StoredText | null;
  readonly mapTokens: number;
  readonly evolves: boolean;
  readonly withoutItem: string | null;
  /** `native` when its Python was not sandboxed. */
  readonly python: 'native' | null;
  readonly status: RunStatus;
  /** Where it stands, or stood when it ended without completing. */
  readonly stage: Stage;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly iterations: readonly IterationRecord[];
  readonly calls: readonly CallSummary[];
  readonly answer: EventPayload<'run.answered'> | null;
  /** The latest verdict of a model on that answer. */
  readonly judged: EventPayload<'answer.judged'> | null;
  readonly distilled: EventPayload<'distiller.spoke'> | null;
  readonly proposed: EventPayload<'edits.proposed'> | null;
  readonly decisions: EventPayload<'review.decided'>['decisions'];
  readonly applied: EventPayload<'edits.applied'> | null;
  readonly eviction: Eviction | null;
  readonly skipped: EventPayload<'update.skipped'> | null;
  readonly failure: { readonly stage: Stage; readonly kind: string; readonly words: string } | null;
  readonly partial: StoredText | null;
  /** The version it produced. */
  readonly versionId: string | null;
  readonly totals: RunTotals;
  /** Given up by a person: it is not gone on with. */
  readonly abandoned: boolean;
  /** The review gate: null when the edits did not wait for a person. */
  readonly review: 'open' | 'closed' | null;
  /** Seqs of its first and its latest event. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Seqs at which the agent, the Distiller and the Cartographer were done; null for those that were not. */
  readonly answeredSeq: number | null;
  readonly distilledSeq: number | null;
  readonly proposedSeq: number | null;
  /** The Distiller's verdicts, without their weights; kept when the run is folded. */
  readonly tags: readonly { readonly itemId: string; readonly tag: Tag }[];
  readonly iterationCount: number;
  readonly callCount: number;
  /**
   * True for an old run of a long study: iterations, calls, distilled, proposed, decisions, applied and eviction are then
   * empty here and are read from the run's own events (runFromEvents). So memory does not grow with the trajectory.
   */
  readonly folded: boolean;
  /** Of a folded run, what re-deriving its update needs; null while the run has its details. */
  readonly kept: KeptUpdate | null;
}

/** The edits of an update as they were decided, without the reply's own text, and what became of each. */
export interface KeptUpdate {
  readonly edits: readonly ProposedEdit[];
  readonly outcomes: readonly EditOutcome[];
}

export interface Version {
  readonly id: string;
  readonly parentId: string | null;
  readonly branch: string;
  readonly cause: EventPayload<'version.committed'>['cause'];
  readonly runId: string | null;
  readonly at: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly seq: number;
  /** Items are shared with the parent where they stayed the same. */
  readonly map: ContextMap;
  readonly tokens: number;
  readonly tokensBySection: Readonly<Partial<Record<SectionId, number>>>;
  readonly budgetTokens: number;
  readonly hash: string;
  /** What this version removed, by eviction or otherwise: the ghosts. */
  readonly evicted: readonly string[];
  /** The same, whole, as they were when they went. */
  readonly ghosts: readonly MapItem[];
  /** Which of them the Evictor took, and why; the others were deleted. */
  readonly evictions: Eviction['removed'];
  /** How near its items are, where that was measured. */
  readonly measured: EventPayload<'items.measured'> | null;
}

export interface Branch {
  readonly name: string;
  readonly head: string;
  readonly frozen: {
    readonly cause: 'hand' | 'evolve-steps' | 'budget';
    readonly at: string;
    readonly by: string;
    readonly reason: string | null;
  } | null;
  readonly deleted: boolean;
  /** The version it was made from, and the seq of the event that made it. */
  readonly base: string;
  readonly createdSeq: number;
}

/** One line of the operations log: something a person or the engine did that can be named and perhaps undone. */
export interface Operation {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly words: string;
  readonly undoable: boolean;
  readonly undone: boolean;
  /** Seq of the operation.undone event that last took it back. */
  readonly undoneSeq: number | null;
}

export interface Note {
  readonly id: string;
  readonly target: EventPayload<'note.added'>['target'];
  readonly text: string;
  readonly at: string;
  readonly actor: string;
}

export interface Warning {
  readonly seq: number;
  readonly place: string;
  readonly words: string;
}

export interface StudyState {
  /** Seq of the last event reduced; 0 before the first. */
  readonly seq: number;
  readonly studyId: string;
  readonly name: string;
  readonly label: string | null;
  readonly createdAt: string;
  readonly context: EventPayload<'study.created'>['context'] | null;
  readonly settings: StudySettings;
  readonly queries: readonly Query[];
  readonly runs: ReadonlyMap<string, Run>;
  /** In order of commitment; v0 first. */
  readonly versions: ReadonlyMap<string, Version>;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly currentBranch: string;
  /** The run under way or waiting for review, if any. */
  readonly activeRunId: string | null;
  /** Highest item number given per section, so that ids are never reused. */
  readonly lastItemNumber: Readonly<Partial<Record<SectionId, number>>>;
  /** Births so far. */
  readonly births: number;
  readonly operations: readonly Operation[];
  readonly notes: readonly Note[];
  readonly warnings: readonly Warning[];
  readonly totals: RunTotals;
  /** The part of the totals that people asked for beside the runs: verdicts, measures. */
  readonly asides: RunTotals;
  /** The part of the totals that the Distiller and the Cartographer took, in millionths of a dollar. */
  readonly policyMicroUsd: number;
  /** Iterations of all runs, with those of their sub-agents. */
  readonly iterationCount: number;
  /** Highest number given to a call and to a note; the other ids are counted from what is there. */
  readonly lastNumbers: { readonly call: number; readonly note: number };
  /** Runs that are not folded, oldest first. */
  readonly detailedRunIds: readonly string[];
  /** What an eviction outside a run removed; the version that follows it takes it over. */
  readonly looseEvictions: Eviction['removed'];
}
