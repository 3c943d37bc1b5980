// An interpreter in a page that no window shows, as an interpreter link: a line of its own to the page carries frames and
// answers. A page serves one run and is thrown away with it, so nothing of one run can reach the next. What it says comes
// from an untrusted program.

import { type MessagePortMain, WebContentsView, app } from 'electron';
import { join } from 'node:path';
import { MAX_FRAME_BYTES } from '#core/agents/index.ts';
import {
  type Gone,
  type Incoming,
  IncomingQueue,
  type InterpreterLink,
  type RawOutput,
} from '#core/node/python-host/index.ts';
import { pageRoutes } from './page-routes.ts';
import { type PageSession, lockedSession } from './page-session.ts';

/** What a page needs besides the interpreter's own memory: the engine, Pyodide's parts, an answer on its way (ours). */
const PAGE_OVERHEAD_MB = 1_024;
const WATCH_EVERY_MS = 500;
/** The raw outputs may come along with a frame. */
const MAX_SAID_BYTES = MAX_FRAME_BYTES + 4_000_000;

/** Kept of either raw output of a block (ours): how often Python speaks within one is for Python to say. */
const RAW_OUTPUT_CHARS = 1_000_000;

/** A longer answer is fetched by the page: on the line each message is copied several times over (ours, measured). */
const LONG_ANSWER_BYTES = 64_000;

export interface PageOptions {
  /** The build's folder, with the pages and the preloads. */
  readonly built: string;
}

export class SandboxPage implements InterpreterLink {
  /** Of no window, which the desktop would have to be asked for; it lives as long as it is held here. */
  private readonly view: WebContentsView;
  private readonly session: PageSession;
  private readonly incoming = new IncomingQueue();
  private line: MessagePortMain | null = null;
  private awaitsAnswer = false;
  /** What the page is about to fetch. */
  private longAnswer: Uint8Array | null = null;
  /** Sent so far; Python counts them, too. */
  private answers = 0;
  private raw: RawOutput = { stdout: '', stderr: '' };
  private watch: NodeJS.Timeout | null = null;
  private over = false;
  private tellEnded: () => void = () => undefined;
  /** Resolves when the page is gone and its session is free for another. */
  readonly ended = new Promise<void>((resolve) => (this.tellEnded = resolve));
  /** Resolves when Python is ready for its first command, or the page is dead. */
  readonly started: Promise<Incoming>;

