// What a sandbox page can reach: the files it is made of, and its own job's conversation. Each page has a session of its
// own whose handler this is, so no other job's routes exist for it. Whatever comes in is from an untrusted program.

import type { ProtocolRequest, ProtocolResponse } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { MAX_FRAME_BYTES } from '#core/agents/index.ts';
import { SANDBOX_PROGRAM } from './sandbox-program.ts';

/** No network but the page's own origin, no frames, no styles, no images. Compiling WASM needs 'wasm-unsafe-eval'. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  // Cross-origin isolation gives the page SharedArrayBuffer, which carries the interrupt.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** The files of the build that make up the page: its own scripts and Pyodide's parts, nothing else beside them. */
const FILES = [
  /^\/sandbox\/page\/index\.html$/,
  /^\/assets\/(?:sandbox|python\.worker)-[\w-]+\.js$/,
  /^\/pyodide\/(?:pyodide\.mjs|pyodide\.asm\.mjs|pyodide\.asm\.wasm|python_stdlib\.zip|pyodide-lock\.json|snapshot\.bin\.gz)$/,
];

/** The raw outputs may come along with a frame. */
const MAX_BODY_BYTES = MAX_FRAME_BYTES + 4_000_000;

export interface PageConversation {
  /** A frame from Python with the raw output since the last; resolves with the answer, null when there will be none. */
  talk(payload: Uint8Array, stdout: Uint8Array, stderr: Uint8Array): Promise<Uint8Array | null>;
  died(words: string): void;
}

/** Answers the requests of one page. `files` is the built pages' folder. */
export function pageRoutes(
  files: string,
  conversation: PageConversation,
): (request: ProtocolRequest) => Promise<ProtocolResponse> {
  return async (request) => {
    const url = new URL(request.url);
    if (url.protocol !== 'app:' || url.host !== 'py') return answer(404, 'not found');
    if (request.method === 'POST') return answerPost(url.pathname, request, conversation);
    if (request.method !== 'GET') return answer(405, 'not allowed');
    if (url.pathname === '/program.py') return answer(200, SANDBOX_PROGRAM, 'text/plain; charset=utf-8');
    if (!FILES.some((file) => file.test(url.pathname))) return answer(404, 'not found');
    return serveFile(files, url.pathname);
  };
}

async function answerPost(
  path: string,
  request: ProtocolRequest,
  conversation: PageConversation,
): Promise<ProtocolResponse> {
  if (path !== '/talk' && path !== '/died') return answer(404, 'not found');
  const body = bodyOf(request);
  if (path === '/died') {
    conversation.died(body === null ? '' : new TextDecoder().decode(body.subarray(0, 1_000)));
    return answer(200, '');
  }
  if (body === null || body.length < 8) {
    conversation.died('it sent more than can be taken');
    return answer(413, 'too large');
  }
  const stdoutEnd = 8 + body.readUInt32BE(0);
  const stderrEnd = stdoutEnd + body.readUInt32BE(4);
  const said = await conversation.talk(
    body.subarray(stderrEnd),
    body.subarray(8, stdoutEnd),
    body.subarray(stdoutEnd, stderrEnd),
  );
  if (said === null) return answer(410, 'gone');
  const talk = answer(200, said, 'application/octet-stream');
  // Else the engine keeps each piece of the body aside, in memory of its own, before it hands it on.
  return { ...talk, headers: { ...talk.headers, 'cache-control': 'no-store' } };
}

async function serveFile(files: string, path: string): Promise<ProtocolResponse> {
  try {
    return answer(200, await readFile(join(files, path)), CONTENT_TYPES[extname(path)] ?? 'application/octet-stream');
  } catch (error) {
    // The snapshot is an optional short cut; everything else is missed by the page itself, which then reports its death.
    return answer(404, `not found: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Null when it is longer than anything we take. Our page sends bytes; a part that only names a blob or a file counts as empty. */
function bodyOf({ uploadData = [] }: ProtocolRequest): Buffer | null {
  const pieces = uploadData.map((part) => ('bytes' in part ? part.bytes : Buffer.alloc(0)));
  if (pieces.reduce((sum, { length }) => sum + length, 0) > MAX_BODY_BYTES) return null;
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}

function answer(statusCode: number, body: string | Uint8Array, type = 'text/plain'): ProtocolResponse {
  const data =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return { statusCode, headers: { ...HEADERS, 'content-type': type }, data };
}
