// Turns what a block did into what the model is shown of it: its output cut in the middle, then the error and the variables,
// which are never cut away by a long output.

import type { BlockResult, Variable } from '../python.ts';
import { cutMiddle } from './code-points.ts';
import { thousands } from './thousands.ts';

/** An error's own message, kept whole up to here (ours): enough for any error meant to be read. */
const ERROR_CHARS = 20_000;
/** Variables listed to the model (ours); a program that makes more hears how many. */
const LISTED_VARIABLES = 100;

/**
 * What the model is shown of a block.
 *
 * limit   code points of the block's output (stdout, then stderr) that are shown; errors, notices and variables are extra
 */
export function showBlock(result: BlockResult, limit: number): string {
  const parts: string[] = [];
  const output = [result.stdout, result.stderr].filter((text) => text !== '').map((text) => text.replace(/\n$/, ''));
  if (output.length > 0) parts.push(cutMiddle(output.join('\n'), limit));
  const notice = noticeOf(result);
  if (notice !== null) parts.push(notice);
  if (result.error !== null) parts.push(describeError(result.error));
  if (parts.length === 0) parts.push('No output');
  const variables = listVariables(result.variables);
  if (variables !== null) parts.push(variables);
  return parts.join('\n\n');
}

/** One line: "ValueError: words (line 3 of the block)". */
export function describeError(error: NonNullable<BlockResult['error']>): string {
  const where = error.line === null ? '' : ` (line ${error.line} of the block)`;
  const message = error.message === '' ? '' : `: ${cutMiddle(error.message, ERROR_CHARS)}`;
  return `${error.type}${message}${where}`;
}

function noticeOf(result: BlockResult): string | null {
  const notices: string[] = [];
  if (result.limit === 'time') notices.push('The block was stopped: it reached its time limit.');
  if (result.limit === 'memory') notices.push('The block was stopped: it reached the memory limit.');
  if (result.limit === 'output')
    notices.push(`The block printed ${thousands(result.outputChars)} characters; not all were kept.`);
  if (result.limit === 'interrupted') notices.push('The block was stopped from outside.');
  if (result.stateLost) {
    notices.push(
      'The Python interpreter had to be started anew: all variables of earlier blocks are gone; `context` is there again.',
    );
  }
  return notices.length === 0 ? null : notices.join('\n');
}

function listVariables(variables: readonly Variable[]): string | null {
  const shown = variables.filter((variable) => variable.type !== 'module');
  if (shown.length === 0) return null;
  const listed = shown.slice(-LISTED_VARIABLES).map((variable) => `${variable.name}: ${variable.type}`);
  const more = shown.length > LISTED_VARIABLES ? ` (and ${shown.length - LISTED_VARIABLES} older ones)` : '';
  return `REPL variables: ${listed.join(', ')}${more}`;
}
