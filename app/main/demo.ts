// The demo study: its context, queries and settings come with the app and are never changed; the study itself is a file
// of the user's.

import { app } from 'electron';
import { readFile } from 'node:fs/promises';
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

export async function demoStudy(actor: Actor): Promise<Result<NewStudy, { readonly words: string }>> {
  const folder = app.isPackaged ? join(process.resourcesPath, 'demo') : join(app.getAppPath(), 'fixtures', 'demo');
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
