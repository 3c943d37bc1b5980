// An empty study file that holds the context of another study: what a replay that is to be kept is written into.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { breathe } from '../breath.ts';
import { removeStudyFile } from '../replacing.ts';
import { createStudyFile, StoreFailure } from '../store/index.ts';
import type { StoreError, StudyFile } from '../store/index.ts';

/** Bytes written at a time. Ours. */
const CHUNK = 1_000_000;

export async function freshStudyFile(path: string, from: StudyFile): Promise<Result<StudyFile, StoreError>> {
  const made = createStudyFile(path);
  if (!made.ok) return err(made.error);
  const file = made.value;
  try {
    const bytes = await from.contextBytes();
    for (let at = 0; at < bytes.length; at += CHUNK) {
      file.putContext(bytes.subarray(at, at + CHUNK));
      await breathe();
    }
    return ok(file);
  } catch (error) {
    file.close();
    removeStudyFile(path);
    if (error instanceof StoreFailure) return err(error.error);
    throw error;
  }
}
