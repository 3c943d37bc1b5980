// The one thing core takes from its host besides the language: cancellation, which Node and every browser have alike.
// Only core's own type check sees this file; elsewhere the host's declarations stand.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare const AbortSignal: {
  /** Aborted as soon as one of them is. */
  any(signals: readonly AbortSignal[]): AbortSignal;
};

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
