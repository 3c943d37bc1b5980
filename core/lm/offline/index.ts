export { createOfflineModel, OFFLINE_NAME, type StandInPorts } from './offline-model.ts';
export { ADVERSARIAL_NAME, ADVERSARIAL_TRICKS, createAdversarialModel } from './adversarial-model.ts';
