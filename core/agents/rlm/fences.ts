// Finds the code blocks of a reply. A `repl` fence opens a block; a line of backticks closes it, unless that line stands
// inside a triple-quoted string of the code: the only place where Python has room for one. Blocks in other languages are
// not run, but known, so that nothing in them is taken for prose.

export interface CodeBlock {
  /** Without the fences, blank lines around it and indentation common to all lines. */
  readonly code: string;
}

export interface FencedReply {
  /** The `repl` blocks in order; all of them are run. */
  readonly blocks: readonly CodeBlock[];
  /** The reply with every line of a fenced block blanked, line for line; what FINAL is looked for in. */
  readonly prose: string;
  /** The lines inside blocks of other languages, for telling the model that a FINAL in there does not count. */
  readonly otherCode: string;
  /** True when the last `repl` fence is never closed; its code is not run. */
  readonly unclosed: boolean;
  /** Languages of fenced blocks that were not run, as written. */
  readonly otherLanguages: readonly string[];
}

const REPL_OPENING = /^(?<before>.*?)(?<ticks>`{3,})[ \t]*repl(?:[ \t][^`]*)?$/i;
const OTHER_OPENING = /^(?<indent>[ \t]*)(?<ticks>`{3,}|~{3,})[ \t]*(?<language>[^\s`]*)[^`]*$/;

export function readFences(reply: string): FencedReply {
  const lines = reply.split(/\r?\n/);
  const prose = [...lines];
  const blocks: CodeBlock[] = [];
  const otherCode: string[] = [];
  const otherLanguages: string[] = [];
  let unclosed = false;

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const repl = REPL_OPENING.exec(line);
    if (repl?.groups) {
      const ticks = repl.groups['ticks'] ?? '```';
      const end = closingLine(lines, at + 1, ticks.length);
      blankLines(prose, at, end.at + (end.reopens ? 0 : 1));
      prose[at] = repl.groups['before'] ?? '';
      if (end.found) blocks.push({ code: dedent(lines.slice(at + 1, end.at)) });
      else unclosed = true;
      at = end.reopens ? end.at - 1 : end.at;
      continue;
    }
    const other = OTHER_OPENING.exec(line);
    if (other?.groups) {
      const ticks = other.groups['ticks'] ?? '```';
      const end = closingLineOfOther(lines, at + 1, ticks);
      otherLanguages.push(other.groups['language'] ?? '');
      otherCode.push(...lines.slice(at + 1, end.at));
      blankLines(prose, at, end.at + (end.reopens ? 0 : 1));
      at = end.reopens ? end.at - 1 : end.at;
    }
  }
  return { blocks, prose: prose.join('\n'), otherCode: otherCode.join('\n'), unclosed, otherLanguages };
}

interface Closing {
  /** The line of the close; the line after the last when there is none. */
  readonly at: number;
  readonly found: boolean;
  /** True when the line is the next block's opening: the close was forgotten. */
  readonly reopens: boolean;
}

/** The line that closes a `repl` block, passing over lines inside triple-quoted strings. */
function closingLine(lines: readonly string[], from: number, tickCount: number): Closing {
  let inString: string | null = null;
  let fallback: Closing | null = null;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const ticks = /^[ \t]*(`{3,})/.exec(line)?.[1]?.length ?? 0;
    if (ticks > 0) {
      const bare = /^[ \t]*`+[ \t]*$/.test(line);
      const reopens = /^[ \t]*`{3,}[ \t]*repl\b/i.test(line);
      if (inString === null && (ticks >= tickCount || reopens)) return { at, found: true, reopens };
      // Where the string is never closed the code is broken anyway, and the first plain close was the one that was meant.
      if (bare || reopens) fallback ??= { at, found: true, reopens };
    }
    inString = stringStateAfter(line, inString);
  }
  return fallback ?? { at: lines.length, found: false, reopens: false };
}

function closingLineOfOther(lines: readonly string[], from: number, ticks: string): Closing {
  const mark = ticks.startsWith('~') ? '~' : '`';
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^[ \t]*`{3,}[ \t]*repl[ \t]*$/i.test(line)) return { at, found: true, reopens: true };
    const trimmed = line.trim();
    if (trimmed.length >= ticks.length && trimmed === mark.repeat(trimmed.length)) {
      return { at, found: true, reopens: false };
    }
  }
  return { at: lines.length, found: false, reopens: false };
}

/**
 * Whether a triple-quoted string is open after this line of Python, and by which quotes.
 *
 * open    the quotes that are open before the line, or null
 */
function stringStateAfter(line: string, open: string | null): string | null {
  let at = 0;
  while (at < line.length) {
    if (open !== null) {
      if (line[at] === '\\') at += 2;
      else if (line.startsWith(open, at)) {
        at += open.length;
        open = null;
      } else at++;
      continue;
    }
    const character = line[at];
    if (character === '#') return null;
    if (character === '"' || character === "'") {
      const triple = character.repeat(3);
      if (line.startsWith(triple, at)) {
        open = triple;
        at += 3;
      } else at = endOfShortString(line, at, character);
      continue;
    }
    at++;
  }
  return open;
}

function endOfShortString(line: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < line.length && line[at] !== quote) at += line[at] === '\\' ? 2 : 1;
  return at + 1;
}

function blankLines(lines: string[], from: number, to: number): void {
  for (let at = from; at < to && at < lines.length; at++) lines[at] = '';
}

/** Drops blank lines at both ends and the indentation that all other lines share. */
function dedent(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return '';
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const body = lines.slice(first, last + 1);
  const indents = body.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  let common = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return body
    .map((line) => (line.startsWith(common) ? line.slice(common.length) : line.trimStart()))
    .join('\n')
    .trimEnd();
}
