// Code and output as blocks of text. A long text shows its beginning; the rest is one click away in the reader.

import { Fragment, memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { charsOf, headOf, withoutAnsi } from '#core/study/index.ts';
import { whole } from '../format/numbers.ts';
import { openReader } from '../actions/reading.ts';
import { codeLines, pythonTokens } from './python-tokens.ts';
import type { CodeToken } from './python-tokens.ts';
import { useOpened } from './rows/kept-places.ts';
import { useText } from './use-text.ts';
import { RunningText } from './RunningText.tsx';
import { visible } from './visible-text.ts';
import './code.css';

/** Numbers of ours: code of this length is coloured; output shows this many lines at first. */
const COLOUR_LIMIT = 20_000;
/** Lines of this length may be broken in a narrow pane; shorter ones stay plain text, which keeps the page small. */
const MAY_BREAK = 40;
/** What is broken goes on so much deeper, and never deeper than this, in characters. */
const HANG = 4;
const DEEPEST = 32;
const FIRST_LINES = 12;
const FIRST_CHARS = 4_000;
const SHOWN_LINES = 200;
const SHOWN_CHARS = 20_000;

export const PythonCode = memo(function PythonCode({
  code,
  title,
}: {
  readonly code: StoredText;
  readonly title: string;
}) {
  const loaded = useText(code, COLOUR_LIMIT);
  const text = (loaded.kind === 'data' ? loaded.value : headOf(code)).slice(0, COLOUR_LIMIT);
  const runs = useMemo(() => lineRuns(text), [text]);
  return (
    <pre className="code" aria-label={title}>
      {runs.map(({ tokens, hang }, at) => {
        const coloured = tokens.map(colour);
        return hang === null ? (
          <Fragment key={at}>{coloured}</Fragment>
        ) : (
          <span key={at} className="code-long" style={{ paddingLeft: `${hang}ch`, textIndent: `-${hang}ch` }}>
            {coloured}
          </span>
        );
      })}
      {charsOf(code) > text.length && (
        <MoreText text={code} title={title} words={`all ${whole(charsOf(code))} characters`} />
      )}
    </pre>
  );
});

interface LineRun {
  readonly tokens: readonly CodeToken[];
  /** Of one long line: where it goes on when it is broken, in characters. Null for lines that fit. */
  readonly hang: number | null;
}

function lineRuns(code: string): readonly LineRun[] {
  const runs: { readonly tokens: CodeToken[]; readonly hang: number | null }[] = [];
  for (const { tokens, chars, indent } of codeLines(pythonTokens(code))) {
    const last = runs.at(-1);
    if (chars > MAY_BREAK && indent !== null)
      runs.push({ tokens: [...tokens], hang: Math.min(indent, DEEPEST) + HANG });
    else if (last?.hang === null) last.tokens.push(...tokens);
    else runs.push({ tokens: [...tokens], hang: null });
  }
  return runs;
}

function colour(token: CodeToken, at: number): ReactNode {
  if (token.kind === 'plain') return visible(token.text);
  // A date or an id within a string is as in any text; a minus in code is none.
  const isText = token.kind === 'string' || token.kind === 'comment';
  return (
    <span key={at} className={`code-${token.kind}`}>
      {isText ? <RunningText text={token.text} /> : visible(token.text)}
    </span>
  );
}

export const Output = memo(function Output({
  text,
  title,
  tone = 'plain',
}: {
  readonly text: StoredText;
  readonly title: string;
  readonly tone?: 'plain' | 'bad';
}) {
  const [open, setOpen] = useOpened(`output ${title} ${charsOf(text)} ${headOf(text).slice(0, 80)}`);
  const chars = open ? SHOWN_CHARS : FIRST_CHARS;
  const loaded = useText(text, chars);
  // Cut before anything is looked for in it: it may be thirty megabytes long.
  const beginning = (loaded.kind === 'data' ? loaded.value : headOf(text)).slice(0, chars);
  const limit = open ? SHOWN_LINES : FIRST_LINES;
  const lines = withoutAnsi(beginning)
    .trimEnd()
    .split('\n', limit + 1);
  const cutLines = lines.length > limit || charsOf(text) > chars;
  const shown = lines.slice(0, limit).map(shortLine);
  if (charsOf(text) === 0) return null;
  return (
    <div className={`output ${tone}`}>
      <pre aria-label={title}>
        <OutputText lines={shown} />
      </pre>
      {cutLines && (
        <div className="output-more">
          {!open && (
            <button type="button" className="link" onClick={() => setOpen(true)}>
              show more
            </button>
          )}
          <MoreText text={text} title={title} words={`open all ${whole(charsOf(text))} characters`} />
        </div>
      )}
    </div>
  );
});

/** Short lines are not broken, so they stay one text. */
function OutputText({ lines }: { readonly lines: readonly string[] }) {
  const runs: { text: string; readonly isLong: boolean }[] = [];
  lines.forEach((line, at) => {
    const text = at === lines.length - 1 ? line : `${line}\n`;
    const isLong = line.length > MAY_BREAK;
    const last = runs.at(-1);
    if (last?.isLong === isLong) last.text += text;
    else runs.push({ text, isLong });
  });
  return runs.map(({ text, isLong }, at) => (isLong ? <RunningText key={at} text={text} /> : visible(text)));
}

function MoreText({
  text,
  title,
  words,
}: {
  readonly text: StoredText;
  readonly title: string;
  readonly words: string;
}) {
  return (
    <button type="button" className="link" onClick={() => openReader({ title, text })}>
      {words}
    </button>
  );
}

/** One line of a megabyte would take the layout with it. */
function shortLine(line: string): string {
  return line.length > 4_000 ? `${line.slice(0, 4_000)}…` : line;
}
