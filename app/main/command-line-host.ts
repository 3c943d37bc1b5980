// What the process gives the command line: studies, a name, interruption. No window is ever opened here.

import { app } from 'electron';
import type { CommandLineHost } from '#app/cli/index.ts';
import type { StoreError, Studies } from '#core/node/index.ts';
import { err } from '#core/result.ts';
import { settingsFiles } from './settings-files.ts';

export function commandLineHost(): CommandLineHost {
  const settings = settingsFiles(app.getPath('userData'));
  return {
    version: app.getVersion(),
    author: settings.preferences().author,
    studies: notYet,
    openDemo: () => Promise.resolve(err(NOT_YET)),
    doctor: () => Promise.resolve([]),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
  };
}

const NOT_YET: StoreError = { kind: 'failed', words: 'Studies cannot be opened yet: the engine is still being built.' };
const notYet: Studies = { open: () => err(NOT_YET), create: () => Promise.resolve(err(NOT_YET)) };
