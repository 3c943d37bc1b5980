// Reads a run as the Distiller is shown it: iterations with what the agent wrote and what was printed.

import { TRAJECTORY_MARKS } from '#core/methods/peek/prompt-blocks.ts';
import { readReport, type Report } from './report.ts';

/** orientation: finding out what the text is. rough: a quick look that proves nothing. error: a block that failed. */
export type StepKind = 'look' | 'shapes' | 'describe' | 'rough' | 'error' | 'misplaced' | 'answer' | 'words';

export interface Step {
  readonly number: number;
  readonly reply: string;
  readonly report: Report;
  readonly kind: StepKind;
}

export function readTrajectory(text: string): readonly Step[] {
  const steps: { number: number; reply: string[]; outputs: string[] }[] = [];
  let target: string[] | null = null;
  for (const line of text.split('\n')) {
    const step = steps.at(-1);
    if (line.startsWith(TRAJECTORY_MARKS.iteration)) {
      steps.push({ number: Number(/(\d+)\D*$/.exec(line)?.[1] ?? steps.length + 1), reply: [], outputs: [] });
      target = null;
    } else if (step !== undefined && line.startsWith(TRAJECTORY_MARKS.reply)) target = step.reply;
    else if (step !== undefined && line.startsWith(TRAJECTORY_MARKS.output)) target = step.outputs;
    else if (line.startsWith(TRAJECTORY_MARKS.answer)) target = null;
    else if (line.startsWith(TRAJECTORY_MARKS.cut)) continue;
    else target?.push(line.startsWith(' @@') ? line.slice(1) : line);
  }
  return steps.map(({ number, reply, outputs }) => {
    const report = readReport(outputs.join('\n'));
    return { number, reply: reply.join('\n').trim(), report, kind: kindOf(report) };
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
