// A trajectory as the Distiller reads it, cut with a stated measure when it is too long for the model.

import type { Trajectory, TrajectoryStep } from '../policy.ts';
import { TRAJECTORY_MARKS } from './prompt-blocks.ts';
import { grouped } from '#core/map/index.ts';

export interface TrajectoryText {
  readonly text: string;
  /** Characters of the agent's own texts that are shown, of how many; null when nothing was cut. */
  readonly cut: { readonly shownChars: number; readonly totalChars: number } | null;
}

/** A reply may stay this many times longer than an output: the agent's reasoning says more per character. Ours. */
const REPLY_WORTH = 4;

/** Of a text that is cut, so much of what stays is its beginning; the rest is its end. Ours. */
const HEAD_SHARE = 2 / 3;

/**
 * Writes a trajectory for a prompt.
 *
 * trajectory   every iteration with what the agent wrote and what it was shown
 * limitChars   for the whole text, marks included
 * withAnswer   whether the final answer stands at the end (only when the study shows the truth)
 * Returns the text and what was cut. Long outputs are shortened first, all to the same length, then the agent's own words,
 *         then iterations in the middle are left out; each cut is marked in its place with its size.
 */
export function trajectoryText(trajectory: Trajectory, limitChars: number, withAnswer: boolean): TrajectoryText {
  const steps = trajectory.steps.map(partsOf);
  const answer =
    withAnswer && trajectory.answer !== null ? [part(TRAJECTORY_MARKS.answer, trajectory.answer, REPLY_WORTH)] : [];
  const totalChars = charsIn([...steps, answer]);
  const whole = write([...steps, answer], Infinity);
  if (whole.length <= limitChars) return { text: whole, cut: null };

  const { kept, dropped } = dropMiddle(steps, answer, limitChars);
  const limit = longestLimit([...kept, answer], limitChars);
  const text = writeWithGap(kept, answer, dropped, limit).slice(0, limitChars);
  const shownChars = [...kept, answer]
    .flat()
    .reduce((sum, each) => sum + Math.min(each.text.length, each.worth * limit), 0);
  return { text, cut: { shownChars: Math.min(shownChars, text.length), totalChars } };
}

interface Part {
  /** The marker line in front. */
  readonly mark: string;
  readonly text: string;
  readonly worth: number;
}

function part(mark: string, text: string, worth: number): Part {
  return { mark, text: text.replace(/(^|\n)( *@@)/g, '$1 $2'), worth };
}

function partsOf(step: TrajectoryStep): readonly Part[] {
  return [
    part(`${TRAJECTORY_MARKS.iteration} ${step.number}\n${TRAJECTORY_MARKS.reply}`, step.reply, REPLY_WORTH),
    ...step.blocks.map((block, at) => part(`${TRAJECTORY_MARKS.output} ${at + 1}`, block.shown, 1)),
  ];
}

function charsIn(steps: readonly (readonly Part[])[]): number {
  return steps.flat().reduce((sum, each) => sum + each.text.length, 0);
}

function write(steps: readonly (readonly Part[])[], limit: number): string {
  return steps.flatMap((parts) => parts.map((each) => `${each.mark}\n${shorten(each, limit)}`)).join('\n');
}

function writeWithGap(
  steps: readonly (readonly Part[])[],
  answer: readonly Part[],
  dropped: number,
  limit: number,
): string {
  if (dropped === 0) return write([...steps, answer], limit);
  const half = Math.ceil(steps.length / 2);
  const gap = `${TRAJECTORY_MARKS.cut} ${dropped} iterations left out here`;
  return [write(steps.slice(0, half), limit), gap, write([...steps.slice(half), answer], limit)]
    .filter((each) => each !== '')
    .join('\n');
}

function cutMark(chars: number): string {
  return `${TRAJECTORY_MARKS.cut} ${grouped(chars)} characters left out here`;
}

function shorten(each: Part, limit: number): string {
  const keep = each.worth * limit;
  if (each.text.length <= keep) return each.text;
  const head = Math.floor(keep * HEAD_SHARE);
  const tail = Math.floor(keep) - head;
  const end = tail === 0 ? '' : each.text.slice(-tail);
  return [each.text.slice(0, head), cutMark(each.text.length - head - tail), end]
    .filter((piece) => piece !== '')
    .join('\n');
}

/** The length of `shorten`'s result is at most this. */
function shortenedChars(each: Part, limit: number): number {
  return each.text.length <= each.worth * limit
    ? each.text.length
    : each.worth * limit + cutMark(each.text.length).length + 2;
}

function writtenChars(steps: readonly (readonly Part[])[], limit: number): number {
  return steps.flat().reduce((sum, each) => sum + each.mark.length + 2 + shortenedChars(each, limit), 0);
}

/** The largest common limit with which the text still fits. */
function longestLimit(steps: readonly (readonly Part[])[], limitChars: number): number {
  let [low, high] = [0, limitChars];
  const room = limitChars - 100; // for the line that says how many iterations are missing
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (writtenChars(steps, middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Leaves out iterations from the middle until the rest can show at least a line of each of its texts. */
function dropMiddle(
  steps: readonly (readonly Part[])[],
  answer: readonly Part[],
  limitChars: number,
): { readonly kept: readonly (readonly Part[])[]; readonly dropped: number } {
  const LEAST_SHOWN = 80;
  let kept = steps;
  while (kept.length > 2 && writtenChars([...kept, answer], LEAST_SHOWN) > limitChars) {
    kept = kept.toSpliced(Math.floor(kept.length / 2), 1);
  }
  return { kept, dropped: steps.length - kept.length };
}

/** An iteration as read back from the TRAJECTORY block. */
export interface ReadStep {
  readonly number: number;
  readonly reply: string;
  readonly outputs: readonly string[];
}

/** Reads a TRAJECTORY block back: what the agent wrote and saw, cut marks left where they stand. */
export function readTrajectory(block: string): readonly ReadStep[] {
  const steps: { number: number; reply: string; outputs: string[] }[] = [];
  let lines: string[] = [];
  let finish = (_text: string): void => undefined;
  const begin = (next: (text: string) => void) => {
    finish(lines.join('\n'));
    lines = [];
    finish = next;
  };
  for (const line of block.split('\n')) {
    const step = steps.at(-1);
    if (line.startsWith(`${TRAJECTORY_MARKS.iteration} `)) {
      begin(() => undefined);
      steps.push({ number: Number(line.slice(TRAJECTORY_MARKS.iteration.length)), reply: '', outputs: [] });
    } else if (line === TRAJECTORY_MARKS.reply && step !== undefined) begin((text) => (step.reply = text));
    else if (line.startsWith(`${TRAJECTORY_MARKS.output} `) && step !== undefined)
      begin((text) => step.outputs.push(text));
    else if (line === TRAJECTORY_MARKS.answer) begin(() => undefined);
    else lines.push(/^ +@@/.test(line) ? line.slice(1) : line);
  }
  begin(() => undefined);
  return steps;
}
