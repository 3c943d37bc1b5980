// Finds FINAL(…) or FINAL_VAR(…) in the prose of a reply and says why one does not count. A FINAL stands at the start of a
// line, with at most Markdown decoration before it, and ends at its balanced parenthesis; whatever stands in a code block
// is code, not an ending. A model that is told what was wrong can put it right on its next turn.

import type { FencedReply } from './fences.ts';

export type FinalFound =
  | { readonly kind: 'text'; readonly answer: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'none' };

/** Markdown emphasis, list and quote marks, and chat-template tokens that models put before or after. */
const BEFORE = String.raw`(?:[ \t*_>#\x60~-]|<\|[^|>\n]*\|>|\d+[.)][ \t])*`;
const AT_LINE_START = new RegExp(String.raw`^${BEFORE}(?<name>FINAL_VAR|FINAL)[ \t]*\(`, 'gm');
const AFTER = /^(?:[\s*_`~.!]|<\|[^|>\n]*\|>)*$/;
const ANYWHERE = /\bFINAL(?:_VAR)?[ \t]*\(/;

/**
 * Reads how a reply ends its run.
 *
 * Returns FINAL_VAR before FINAL when both stand there; the first of a kind counts.
 */
export function findFinal(reply: FencedReply): FinalFound {
  const found = [...reply.prose.matchAll(AT_LINE_START)];
  const variable = found.find((match) => match.groups?.['name'] === 'FINAL_VAR');
  if (variable) return readVariable(reply.prose, variable.index + variable[0].length);
  const text = found[0];
  if (text) return readText(reply.prose, text.index + text[0].length, reply.blocks.length > 0);
  return explainAbsence(reply);
}

function readVariable(prose: string, from: number): FinalFound {
  const close = prose.indexOf(')', from);
  if (close < 0) return refuse('FINAL_VAR( is never closed.');
  const name = prose
    .slice(from, close)
    .trim()
    .replace(/^"+|"+$/g, '')
    .replace(/^'+|'+$/g, '')
    .trim();
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return { kind: 'variable', name };
  return refuse(
    name === ''
      ? 'FINAL_VAR() names no variable.'
      : `FINAL_VAR takes the name of one variable, and ${quote(name)} is not a name. Assign the value to a variable first.`,
  );
}

function readText(prose: string, from: number, hasCode: boolean): FinalFound {
  const close = closingParenthesis(prose, from);
  if (close.kind === 'refused') return close;
  const answer = prose.slice(from, close.at).trim();
  if (answer === '') return refuse('FINAL() is empty.');
  if (hasCode) {
    return refuse(
      'FINAL(…) stood in the same reply as code, so it was written before the output of that code could be seen. ' +
        'Read the output, then give FINAL in a reply without code.',
    );
  }
  return { kind: 'text', answer };
}

type Close = { readonly kind: 'found'; readonly at: number } | { readonly kind: 'refused'; readonly words: string };

function closingParenthesis(prose: string, from: number): Close {
  const balanced = quotedClose(prose, from) ?? balancedClose(prose, from);
  if (balanced === null) {
    // One parenthesis too many inside, as in a smiley or a list "(a": what was meant is plain when the reply ends there.
    const last = prose.lastIndexOf(')');
    if (last >= from && AFTER.test(prose.slice(last + 1))) return { kind: 'found', at: last };
    return refuse('FINAL( is never closed.');
  }
  const lineEnd = prose.indexOf('\n', balanced);
  const after = prose.slice(balanced + 1, lineEnd < 0 ? prose.length : lineEnd);
  if (AFTER.test(after)) return { kind: 'found', at: balanced };
  return refuse(
    `more text follows on the line where FINAL(…) closes: ${quote(after.trim())}. Put FINAL on lines of its own.`,
  );
}

function balancedClose(prose: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < prose.length; at++) {
    const character = prose[at];
    if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  return null;
}

/** Where the whole answer is one quoted string: its parentheses need not balance. */
function quotedClose(prose: string, from: number): number | null {
  const start = /^\s*("""|'''|"|')/.exec(prose.slice(from, from + 200));
  if (start === null) return null;
  const mark = start[1] ?? '';
  for (let at = prose.indexOf(mark, from + start[0].length); at >= 0; at = prose.indexOf(mark, at + 1)) {
    const close = /^\s*\)/.exec(prose.slice(at + mark.length, at + mark.length + 200));
    if (close !== null) return at + mark.length + close[0].length - 1;
  }
  return null;
}

/** Why nothing was found although the reply speaks of FINAL. A reply with code is at work, and its mention a plan. */
function explainAbsence(reply: FencedReply): FinalFound {
  if (reply.blocks.length > 0) return { kind: 'none' };
  if (ANYWHERE.test(reply.otherCode))
    return refuse('FINAL stood inside a code block, where it does not count. Write it as plain text.');
  if (ANYWHERE.test(reply.prose)) return refuse('FINAL did not stand at the start of a line.');
  return { kind: 'none' };
}

function refuse(words: string): { readonly kind: 'refused'; readonly words: string } {
  return { kind: 'refused', words };
}

function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
