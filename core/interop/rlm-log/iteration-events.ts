// One iteration of the log, with all that its sub-calls and their sub-agents did, as the events that a run of Peek's own agent
// would have recorded: the reply's call, the calls its code made, then the iteration.

import type { EventPayload, NewEvent, StoredText } from '#core/study/index.ts';
import type { LogBlock, LogCall, LogIteration, LogUsage } from './log-shapes.ts';

/** Numbers given so far in the study. */
export interface Numbers {
  call: number;
}

export interface IterationPlace {
  readonly runId: string;
  readonly rootModel: string;
  readonly numbers: Numbers;
  readonly keep: (text: string) => StoredText;
}

/** What the library shows of a block's output at most; code points. */
const SHOWN_CHARS = 20_000;

/** Who asked: the root, or a sub-agent, which is named by its own first call. */
interface Asking {
  readonly model: string;
  readonly depth: number;
  /** The call its replies hang under; null for the root. */
  readonly parentCallId: string | null;
  /** Of a sub-agent: its first call, once there is one. */
  firstCallId: string | null;
  /** What it was asked with, how it ended and what it took as a whole; null for the root. */
  readonly call: LogCall | null;
}

export function iterationEvents(iteration: LogIteration, number: number, place: IterationPlace): NewEvent[] {
  const root: Asking = { model: place.rootModel, depth: 0, parentCallId: null, firstCallId: null, call: null };
  const events: NewEvent[] = [];
  addIteration(events, iteration, number, root, place, iteration.answer);
  return events;
}

function addIteration(
  events: NewEvent[],
  iteration: LogIteration,
  number: number,
  asking: Asking,
  place: IterationPlace,
  answer: string | null,
): void {
  const { runId, keep } = place;
  const { depth, model } = asking;
  const callId = nextCallId(place);
  const isFirst = depth > 0 && asking.firstCallId === null;
  const workedMs = iteration.blocks.reduce((sum, block) => sum + (block.durationMs ?? 0), 0);
  const elapsedMs = iteration.elapsedMs ?? workedMs;
  const whole = isFirst && asking.call !== null ? wholeOf(asking.call) : NOTHING_KNOWN;
  events.push(
    finishedCall(place, {
      callId,
      role: depth === 0 ? 'root' : 'sub',
      iteration: number,
      block: null,
      depth,
      parentCallId: asking.firstCallId ?? asking.parentCallId,
      model,
      prompt: isFirst ? (asking.call?.prompt ?? null) : null,
      reply: iteration.response,
      error: null,
      latencyMs: Math.max(0, elapsedMs - workedMs),
      ...whole,
    }),
  );
  if (isFirst) asking.firstCallId = callId;
  const blocks = iteration.blocks.map((block, at) => {
    const callIds = block.calls.map((call) => addCall(events, call, { number, block: at, callId, depth }, place));
    return recorded(block, callIds, keep);
  });
  events.push({
    type: 'iteration.finished',
    actor: 'engine',
    payload: {
      runId,
      number,
      depth,
      parentCallId: asking.firstCallId,
      callId,
      reply: keep(iteration.response),
      blocks,
      finalRefused: null,
      answer: answer === null ? null : keep(answer),
      elapsedMs,
    },
  });
}

/** Where the code stands that asked. */
interface From {
  readonly number: number;
  readonly block: number;
  readonly callId: string;
  readonly depth: number;
}

/** Returns the id by which the block names the call: a sub-agent's is that of its first one. */
function addCall(events: NewEvent[], call: LogCall, from: From, place: IterationPlace): string {
  const depth = from.depth + 1;
  if (call.iterations.length > 0) {
    const child: Asking = { model: call.model, depth, parentCallId: from.callId, firstCallId: null, call };
    const last = call.iterations.length - 1;
    for (const [at, iteration] of call.iterations.entries()) {
      // The log says what the sub-agent gave back, whichever of its iterations said so.
      const answer = iteration.answer ?? (at === last ? call.response : null);
      addIteration(events, iteration, iteration.number ?? at + 1, child, place, answer);
    }
    return child.firstCallId ?? '';
  }
  const callId = nextCallId(place);
  const failed = call.usage === null && call.response.startsWith('Error: ');
  events.push(
    finishedCall(place, {
      callId,
      role: 'sub',
      iteration: from.number,
      block: from.block,
      depth,
      parentCallId: from.callId,
      model: call.model,
      prompt: call.prompt,
      reply: failed ? null : call.response,
      error: failed ? { kind: 'failed', words: call.response, status: null } : null,
      latencyMs: call.durationMs,
      usage: call.usage,
    }),
  );
  return callId;
}

