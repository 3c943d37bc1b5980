// Reads a list of queries: JSON lines with `query` and optionally `truth`, one JSON array of such objects, or plain lines.
// A line that cannot be read is named by its number and left out; nothing is passed over in silence.

import { err, ok, type Result } from '#core/result.ts';
import { asUtf8, detectEncoding, kindOf, readChunks, type ContextFileError } from './context-file/index.ts';

export interface QueryLine {
  readonly text: string;
  readonly truth: string | null;
}

export interface ParsedQueries {
  readonly queries: readonly QueryLine[];
  /** Lines count from 1; line 0 is the file as a whole. */
  readonly warnings: readonly { readonly line: number; readonly words: string }[];
}

const MAX_FILE_BYTES = 50_000_000;
const MAX_QUERY_CHARS = 1_000_000;
const MAX_TRUTH_CHARS = 100_000;

export async function readQueriesFile(path: string): Promise<Result<ParsedQueries, ContextFileError>> {
  const kind = await kindOf(path);
  if (!kind.ok) return kind;
  if (kind.value === 'folder')
    return err({ kind: 'unreadable', words: `${path} is a folder. Choose a file of queries.` });
  const read = await readChunks(path, {}, MAX_FILE_BYTES);
  if (!read.ok) return read;
  if (read.value.length === 0) return err({ kind: 'empty', words: `${path} is empty. Write one query on each line.` });
  const detected = await detectEncoding(read.value);
  if (detected.kind === 'binary') {
    return err({ kind: 'binary', words: `${path} cannot hold queries: ${detected.words}. Choose a text file.` });
  }
  const parts: Uint8Array[] = [];
  for await (const part of asUtf8(read.value, detected)) parts.push(part);
  const parsed = parseQueries(Buffer.concat(parts).toString('utf8'));
  if (parsed.queries.length === 0 && parsed.warnings.length === 0) {
    return err({ kind: 'empty', words: `${path} holds no query. Write one query on each line.` });
  }
  const oddities = detected.warnings.map((words) => ({ line: 0, words }));
  return ok({ queries: parsed.queries, warnings: [...oddities, ...parsed.warnings] });
}

export function parseQueries(text: string): ParsedQueries {
  const array = asArray(text);
  if (array !== null) return collect(array.map((value, index) => ({ line: index + 1, value, place: 'entry' })));
  const lines = text.split(/\r\n|\r|\n/).map((content, index) => ({ line: index + 1, content: content.trim() }));
  const filled = lines.filter(({ content }) => content !== '');
  if (!isJsonLines(filled.map(({ content }) => content))) {
    return collect(filled.map(({ line, content }) => ({ line, value: { query: content }, place: 'line' })));
  }
  return collect(filled.map(({ line, content }) => ({ line, value: parsed(content), place: 'line' })));
}

/** JSON lines when the first line looks like an object, or any line is one with a query. */
function isJsonLines(lines: readonly string[]): boolean {
  if (lines[0]?.startsWith('{') === true) return true;
  return lines.some((line) => {
    if (!line.startsWith('{')) return false;
    const value = parsed(line);
    return isRecord(value) && 'query' in value;
  });
}

class Unreadable {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return new Unreadable(error.message.slice(0, 200));
  }
}

function asArray(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const value = parsed(text);
  return Array.isArray(value) && value.some(isRecord) ? value : null;
}

function collect(
  entries: readonly { readonly line: number; readonly value: unknown; readonly place: string }[],
): ParsedQueries {
  const queries: QueryLine[] = [];
  const warnings: { line: number; words: string }[] = [];
  for (const { line, value, place } of entries) {
    const read = asQuery(value);
    if (read.ok) queries.push(read.value);
    else warnings.push({ line, words: `${place} ${line} ${read.error}` });
  }
  return { queries, warnings };
}

function asQuery(value: unknown): Result<QueryLine, string> {
  if (value instanceof Unreadable) return err(`is not valid JSON: ${value.words}`);
  if (!isRecord(value)) return err('is not a JSON object with a "query"');
  const query = value['query'];
  if (query === undefined) {
    const keys = Object.keys(value).slice(0, 8).join(', ');
    return err(`has no "query"${keys === '' ? '' : `; its keys are ${keys.slice(0, 200)}`}`);
  }
  if (typeof query !== 'string') return err('has a "query" that is not text');
  if (query.trim() === '') return err('has an empty "query"');
  if (query.length > MAX_QUERY_CHARS)
    return err(`has a query of ${query.length} characters; at most ${MAX_QUERY_CHARS} fit`);
  const truth = asTruth(value['truth']);
  if (!truth.ok) return truth;
  return ok({ text: query.trim(), truth: truth.value });
}

function asTruth(value: unknown): Result<string | null, string> {
  if (value === undefined || value === null) return ok(null);
  if (typeof value === 'number' || typeof value === 'boolean') return ok(String(value));
  if (typeof value !== 'string') return err('has a "truth" that is neither text, number nor true or false');
  if (value.length > MAX_TRUTH_CHARS)
    return err(`has a truth of ${value.length} characters; at most ${MAX_TRUTH_CHARS} fit`);
  return ok(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unreadable);
}
