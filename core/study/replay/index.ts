export { callMessages } from './call-messages.ts';
export { cassetteOf, recordedCalls } from './recorded-calls.ts';
export { rederive } from './rederive.ts';
export type { Rederived, RederivedVersion, RederiveOptions, RederivePorts, ReplayDifference } from './rederive.ts';
export { replayChanged } from './replay-changed.ts';
export type { QueryOutcome, ReplayChangedOptions, ReplayedQuery, ReplayedStudy } from './replay-changed.ts';
