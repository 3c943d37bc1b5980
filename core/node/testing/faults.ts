// Every way a server is known to misbehave, scripted once: the tests play each against the client, and docs/models.md
// lists what the user then sees. Past 250 lines because it is one table.

import type { LmErrorKind, Usage } from '#core/lm/index.ts';
import { status, stream } from './fake-openai-server.ts';
import type { Scripted } from './fake-openai-server.ts';
import { chatChunk, chatEvents, chatFinish, chatUsage } from './scripted-stream.ts';

export interface Fault {
  readonly name: string;
  /** What the server sends, one entry for each request. */
  readonly replies: readonly Scripted[];
  readonly timeoutMs?: number;
  /** How the call must end. */
  readonly ends:
    | { readonly kind: 'reply'; readonly text: string; readonly usage: Usage | null; readonly warning: RegExp | null }
    | { readonly kind: LmErrorKind; readonly partial: string | null };
}

const GOOD_TEXT = 'There are 17 owls.';
const GOOD_USAGE: Usage = { input: 10, output: 4, cached: 0, reasoning: 0 };
const good: Scripted = { kind: 'text', text: GOOD_TEXT };
const recovers = { kind: 'reply', text: GOOD_TEXT, usage: GOOD_USAGE, warning: null } as const;
const soon = { 'retry-after-ms': '1' };

const fails = (kind: LmErrorKind, partial: string | null = null): Fault['ends'] => ({ kind, partial });
const replies = (text: string, usage: Usage | null, warning: RegExp | null = null): Fault['ends'] => ({
  kind: 'reply',
  text,
  usage,
  warning,
});
const errorBody = (message: string, code: string, param: string | null = null): object => ({
  error: { message, type: 'invalid_request_error', code, param },
});
const html = (code: number): Scripted => ({
  kind: 'raw',
  status: code,
  headers: { 'content-type': 'text/html; charset=utf-8', ...soon },
  chunks: ['<!doctype html><title>Welcome</title><p>Please log in.</p>'],
});
const five = (scripted: Scripted): readonly Scripted[] => Array.from({ length: 5 }, () => scripted);

/** A date for Retry-After and a server's clock that is a day ahead of ours. */
const AHEAD_MS = 86_400_000;
const skewed = (): Readonly<Record<string, string>> => ({
  date: new Date(Date.now() + AHEAD_MS).toUTCString(),
  'retry-after': new Date(Date.now() + AHEAD_MS + 1_000).toUTCString(),
});

