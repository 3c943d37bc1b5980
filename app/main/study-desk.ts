// The studies that are open in windows: one per file, however many windows show it. Passes on to each window what its
// study's engine tells, and brings a study to rest when its last window lets go of it.

import type { WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { EngineStatus, OpenedStudy, RequestError, StudyView } from '#app/bridge/index.ts';
import type { Sandbox, SpareState } from '#app/sandbox/index.ts';
import type { AskManual, ChatMessage } from '#core/lm/index.ts';
import {
  realPath,
  type NewStudy,
  type OpenStudy,
  type PythonPhase,
  type StoreError,
  type Studies,
} from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { createDeltaBuffer } from './delta-buffer.ts';
import { push } from './ipc.ts';
import { log } from './log.ts';
import { recentIdOf } from './settings-files.ts';

export interface DeskStudy {
  readonly handle: string;
  readonly study: OpenStudy;
  /** Answers a call of the manual model; false when nobody waits for it. */
  replyManually(callId: string, text: string): boolean;
}

/** What the app remembers of studies while they come and go. */
interface DeskMemory {
  /** A study that no window showed is open now. */
  onOpened(study: OpenStudy): void;
  /** The page shows this file from now on, or the start screen. */
  onShown(contents: WebContents, path: string | null): void;
  viewOf(path: string): StudyView | null;
}

export interface StudyDesk {
  open(path: string, contents: WebContents): Promise<Result<OpenedStudy, RequestError>>;
  create(
    path: string,
    wanted: NewStudy,
    contents: WebContents,
    onProgress: (words: string, fraction: number | null) => void,
  ): Promise<Result<OpenedStudy, RequestError>>;
  /** The study behind a handle, if this page has it open. */
  find(handle: string, contents: WebContents): DeskStudy | null;
  close(handle: string, contents: WebContents): Promise<void>;
  hasOpen(contents: WebContents): boolean;
  releaseWindow(contents: WebContents): Promise<void>;
  closeAll(): Promise<void>;
}

interface Entry extends DeskStudy {
  readonly key: string;
  readonly watchers: Set<WebContents>;
  readonly waiting: Map<string, (text: string | null) => void>;
  /** Null while no run of the study has Python. */
  python: PythonPhase | null;
  unlisten(): void;
}

export function createStudyDesk(
  studies: Studies,
  sandbox: Pick<Sandbox, 'spare' | 'onSpare'>,
  memory: DeskMemory,
): StudyDesk {
  const entries = new Map<string, Entry>();

  const tell = (entry: Entry, send: (contents: WebContents) => void) => {
    for (const contents of entry.watchers) send(contents);
  };

  /** Files that are being opened just now. */
  const opening = new Map<string, Promise<unknown>>();

  const tellStatus = (entry: Entry) =>
    tell(entry, (each) =>
      push(each, 'engine.status', { handle: entry.handle, status: statusOf(entry, sandbox.spare()) }),
    );
  sandbox.onSpare(() => {
    for (const entry of entries.values()) tellStatus(entry);
  });

  /** Takes what Python says of a study that is about to be opened. */
  function pythonPort() {
    let entry: Entry | null = null;
    return {
      attach: (opened: Entry) => (entry = opened),
      tell: (phase: PythonPhase | null): void => {
        if (entry === null) return;
        entry.python = phase;
        tellStatus(entry);
      },
    };
  }

  function adopt(
    study: OpenStudy,
    manual: ManualDesk,
    python: ReturnType<typeof pythonPort>,
    contents: WebContents,
  ): OpenedStudy {
    const handle = randomUUID();
    const deltas = createDeltaBuffer((delta) => tell(entry, (each) => push(each, 'call.delta', { handle, ...delta })));
    const unlisten = study.engine.listen({
      events: (events) => {
        deltas.flush();
        tell(entry, (each) => push(each, 'study.events', { handle, events }));
      },
      status: () => tellStatus(entry),
      delta: (delta) => deltas.add(delta),
    });
    const entry: Entry = {
      handle,
      study,
      key: realPath(study.path),
      watchers: new Set([contents]),
      waiting: manual.waiting,
      python: null,
      unlisten,
      replyManually(callId, text) {
        const answer = manual.waiting.get(callId);
        manual.waiting.delete(callId);
        answer?.(text);
        return answer !== undefined;
      },
    };
    manual.attach((callId, role, messages) =>
      tell(entry, (each) => push(each, 'manual.asked', { handle, callId, role, messages })),
    );
    python.attach(entry);
    entries.set(handle, entry);
    memory.onOpened(study);
    return show(entry, contents);
  }

  function show(entry: Entry, contents: WebContents): OpenedStudy {
    const { path } = entry.study;
    memory.onShown(contents, path);
    return openedOf(entry, sandbox.spare(), memory.viewOf(path));
  }

  async function letGo(entry: Entry, contents: WebContents): Promise<void> {
    entry.watchers.delete(contents);
    if (entry.watchers.size > 0) return;
    entries.delete(entry.handle);
    for (const answer of entry.waiting.values()) answer(null);
    await entry.study.close();
    entry.unlisten();
  }

  return {
    async open(path, contents) {
      const key = realPath(path);
      // Two windows may ask for one file at once: the second waits, and gets the first one's.
      while (opening.has(key)) await opening.get(key);
      const shown = [...entries.values()].find((entry) => entry.key === key);
      if (shown !== undefined) {
        shown.watchers.add(contents);
        return ok(show(shown, contents));
      }
      const manual = createManualDesk();
      const python = pythonPort();
      const work = studies.openGently(path, { manual: manual.ask, onPython: python.tell });
      opening.set(key, work);
      try {
        const opened = await work;
        if (!opened.ok) return err(requestErrorOf(opened.error));
        if (!contents.isDestroyed()) return ok(adopt(opened.value, manual, python, contents));
        await opened.value.close();
        return err({ kind: 'cancelled', words: 'Its window was closed while it was being opened.' });
      } finally {
        opening.delete(key);
      }
    },
    async create(path, wanted, contents, onProgress) {
      const manual = createManualDesk();
      const python = pythonPort();
      const made = await studies.create(path, wanted, { manual: manual.ask, onPython: python.tell, onProgress });
      return made.ok ? ok(adopt(made.value, manual, python, contents)) : err(requestErrorOf(made.error));
    },
    find(handle, contents) {
      const entry = entries.get(handle);
      return entry?.watchers.has(contents) === true ? entry : null;
    },
    async close(handle, contents) {
      const entry = entries.get(handle);
      if (entry?.watchers.has(contents) !== true) return;
      memory.onShown(contents, null);
      await letGo(entry, contents);
    },
    hasOpen: (contents) => [...entries.values()].some(({ watchers }) => watchers.has(contents)),
    async releaseWindow(contents) {
      const shown = [...entries.values()].filter((entry) => entry.watchers.has(contents));
      await Promise.all(shown.map((entry) => letGo(entry, contents)));
    },
    async closeAll() {
      const all = [...entries.values()];
      const ends = all.flatMap((entry) => [...entry.watchers].map((contents) => letGo(entry, contents)));
      for (const end of await Promise.allSettled(ends)) {
        if (end.status === 'rejected') log.error('a study did not close', end.reason);
      }
    },
  };
}

function openedOf(entry: Entry, spare: SpareState, view: StudyView | null): OpenedStudy {
  const { study, handle } = entry;
  const { readOnlyWords } = study.file;
  return {
    handle,
    fileName: basename(study.path),
    recentId: recentIdOf(study.path),
    readOnly: readOnlyWords === null ? null : { words: readOnlyWords },
    state: study.file.packedState() ?? study.engine.state,
    engine: statusOf(entry, spare),
    view,
  };
}

function statusOf(entry: Entry, spare: SpareState): EngineStatus {
  const { engine } = entry.study;
  const { phase, words, runId, queued } = engine.status;
  const kind = engine.state.settings.agent.python;
  return { phase, words, runId, queued, python: { kind, phase: entry.python ?? (kind === 'native' ? 'none' : spare) } };
}

export function requestErrorOf(error: StoreError): RequestError {
  switch (error.kind) {
    case 'missing':
      return { kind: 'not-found', words: error.words };
    case 'not-a-study':
    case 'unfinished':
    case 'truncated':
    case 'damaged':
    case 'newer-version':
    case 'unreadable':
      return { kind: 'unreadable', words: error.words };
    case 'exists':
      return { kind: 'refused', words: error.words };
    case 'read-only-folder':
    case 'disk-full':
    case 'in-use':
    case 'no-locks':
    case 'failed':
      return { kind: 'storage', words: error.words };
  }
}

type Asked = (callId: string, role: string, messages: readonly ChatMessage[]) => void;

interface ManualDesk {
  readonly ask: AskManual;
  readonly waiting: Map<string, (text: string | null) => void>;
  attach(asked: Asked): void;
}

/** Keeps the calls of the manual model until somebody has typed their replies. */
function createManualDesk(): ManualDesk {
  const waiting = new Map<string, (text: string | null) => void>();
  let tellAsked: Asked = () => undefined;
  return {
    waiting,
    attach(asked) {
      tellAsked = asked;
    },
    ask: ({ callId, request }, signal) =>
      new Promise((resolve) => {
        waiting.set(callId, resolve);
        signal.addEventListener(
          'abort',
          () => {
            waiting.delete(callId);
            resolve(null);
          },
          { once: true },
        );
        tellAsked(callId, request.role, request.messages);
      }),
  };
}
