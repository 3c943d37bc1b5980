import type { PeekVerb } from '../tools.ts';
import { judge, near } from './aside.ts';
import { verify, whatIfVerb } from './check.ts';
import { completionVerb } from './completion.ts';
import { demo } from './demo.ts';
import { exportVerb } from './export.ts';
import { doctor } from './doctor.ts';
import { importVerb } from './import.ts';
import { leaveOneOut } from './leave-one-out.ts';
import { diff, log } from './look.ts';
import { add, newStudy } from './new-study.ts';
import { note } from './note.ts';
import { replay } from './replay.ts';
import { review } from './review.ts';
import { run, step } from './run.ts';
import { prompts } from './prompts.ts';
import { settings } from './settings.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { branch, edit, freeze, pin, rollback } from './steer.ts';

/** In the order of help: making and running, steering, looking. */
export const VERBS: readonly PeekVerb[] = [
  demo,
  newStudy,
  add,
  run,
  step,
  review,
  freeze,
  rollback,
  branch,
  pin,
  edit,
  note,
  settings,
  prompts,
  show,
  diff,
  log,
  search,
  exportVerb,
  importVerb,
  verify,
  whatIfVerb,
  leaveOneOut,
  replay,
  judge,
  near,
  doctor,
  completionVerb(() => VERBS),
];