  constructor(options: PageOptions) {
    this.session = lockedSession(pageRoutes(join(options.built, 'renderer'), () => this.takeLongAnswer()));
    this.view = new WebContentsView({
      webPreferences: {
        session: this.session.session,
        preload: join(options.built, 'preload/python-page.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        backgroundThrottling: false,
        images: false,
        webgl: false,
        spellcheck: false,
        disableDialogs: true,
      },
    });
    const { webContents } = this.view;
    webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
    webContents.on('will-navigate', (event) => event.preventDefault());
    webContents.on('will-frame-navigate', (event) => event.preventDefault());
    webContents.on('will-redirect', (event) => event.preventDefault());
    webContents.on('render-process-gone', (_event, details) => {
      const memory = details.reason === 'oom';
      this.end({
        kind: memory ? 'memory' : 'crashed',
        words: memory ? 'its page ran out of memory' : `its page crashed (${details.reason})`,
      });
    });
    webContents.on('preload-error', (_event, _path, error) => {
      this.end({ kind: 'crashed', words: `its page could not be reached: ${error.message}` });
    });
    webContents.ipc.once('python', ({ ports: [port] }) => this.connect(port));
    webContents.on('destroyed', () => this.end({ kind: 'ended', words: 'its page was closed' }));
    this.started = this.incoming.next();
    // To make a page and to start its process each take a moment of main.
    setImmediate(() => this.load());
  }

  private load(): void {
    if (this.over) return;
    this.view.webContents.loadURL('app://py/sandbox/page/index.html').catch((error: unknown) => {
      this.end({ kind: 'crashed', words: `its page could not be loaded: ${String(error)}` });
    });
  }

  /** Process id of the page, for measuring. */
  get processId(): number {
    return this.view.webContents.isDestroyed() ? 0 : this.view.webContents.getOSProcessId();
  }

  /** True while Python waits to be told what to do or what it asked for, and once it is gone. */
  get atRest(): boolean {
    return this.over || this.awaitsAnswer;
  }

  /** Ends the page when its process has grown past what the interpreter and the page may take together. */
  watchMemory(memoryMb: number): void {
    this.watch = setInterval(() => {
      const metric = app.getAppMetrics().find((one) => one.pid === this.processId);
      const usedMb = (metric?.memory.workingSetSize ?? 0) / 1_024;
      if (usedMb > memoryMb + PAGE_OVERHEAD_MB)
        this.end({ kind: 'memory', words: 'it took more memory than its limit' });
    }, WATCH_EVERY_MS);
    this.watch.unref();
  }

  next(): Promise<Incoming> {
    return this.incoming.next();
  }

  send(payload: Uint8Array): void {
    if (!this.awaitsAnswer) return;
    this.awaitsAnswer = false;
    this.answers++;
    const isLong = payload.length > LONG_ANSWER_BYTES;
    this.longAnswer = isLong ? payload : null;
    // A copy, since a view would take all of the memory along that it is a part of.
    this.line?.postMessage(isLong ? { fetch: payload.length } : new Uint8Array(payload));
  }

  takeRawOutput(): Promise<RawOutput> {
    const { raw } = this;
    this.raw = { stdout: '', stderr: '' };
    return Promise.resolve(raw);
  }

  /** Names the answer it comes after, so it cannot hit what runs afterwards. */
  interrupt(): Promise<void> {
    this.line?.postMessage({ interrupt: this.answers });
    return Promise.resolve();
  }

  /** The page is gone when this returns; whoever stops a run does not wait until its session is wiped. */
  kill(): Promise<void> {
    this.end({ kind: 'ended', words: 'it was ended' });
    return Promise.resolve();
  }

  private takeLongAnswer(): Uint8Array | null {
    const answer = this.longAnswer;
    this.longAnswer = null;
    return answer;
  }

  private connect(port: MessagePortMain | undefined): void {
    if (port === undefined || this.over) return;
    this.line = port;
    port.on('message', ({ data }) => this.hear(data));
    port.start();
  }

  private hear(said: unknown): void {
    if (this.over) return;
    if (typeof said === 'string') this.end(deathOf(said.slice(0, 1_000)));
    else if (!(said instanceof Uint8Array) || said.length < 8 || said.length > MAX_SAID_BYTES)
      this.end(deathOf('it said what cannot be taken'));
    else if (this.awaitsAnswer) this.end(deathOf('it spoke out of turn'));
    else {
      this.awaitsAnswer = true;
      this.incoming.push({ kind: 'frame', payload: this.withoutRaw(said) });
    }
  }

  /** What comes before a frame: the lengths of both raw outputs, and they themselves. */
  private withoutRaw(said: Uint8Array): Uint8Array {
    const lengths = new DataView(said.buffer, said.byteOffset, 8);
    const stdoutEnd = 8 + lengths.getUint32(0);
    const stderrEnd = stdoutEnd + lengths.getUint32(4);
    const decoder = new TextDecoder();
    this.raw = {
      stdout: (this.raw.stdout + decoder.decode(said.subarray(8, stdoutEnd))).slice(0, RAW_OUTPUT_CHARS),
      stderr: (this.raw.stderr + decoder.decode(said.subarray(stdoutEnd, stderrEnd))).slice(0, RAW_OUTPUT_CHARS),
    };
    return said.subarray(stderrEnd);
  }

  private end(gone: Gone): void {
    // Destroying the window tells of its end once more.
    if (this.over) return;
    this.over = true;
    this.incoming.push({ kind: 'gone', gone });
    if (this.watch !== null) clearInterval(this.watch);
    this.line?.close();
    if (!this.view.webContents.isDestroyed()) this.view.webContents.close();
    void this.session.release().then(this.tellEnded);
  }
}

function deathOf(words: string): Gone {
  if (/allocation failed|out of memory/i.test(words)) return { kind: 'memory', words: 'its page ran out of memory' };
  return { kind: 'crashed', words: words === '' ? 'its page stopped' : `its page stopped: ${words}` };
}
