// Tells whether a context is JSON or JSON lines. The name suggests it and the text must bear it out, since Python parses
// such a context; a name that promises too much gives a warning and plain text.

import type { ContextSource } from '#core/agents/index.ts';
import { breathe } from '../breath.ts';

type Format = ContextSource['format'];

/** Larger JSON is not parsed here: Python says so if it is broken. A number of ours. */
const MAX_PARSED_BYTES = 4_000_000;

export async function formatOf(
  name: string,
  chunks: readonly Uint8Array[],
  asked: Format | undefined,
): Promise<{ readonly format: Format; readonly warnings: readonly string[] }> {
  if (asked === 'text') return { format: 'text', warnings: [] };
  const suggested = asked ?? suggestedBy(name);
  if (suggested === 'text') return { format: 'text', warnings: [] };
  const fault = suggested === 'json' ? jsonFault(chunks) : await linesFault(chunks);
  if (fault === null) return { format: suggested, warnings: [] };
  const title = suggested === 'json' ? 'JSON' : 'JSON lines';
  return { format: 'text', warnings: [`${name} is not valid ${title} (${fault}); it was opened as plain text`] };
}

function suggestedBy(name: string): Format {
  if (/\.json$/i.test(name)) return 'json';
  if (/\.(jsonl|ndjson)$/i.test(name)) return 'jsonl';
  return 'text';
}

function jsonFault(chunks: readonly Uint8Array[]): string | null {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytes > MAX_PARSED_BYTES) return null;
  return faultOf(Buffer.concat(chunks).toString('utf8'));
}

async function linesFault(chunks: readonly Uint8Array[]): Promise<string | null> {
  const decoder = new TextDecoder('utf-8');
  let line = 0;
  let rest = '';
  for (const [index, chunk] of chunks.entries()) {
    const last = index === chunks.length - 1;
    const lines = (rest + decoder.decode(chunk, { stream: !last })).split('\n');
    rest = last ? '' : (lines.pop() ?? '');
    for (const text of lines) {
      line++;
      if (text.trim() === '') continue;
      const fault = faultOf(text);
      if (fault !== null) return `line ${line}: ${fault}`;
    }
    await breathe();
  }
  return null;
}

function faultOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message.slice(0, 200);
  }
}