export const FAULTS: readonly Fault[] = [
  {
    name: '401, key refused',
    replies: [status(401, errorBody('Incorrect API key provided.', 'invalid_api_key'))],
    ends: fails('unauthorized'),
  },
  { name: '403', replies: [status(403, 'Country, region, or territory not supported')], ends: fails('forbidden') },
  { name: '402, no money', replies: [status(402, 'Insufficient credits')], ends: fails('no-credit') },
  {
    name: '404, model',
    replies: [
      status(404, errorBody('The model `fake-1` does not exist or you do not have access to it.', 'model_not_found')),
    ],
    ends: fails('model-not-found'),
  },
  { name: '404, path', replies: [status(404, { detail: 'Not Found' })], ends: fails('wrong-path') },
  { name: '405', replies: [status(405, { detail: 'Method Not Allowed' })], ends: fails('wrong-path') },
  {
    name: '400, prompt too long',
    replies: [status(400, errorBody("This model's maximum context length is 8192 tokens.", 'context_length_exceeded'))],
    ends: fails('too-long'),
  },
  {
    name: '400, anything else',
    replies: [status(400, errorBody('Invalid value for messages.', 'invalid_value', 'messages'))],
    ends: fails('bad-request'),
  },
  {
    name: '429 with Retry-After, then good',
    replies: [status(429, 'Rate limit reached', { 'retry-after': '1' }), good],
    ends: recovers,
  },
  { name: '429 without Retry-After, then good', replies: [status(429, 'Rate limit reached'), good], ends: recovers },
  { name: '429 for good', replies: five(status(429, 'Rate limit reached', soon)), ends: fails('rate-limited') },
  {
    name: '429 with a wait of an hour',
    replies: [status(429, 'Rate limit reached', { 'retry-after': '3600' })],
    ends: fails('rate-limited'),
  },
  {
    name: '429, account empty',
    replies: [status(429, errorBody('You exceeded your current quota.', 'insufficient_quota'))],
    ends: fails('no-credit'),
  },
  {
    name: "429 with a date by a server's clock that is a day ahead",
    replies: [status(429, 'Rate limit reached', skewed()), good],
    ends: recovers,
  },
  {
    name: '500 twice, then good',
    replies: [status(500, 'oops', soon), status(500, 'oops', soon), good],
    ends: recovers,
  },
  { name: '500 for good', replies: five(status(500, 'The server had an error.', soon)), ends: fails('server-error') },
  { name: '502 with a web page, for good', replies: five(html(502)), ends: fails('server-error') },
  { name: 'no headers, then good', replies: [{ kind: 'hang' }, good], timeoutMs: 200, ends: recovers },
  { name: 'no headers, twice', replies: [{ kind: 'hang' }, { kind: 'hang' }], timeoutMs: 200, ends: fails('timeout') },
  { name: 'connection closed before headers, then good', replies: [{ kind: 'cut' }, good], ends: recovers },
  {
    name: 'silence in mid-stream',
    replies: [stream([chatChunk({ content: 'There are' })], 'hang')],
    timeoutMs: 200,
    ends: fails('timeout', 'There are'),
  },
  {
    name: 'nothing but keep-alive comments',
    replies: [
      { kind: 'raw', headers: { 'content-type': 'text/event-stream' }, chunks: [': keep-alive\n\n'], end: 'hang' },
    ],
    timeoutMs: 200,
    ends: fails('timeout'),
  },
  {
    name: 'stream cut',
    replies: [stream([chatChunk({ content: 'There are' })], 'cut')],
    ends: fails('cut-off', 'There are'),
  },
  {
    name: 'stream ends without an end',
    replies: [stream([chatChunk({ content: 'There are' })])],
    ends: fails('cut-off', 'There are'),
  },
  {
    name: 'no finish_reason, but [DONE]',
    replies: [stream([chatChunk({ content: 'There are' }), '[DONE]'])],
    ends: replies('There are', null, /never said why the reply ended/),
  },
  {
    name: 'error inside the stream',
    replies: [
      stream([
        chatChunk({ content: 'There' }),
        { error: { message: 'The engine is overloaded.', code: 'server_error' } },
      ]),
    ],
    ends: fails('server-error', 'There'),
  },
  {
    name: 'empty choices',
    replies: [stream([{ ...chatChunk({}), choices: [] }, '[DONE]'])],
    ends: fails('empty-reply'),
  },
  {
    name: 'null content',
    replies: [stream([chatChunk({ content: null }), chatFinish('stop'), '[DONE]'])],
    ends: fails('empty-reply'),
  },
  {
    name: 'no text, output limit used up',
    replies: [stream([chatFinish('length'), '[DONE]'])],
    ends: fails('empty-reply'),
  },
  {
    name: 'refusal',
    replies: [stream([chatChunk({ refusal: "I can't help with that." }), chatFinish('stop'), '[DONE]'])],
    ends: fails('refused', "I can't help with that."),
  },
  {
    name: 'content filter in the reply',
    replies: [stream([chatChunk({ content: 'There' }), chatFinish('content_filter'), '[DONE]'])],
    ends: fails('content-filter', 'There'),
  },
  {
    name: 'content filter on the prompt',
    replies: [status(400, errorBody('The prompt was filtered.', 'content_filter'))],
    ends: fails('content-filter'),
  },
  {
    name: 'tool call, nothing else',
    replies: [
      stream([
        chatChunk({ tool_calls: [{ index: 0, function: { name: 'search', arguments: '{}' } }] }),
        chatFinish('tool_calls'),
        '[DONE]',
      ]),
    ],
    ends: fails('empty-reply'),
  },
  {
    name: 'tool call beside text',
    replies: [
      stream([
        chatChunk({ content: 'x' }),
        chatChunk({ tool_calls: [{ index: 0 }] }),
        chatFinish('tool_calls'),
        '[DONE]',
      ]),
    ],
    ends: replies('x', null, /tool that nobody offered/),
  },
  { name: 'usage missing', replies: [{ kind: 'text', text: GOOD_TEXT, usage: null }], ends: replies(GOOD_TEXT, null) },
  {
    name: 'usage wrong: negative',
    replies: [{ kind: 'text', text: GOOD_TEXT, usage: { prompt_tokens: -5, completion_tokens: 4 } }],
    ends: replies(GOOD_TEXT, null, /usage report cannot be used/),
  },
  {
    name: 'usage wrong: more cached than sent',
    replies: [{ kind: 'text', text: GOOD_TEXT, usage: chatUsage({ input: 10, output: 4, cached: 90 }) }],
    ends: replies(GOOD_TEXT, { ...GOOD_USAGE, cached: 10 }, /90 cached tokens out of 10/),
  },
  {
    name: 'usage in the last chunk only, without choices',
    replies: [good],
    ends: recovers,
  },
  {
    name: 'usage in every chunk',
    replies: [
      stream(
        Array.from(chatEvents('a b', { pieceChars: 1 }), (event) =>
          typeof event === 'object' ? { ...event, usage: chatUsage({ input: 10, output: 4 }) } : event,
        ),
      ),
    ],
    ends: replies('a b', GOOD_USAGE),
  },
  { name: 'HTML instead of JSON', replies: [html(200)], ends: fails('not-json') },
  { name: 'JSON that is no reply', replies: [status(200, { hello: 'world' })], ends: fails('not-json') },
  {
    name: 'half of a JSON object',
    replies: [{ kind: 'raw', chunks: ['{"choices":[{"mess'] }],
    ends: fails('not-json'),
  },
  {
    name: 'a piece of the stream is no JSON',
    replies: [stream([chatChunk({ content: 'There' }), '{"choices":[{"delta":'])],
    ends: fails('not-json', 'There'),
  },
  {
    name: 'an empty answer',
    replies: [{ kind: 'raw', headers: { 'content-type': 'text/event-stream' }, chunks: [] }],
    ends: fails('not-json'),
  },
  { name: '50 MB, in pieces', replies: [stream(hugeEvents())], ends: fails('reply-too-large', 'x'.repeat(9_961_472)) },
  {
    name: '50 MB, in one piece',
    replies: [stream([chatChunk({ content: 'x'.repeat(50_000_000) }), chatFinish('stop'), '[DONE]'])],
    ends: fails('reply-too-large'),
  },
  {
    name: '50 MB, as one JSON object',
    replies: [{ kind: 'raw', chunks: hugeObject() }],
    ends: fails('reply-too-large'),
  },
  {
    name: 'invalid UTF-8',
    replies: [damaged()],
    ends: replies('17 \ufffd owls', null, /no UTF-8/),
  },
  {
    name: 'a piece sent twice, with a mark',
    replies: [
      stream([
        marked('seventeen owls in all', 'm1'),
        marked('seventeen owls in all', 'm1'),
        marked('.', 'm2'),
        chatFinish('stop'),
        '[DONE]',
      ]),
    ],
    ends: replies('seventeen owls in all.', null, /came twice and was taken once/),
  },
  {
    name: 'a piece sent twice, without a mark',
    replies: [
      stream([
        chatChunk({ content: 'seventeen owls in all' }),
        chatChunk({ content: 'seventeen owls in all' }),
        chatFinish('stop'),
        '[DONE]',
      ]),
    ],
    ends: replies('seventeen owls in allseventeen owls in all', null, /may be doubled/),
  },
  {
    name: 'the last chunk sent twice',
    replies: [
      stream([
        chatChunk({ content: 'x' }),
        chatFinish('stop'),
        chatFinish('stop'),
        usageChunk(),
        usageChunk(),
        '[DONE]',
      ]),
    ],
    ends: replies('x', GOOD_USAGE),
  },
  {
    name: 'redirect to another host',
    replies: [status(307, '', { location: 'https://elsewhere.example/v1/chat/completions' })],
    ends: fails('wrong-path'),
  },
];

