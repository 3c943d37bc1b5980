// Just enough of Python's words to colour code by; a wrong guess costs a colour and nothing else. One pass, no backtracking.

export type TokenKind = 'plain' | 'keyword' | 'string' | 'number' | 'name' | 'comment';

export interface CodeToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda match None nonlocal not or pass raise return True False try while with yield'.split(
    ' ',
  ),
);

const CALLS = new Set(
  'print len range sorted sum min max set dict list tuple str int float enumerate zip map filter any all open repr type llm_query llm_query_batched rlm_query rlm_query_batched FINAL FINAL_VAR SHOW_VARS'.split(
    ' ',
  ),
);

const PATTERN =
  /(#[^\n]*)|((?:[rbfuRBFU]{1,2})?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))|(\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)|([A-Za-z_]\w*)/g;

export function pythonTokens(code: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  for (const found of code.matchAll(PATTERN)) {
    if (found.index > at) push(tokens, 'plain', code.slice(at, found.index));
    const [text, comment, string, number] = found;
    const kind =
      comment !== undefined
        ? 'comment'
        : string !== undefined
          ? 'string'
          : number !== undefined
            ? 'number'
            : KEYWORDS.has(text)
              ? 'keyword'
              : CALLS.has(text)
                ? 'name'
                : 'plain';
    push(tokens, kind, text);
    at = found.index + text.length;
  }
  if (at < code.length) push(tokens, 'plain', code.slice(at));
  return tokens;
}

export interface CodeLine {
  readonly tokens: readonly CodeToken[];
  readonly chars: number;
  /** Spaces it begins with; null where there are others before its first sign, whose width only the page knows. */
  readonly indent: number | null;
}

/** The tokens line by line. A line keeps the feed that ends it, so that the lines together are the code. */
export function codeLines(tokens: readonly CodeToken[]): readonly CodeLine[] {
  const lines: CodeLine[] = [];
  let line: CodeToken[] = [];
  const end = () => {
    const text = line.map((token) => token.text).join('');
    const blanks = /^[^\S\n]*/.exec(text)?.[0] ?? '';
    lines.push({ tokens: line, chars: text.length, indent: /^ *$/.test(blanks) ? blanks.length : null });
    line = [];
  };
  for (const { kind, text } of tokens) {
    const parts = text.split('\n');
    parts.forEach((part, at) => {
      const isLast = at === parts.length - 1;
      if (!isLast || part !== '') line.push({ kind, text: isLast ? part : `${part}\n` });
      if (!isLast) end();
    });
  }
  if (line.length > 0) end();
  return lines;
}

/** Neighbours of one kind become one token, which keeps the page small. */
function push(tokens: CodeToken[], kind: TokenKind, text: string): void {
  const last = tokens.at(-1);
  if (last?.kind === kind) tokens[tokens.length - 1] = { kind, text: last.text + text };
  else tokens.push({ kind, text });
}
