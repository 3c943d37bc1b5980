// A line of the log without what fills it: every line repeats all messages so far and every block all variables, the context
// among them, so that of a hundred megabytes two may be worth keeping. They are passed over as bytes, before a string or an
// object is made of them. JSON itself is left to JSON.parse; here only strings and brackets are told apart.

/** The text of some bytes of UTF-8. */
export type Decode = (bytes: Uint8Array, from: number, to: number) => string;

export interface SlimLine {
  /** The line with null in place of prompts, variables and numbers that JSON does not know (NaN, Infinity). */
  readonly text: string;
  /** The iteration's own messages as they stand in the line; undefined where there are none or they are too long. */
  prompt(): unknown;
  /** The variables after its first block, likewise. */
  locals(): unknown;
}

/** Deeper than any run nests: five levels a sub-agent. A number of ours; what is deeper is hostile. */
const MAX_DEPTH = 200;
/** Prompts and variables longer than this are not looked at for a question or a context. A number of ours. */
const MAX_LOOKED_AT_BYTES = 128_000_000;

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const PROMPT = ascii('prompt');
const LOCALS = ascii('locals');
const CALLS = ascii('rlm_calls');
const NOT_JSON = ['NaN', 'Infinity', '-Infinity'].map(ascii);

/** Where the messages and the first variables of the line's own iteration stand: {…}, and {code_blocks: [{result: {…}}]}. */
const PROMPT_DEPTH = 1;
const LOCALS_DEPTH = 4;

type Key = 'prompt' | 'locals' | 'calls' | 'other';

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * bytes   one line without its end; looked at again when prompt() or locals() is called
 * Returns null for a line that is nested too deeply to be a log.
 */
export function slimLine(bytes: Uint8Array, decode: Decode): SlimLine | null {
  const found: { prompt?: Range; locals?: Range } = {};
  const text = slimmed(bytes, decode, (key, range, depth) => {
    if (key === 'prompt' && depth === PROMPT_DEPTH) found.prompt ??= range;
    if (key === 'locals' && depth === LOCALS_DEPTH) found.locals ??= range;
  });
  if (text === null) return null;
  const parsed = (range: Range | undefined): unknown => {
    if (range === undefined || range.to - range.from > MAX_LOOKED_AT_BYTES) return undefined;
    const whole = slimmed(bytes.subarray(range.from, range.to), decode, null);
    return whole === null ? undefined : (JSON.parse(whole) as unknown);
  };
  return { text, prompt: () => parsed(found.prompt), locals: () => parsed(found.locals) };
}

type PassedOver = (key: Key, range: Range, depth: number) => void;

/** pass   told what is passed over; null passes nothing over */
function slimmed(bytes: Uint8Array, decode: Decode, pass: PassedOver | null): string | null {
  const kept: string[] = [];
  let keptFrom = 0;
  const leaveOut = (from: number, to: number): number => {
    kept.push(decode(bytes, keptFrom, from), 'null');
    keptFrom = to;
    return to;
  };
  /** The keys under which the brackets that are open now stand. */
  const open: Key[] = [];
  let key: Key = 'other';
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      const next = afterBlanks(bytes, end);
      const isKey = bytes[next] === COLON;
      key = isKey ? keyIn(bytes, at + 1, end - 1) : 'other';
      const isOfCall = open.at(-2) === 'calls';
      at = isKey ? next + 1 : end;
      if (pass !== null && (key === 'locals' || (key === 'prompt' && !isOfCall))) {
        const from = afterBlanks(bytes, at);
        const to = valueEnd(bytes, from);
        pass(key, { from, to }, open.length);
        at = leaveOut(from, to);
      }
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (open.length >= MAX_DEPTH) return null;
      open.push(key);
      key = 'other';
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) open.pop();
    else if (byte === MINUS || byte === 73 || byte === 78) {
      const word = NOT_JSON.find((each) => standsAt(bytes, at, each));
      if (word !== undefined) {
        at = leaveOut(at, at + word.length);
        continue;
      }
    }
    at += 1;
  }
  kept.push(decode(bytes, keptFrom, bytes.length));
  return kept.join('');
}

/** Right after the quote that ends the string which begins here; the end of the line for one that has no end. */
function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let before = quote;
    while (bytes[before - 1] === BACKSLASH && before - 1 > from) before -= 1;
    at = quote + 1;
    if ((quote - before) % 2 === 0) return at;
  }
}

/** Right after the value that begins here. */
function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = stringEnd(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
    at += 1;
  }
  return bytes.length;
}

function keyIn(bytes: Uint8Array, from: number, to: number): Key {
  const is = (word: readonly number[]) => to - from === word.length && standsAt(bytes, from, word);
  if (is(PROMPT)) return 'prompt';
  if (is(LOCALS)) return 'locals';
  return is(CALLS) ? 'calls' : 'other';
}

function standsAt(bytes: Uint8Array, at: number, word: readonly number[]): boolean {
  return word.every((byte, index) => bytes[at + index] === byte);
}

function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 13) at += 1;
  return at;
}

function ascii(word: string): readonly number[] {
  return Array.from(word, (letter) => letter.charCodeAt(0));
}
