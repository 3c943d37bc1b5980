// Tries out, one by one, what the program stands on. Each finding says what was tried; none of them changes anything.

import { app } from 'electron';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PythonFactory } from '#core/agents/index.ts';
import { createStudyFile, temporaryFolder, tokenCounter } from '#core/node/index.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { demoStudy } from './demo.ts';
import type { Services } from './services.ts';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly words: string;
}

export async function examine(services: Services): Promise<readonly Finding[]> {
  const { electron, chrome, node } = process.versions;
  const versions = `Peek ${app.getVersion()}, Electron ${electron}, Chromium ${chrome}, Node ${node}, ${process.platform} ${process.arch}`;
  return [
    { name: 'versions', ok: true, words: versions },
    { name: 'settings folder', ok: true, words: app.getPath('userData') },
    await tried('tokenizer', () => {
      const tokens = tokenCounter('o200k_base')('Watching a context map evolve');
      return Promise.resolve(`o200k_base counts ${tokens} tokens in a sentence of five words`);
    }),
    await tried('storage', tryStorage),
    await tried('Python sandbox', () => tryPython(services.sandbox)),
    await tried('native Python', () => tryPython(services.native), 'not needed; '),
    await tried('demo', async () => {
      const demo = await demoStudy('engine');
      if (!demo.ok) throw new Error(demo.error.words);
      return `${demo.value.queries.length} queries about ${demo.value.context.chars} characters`;
    }),
    { name: 'keys', ok: true, words: services.keys.storeWords },
  ];
}

async function tried(name: string, act: () => Promise<string>, unless: string | null = null): Promise<Finding> {
  const started = performance.now();
  try {
    const words = await act();
    return { name, ok: true, words: `${words} (${Math.round(performance.now() - started)} ms)` };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { name, ok: unless !== null, words: `${unless ?? ''}${words}` };
  }
}

async function tryStorage(): Promise<string> {
  const own = await temporaryFolder('peek-doctor-');
  if (!own.ok) throw new Error(own.error.words);
  const folder = own.value;
  try {
    const made = createStudyFile(join(folder, 'trial.peek'));
    if (!made.ok) throw new Error(made.error.words);
    made.value.putContext(Buffer.from('a context'));
    const bytes = await made.value.contextBytes();
    made.value.close();
    return `a study file was written and read (${bytes.length} bytes)`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryPython(python: PythonFactory): Promise<string> {
  const { signal } = new AbortController();
  const { blockTimeoutMs, memoryMb, outputChars } = DEFAULT_SETTINGS.agent;
  const noModel = () => Promise.resolve([]);
  const opened = await python.open(
    {
      context: { name: 'trial', format: 'text', bytes: () => Promise.resolve(Buffer.from('one two three')) },
      functions: { llmQuery: noModel, rlmQuery: noModel },
      limits: { blockTimeoutMs, memoryMb, outputChars },
      protocol: 'final',
    },
    signal,
  );
  if (!opened.ok) throw new Error(opened.error.words);
  const { stdout, error } = await opened.value.run(
    'import sys\nprint(len(context.split()), sys.version.split()[0])',
    signal,
  );
  await opened.value.close();
  if (error !== null) throw new Error(`${error.type}: ${error.message}`);
  const [words, version] = stdout.trim().split(' ');
  if (words !== '3') throw new Error(`Python counted ${words ?? 'nothing'} instead of 3 words`);
  return `Python ${version ?? '?'} answers`;
}
