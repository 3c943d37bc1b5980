// The one HTML file of a shared study. Everything stands in it: the style, the program, the study. Its policy lets exactly this
// program run and fetch nothing; the study is base64, so that no text of it can end an element or begin one.

export interface PageParts {
  readonly title: string;
  /** For readers without scripts: the exact text of the map. */
  readonly mapText: string;
  readonly style: string;
  readonly script: string;
  /** SHA-256 of `inlineScript(script)`, base64. */
  readonly scriptHash: string;
  /** The study: JSON, gzipped, base64; in pieces. */
  readonly data: Iterable<string>;
}

export const PAGE_DATA_ID = 'peek-study';

export function pageHtml(parts: PageParts): string {
  return [...pagePieces(parts)].join('');
}

/** The same in pieces, since each of the large ones takes its time. */
export function* pagePieces({ title, mapText, style, script, scriptHash, data }: PageParts): Generator<string> {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${inlineStyle(style)}</style>
</head>
<body>
<div id="root"></div>
<noscript>
<h1>${escapeHtml(title)}</h1>
<p>This page shows a whole study of Peek, for which it needs scripts. Without them, this is the context map as it stands:</p>
<pre>${escapeHtml(mapText)}</pre>
</noscript>
<script type="application/octet-stream" id="${PAGE_DATA_ID}">`;
  for (const piece of data) yield piece.replace(/[^A-Za-z0-9+/=]/g, '');
  yield '</script>\n<script>';
  yield inlineScript(script);
  yield '</script>\n</body>\n</html>\n';
}

/** Inside strings and patterns, the only places of a program where these can stand, the escapes mean the same. */
export function inlineScript(script: string): string {
  return script
    .replace(/<(?=\/?script|!--)/gi, '\\x3C')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

function inlineStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3C ');
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\0\ud800-\udfff]/gu, '\ufffd');
}
