export { createOfflineModel, OFFLINE_NAME, type StandInPorts } from './offline-model.ts';
