// JSON laid out for reading. The text is walked once, sign by sign and without recursion, so that no depth can break it;
// numbers keep every digit, since nothing is parsed into values.

/** Deeper levels are indented no further: a hundred thousand levels would be a text of gigabytes. A number of ours. */
const MAX_INDENT = 40;

export interface IndentedJson {
  readonly text: string;
  readonly depth: number;
}

/** Null for what is no JSON. */
export function indentedJson(text: string): IndentedJson | null {
  if (!isJson(text)) return null;
  const out: string[] = [];
  let level = 0;
  let depth = 0;
  const line = () => out.push('\n', '  '.repeat(Math.min(level, MAX_INDENT)));
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      level += 1;
      depth = Math.max(depth, level);
      out.push(token);
      line();
    } else if (token === '}' || token === ']') {
      level -= 1;
      if (isOpening(out.at(-3))) out.splice(-2);
      else line();
      out.push(token);
    } else if (token === ',') {
      out.push(token);
      line();
    } else out.push(token === ':' ? ': ' : token);
  }
  return { text: out.join(''), depth };
}

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;

function isOpening(sign: string | undefined): boolean {
  return sign === '{' || sign === '[';
}

function isJson(text: string): boolean {
  try {
    // Walks without recursion in V8, whatever the depth.
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}
