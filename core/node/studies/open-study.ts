// What main and the command line hold of studies: opening and making them, and an open one with its engine.

import type { PythonFactory, PythonKind } from '#core/agents/index.ts';
import type { AskManual, ChatMessage, ChatModel, PriceList } from '#core/lm/index.ts';
import type { Result } from '#core/result.ts';
import type {
  Actor,
  Command,
  CommandError,
  Engine,
  EnginePorts,
  MapPreview,
  ModelSettings,
  previewReview,
  StoredText,
  StudySettings,
} from '#core/study/index.ts';
import type { ContextFile } from '../context-file/index.ts';
import type { QueryLine } from '../queries-file.ts';
import type { StoreError, StudyFile } from '../store/index.ts';
import type { PythonPhase } from './python-watch.ts';

export interface StudiesPorts {
  readonly appVersion: string;
  /** For caps; the built-in ones where absent. */
  readonly prices?: () => PriceList;
  python(kind: PythonKind): PythonFactory;
  model(settings: ModelSettings, manual: AskManual | undefined): ChatModel;
}

export interface OpenStudy {
  readonly path: string;
  readonly file: StudyFile;
  readonly engine: Engine;
  /** What its engine runs with: for replaying it into another log. */
  readonly ports: Omit<EnginePorts, 'log'>;
  textOf(text: StoredText): string;
  /** The exact messages of one recorded call; null when there is no such call. */
  messagesOf(callId: string): readonly ChatMessage[] | null;
  /** The messages the next run of a query would begin with; null when there is no such query. */
  nextMessages(queryId: string): readonly ChatMessage[] | null;
  /** What a change by hand would give. */
  previewCommand(command: Command, actor: Actor): Result<MapPreview, CommandError>;
  /** What the pending review would give with these decisions. */
  previewReview(runId: string, decisions: Parameters<typeof previewReview>[2]): Result<MapPreview, CommandError>;
  /** Stops what runs and gives the file free. */
  close(): Promise<void>;
}

export interface NewStudy {
  readonly name: string;
  /** Shown wherever the study shows; marks the demo. */
  readonly label: string | null;
  readonly settings: StudySettings;
  readonly context: ContextFile;
  readonly queries: readonly QueryLine[];
  readonly actor: Actor;
}

export interface Studies {
  /** Opens to write where that is possible; `file.readOnlyWords` says why it was not. */
  open(path: string, options?: OpenOptions): Result<OpenStudy, StoreError>;
  /** The same where others must have their turn while a long study is read. */
  openGently(path: string, options?: OpenOptions): Promise<Result<OpenStudy, StoreError>>;
  /** Makes the file with its context, version v0 and the queries. */
  create(path: string, wanted: NewStudy, options?: CreateOptions): Promise<Result<OpenStudy, StoreError>>;
  /** Makes a study file of a log of the RLM library; open it afterwards. Nothing is left of one that could not be made. */
  importLog(logPath: string, path: string, options: ImportOptions): Promise<Result<ImportedLog, LogImportError>>;
}

export interface ImportOptions {
  readonly actor: Actor;
  readonly signal?: AbortSignal;
  readonly onProgress?: (words: string, fraction: number | null) => void;
}

export interface ImportedLog {
  readonly completions: number;
  readonly lines: number;
}

export type LogImportError = StoreError | { readonly kind: 'cancelled' | 'not-a-log'; readonly words: string };

export interface StudyOptions {
  readonly manual?: AskManual;
  /** Told whenever Python starts, runs, is lost or is let go by a run of the study. */
  readonly onPython?: (phase: PythonPhase | null) => void;
}

export interface OpenOptions extends StudyOptions {
  readonly readOnly?: boolean;
}

export interface CreateOptions extends StudyOptions {
  readonly onProgress?: (words: string, fraction: number | null) => void;
}
