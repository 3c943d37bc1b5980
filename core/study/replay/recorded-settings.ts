// The settings that a recording was made under: what a replay under changes starts from, so that its calls match as far as
// the changes let them. Settings that were changed after the first run count for later runs only, and a replay has one set.

import type { StudyLog } from '../log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { StudySettings } from '../settings.ts';
import { batchesOf } from './copied-events.ts';

/** Those in force when the first run began; without any run, those in force now. */
export function recordedSettings(log: Pick<StudyLog, 'read'>): StudySettings {
  let settings = DEFAULT_SETTINGS;
  for (const batch of batchesOf(log)) {
    for (const event of batch) {
      if (event.type === 'run.started') return settings;
      if (event.type === 'study.created' || event.type === 'settings.changed') settings = event.payload.settings;
    }
  }
  return settings;
}
