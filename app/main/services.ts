// What the desktop and the command line both stand on: keys, models, Python, studies.

import { app, safeStorage } from 'electron';
import { join } from 'node:path';
import { REFILL_AFTER_MS, createSandbox, type Sandbox } from '#app/sandbox/index.ts';
import type { PythonFactory } from '#core/agents/index.ts';
import type { PriceList } from '#core/lm/index.ts';
import { createAdversarialModel, createOfflineModel } from '#core/lm/offline/index.ts';
import { createModelHost, createNativePython, createPriceFile, createStudies, tokenCounter } from '#core/node/index.ts';
import type { ConnectionReport, Studies } from '#core/node/index.ts';
import type { ModelSettings } from '#core/study/index.ts';
import { createKeys, type Keys } from './keys.ts';
import { hideInLog, log } from './log.ts';
import { milliseconds } from './milliseconds.ts';

export interface Services {
  readonly keys: Keys;
  readonly studies: Studies;
  readonly sandbox: PythonFactory;
  /** Whether a Python waits for the next run. */
  readonly spare: Pick<Sandbox, 'spare' | 'onSpare'>;
  readonly native: PythonFactory;
  test(models: ModelSettings): Promise<ConnectionReport>;
  prices(): PriceList;
  /** Loads the tokenizer ahead of the first text that is counted. */
  loadTokenizer(): void;
  /** Starts Python ahead of the first run. */
  warmUp(): Promise<void>;
  /** Ends Python, whatever runs in it. */
  close(): Promise<void>;
}

export interface ServicesOptions {
  /** Milliseconds that each piece of the offline model's replies takes; 0 where nobody watches. */
  readonly paceMs: number;
}

export async function createServices({ paceMs }: ServicesOptions): Promise<Services> {
  const keys = await createKeys({
    safeStorage,
    file: join(app.getPath('userData'), 'keys.json'),
    environment: process.env,
    platform: process.platform,
    warn: (words) => log.warn(words),
  });
  hideInLog(() => keys.known());
  const sandbox = createSandbox({
    built: join(import.meta.dirname, '..'),
    refillAfterMs: Math.max(REFILL_AFTER_MS, milliseconds('PEEK_WARM_AFTER_MS', 0)),
  });
  const native = createNativePython();
  const count = tokenCounter('o200k_base');
  const ports = { count, now: () => performance.now(), ...(paceMs > 0 ? { pace: paceOf(paceMs) } : {}) };
  const prices = createPriceFile(join(app.getPath('userData'), 'prices.json'), (words) => log.warn(words));
  const models = createModelHost({
    keyFor: (name) => keys.keyFor(name),
    prices,
    count,
    standIn: (provider) => (provider === 'offline' ? createOfflineModel(ports) : createAdversarialModel(0, ports)),
  });
  const studies = createStudies({
    prices,
    appVersion: app.getVersion(),
    python: (kind) => (kind === 'native' ? native : sandbox.factory),
    model: (settings, askManual) => models.model(settings, askManual === undefined ? {} : { askManual }),
  });
  return {
    keys,
    studies,
    sandbox: sandbox.factory,
    spare: sandbox,
    native,
    test: (settings) => models.test(settings),
    prices,
    loadTokenizer: () => void count('a'),
    warmUp: () => sandbox.warmUp(),
    close: () => sandbox.close(),
  };
}

function paceOf(ms: number): (piece: string, signal: AbortSignal) => Promise<void> {
  return (_piece, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
    });
}
