export { createEngine } from './create-engine.ts';
export { createStudy } from './create-study.ts';
export type { NewStudy, NewStudyPorts } from './create-study.ts';
export { policySettings, rlmSettings } from './policy-settings.ts';
export { previewCommand, previewReview } from './preview.ts';
export type { MapPreview, PreviewPorts } from './preview.ts';
