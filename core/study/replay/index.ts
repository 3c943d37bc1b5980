export { callMessages } from './call-messages.ts';
export { cassetteOf, recordedCalls } from './recorded-calls.ts';
export { recordedSettings } from './recorded-settings.ts';
export { rederive } from './rederive.ts';
export type {
  Rederived,
  RederivedVersion,
  RederiveOptions,
  RederivePorts,
  RederiveProgress,
  ReplayDifference,
} from './rederive.ts';
export { replayChanged } from './replay-changed.ts';
export type {
  QueryOutcome,
  ReplayChangedOptions,
  ReplayedQuery,
  ReplayedStudy,
  ReplayProgress,
} from './replay-changed.ts';
