// The demo study: its context, queries and settings come with the app and are never changed; the study itself is a file
// of the user's.

import { app } from 'electron';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openContext, readQueriesFile, type NewStudy } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DEFAULT_SETTINGS, methodSettings, type Actor } from '#core/study/index.ts';

const demoFile = z.object({
  name: z.string(),
  context: z.string(),
  queries: z.string(),
  method: methodSettings.partial(),
});

export const DEMO_LABEL = 'demo, offline model';

export type Demo = 'hand-played' | 'offline';

function demoFolder(name: string): string {
  return app.isPackaged ? join(process.resourcesPath, name) : join(app.getAppPath(), 'fixtures', name);
}

/** Puts a copy of the recorded study where the user may change it; the recording itself is never opened. */
export async function copyHandPlayedDemo(path: string): Promise<Result<null, { readonly words: string }>> {
  // Renamed into place at the end, so that a copy that was cut off is never taken for the study.
  const part = `${path}.part`;
  try {
    await copyFile(join(demoFolder('hand-played'), 'hand-played.peek'), part);
    await rename(part, path);
    return ok(null);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await rm(part, { force: true });
    const advice = 'code' in error && error.code === 'ENOSPC' ? 'Make room on the disk.' : 'Install Peek again.';
    return err({ words: `The demo that comes with Peek cannot be copied (${error.message}). ${advice}` });
  }
}

export async function demoStudy(actor: Actor): Promise<Result<NewStudy, { readonly words: string }>> {
  const folder = demoFolder('demo');
  const described = await describe(join(folder, 'settings.json'));
  if (!described.ok) return described;
  const { name, context: contextFile, queries: queriesFile, method } = described.value;
  const [context, queries] = await Promise.all([
    openContext(join(folder, contextFile)),
    readQueriesFile(join(folder, queriesFile)),
  ]);
  if (!context.ok) return context;
  if (!queries.ok) return queries;
  const changed = methodSettings.parse({ ...DEFAULT_SETTINGS.method, ...method });
  const settings = { ...DEFAULT_SETTINGS, method: changed };
  return ok({ name, label: DEMO_LABEL, settings, context: context.value, queries: queries.value.queries, actor });
}

async function describe(path: string): Promise<Result<z.infer<typeof demoFile>, { readonly words: string }>> {
  try {
    return ok(demoFile.parse(JSON.parse(await readFile(path, 'utf8'))));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return err({ words: `The demo that comes with Peek cannot be read (${error.message}). Install Peek again.` });
  }
}
