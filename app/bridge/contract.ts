// The one contract between main and renderer: the name of everything that crosses, its input schema and its output type.
// Main checks sender and input at run time; every request answers with a Result as data. Requests are few and in domain
// terms. A name without a schema, a schema without a name and a missing handler do not compile. Past 250 lines because it is
// one table.

import { z } from 'zod';
import { command, modelSettings, studySettings, textRef } from '#core/study/index.ts';
import type {
  CommandError,
  LoggedEvent,
  ModelSettings,
  SearchStep,
  SentState,
  StudySettings,
} from '#core/study/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import type { ContextMap, Eviction, Refusal, SectionId } from '#core/map/index.ts';
import { replayWanted } from './replay.ts';
import type { ReplayPushes, ReplayReport } from './replay.ts';

const id = z.string().min(1).max(200);
const studyHandle = id;

/** An open study as the window gets it: the state now, and whether it may be changed. Later changes arrive as pushes. */
export interface OpenedStudy {
  readonly handle: string;
  /** File name without the folder; the whole path stays in main. */
  readonly fileName: string;
  /** By which the recent studies know it: two files may have one name. Null where there are none. */
  readonly recentId: string | null;
  readonly readOnly: { readonly words: string } | null;
  /** receivedState() makes the state of it. */
  readonly state: SentState;
  readonly engine: EngineStatus;
  /** Where its reader left it; null when nothing is known of that. */
  readonly view: StudyView | null;
}

/** What of a window is there again when its study is: what was opened for a while (Find, a comparison) is not. */
export const studyView = z.object({
  tab: z.enum(['trajectory', 'distiller', 'cartographer', 'evictor', 'prompts']),
  mapTab: z.enum(['items', 'text', 'json']),
  side: z.union([
    z.object({ kind: z.enum(['map', 'what-if', 'warnings', 'operations', 'near', 'costs']) }),
    z.object({ kind: z.literal('item'), itemId: id }),
  ]),
});
export type StudyView = z.infer<typeof studyView>;

export interface EngineStatus {
  readonly phase: 'idle' | 'running' | 'paused' | 'stopping' | 'review' | 'manual';
  /** What it is doing, for people: "iteration 4 of at most 30". */
  readonly words: string;
  readonly runId: string | null;
  /** Commands queued until the update under way is done. */
  readonly queued: number;
  readonly python: PythonStatus;
}

/** The Python that the study's settings name, as it is now. */
export interface PythonStatus {
  readonly kind: 'sandbox' | 'native';
  /** none: not started, since no run needs it. ready: warm, waits for a run. lost: died, starts anew with the next block. */
  readonly phase: 'none' | 'starting' | 'ready' | 'running' | 'lost';
}

export interface RecentStudy {
  readonly recentId: string;
  readonly name: string;
  /** Without its folder; links name studies by it. */
  readonly fileName: string;
  readonly folder: string;
  readonly openedAt: string;
  readonly missing: boolean;
}

export interface ChosenContext {
  readonly contextHandle: string;
  readonly name: string;
  readonly bytes: number;
  readonly chars: number;
  readonly encoding: string;
  readonly format: 'text' | 'json' | 'jsonl';
  readonly head: string;
  readonly warnings: readonly string[];
}

export interface ReadQueries {
  readonly queries: readonly { readonly text: string; readonly truth: string | null }[];
  readonly warnings: readonly { readonly line: number; readonly words: string }[];
}

/** What a change would do to the map, before anyone commits to it. */
export interface MapPreview {
  readonly text: string;
  readonly tokens: number;
  readonly tokensBySection: Readonly<Partial<Record<SectionId, number>>>;
  readonly budgetTokens: number;
  readonly refusals: readonly { readonly editId: string | null; readonly refusal: Refusal }[];
  readonly eviction: Eviction;
}

export interface WhatIfOptions {
  readonly budgetTokens: number;
  readonly evictionOrder: 'section-then-score' | 'score-then-section';
  readonly tagWeights: {
    readonly helpful: number;
    readonly harmful: number;
    readonly neutral: number;
    readonly stale: number;
  };
  readonly eviction: boolean;
}

