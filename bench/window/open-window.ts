// The real window for benches: the built app in the Electron of the tests, driven from here.

import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronRuntime } from '../../scripts/electron-runtime.mjs';

const root = join(import.meta.dirname, '..', '..');

export interface OpenWindow {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Milliseconds from the start of the process to the first window's document. */
  readonly startedMs: number;
  readonly folder: string;
  close(): Promise<void>;
}

/** `main`: the folder or file that Electron runs, the built app when left out. */
export async function openWindow(args: readonly string[], main = root): Promise<OpenWindow> {
  if (!existsSync(join(root, 'out', 'main', 'index.js'))) throw new Error('Build first: npm run build');
  const folder = await mkdtemp(join(tmpdir(), 'peek-bench-'));
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const started = performance.now();
  const app = await _electron.launch({
    executablePath: electronRuntime({ quiet: true }),
    args: [...flags, `--user-data-dir=${folder}`, main, '--', ...args],
    timeout: 120_000,
  });
  const page = await app.firstWindow();
  const startedMs = performance.now() - started;
  page.setDefaultTimeout(120_000);
  // What runs this file names functions by a helper, which those sent into the window look for there.
  const helper = 'globalThis.__name = (named) => named';
  await Promise.all([app.evaluate(helper), page.evaluate(helper)]);
  return {
    app,
    page,
    startedMs,
    folder,
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts to record what every thread of the app does, by Chromium's own tracing. */
export async function startTrace({ app }: OpenWindow): Promise<void> {
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({ included_categories: ['toplevel', 'devtools.timeline', '__metadata'] }),
  );
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  /** Processor time, in microseconds as `dur`. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Traced {
  /** The longest uninterrupted work of the thread: a page's next frame cannot come sooner than it ends. */
  readonly longestTaskMs: number;
  /** The most processor time that one of them took: less where the machine did something else meanwhile. */
  readonly heaviestTaskMs: number;
  readonly tasksOver50Ms: number;
}

/** The main thread of a page, or of the app itself, as Chromium calls them. */
type MainThread = 'CrRendererMain' | 'CrBrowserMain';

export async function endTrace({ app }: OpenWindow, of: MainThread = 'CrRendererMain'): Promise<Traced> {
  const path = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording());
  const parsed: unknown = JSON.parse(await readFile(path, 'utf8'));
  await rm(path, { force: true });
  const events = isTrace(parsed) ? parsed.traceEvents : [];
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === of)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1_000, processorMs: tdur / 1_000 }));
  return {
    longestTaskMs: tasks.reduce((most, { ms }) => Math.max(most, ms), 0),
    heaviestTaskMs: tasks.reduce((most, { processorMs }) => Math.max(most, processorMs), 0),
    tasksOver50Ms: tasks.filter(({ ms }) => ms > 50).length,
  };
}

function isTrace(value: unknown): value is { readonly traceEvents: readonly TraceEvent[] } {
  return typeof value === 'object' && value !== null && 'traceEvents' in value && Array.isArray(value.traceEvents);
}

/** Counts frames from now on; `frames()` says how long they took. */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frameGaps: gaps });
  });
}

export async function frames(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const gaps: unknown = Reflect.get(window, 'frameGaps');
    return Array.isArray(gaps) ? gaps.splice(0).map(Number) : [];
  });
}

export function share(sorted: readonly number[], part: number): number {
  const ordered = sorted.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0;
}

/** The handle of the study that the window shows: opening it again gives the same. */
export async function handleOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { peek } = window as unknown as {
      peek: { request(name: string, input: unknown): Promise<{ ok: boolean; value: never }> };
    };
    const recent: { ok: boolean; value: readonly { recentId: string }[] } = await peek.request('study.recent', {});
    const opened: { ok: boolean; value: { handle: string } } = await peek.request('study.openRecent', {
      recentId: recent.value[0]?.recentId ?? '',
    });
    return opened.value.handle;
  });
}
