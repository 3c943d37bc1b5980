import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LaunchedPeek {
  readonly app: ElectronApplication;
  readonly page: Page;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** A folder of settings to start with and to leave behind; without it they are new and thrown away on close. */
  readonly userData?: string;
  /**
   * As for a person who watches: the offline model writes at its pace, for what happens in the middle of a run, and Python
   * starts ahead of it. Without this it writes at once, and Python starts when a run needs it, as most tests need none.
   */
  readonly paced?: boolean;
}

const AHEAD = { PEEK_WARM_AFTER_MS: '0' };
const AT_ONCE = { PEEK_OFFLINE_PACE_MS: '0', PEEK_WARM_AFTER_MS: '600000' };

/** Opens the built app in a real window. */
export async function launchPeek(args: readonly string[] = [], options: LaunchOptions = {}): Promise<LaunchedPeek> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'peek-e2e-')));
  const app = await _electron.launch(processOptions(args, userData, options.paced));
  const page = await app.firstWindow();
  return {
    app,
    page,
    async close() {
      await app.close();
      if (options.userData === undefined) await rm(userData, { recursive: true, force: true });
    },
  };
}

/** What a process of Peek is started with. */
export function processOptions(args: readonly string[], userData: string, paced = false) {
  const executablePath = process.env['ELECTRON_BIN'];
  if (!executablePath) throw new Error('ELECTRON_BIN is not set: run the tests by `npm run test:e2e`');
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath,
    env: { ...definedEnvironment(), ...(paced ? AHEAD : AT_ONCE) },
    args: [...(isRoot ? ['--no-sandbox'] : []), `--user-data-dir=${userData}`, '.', '--', ...args],
  };
}

/** The environment as Playwright takes it. */
export function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