/** The recorded tags and edits under other rules: one row per update, no model called. */
export interface WhatIfResult {
  readonly rows: readonly {
    readonly versionId: string;
    readonly runId: string | null;
    readonly tokens: number;
    readonly recordedTokens: number;
    readonly evicted: readonly string[];
    readonly recordedEvicted: readonly string[];
    /** Item ids that are in one map and not in the other after this update. */
    readonly onlyHere: readonly string[];
    readonly onlyRecorded: readonly string[];
  }[];
  readonly finalText: string;
  readonly warnings: readonly string[];
  readonly elapsedMs: number;
}

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly platform: string;
  /** os: the system's key store. weak: stored without real protection. none: memory only. */
  readonly keyStore: 'os' | 'weak' | 'none';
  /** The same for people: what becomes of a key that is kept. */
  readonly keyStoreWords: string;
}

export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  author: z.string().max(100),
  /** Pane sizes and open tabs by name, remembered per window kind. */
  layout: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.number())])),
  zoomPercent: z.number().min(50).max(300),
});
export type Preferences = z.infer<typeof preferences>;

export type ExportFormat = 'json' | 'prompt' | 'markdown' | 'html' | 'cassette' | 'otel';

export type { SearchHit, SearchStep } from '#core/study/index.ts';

export interface MapElsewhere {
  readonly name: string;
  readonly fileName: string;
  readonly versionId: string;
  readonly versionIds: readonly string[];
  readonly map: ContextMap;
  readonly tokens: number;
  readonly budgetTokens: number;
  readonly text: string;
}

export interface ConnectionReport {
  readonly ok: boolean;
  readonly words: string;
  readonly models: readonly string[];
}

/** Errors of requests that are not commands. */
export interface RequestError {
  readonly kind: 'cancelled' | 'not-found' | 'unreadable' | 'refused' | 'bad-input' | 'storage' | 'failed';
  readonly words: string;
}

/** Marks an output type; nothing is checked at run time, since main is trusted by the renderer. */
function output<T>(): { readonly __output?: T } {
  return {};
}

const whatIfOptions = z.object({
  budgetTokens: z.number().int().positive(),
  evictionOrder: z.enum(['section-then-score', 'score-then-section']),
  tagWeights: z.object({ helpful: z.number(), harmful: z.number(), neutral: z.number(), stale: z.number() }),
  eviction: z.boolean(),
});

const searched = {
  text: z.string().min(1).max(1_000),
  limit: z.number().int().positive().max(1_000),
  /** Where the step before this one stood still; null begins. */
  before: z.number().int().nonnegative().nullable(),
};

