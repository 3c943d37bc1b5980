// Finds the JSON in a reply: the stretches from an opening bracket to its match, whatever stands around or inside strings.

/** A stretch of text that begins like an object or a list. */
export interface JsonSpan {
  readonly text: string;
  /** False when the reply ends before the closing bracket. */
  readonly closed: boolean;
  /** For a cut-off stretch: the text up to the last whole element, brackets closed; null when there is none. */
  readonly whole: string | null;
  readonly end: number;
}

/** Deeper nesting than any reply asked for; such text is hostile or broken and would only exhaust the stack. Ours. */
const DEEPEST = 100;

/** Beginnings that are tried: an unmatched bracket in prose may come before the JSON. Ours. */
const MOST_STARTS = 40;

/**
 * The stretches of a text that may be JSON, in order. After a closed one the search goes on behind it; after an unclosed one
 * at the next opening bracket, in case the first was prose.
 */
export function jsonSpans(text: string): readonly JsonSpan[] {
  const spans: JsonSpan[] = [];
  let from = 0;
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    const start = nextOpening(text, from);
    if (start === -1) break;
    const span = spanFrom(text, start);
    if (span !== null) spans.push(span);
    from = span?.closed === true ? span.end : start + 1;
  }
  return spans;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') return at;
    // A list only where it holds objects: brackets around an id or a word are prose.
    if (sign === '[' && /^\[\s*\{/.test(text.slice(at, at + 200))) return at;
  }
  return -1;
}

function spanFrom(text: string, start: number): JsonSpan | null {
  const closers: string[] = [];
  let whole: string | null = null;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
      continue;
    }
    switch (sign) {
      case '"':
        inString = true;
        break;
      case '{':
      case '[':
        closers.push(sign === '{' ? '}' : ']');
        if (closers.length > DEEPEST) return null;
        break;
      case '}':
      case ']':
        closers.pop();
        if (closers.length === 0) return { text: text.slice(start, at + 1), closed: true, whole: null, end: at + 1 };
        whole = text.slice(start, at + 1) + closers.toReversed().join('');
        break;
      case ',':
        if (closers.length === 1) whole = text.slice(start, at) + (closers[0] ?? '');
        break;
      default:
    }
  }
  return { text: text.slice(start), closed: false, whole, end: text.length };
}
