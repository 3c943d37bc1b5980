// One hidden page with one interpreter, as an interpreter link: frames come in as requests of the page and are answered.
// A page serves one run and is thrown away with it, so nothing of one run can reach the next.

import { BrowserWindow, app } from 'electron';
import {
  type Gone,
  type Incoming,
  IncomingQueue,
  type InterpreterLink,
  type RawOutput,
} from '#core/node/python-host/index.ts';
import { pageRoutes } from './page-routes.ts';
import { type PageSession, lockedSession } from './page-session.ts';

/** What a page needs besides the interpreter's own memory: the engine, Pyodide's parts, a request on its way (ours). */
const PAGE_OVERHEAD_MB = 1_024;
const WATCH_EVERY_MS = 500;

export interface PageOptions {
  /** The built pages' folder. */
  readonly files: string;
  /** True where there is no display. */
  readonly offscreen: boolean;
}

export class SandboxPage implements InterpreterLink {
  private readonly window: BrowserWindow;
  private readonly session: PageSession;
  private readonly incoming = new IncomingQueue();
  private answerWaiting: ((payload: Uint8Array | null) => void) | null = null;
  /** Sent so far; Python counts them, too. */
  private answers = 0;
  private raw: RawOutput = { stdout: '', stderr: '' };
  private watch: NodeJS.Timeout | null = null;
  private over = false;
  private readonly closed: Promise<void>;
  private tellEnded: () => void = () => undefined;
  /** Resolves when the page is gone and its session is free for another. */
  readonly ended = new Promise<void>((resolve) => (this.tellEnded = resolve));
  /** Resolves when Python is ready for its first command, or the page is dead. */
  readonly started: Promise<Incoming>;

  constructor(options: PageOptions) {
    this.session = lockedSession(
      pageRoutes(options.files, {
        talk: (payload, stdout, stderr) => this.take(payload, stdout, stderr),
        died: (words) => this.end(deathOf(words)),
      }),
    );
    this.window = new BrowserWindow({
      show: false,
      width: 100,
      height: 100,
      webPreferences: {
        session: this.session.session,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        offscreen: options.offscreen,
        backgroundThrottling: false,
        images: false,
        webgl: false,
        spellcheck: false,
        disableDialogs: true,
      },
    });
    const { webContents } = this.window;
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
    this.window.on('closed', () => this.end({ kind: 'ended', words: 'its page was closed' }));
    this.closed = new Promise((resolve) => this.window.once('closed', () => resolve()));
    this.started = this.incoming.next();
    this.window.loadURL('app://py/sandbox/page/index.html').catch((error: unknown) => {
      this.end({ kind: 'crashed', words: `its page could not be loaded: ${String(error)}` });
    });
  }

  /** Process id of the page, for measuring. */
  get processId(): number {
    return this.window.isDestroyed() ? 0 : this.window.webContents.getOSProcessId();
  }

  /** True while Python waits to be told what to do or what it asked for, and once it is gone. */
  get atRest(): boolean {
    return this.over || this.answerWaiting !== null;
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
    const answer = this.answerWaiting;
    this.answerWaiting = null;
    this.answers++;
    answer?.(payload);
  }

  takeRawOutput(): Promise<RawOutput> {
    const { raw } = this;
    this.raw = { stdout: '', stderr: '' };
    return Promise.resolve(raw);
  }

  async interrupt(): Promise<void> {
    if (this.window.isDestroyed()) return;
    // A page that dies meanwhile leaves this unanswered; its end is told elsewhere.
    await Promise.race([
      this.window.webContents.executeJavaScript(`interruptPython(${this.answers})`).catch(() => undefined),
      this.closed,
    ]);
  }

  /** The page is gone when this returns; whoever stops a run does not wait until its session is wiped. */
  kill(): Promise<void> {
    this.end({ kind: 'ended', words: 'it was ended' });
    return Promise.resolve();
  }

  private take(payload: Uint8Array, stdout: Uint8Array, stderr: Uint8Array): Promise<Uint8Array | null> {
    if (this.over) return Promise.resolve(null);
    if (this.answerWaiting !== null) {
      this.end({ kind: 'crashed', words: 'it spoke out of turn' });
      return Promise.resolve(null);
    }
    const decoder = new TextDecoder();
    this.raw = { stdout: this.raw.stdout + decoder.decode(stdout), stderr: this.raw.stderr + decoder.decode(stderr) };
    return new Promise((resolve) => {
      this.answerWaiting = resolve;
      this.incoming.push({ kind: 'frame', payload });
    });
  }

  private end(gone: Gone): void {
    // Destroying the window tells of its end once more.
    if (this.over) return;
    this.over = true;
    this.incoming.push({ kind: 'gone', gone });
    if (this.watch !== null) clearInterval(this.watch);
    this.answerWaiting?.(null);
    this.answerWaiting = null;
    if (!this.window.isDestroyed()) this.window.destroy();
    void this.session.release().then(this.tellEnded);
  }
}

function deathOf(words: string): Gone {
  if (/allocation failed|out of memory/i.test(words)) return { kind: 'memory', words: 'its page ran out of memory' };
  return { kind: 'crashed', words: words === '' ? 'its page stopped' : `its page stopped: ${words}` };
}
