// What a replay in the window asks and tells: the study derived again from its own recording, as it is or under other
// settings.

import { z } from 'zod';
import { studySettings } from '#core/study/index.ts';
import type { ReplayCounts } from '#core/lm/index.ts';
import type { Rederived, ReplayedStudy } from '#core/study/replay/index.ts';

/** as-it-is: to see that the study holds. changed: to see what would have become of it. */
export const replayWanted = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('as-it-is') }),
  z.object({
    kind: z.literal('changed'),
    settings: studySettings,
    /** What becomes of calls that were not recorded. */
    unmatched: z.enum(['refuse', 'ask', 'call']),
    /** True: asks where to keep the replay, as a study of its own. */
    keep: z.boolean(),
  }),
]);

export type ReplayWanted = z.infer<typeof replayWanted>;

export type ReplayReport =
  | ({ readonly kind: 'as-it-is' } & Rederived)
  /** fileName: where it was kept; null when it was not. */
  | ({ readonly kind: 'changed'; readonly fileName: string | null } & ReplayedStudy);

export interface ReplayPushes {
  'replay.progress': {
    readonly handle: string;
    readonly words: string;
    readonly fraction: number;
    readonly calls: ReplayCounts;
  };
  /** A call that was not recorded waits for a yes or no. */
  'replay.asked': { readonly handle: string; readonly askId: string; readonly why: string };
}
