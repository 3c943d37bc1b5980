// Plays every known fault against the client. With UPDATE_DOCS=1 it also writes what it saw into docs/models.md; without,
// it holds the page to it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatReply, LmError } from '#core/lm/index.ts';
import type { Result } from '#core/result.ts';
import { startFakeOpenAiServer } from '../testing/fake-openai-server.ts';
import type { FakeOpenAiServer } from '../testing/fake-openai-server.ts';
import { FAULTS } from '../testing/faults.ts';
import type { Fault } from '../testing/faults.ts';
import { createOpenAiModel } from './openai-model.ts';

const KEY = 'sk-test-1234567890abcdef';
const PAGE = join(import.meta.dirname, '../../../docs/models.md');
const MARKS = ['<!-- faults: begin -->', '<!-- faults: end -->'] as const;

let server: FakeOpenAiServer;
beforeAll(async () => {
  server = await startFakeOpenAiServer();
});
afterAll(() => server.close());

const seen = new Map<string, string>();

async function play(fault: Fault): Promise<{ result: Result<ChatReply, LmError>; requests: number }> {
  const before = server.requests.length;
  server.script(fault.replies);
  const place = { label: 'Fake', baseUrl: server.baseUrl, key: KEY, keyVariable: 'FAKE_API_KEY', hint: null };
  const model = createOpenAiModel({ place, api: 'chat' });
  const result = await model.complete(
    {
      role: 'root',
      model: 'fake-1',
      messages: [{ role: 'user', content: 'owls?' }],
      parameters: { timeoutMs: fault.timeoutMs ?? 10_000 },
    },
    { signal: new AbortController().signal },
  );
  return { result, requests: server.requests.length - before };
}

describe('a server that answers with', () => {
  it.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    '%s',
    async (name, fault) => {
      const { result, requests } = await play(fault);
      const attempts = result.ok ? result.value.attempts : result.error.attempts;
      expect(attempts, 'every request is an attempt of this call').toBe(requests);
      expect(requests, 'the whole script was played').toBe(fault.replies.length);
      expect(JSON.stringify(result)).not.toContain(KEY);
      seen.set(name, words(result));
      if (fault.ends.kind === 'reply') {
        const { text, usage, warning } = fault.ends;
        expect(result.ok && { text: result.value.text, usage: result.value.usage }).toEqual({ text, usage });
        const warnings = result.ok ? (result.value.warnings ?? []) : [];
        if (warning === null) expect(warnings).toEqual([]);
        else expect(warnings.join()).toMatch(warning);
      } else {
        const { kind, partial } = fault.ends;
        expect(result.ok ? 'a reply' : result.error.kind).toBe(kind);
        expect(!result.ok && result.error.partial === partial, 'what had come is kept').toBe(true);
        // What happened, where (unless it is plain), what to do.
        if (!result.ok) expect(result.error.words).toMatch(/^.{20,}\. .{10,}$/s);
      }
    },
    30_000,
  );

  it('is described in docs/models.md as it was just seen', () => {
    const page = readFileSync(PAGE, 'utf8');
    const [before, after] = [page.split(MARKS[0])[0] ?? '', page.split(MARKS[1])[1] ?? ''];
    const written = `${before}${MARKS[0]}\n\n${table()}\n\n${MARKS[1]}${after}`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PAGE, written);
    expect(page === written || process.env['UPDATE_DOCS'] === '1', 'run this test with UPDATE_DOCS=1').toBe(true);
  });
});

function words(result: Result<ChatReply, LmError>): string {
  const address = /127\.0\.0\.1:\d+/g;
  if (!result.ok) return `**${result.error.kind}** ${result.error.words}`.replace(address, 'localhost');
  const { attempts, warnings = [] } = result.value;
  const tries = attempts === 1 ? 'the reply' : `the reply, after ${String(attempts)} attempts`;
  return [tries, ...warnings].join('; warning: ');
}

/** As prettier would write it, so that the page can be formatted like any other. */
function table(): string {
  const rows = [
    ['The server answers with', 'What the user sees'],
    ...FAULTS.map(({ name }) => [name, seen.get(name) ?? '?']),
  ];
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\|/g, '\\|').replace(/[\r\n]+/g, ' ')));
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join('\n');
}
