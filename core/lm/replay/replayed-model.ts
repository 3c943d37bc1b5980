// A model that answers from a recording. Calls that match are replayed, in the order in which their like were recorded;
// others are refused, asked about, or made anew, as was chosen. A replayed reply costs nothing and is marked as one.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { CallOptions, ChatModel, ChatReply, ChatRequest, LmError, LmErrorKind, Role } from '../chat-model.ts';
import { canonicalRequest, recordedRequest } from './canonical-request.ts';
import type { RecordedRequest } from './canonical-request.ts';
import type { CassetteCall } from './cassette.ts';
import { firstDifference } from './first-difference.ts';

/** What to do with a call that no recorded one matches. ask: by the port of that name. */
export type Unmatched = 'refuse' | 'ask' | 'call';

export interface ReplayOptions {
  readonly calls: readonly CassetteCall[];
  /** SHA-256 of the UTF-8 text, hex. */
  readonly hash: (text: string) => string;
  readonly unmatched: Unmatched;
  /** Makes calls anew; without it they are refused whatever was chosen. */
  readonly inner?: ChatModel;
  /** Whether this call may be made anew; why tells how it differs from the recorded one that should have come. */
  readonly ask?: (request: ChatRequest, why: string, signal: AbortSignal) => Promise<boolean>;
  /** The messages of a recorded call, where the cassette itself does not hold them. */
  readonly messagesOf?: (callId: string) => RecordedRequest['messages'] | null;
  /** Waits that many milliseconds, so that a reply comes at the pace at which it was recorded; without it, at once. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ReplayCounts {
  readonly replayed: number;
  readonly madeAnew: number;
  readonly refused: number;
}

/** A call that no recorded one matches, and where it differs from the one that should have come. */
export interface UnmatchedCall {
  readonly role: Role;
  readonly why: string;
  /** The recorded call that should have come; null when the recording holds no further one of that role. */
  readonly recordedCallId: string | null;
}

export interface ReplayedModel extends ChatModel {
  readonly counts: ReplayCounts;
  /** The first of those, whatever became of it. */
  readonly firstUnmatched: UnmatchedCall | null;
  /** Recorded calls that nobody has asked for. */
  readonly unused: readonly CassetteCall[];
}

export function createReplayedModel(options: ReplayOptions): ReplayedModel {
  const { calls, hash, unmatched, inner } = options;
  const byHash = new Map<string, CassetteCall[]>();
  for (const call of calls) byHash.set(call.hash, [...(byHash.get(call.hash) ?? []), call]);
  const used = new Set<CassetteCall>();
  let counts: ReplayCounts = { replayed: 0, madeAnew: 0, refused: 0 };
  let firstUnmatched: UnmatchedCall | null = null;

  return {
    name: inner?.name ?? calls[0]?.modelName ?? 'recorded',
    get counts() {
      return counts;
    },
    get firstUnmatched() {
      return firstUnmatched;
    },
    get unused() {
      return calls.filter((call) => !used.has(call));
    },
    async complete(request, callOptions) {
      if (callOptions.signal.aborted) return err(failure('cancelled', 'Stopped.'));
      const matching = byHash.get(hash(canonicalRequest(recordedRequest(request))))?.shift();
      if (matching !== undefined) {
        used.add(matching);
        counts = { ...counts, replayed: counts.replayed + 1 };
        return replay(matching, callOptions);
      }
      return missing(request, callOptions);
    },
  };

  async function replay(
    { result }: CassetteCall,
    { signal, onDelta }: CallOptions,
  ): Promise<Result<ChatReply, LmError>> {
    if (result.kind === 'failure') {
      const { words, status, attempts, usage, partial } = result;
      return err({ ...failure(errorKindOf(result.error), words), status, attempts, usage, partial, costMicroUsd: 0 });
    }
    if (!(await playText(result.text, result.deltas ?? [], signal, onDelta)))
      return err(failure('cancelled', 'Stopped.'));
    const { kind: _, warnings, deltas, ...reply } = result;
    return ok({
      ...reply,
      costMicroUsd: 0,
      origin: 'replayed',
      ...(warnings === undefined ? {} : { warnings }),
      ...(deltas === undefined ? {} : { deltas }),
    });
  }

  /** Gives the text out in its recorded pieces; false when it was stopped on the way. */
  async function playText(
    text: string,
    deltas: readonly (readonly [number, number])[],
    signal: AbortSignal,
    onDelta: CallOptions['onDelta'],
  ): Promise<boolean> {
    const { wait } = options;
    let given = 0;
    let clockMs = 0;
    for (const [ms, chars] of wait === undefined ? [] : deltas) {
      await wait?.(Math.max(0, ms - clockMs), signal);
      if (signal.aborted) return false;
      clockMs = ms;
      onDelta?.(text.slice(given, given + chars));
      given += chars;
    }
    if (given < text.length) onDelta?.(text.slice(given));
    return true;
  }

  async function missing(request: ChatRequest, callOptions: CallOptions): Promise<Result<ChatReply, LmError>> {
    const unmatchedCall = whyMissing(request);
    const { why } = unmatchedCall;
    firstUnmatched ??= unmatchedCall;
    const wanted =
      unmatched === 'call' || (unmatched === 'ask' && (await options.ask?.(request, why, callOptions.signal)) === true);
    if (callOptions.signal.aborted) return err(failure('cancelled', 'Stopped.'));
    if (!wanted || inner === undefined) {
      counts = { ...counts, refused: counts.refused + 1 };
      return err(
        failure(
          'not-recorded',
          `${why} Nothing was asked of any model. To go on, let calls that do not match be made anew.`,
        ),
      );
    }
    counts = { ...counts, madeAnew: counts.madeAnew + 1 };
    return inner.complete(request, callOptions);
  }

  function whyMissing(request: ChatRequest): UnmatchedCall {
    const { role } = request;
    const next = calls.find((call) => !used.has(call) && call.role === role);
    if (next === undefined) {
      return { role, why: `The recording holds no further ${role} call.`, recordedCallId: null };
    }
    const recordedCallId = next.callId;
    const messages = next.messages ?? options.messagesOf?.(recordedCallId) ?? null;
    const lead = `This ${role} call is not in the recording; the next one there is ${recordedCallId}`;
    if (messages === null) return { role, why: `${lead}.`, recordedCallId };
    const recorded = { role: next.role, parameters: next.parameters, messages };
    const where = firstDifference(recorded, recordedRequest(request)) ?? 'it differs nowhere';
    return { role, why: `${lead}: ${where}.`, recordedCallId };
  }
}

function failure(kind: LmErrorKind, words: string): LmError {
  return { kind, words, status: null, attempts: 0, latencyMs: 0, usage: null, partial: null, origin: 'replayed' };
}

const ERROR_KINDS: Readonly<Record<LmErrorKind, true>> = {
  cancelled: true,
  'no-key': true,
  unauthorized: true,
  forbidden: true,
  'model-not-found': true,
  'wrong-path': true,
  'rate-limited': true,
  'no-credit': true,
  'too-long': true,
  refused: true,
  'content-filter': true,
  'bad-request': true,
  'server-error': true,
  timeout: true,
  unreachable: true,
  tls: true,
  'not-json': true,
  'empty-reply': true,
  'cut-off': true,
  'reply-too-large': true,
  'not-recorded': true,
  'cap-reached': true,
};

/** A kind of a later version of the program counts as a server's failure. */
function errorKindOf(recorded: string): LmErrorKind {
  return isErrorKind(recorded) ? recorded : 'server-error';
}

function isErrorKind(kind: string): kind is LmErrorKind {
  return Object.hasOwn(ERROR_KINDS, kind);
}
