/**
 * Serves the two pages of the app under the scheme app://, each host an origin of its own with its own policy:
 * app://ui is the window, app://py the page that Python runs in. A host reaches only its own folders of the build.
 */
import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};

/** Monaco writes style elements and attributes, hence 'unsafe-inline' for styles; scripts stay strict. */
const uiPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** No network but this scheme, no frames, no styles. Compiling WASM needs 'wasm-unsafe-eval', nothing needs 'unsafe-eval'. */
const pythonPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

interface Host {
  readonly index: string;
  readonly folders: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const hosts: Readonly<Record<string, Host>> = {
  ui: {
    index: 'renderer/index.html',
    folders: ['renderer/', 'assets/'],
    headers: { 'content-security-policy': uiPolicy },
  },
  py: {
    index: 'sandbox/page/index.html',
    folders: ['sandbox/', 'assets/', 'pyodide/'],
    headers: {
      'content-security-policy': pythonPolicy,
      // Cross-origin isolation gives the page SharedArrayBuffer, which carries the interrupt.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
    },
  },
};

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
    },
  ]);
}

/** Answers app:// requests from the build folder `root`. */
export function appHandler(root: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const host = hosts[url.host];
    if (!host) return new Response('no such host', { status: 404 });
    const asked = normalize(decodeURIComponent(url.pathname)).replace(/^\/+/, '');
    const path = asked === 'index.html' || asked === '' ? host.index : asked;
    if (!host.folders.some((folder) => path.startsWith(folder))) return new Response('not found', { status: 404 });
    const headers = {
      ...host.headers,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    try {
      return new Response(new Uint8Array(await readFile(join(root, path))), { headers });
    } catch (error) {
      console.error(`app://${url.host}/${asked}:`, error);
      return new Response('not found', { status: 404 });
    }
  };
}
