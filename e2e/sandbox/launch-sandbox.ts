// Starts Electron on the sandbox alone (host.ts), which it bundles first.

import { _electron, type ElectronApplication } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VariableText } from '#core/agents/index.ts';
import { bundleMain } from '../../scripts/bundle-main.ts';
import { definedEnvironment } from '../launch-peek.ts';
import type { OpenOptions, TimedResult } from './host.ts';

export interface LaunchedSandbox {
  readonly app: ElectronApplication;
  open(options?: OpenOptions): Promise<number>;
  run(job: number, code: string, stopAfterMs?: number): Promise<TimedResult>;
  variable(job: number, name: string): Promise<VariableText>;
  closeJob(job: number): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** True: without a display, as the command line runs. */
  readonly headless?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export async function launchSandbox(options: LaunchOptions = {}): Promise<LaunchedSandbox> {
  const executablePath = process.env['ELECTRON_BIN'];
  if (!executablePath) throw new Error('ELECTRON_BIN is not set: run the tests by `npm run test:e2e`');
  const host = await bundleMain('e2e/sandbox/host.ts');
  const userData = await mkdtemp(join(tmpdir(), 'peek-sandbox-'));
  const app = await _electron.launch({
    executablePath,
    env: { ...definedEnvironment(), ...options.env },
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(options.headless ? ['--ozone-platform=headless', '--disable-gpu'] : []),
      `--user-data-dir=${userData}`,
      host,
    ],
  });
  await expectHost(app);
  return {
    app,
    open: (open = {}) => app.evaluate((_, argument) => sandboxHost.open(argument), open),
    run: (job, code, stopAfterMs) =>
      app.evaluate((_, argument) => sandboxHost.run(argument.job, argument.code, argument.stopAfterMs), {
        job,
        code,
        stopAfterMs,
      }),
    variable: (job, name) =>
      app.evaluate((_, argument) => sandboxHost.variable(argument.job, argument.name), { job, name }),
    closeJob: (job) => app.evaluate((_, argument) => sandboxHost.close(argument), job),
    async close() {
      await app.close();
      await rm(userData, { recursive: true, force: true });
    },
  };
}

async function expectHost(app: ElectronApplication): Promise<void> {
  await app.evaluate(async ({ app: electron }) => {
    await electron.whenReady();
    // The host puts itself on globalThis in the same turn that whenReady resolves.
    while (!('sandboxHost' in globalThis)) await new Promise((resolve) => setImmediate(resolve));
  });
}