function* hugeEvents(): Generator {
  const piece = chatChunk({ content: 'x'.repeat(65_536) });
  for (let sent = 0; sent < 50_000_000; sent += 65_536) yield piece;
}

function* hugeObject(): Generator<string> {
  yield '{"choices":[{"index":0,"finish_reason":"stop","message":{"content":"';
  for (let sent = 0; sent < 50_000_000; sent += 65_536) yield 'x'.repeat(65_536);
  yield '"}}]}';
}

function usageChunk(): object {
  return { ...chatChunk({}), choices: [], usage: chatUsage({ input: 10, output: 4 }) };
}

function marked(content: string, obfuscation: string): object {
  return { ...chatChunk({ content }), obfuscation };
}

/** A byte in the middle of the text that no UTF-8 has. */
function damaged(): Scripted {
  const [before = '', after = ''] = JSON.stringify(chatChunk({ content: '17 | owls' })).split('|');
  const bytes = Buffer.concat([Buffer.from(`data: ${before}`), Buffer.from([0xff]), Buffer.from(`${after}\n\n`)]);
  const end = `data: ${JSON.stringify(chatFinish('stop'))}\n\ndata: [DONE]\n\n`;
  return { kind: 'raw', headers: { 'content-type': 'text/event-stream' }, chunks: [bytes, end] };
}