interface Known {
  readonly usage: LogUsage | null;
  readonly warnings?: string[];
}

const NOTHING_KNOWN: Known = { usage: null };

/**
 * What a sub-agent took as a whole stands at its first call, since the log does not say how it was spread. Where its sum
 * counts calls of its code as well, which are on record by themselves, they are taken out of it.
 */
function wholeOf({ usage, iterations }: LogCall): Known {
  if (usage === null) return NOTHING_KNOWN;
  const inner = iterations.flatMap(({ blocks }) => blocks.flatMap(({ calls }) => calls));
  const plain = inner.filter((call) => call.iterations.length === 0 && call.usage !== null);
  const isTogether = usage.calls > iterations.length;
  const without = (of: (usage: LogUsage) => number): number =>
    Math.max(0, of(usage) - (isTogether ? plain.reduce((sum, call) => sum + (call.usage ? of(call.usage) : 0), 0) : 0));
  return {
    usage: {
      calls: usage.calls,
      input: without((each) => each.input),
      output: without((each) => each.output),
      costMicroUsd: usage.costMicroUsd === null ? null : without((each) => each.costMicroUsd ?? 0),
    },
    ...(iterations.length > 1
      ? { warnings: [`Its tokens are those of all ${String(iterations.length)} calls of this sub-agent together.`] }
      : {}),
  };
}

type FinishedCall = Pick<
  EventPayload<'call.finished'>,
  'callId' | 'role' | 'iteration' | 'block' | 'depth' | 'parentCallId' | 'model' | 'error' | 'latencyMs'
> &
  Known & { readonly prompt: string | null; readonly reply: string | null };

function finishedCall({ runId, keep }: IterationPlace, call: FinishedCall): NewEvent {
  const { prompt, reply, usage, warnings, ...rest } = call;
  return {
    type: 'call.finished',
    actor: 'engine',
    payload: {
      ...rest,
      runId,
      stage: 'agent',
      modelName: call.model,
      parameters: {},
      prompt: { base: null, keep: 0, add: prompt === null ? [] : [{ role: 'user', content: keep(prompt) }] },
      reply: reply === null ? null : keep(reply),
      usage: usage === null ? null : { input: usage.input, output: usage.output, cached: 0, reasoning: 0 },
      usageSource: usage === null ? 'none' : 'provider',
      ourInputTokens: null,
      finishReason: null,
      firstDeltaMs: null,
      attempts: 1,
      costMicroUsd: usage?.costMicroUsd ?? null,
      origin: 'live',
      ...(warnings === undefined ? {} : { warnings }),
    },
  };
}

function recorded(
  { code, stdout, stderr, durationMs }: LogBlock,
  callIds: string[],
  keep: (text: string) => StoredText,
): EventPayload<'iteration.finished'>['blocks'][number] {
  const output = [stdout, stderr.trimStart()].filter((text) => text !== '').join('\n');
  return {
    code: keep(code),
    stdout: keep(stdout),
    stderr: keep(stderr),
    outputChars: codePoints(stdout) + codePoints(stderr),
    shown: keep(shownOf(output)),
    error: errorIn(stderr),
    variables: [],
    durationMs: durationMs ?? 0,
    limit: null,
    stateLost: false,
    callIds,
  };
}

/** As the library cuts what it shows: the beginning, then how much more there is. */
function shownOf(output: string): string {
  if (output.length <= SHOWN_CHARS) return output;
  const more = codePoints(output) - SHOWN_CHARS;
  return more <= 0
    ? output
    : `${Array.from(output.slice(0, 2 * SHOWN_CHARS))
        .slice(0, SHOWN_CHARS)
        .join('')}... + [${String(more)} chars...]`;
}

function codePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) {
      pairs += 1;
      at += 1;
    }
  }
  return text.length - pairs;
}

/** The library tells an exception in the last line of stderr: its type, a colon, its message. */
function errorIn(stderr: string): { type: string; message: string; line: null } | null {
  const lastLine = stderr.trimEnd().split('\n').at(-1) ?? '';
  const [, type, message = ''] =
    /^([A-Za-z_][\w.]{0,99}(?:Error|Exception|Interrupt|Exit|StopIteration))(?:: ?(.*))?$/s.exec(lastLine) ?? [];
  return type === undefined ? null : { type, message, line: null };
}

function nextCallId({ numbers }: IterationPlace): string {
  numbers.call += 1;
  return `c${String(numbers.call)}`;
}
