// The first events of a study file, with its context.

import { randomUUID } from 'node:crypto';
import { createStudy } from '#core/study/index.ts';
import { breathe } from '../breath.ts';
import type { ContextFile } from '../context-file/index.ts';
import { hashText, type StudyFile } from '../store/index.ts';
import { countGently, tokenCounter } from '../tokenizer/index.ts';
import type { NewStudy } from './open-study.ts';

/** Larger contexts are not counted when a study is made: it would take many seconds. A number of ours. */
const MAX_COUNTED_BYTES = 32_000_000;

export async function fillStudy(
  file: StudyFile,
  wanted: NewStudy,
  appVersion: string,
  onProgress: (words: string, fraction: number | null) => void,
): Promise<void> {
  const { context, settings, name, label, queries, actor } = wanted;
  const tokens = await tokensOf(context, wanted, (fraction) => onProgress('Counting tokens', fraction));
  for (const [index, chunk] of context.chunks.entries()) {
    file.putContext(chunk);
    onProgress('Storing the context', (index + 1) / context.chunks.length);
    await breathe();
  }
  const { chars, bytesCount, lines, sha256, encoding, format, head } = context;
  const described = { name: context.name, chars, bytes: bytesCount, lines, sha256, encoding, format, tokens, head };
  const count = tokenCounter(settings.method.tokenizer);
  const study = { studyId: randomUUID(), name, label, appVersion, settings, context: described, queries };
  createStudy(file, study, { count, hash: hashText, actor });
}

async function tokensOf(
  context: ContextFile,
  { settings }: NewStudy,
  onProgress: (fraction: number) => void,
): Promise<number | null> {
  if (context.bytesCount > MAX_COUNTED_BYTES) return null;
  const text = Buffer.concat(context.chunks).toString('utf8');
  const counted = await countGently(settings.method.tokenizer, text, {
    signal: new AbortController().signal,
    onProgress: (done, of) => onProgress(done / of),
  });
  return counted.ok ? counted.value : null;
}
