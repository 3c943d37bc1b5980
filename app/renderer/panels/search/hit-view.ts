// The words around a place that was found, as they are shown: an excerpt of code or of a long text begins anywhere, so its
// indentation and its empty lines say nothing and cost the few lines there are. Pure.

export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** From this length on the words before were cut off. */
const CUT_FROM = 50;
/** Of this length the words after were cut off: a search gives no more. */
const CUT_AFTER = 160;
/** So far a whole word is looked for. */
const WORD = 20;

export function excerptOf({ before, match, after }: Excerpt): Excerpt {
  const { cut, text } = fromWord(before);
  const above = text.split('\n');
  const till = tillWord(after);
  const below = till.text.split('\n');
  // The match stands on the last line above and the first below; whether that line began in the excerpt is known of all but
  // the first.
  const beside = above.pop() ?? '';
  const [rest = '', ...under] = below;
  const begun = [...above.slice(1), ...under].filter((line) => line.trim() !== '');
  if (above.length > 0) begun.push(`${beside}${match}`);
  const common = Math.min(...begun.map(indentOf));
  const lines = (all: readonly string[]) => all.filter((line) => line.trim() !== '').map((line) => line.trimEnd());
  const [first = '', ...others] = above;
  const shown = [...lines([first.trimStart()]), ...lines(others.map((line) => line.slice(common)))];
  const marked = shown.length === 0 ? beside.trimStart() : beside.slice(common);
  return {
    before: `${cut ? '…' : ''}${[...shown, marked].join('\n')}`,
    match,
    after: `${[
      rest.trimEnd() === '' && under.length === 0 ? '' : rest,
      ...lines(under.map((line) => line.slice(common))),
    ].join('\n')}${till.cut ? '…' : ''}`,
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** Begins with a whole word. */
function fromWord(before: string): { readonly cut: boolean; readonly text: string } {
  if (before.length < CUT_FROM) return { cut: false, text: before };
  const space = before.search(/\s/);
  return { cut: true, text: space < 0 || space > WORD ? before : before.slice(space + 1) };
}

/** Ends with a whole word. */
function tillWord(after: string): { readonly cut: boolean; readonly text: string } {
  if (after.length < CUT_AFTER) return { cut: false, text: after };
  const words = after.replace(/\s*\S*$/, '');
  return { cut: true, text: words.length < after.length - WORD ? after : words };
}
