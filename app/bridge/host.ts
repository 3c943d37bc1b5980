// What the renderer holds of its host: preload implements it over IPC, an in-memory one over a recorded study.

import type { Result } from '#core/result.ts';
import type { Pushes, PushName, RequestFailure, RequestInput, RequestName, RequestOutput } from './contract.ts';

export interface Host {
  request<N extends RequestName>(name: N, input: RequestInput<N>): Promise<Result<RequestOutput<N>, RequestFailure<N>>>;
  /** Returns a function that stops listening. */
  on<N extends PushName>(name: N, listener: (push: Pushes[N]) => void): () => void;
  /** The path behind a dropped file; null where the host has no file system. */
  pathOf(file: File): string | null;
}
