// Study files of any length as years of use would have left them: versions, calls with their prompts, iterations, keyframes.

import { countWords } from '#core/map/testing/index.ts';
import { createEngine } from '#core/study/index.ts';
import type { NewEvent } from '#core/study/index.ts';
import { scriptedPorts } from '#core/study/engine/testing.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import { anEvent, anIterationEvent } from '#core/study/testing.ts';
import { createStudyFile, hashText } from '#core/node/store/index.ts';
import type { StudyFile } from '#core/node/store/index.ts';
import { madeUpText } from './long-study.ts';
import { madeOnce } from './made-once.ts';
import { chance, madeUpSteps } from './made-up.ts';

const CALLS_PER_VERSION = 3;
const PROMPT_CHARS = 6_000;
const REPLY_CHARS = 600;
const OUTPUT_CHARS = 3_000;

/** Appended at once. */
const BATCH = 5_000;

/** The path of a study of so many versions, each with three calls and as many iterations. */
export function madeUpStudy(versions: number): string {
  const words = `a study of ${String(versions)} versions with their calls`;
  return madeOnce(`made-up-1-${String(versions)}`, words, (path) => writeMadeUpStudy(path, versions));
}

function writeMadeUpStudy(path: string, versions: number): void {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const file = made.value;
  const { events } = playStudy(madeUpSteps(versions), {}, { count: countWords, hash: quickHash });
  const book = madeUpText(chance(19), 200_000);
  const system = book.slice(0, PROMPT_CHARS);
  let calls = 0;
  const cut = (chars: number): string => {
    const from = (calls * 7_919) % (book.length - chars);
    return `${String(calls)} ${book.slice(from, from + chars)}`;
  };
  const batch: NewEvent[] = [];
  const flush = () => file.append(batch.splice(0));
  for (const { type, actor, payload } of events) {
    batch.push({ type, actor, payload } as NewEvent);
    if (type !== 'run.started') continue;
    let base: string | null = null;
    for (let number = 1; number <= CALLS_PER_VERSION; number += 1) {
      calls += 1;
      const callId = `k${String(calls)}`;
      const reply = file.keep(cut(REPLY_CHARS));
      batch.push(aCall({ callId, runId: payload.runId, base, number, file, system, words: cut(200), reply }));
      const stdout = file.keep(cut(OUTPUT_CHARS));
      const block = { code: 'print(part)', stdout, stderr: '', shown: stdout };
      batch.push(anIterationEvent({ runId: payload.runId, callId, number, reply, blocks: [block] }));
      base = callId;
    }
    if (batch.length > BATCH) flush();
  }
  flush();
  // An engine that opens it to write leaves the keyframes that use would have left.
  createEngine({ ...scriptedPorts(file), hash: hashText });
  file.close();
}

interface CallParts {
  readonly callId: string;
  readonly runId: string;
  readonly base: string | null;
  readonly number: number;
  readonly file: StudyFile;
  readonly system: string;
  readonly words: string;
  readonly reply: ReturnType<StudyFile['keep']>;
}

function aCall({ callId, runId, base, number, file, system, words, reply }: CallParts): NewEvent {
  const first = { role: 'system', content: file.keep(system) } as const;
  const next = { role: 'user', content: words } as const;
  return anEvent('call.finished', {
    callId,
    runId,
    stage: 'agent',
    role: 'root',
    iteration: number,
    block: null,
    depth: 0,
    parentCallId: null,
    modelName: 'made up',
    model: 'made-up',
    parameters: { temperature: 0 },
    prompt: base === null ? { base, keep: 0, add: [first, next] } : { base, keep: number, add: [next] },
    reply,
    usage: { input: 1_500, output: 150, cached: 0, reasoning: 0 },
    usageSource: 'provider',
    ourInputTokens: 1_500,
    finishReason: 'stop',
    latencyMs: 900,
    firstDeltaMs: 200,
    attempts: 1,
    costMicroUsd: 100,
    origin: 'live',
    error: null,
  });
}