/** Every request: `input` is checked in main, `output` is the value of its Result. */
export const requests = {
  'app.info': { input: z.object({}), output: output<AppInfo>() },
  'preferences.read': { input: z.object({}), output: output<Preferences>() },
  'preferences.write': { input: preferences.partial(), output: output<Preferences>() },

  'study.recent': { input: z.object({}), output: output<readonly RecentStudy[]>() },
  'study.openDialog': { input: z.object({}), output: output<OpenedStudy>() },
  'study.openRecent': { input: z.object({ recentId: id }), output: output<OpenedStudy>() },
  /** hand-played: the recorded afternoon, every reply written by hand. offline: fresh, to be run by the rule-based model. */
  'study.openDemo': { input: z.object({ which: z.enum(['hand-played', 'offline']) }), output: output<OpenedStudy>() },
  /** A file dropped on the window; its path comes from the preload, never from page script. */
  'study.openDropped': { input: z.object({ path: z.string().max(4_096) }), output: output<OpenedStudy>() },
  /** The study this window was started with, if any. */
  'study.initial': { input: z.object({}), output: output<OpenedStudy | null>() },
  'study.create': {
    input: z.object({
      name: z.string().min(1).max(200),
      contextHandle: id,
      queries: z.array(z.object({ text: z.string().max(1_000_000), truth: z.string().max(100_000).nullable() })),
      settings: studySettings,
    }),
    output: output<OpenedStudy>(),
  },
  'study.close': { input: z.object({ handle: studyHandle }), output: output<null>() },
  /** Where the reader is now, for the next time that the study is opened. */
  'study.viewed': { input: z.object({ handle: studyHandle, view: studyView }), output: output<null>() },
  'study.command': { input: z.object({ handle: studyHandle, command }), output: output<{ readonly seq: number }>() },
  /**
   * A list of LoggedEvent as JSON: a text crosses the bridge many times sooner than as many objects. Fewer than asked for where they
   * are long; none only at the end.
   */
  'study.events': {
    input: z.object({
      handle: studyHandle,
      afterSeq: z.number().int().nonnegative(),
      limit: z.number().int().positive().max(10_000),
    }),
    output: output<string>(),
  },
  /** Asked again with the answer's `before` until that is null. */
  'study.search': { input: z.object({ handle: studyHandle, ...searched }), output: output<SearchStep>() },
  /** The same in a recent study, open or not. */
  'studies.search': { input: z.object({ recentId: id, ...searched }), output: output<SearchStep>() },
  /** One map of a recent study, to lay beside one of the open study; null is the latest. */
  'studies.map': {
    input: z.object({ recentId: id, versionId: id.nullable() }),
    output: output<MapElsewhere>(),
  },
  'study.verify': {
    input: z.object({ handle: studyHandle }),
    output: output<{ readonly words: string; readonly differences: readonly string[] }>(),
  },

  /** A file, or a folder whose text files are joined. */
  'context.choose': { input: z.object({ folder: z.boolean().optional() }), output: output<ChosenContext>() },
  /** Asks the long work that this window has begun to stop. */
  'work.stop': { input: z.object({}), output: output<null>() },
  'context.dropped': { input: z.object({ path: z.string().max(4_096) }), output: output<ChosenContext>() },
  'queries.choose': { input: z.object({}), output: output<ReadQueries>() },
  'queries.parse': { input: z.object({ text: z.string().max(50_000_000) }), output: output<ReadQueries>() },

  'text.read': {
    input: z.object({
      handle: studyHandle,
      ref: textRef,
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
    output: output<string>(),
  },
  /** Where words stand in a long text, upper and lower case alike: the first so many places. */
  'text.find': {
    input: z.object({
      handle: studyHandle,
      ref: textRef,
      words: z.string().min(1).max(1_000),
      limit: z.number().int().positive().max(10_000),
    }),
    output: output<readonly number[]>(),
  },
  /** An old run of a long study with the iterations and calls that its state has folded away: a Run as JSON, as study.events. */
  'run.detail': { input: z.object({ handle: studyHandle, runId: id }), output: output<string>() },
  /** The exact messages of one call. */
  'call.messages': { input: z.object({ handle: studyHandle, callId: id }), output: output<readonly ChatMessage[]>() },
  /** The messages the next run would begin with. */
  'call.next': { input: z.object({ handle: studyHandle, queryId: id }), output: output<readonly ChatMessage[]>() },

  /** What the pending review would give with these decisions. */
  'preview.review': {
    input: z.object({
      handle: studyHandle,
      runId: id,
      decisions: z.array(
        z.object({
          editId: id,
          decision: z.enum(['accept', 'refuse', 'change']),
          content: z.string().max(20_000).nullable(),
        }),
      ),
    }),
    output: output<MapPreview>(),
  },
  /** What a hand edit, pin, return, budget change or text edit would give. */
  'preview.command': { input: z.object({ handle: studyHandle, command }), output: output<MapPreview>() },
  'preview.whatIf': {
    input: z.object({ handle: studyHandle, branch: id, options: whatIfOptions }),
    output: output<WhatIfResult>(),
  },

  'map.text': { input: z.object({ handle: studyHandle, versionId: id }), output: output<string>() },
  'export.text': {
    input: z.object({ handle: studyHandle, versionId: id, format: z.enum(['json', 'prompt', 'markdown']) }),
    output: output<string>(),
  },
  /** Asks where, writes, answers with the file name and what did not fit, in words. */
  'export.save': {
    input: z.object({
      handle: studyHandle,
      versionId: id,
      format: z.enum(['json', 'prompt', 'markdown', 'html', 'cassette', 'otel']),
      /** Of a cassette: without the prompts. */
      trimmed: z.boolean().optional(),
    }),
    output: output<{ readonly fileName: string; readonly leftOut: readonly string[] }>(),
  },

  /** Answers when the replay is over. One at a time per study; what it tells meanwhile comes as pushes. */
  'replay.start': { input: z.object({ handle: studyHandle, wanted: replayWanted }), output: output<ReplayReport>() },
  /** The settings its recording was made under: what a changed replay starts from. */
  'replay.settings': { input: z.object({ handle: studyHandle }), output: output<StudySettings>() },
  'replay.stop': { input: z.object({ handle: studyHandle }), output: output<null>() },
  /** forAll: the same answer for every further call. */
  'replay.answer': {
    input: z.object({ handle: studyHandle, askId: id, yes: z.boolean(), forAll: z.boolean() }),
    output: output<null>(),
  },
  /** Opens the study that the latest replay was kept as. */
  'replay.open': { input: z.object({ handle: studyHandle }), output: output<OpenedStudy>() },

  'keys.state': {
    input: z.object({ preset: id }),
    output: output<{ readonly source: 'store' | 'environment' | 'memory' | 'none' }>(),
  },
  'keys.set': {
    input: z.object({ preset: id, key: z.string().min(1).max(1_000), remember: z.boolean() }),
    output: output<null>(),
  },
  'keys.clear': { input: z.object({ preset: id }), output: output<null>() },
  /** Which of these models have no price, and which price list that is. */
  'models.prices': {
    input: z.object({ models: modelSettings }),
    output: output<{ readonly unpriced: readonly string[]; readonly version: number; readonly date: string }>(),
  },
  'models.test': { input: z.object({ models: modelSettings }), output: output<ConnectionReport>() },

  'manual.reply': {
    input: z.object({ handle: studyHandle, callId: id, text: z.string().max(10_000_000) }),
    output: output<null>(),
  },
} as const;

/** Everything main tells the window of its own accord. */
export interface Pushes extends ReplayPushes {
  'study.events': { readonly handle: string; readonly events: readonly LoggedEvent[] };
  'engine.status': { readonly handle: string; readonly status: EngineStatus };
  /** A piece of a reply being written; only the finished reply becomes an event. */
  'call.delta': {
    readonly handle: string;
    readonly runId: string;
    readonly callId: string;
    readonly stage: 'agent' | 'distiller' | 'cartographer';
    readonly iteration: number | null;
    readonly depth: number;
    readonly text: string;
  };
  /** Long work: opening, importing, exporting. fraction 0…1, or null when unknown. */
  'work.progress': {
    readonly work: string;
    readonly words: string;
    readonly fraction: number | null;
    readonly done: boolean;
  };
  'manual.asked': {
    readonly handle: string;
    readonly callId: string;
    readonly role: string;
    readonly messages: readonly ChatMessage[];
  };
  /** A menu item or accelerator, by the action names of the renderer's keymap. */
  'menu.chosen': { readonly action: string };
  'study.opened': { readonly opened: OpenedStudy };
}

export const PUSH_NAMES = [
  'study.events',
  'engine.status',
  'call.delta',
  'work.progress',
  'manual.asked',
  'menu.chosen',
  'study.opened',
  'replay.progress',
  'replay.asked',
] as const satisfies readonly (keyof Pushes)[];

export type RequestName = keyof typeof requests;
export type RequestInput<N extends RequestName> = z.output<(typeof requests)[N]['input']>;
export type RequestOutput<N extends RequestName> = (typeof requests)[N]['output'] extends {
  readonly __output?: infer T;
}
  ? Exclude<T, undefined>
  : never;
export type RequestFailure<N extends RequestName> = N extends 'study.command' ? CommandError : RequestError;
export type PushName = keyof Pushes;

export type { ModelSettings, StudySettings };
