// Reads a run as the Distiller is shown it: iterations with what the agent wrote and what was printed.

import { readTrajectory } from '#core/methods/index.ts';
import { readReport, type Report } from './report.ts';

/** orientation: finding out what the text is. rough: a quick look that proves nothing. error: a block that failed. */
export type StepKind = 'look' | 'shapes' | 'describe' | 'rough' | 'error' | 'misplaced' | 'answer' | 'words';

export interface Step {
  readonly number: number;
  readonly reply: string;
  readonly report: Report;
  readonly kind: StepKind;
}

export function readSteps(trajectory: string): readonly Step[] {
  return readTrajectory(trajectory).map(({ number, reply, outputs }) => {
    const report = readReport(outputs.join('\n'));
    return { number, reply: reply.trim(), report, kind: kindOf(report) };
  });
}

function kindOf(report: Report): StepKind {
  if (report.error !== null) return 'error';
  if (report.misplaced !== null) return 'misplaced';
  if (report.facts.some((fact) => fact.kind === 'roles') && report.answer === null) return 'describe';
  if (report.answer !== null) return 'answer';
  if (report.size !== null) return 'look';
  if (report.shapes !== null) return 'shapes';
  if (report.substring !== null) return 'rough';
  return 'words';
}

export const ORIENTATION: readonly StepKind[] = ['look', 'shapes', 'describe'];
