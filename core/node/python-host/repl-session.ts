// A REPL over one context, on top of any interpreter link: opens the context, runs blocks, answers what their code asks,
// holds the limits. A lost interpreter fails the block, not the run, and is replaced before the next one.

import { isAscii } from 'node:buffer';
import {
  type Ask,
  type BlockResult,
  type ContextSource,
  type FromPython,
  type PythonError,
  type PythonJob,
  type PythonKind,
  type PythonLimits,
  type PythonSession,
  type ToPython,
  type VariableText,
  readMessage,
} from '#core/agents/index.ts';
import { type Result, err, ok } from '#core/result.ts';
import { doneBlock, failedBlock, keptOf, lostBlock } from './block-result.ts';
import { BlockWatch, type Stopping } from './block-watch.ts';
import type { Gone, InterpreterLink, StartInterpreter } from './interpreter-link.ts';

/** For str() of a variable (ours). */
const VARIABLE_TIMEOUT_MS = 10_000;

const CANCELLED: PythonError = { kind: 'cancelled', words: 'Python was stopped while it started.' };

const encoder = new TextEncoder();
/** A byte order mark is a character like any other in an output. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export async function openReplSession(
  kind: PythonKind,
  start: StartInterpreter,
  job: PythonJob,
  signal: AbortSignal,
): Promise<Result<PythonSession, PythonError>> {
  if (signal.aborted) return err(CANCELLED);
  const opened = await openInterpreter(start, job, signal);
  return opened.ok ? ok(new ReplSession(kind, start, job, opened.value)) : opened;
}

class ReplSession implements PythonSession {
  readonly kind: PythonKind;
  private readonly start: StartInterpreter;
  private readonly job: PythonJob;
  private link: InterpreterLink | null;

  constructor(kind: PythonKind, start: StartInterpreter, job: PythonJob, link: InterpreterLink) {
    this.kind = kind;
    this.start = start;
    this.job = job;
    this.link = link;
  }

  async run(code: string, signal: AbortSignal): Promise<BlockResult> {
    if (signal.aborted) return failedBlock('the run was stopped', 'interrupted', false, 0);
    const found = this.link;
    const link = found ?? (await this.reopen(signal));
    if ('type' in link) return link.block;

    const startedAt = performance.now();
    const { closing, stopping } = await converse(
      link,
      this.job,
      { op: 'run', code },
      signal,
      this.job.limits.blockTimeoutMs,
    );
    if (closing.kind === 'message' && closing.message.kind === 'done') {
      const raw = await link.takeRawOutput();
      return doneBlock(closing.message.done, stopping, raw, found === null, this.job.limits.outputChars);
    }
    await this.close();
    return lostBlock(goneOf(closing), stopping, performance.now() - startedAt);
  }

  async variable(name: string, signal: AbortSignal): Promise<VariableText> {
    const link = this.link;
    if (link === null) return { kind: 'missing' };
    const { closing } = await converse(link, this.job, { op: 'variable', name }, signal, VARIABLE_TIMEOUT_MS);
    if (closing.kind === 'message' && closing.message.kind === 'variable') {
      const { variable } = closing.message;
      if (variable.kind !== 'text') return variable;
      return { kind: 'text', text: keptOf(variable.text, this.job.limits.outputChars) };
    }
    await this.close();
    return { kind: 'failed', words: 'Python was lost while it made a text of it.' };
  }

  async close(): Promise<void> {
    const link = this.link;
    this.link = null;
    await link?.kill();
  }

  private async reopen(
    signal: AbortSignal,
  ): Promise<InterpreterLink | { readonly type: 'failed'; readonly block: BlockResult }> {
    const opened = await openInterpreter(this.start, this.job, signal);
    if (opened.ok) {
      this.link = opened.value;
      return opened.value;
    }
    const limit = opened.error.kind === 'cancelled' ? 'interrupted' : null;
    return {
      type: 'failed',
      block: failedBlock(`Python could not be started anew: ${opened.error.words}`, limit, true, 0),
    };
  }
}

/** Starts an interpreter and hands it the context. */
async function openInterpreter(
  start: StartInterpreter,
  job: PythonJob,
  signal: AbortSignal,
): Promise<Result<InterpreterLink, PythonError>> {
  const started = await startUnlessStopped(start, job.limits, signal);
  if (!started.ok) return started;
  const link = started.value;

  const failure = await handOver(link, job, signal);
  if (failure === null) return ok(link);
  await link.kill();
  return err(signal.aborted ? CANCELLED : failure);
}

