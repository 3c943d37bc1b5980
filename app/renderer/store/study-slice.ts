// What main told us: the open study and everything that streams in about it. Written only by the event listener
// (listen.ts) and by the actions that open and close a study.

import type { AppInfo, EngineStatus, OpenedStudy, Pushes, RecentStudy } from '#app/bridge/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';

/** A value that comes from somewhere: one union instead of three booleans. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'data'; readonly value: T }
  | { readonly kind: 'error'; readonly words: string };

export const LOADING = { kind: 'loading' } as const;

/** A reply being written right now; gone once its event arrives. */
export interface Writing {
  readonly runId: string;
  readonly callId: string;
  readonly stage: 'agent' | 'distiller' | 'cartographer';
  readonly iteration: number | null;
  readonly depth: number;
  readonly text: string;
}

export interface OpenStudy {
  readonly handle: string;
  readonly fileName: string;
  readonly recentId: OpenedStudy['recentId'];
  readonly readOnly: OpenedStudy['readOnly'];
}

export type Screen =
  | { readonly kind: 'starting' }
  | { readonly kind: 'start' }
  | { readonly kind: 'opening'; readonly words: string }
  | { readonly kind: 'study' };

export interface StudySlice {
  readonly screen: Screen;
  readonly open: OpenStudy | null;
  /** The study now, after every event so far. */
  readonly live: StudyState | null;
  /** Details of folded runs that were looked at, the latest last. */
  readonly details: ReadonlyMap<string, Loaded<Run>>;
  readonly engine: EngineStatus;
  readonly writing: ReadonlyMap<string, Writing>;
  readonly asked: readonly Pushes['manual.asked'][];
  /** How a replay is getting on, and its calls that wait for a yes or no. */
  readonly replay: Pushes['replay.progress'] | null;
  readonly replayAsked: readonly Pushes['replay.asked'][];
  readonly work: Pushes['work.progress'] | null;
  readonly recent: Loaded<readonly RecentStudy[]>;
  readonly info: AppInfo | null;
}

export const IDLE: EngineStatus = {
  phase: 'idle',
  words: '',
  runId: null,
  queued: 0,
  python: { kind: 'sandbox', phase: 'none' },
};

export const emptyStudySlice: StudySlice = {
  screen: { kind: 'starting' },
  open: null,
  live: null,
  details: new Map(),
  engine: IDLE,
  writing: new Map(),
  asked: [],
  replay: null,
  replayAsked: [],
  work: null,
  recent: LOADING,
  info: null,
};
