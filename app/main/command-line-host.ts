// What the process gives the command line: studies, a name, interruption. No window is ever shown here.

import { app } from 'electron';
import { join } from 'node:path';
import type { CommandLineHost } from '#app/cli/index.ts';
import { demoStudy } from './demo.ts';
import { examine } from './doctor.ts';
import { createServices } from './services.ts';
import { settingsFiles } from './settings-files.ts';

export async function commandLineHost(): Promise<{
  readonly host: CommandLineHost;
  readonly close: () => Promise<void>;
}> {
  const settings = settingsFiles(app.getPath('userData'));
  const services = await createServices({ paceMs: 0 });
  const author = settings.preferences().author;
  const host: CommandLineHost = {
    version: app.getVersion(),
    author,
    studies: services.studies,
    pageProgram: join(import.meta.dirname, '../share'),
    async openDemo(path) {
      const wanted = await demoStudy(`user:${author}`);
      return wanted.ok ? services.studies.create(path, wanted.value) : wanted;
    },
    doctor: () => examine(services),
    onInterrupt(listener) {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
  };
  return { host, close: () => services.close() };
}
