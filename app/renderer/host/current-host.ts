// The one host of this window: the preload's in the app, the in-memory one in a browser. Set once, before the first render.

import type { Host, RequestFailure, RequestInput, RequestName, RequestOutput } from '#app/bridge/index.ts';
import type { Result } from '#core/result.ts';

let current: Host | null = null;

export function setHost(host: Host): void {
  current = host;
}

export function currentHost(): Host {
  if (current === null) throw new Error('setHost comes before the first render');
  return current;
}

export function request<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<Result<RequestOutput<N>, RequestFailure<N>>> {
  return currentHost().request(name, input);
}
