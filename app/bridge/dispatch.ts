// Turns a request as it came in, which may be anything, into a call of its handler with checked input, and whatever
// happens there into a Result. Knows nothing of IPC: main puts a channel under it, tests call it directly.

import { err, type Result } from '#core/result.ts';
import { requests } from './contract.ts';
import type { RequestFailure, RequestName, RequestOutput } from './contract.ts';
import type { z } from 'zod';

export type CheckedInput<N extends RequestName> = z.output<(typeof requests)[N]['input']>;

export type Handler<N extends RequestName, Caller> = (
  input: CheckedInput<N>,
  caller: Caller,
) => Promise<Result<RequestOutput<N>, RequestFailure<N>>>;

/** One handler for every request of the contract; a missing or a surplus one does not compile. `Caller` is who asked. */
export type Handlers<Caller> = { readonly [N in RequestName]: Handler<N, Caller> };

/** What every caller gets when the request itself was at fault, or our own code. */
export interface DispatchFailure {
  readonly kind: 'refused' | 'bad-input' | 'failed' | 'unknown';
  readonly words: string;
}

export interface Dispatcher<Caller> {
  dispatch(name: unknown, input: unknown, caller: Caller): Promise<Result<unknown, unknown>>;
}

/**
 * handlers  one for each request
 * onBug     hears of an exception thrown by a handler, and of requests that are no requests
 */
export function createDispatcher<Caller>(
  handlers: Handlers<Caller>,
  onBug: (name: string, error: unknown) => void,
): Dispatcher<Caller> {
  async function run<N extends RequestName>(
    name: N,
    input: unknown,
    caller: Caller,
  ): Promise<Result<unknown, unknown>> {
    const parsed = requests[name].input.safeParse(input);
    if (!parsed.success) {
      const words = `The request ${name} was not understood: ${firstIssue(parsed.error)}`;
      return err<DispatchFailure>({ kind: name === 'study.command' ? 'refused' : 'bad-input', words });
    }
    const handler: Handler<N, Caller> = handlers[name];
    try {
      // The schema looked up by this name gave this data; TypeScript does not follow one key through two tables.
      return await handler(parsed.data as CheckedInput<N>, caller);
    } catch (error) {
      onBug(name, error);
      const words = `Something went wrong inside Peek (${name}). The study file is not affected; the log has the details.`;
      return err<DispatchFailure>({ kind: name === 'study.command' ? 'unknown' : 'failed', words });
    }
  }

  return {
    dispatch(name, input, caller) {
      if (isRequestName(name)) return run(name, input, caller);
      onBug(String(name).slice(0, 100), new Error('no such request'));
      return Promise.resolve(err<DispatchFailure>({ kind: 'bad-input', words: 'There is no such request.' }));
    },
  };
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}

function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'unknown fault';
  const place = issue.path.map(String).join('.');
  return `${place === '' ? 'input' : place}: ${issue.message}`;
}
