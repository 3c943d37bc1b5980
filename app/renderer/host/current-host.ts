// The one host of this window: the preload's in the app, the in-memory one in a browser. Set once, before the first render.

import type {
  Host,
  RequestError,
  RequestFailure,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#app/bridge/index.ts';
import { err } from '#core/result.ts';
import type { Result } from '#core/result.ts';

let current: Host | null = null;

export function setHost(host: Host): void {
  current = host;
}

export function currentHost(): Host {
  if (current === null) throw new Error('setHost comes before the first render');
  return current;
}

/** A host that does not answer at all (its process is gone, a handler threw) is an error like any other, in words. */
export async function request<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<Result<RequestOutput<N>, RequestFailure<N> | RequestError>> {
  try {
    return await currentHost().request(name, input);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return err({ kind: 'failed', words: `Peek’s main process did not answer (${name}): ${why}` });
  }
}
