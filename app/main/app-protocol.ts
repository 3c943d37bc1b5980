// Serves the window's page and what it loads as app://ui, from its own folders of the build and nowhere else. The page
// that Python runs in has a scheme handler of its own, in sessions of its own (app/sandbox).

import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { log } from './log.ts';

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

const index = 'renderer/index.html';
const folders: readonly string[] = ['renderer/', 'assets/'];

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
    if (url.host !== 'ui') return new Response('no such host', { status: 404 });
    const asked = pathOf(url);
    if (asked === null) return new Response('malformed path', { status: 400 });
    const path = asked === 'index.html' || asked === '' ? index : asked;
    if (!folders.some((folder) => path.startsWith(folder))) return new Response('not found', { status: 404 });
    const headers = {
      'content-security-policy': uiPolicy,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    try {
      return new Response(new Uint8Array(await readFile(join(root, path))), { headers });
    } catch (error) {
      log.warn(`app://${url.host}/${asked} was not found`, error);
      return new Response('not found', { status: 404 });
    }
  };
}

/** The path below the host, resolved; null when it is not one that a file of ours could have. */
function pathOf(url: URL): string | null {
  try {
    const path = decodeURIComponent(url.pathname);
    // On Windows a backslash would be a way up.
    return /[\0\\:]/.test(path) ? null : posix.normalize(path).replace(/^\/+/, '');
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