/** Whoever stops a run does not wait for an interpreter on its way: it is ended when it comes. */
async function startUnlessStopped(
  start: StartInterpreter,
  limits: PythonLimits,
  signal: AbortSignal,
): Promise<Result<InterpreterLink, PythonError>> {
  const starting = start(limits, signal);
  const letGo = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: letGo.signal });
  });
  await Promise.race([starting, stopped]);
  letGo.abort();
  if (!signal.aborted) return starting;
  // What else went wrong with one that nobody wants is no news.
  starting.then((late) => (late.ok ? late.value.kill() : undefined)).catch(() => undefined);
  return err(CANCELLED);
}

async function handOver(link: InterpreterLink, job: PythonJob, signal: AbortSignal): Promise<PythonError | null> {
  const { context, protocol, limits } = job;
  const read = await readContext(context);
  if (!read.ok) return read.error;
  const bytes = read.value;
  const command: ToPython = {
    op: 'open',
    format: context.format,
    bytes: bytes.length,
    ascii: isAscii(bytes),
    protocol,
    keep: limits.outputChars,
    memoryMb: limits.memoryMb,
  };
  const { closing } = await converse(link, job, command, signal, null, bytes);
  if (closing.kind === 'message' && closing.message.kind === 'opened') return null;
  if (closing.kind === 'message' && closing.message.kind === 'refused') {
    const { reason, words } = closing.message;
    return { kind: reason, words: `${context.name} could not be given to Python: ${words}.` };
  }
  const gone = goneOf(closing);
  const kind = gone.kind === 'memory' ? 'context-too-large' : 'start-failed';
  return { kind, words: `Python was lost while it took over the context: ${gone.words}.` };
}

/** A study's file can give way at any time; an interpreter that waits for what stands in it must not be left behind. */
async function readContext(context: ContextSource): Promise<Result<Uint8Array, PythonError>> {
  try {
    return ok(await context.bytes());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err({ kind: 'context-unreadable', words: `${context.name} could not be read. ${reason}` });
  }
}

/** How a conversation ended: by Python's closing message, or by the loss of the interpreter. */
type Closing =
  { readonly kind: 'message'; readonly message: FromPython } | { readonly kind: 'gone'; readonly gone: Gone };

function goneOf(closing: Closing): Gone {
  return closing.kind === 'gone' ? closing.gone : { kind: 'crashed', words: 'it answered something unexpected' };
}

/** Sends a command and serves Python until the command's closing message, or until Python is gone. */
async function converse(
  link: InterpreterLink,
  job: PythonJob,
  command: ToPython,
  signal: AbortSignal,
  timeoutMs: number | null,
  context: Uint8Array = new Uint8Array(),
): Promise<{ readonly closing: Closing; readonly stopping: Stopping | null }> {
  const watch = new BlockWatch(link, signal, timeoutMs);
  try {
    link.send(encode(command));
    watch.begin();
    let coming = link.next();
    for (;;) {
      const incoming = await coming;
      if (incoming.kind === 'gone') return { closing: incoming, stopping: watch.stopping };
      const message = readMessage(incoming.payload, (bytes) => decoder.decode(bytes));
      if (message === null) {
        const gone: Gone = { kind: 'crashed', words: 'it said something that is not part of the protocol' };
        return { closing: { kind: 'gone', gone }, stopping: watch.stopping };
      }
      if (message.kind !== 'need' && message.kind !== 'ask')
        return { closing: { kind: 'message', message }, stopping: watch.stopping };
      coming = link.next();
      if (message.kind === 'need') link.send(context.subarray(message.from, message.to));
      else {
        // While it waits only its end can come, and then no model is to be paid for what it asked.
        void coming.then(({ kind }) => kind === 'gone' && watch.giveUpAnswer());
        link.send(encode(await watch.answering(() => answer(job, message.ask, watch.answerSignal))));
      }
    }
  } finally {
    await watch.end();
  }
}

async function answer(job: PythonJob, ask: Ask, signal: AbortSignal): Promise<ToPython> {
  if (signal.aborted) return { interrupted: true };
  const stopped = new Promise<ToPython>((resolve) => {
    signal.addEventListener('abort', () => resolve({ interrupted: true }), { once: true });
  });
  const { functions } = job;
  const texts =
    ask.kind === 'llm'
      ? functions.llmQuery(ask.prompts, ask.model, signal)
      : functions.rlmQuery(ask.prompts, ask.model, signal);
  const replies = texts.then((all): ToPython => (signal.aborted ? { interrupted: true } : { replies: all }));
  return Promise.race([replies, stopped]);
}

function encode(message: ToPython): Uint8Array {
  return encoder.encode(JSON.stringify(message));
}
