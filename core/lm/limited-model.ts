// A layer that makes calls wait for a place at their provider (limiter.ts). While one call backs off because its server
// asked for patience, no other is started; those under way go on.

import { err } from '#core/result.ts';
import type { CallProgress, ChatModel } from './chat-model.ts';
import type { Limiter } from './limiter.ts';

/** Waiting is no part of a reply's latency: that is measured by the model inside. */
export function createLimitedModel(inner: ChatModel, limiter: Limiter): ChatModel {
  return {
    name: inner.name,
    async complete(request, options) {
      const lane = request.role === 'sub' ? 'sub' : 'main';
      const leave = await limiter.enter(lane, options.signal, (ahead) =>
        options.onProgress?.({ kind: 'queued', ahead }),
      );
      if (leave === null) {
        return err({
          kind: 'cancelled',
          words: 'Stopped while waiting for a place.',
          status: null,
          attempts: 0,
          latencyMs: 0,
          usage: null,
          partial: null,
        });
      }
      const held: { release: (() => void) | null } = { release: null };
      const onProgress = (progress: CallProgress): void => {
        held.release?.();
        held.release = progress.kind === 'backing-off' && progress.waitMs !== null ? limiter.hold() : null;
        options.onProgress?.(progress);
      };
      const onDelta = options.onDelta;
      try {
        return await inner.complete(request, {
          signal: options.signal,
          onProgress,
          ...(onDelta === undefined ? {} : { onDelta }),
        });
      } finally {
        held.release?.();
        leave();
      }
    },
  };
}
