// What a sandbox page can fetch: the files it is made of, and its own job's long answers, such as the context's bytes. Each
// page has a session of its own whose handler this is, so no other job's routes exist for it. What Python says goes another
// way.

import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
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

/** Of a body, handed over in one breath (ours). */
const PIECE_BYTES = 1_000_000;

/** Answers the requests of one page. `files` is the built pages' folder; `takeAnswer` gives an answer once, null for none. */
export function pageRoutes(
  files: string,
  takeAnswer: () => Uint8Array | null,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    if (url.protocol !== 'app:' || url.host !== 'py') return answer(404, 'not found');
    if (request.method !== 'GET') return answer(405, 'not allowed');
    if (url.pathname === '/program.py') return answer(200, SANDBOX_PROGRAM, 'text/plain; charset=utf-8');
    if (url.pathname === '/answer') return longAnswer(takeAnswer());
    if (!FILES.some((file) => file.test(url.pathname))) return answer(404, 'not found');
    return serveFile(files, url.pathname);
  };
}

async function serveFile(files: string, path: string): Promise<Response> {
  try {
    const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
    return answer(200, inPieces(await readFile(join(files, path))), type);
  } catch (error) {
    // The snapshot is an optional short cut; everything else is missed by the page itself, which then reports its death.
    return answer(404, `not found: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function longAnswer(bytes: Uint8Array | null): Response {
  if (bytes === null) return answer(404, 'not found');
  const response = answer(200, inPieces(bytes), 'application/octet-stream');
  // Else the engine keeps each piece of the body aside, in memory of its own, before it hands it on.
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Given to Response as one, bytes are copied in one breath, which a window would feel. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
      else controller.close();
      at += PIECE_BYTES;
    },
  });
}

function answer(status: number, body: string | ReadableStream<Uint8Array>, type = 'text/plain'): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': type } });
}
