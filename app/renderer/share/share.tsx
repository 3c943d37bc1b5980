// The entry of the shared page: the same window over the study that stands in the page, read only, without a main process.

import './jitless.ts';
import { PAGE_DATA_ID, readPage } from '#core/interop/index.ts';
import type { PageData } from '#core/interop/index.ts';
import { followAddress } from '../actions/places.ts';
import { createPageHost } from '../host/page-host.ts';
import { start } from '../start.tsx';
import './plain.css';

async function open(): Promise<void> {
  const page = await pageData();
  if (page === null) {
    fault('The study in this page cannot be read: the file is incomplete, or the browser is too old to unpack it.');
    return;
  }
  start(createPageHost(page), followAddress);
  window.addEventListener('hashchange', followAddress);
}

async function pageData(): Promise<PageData | null> {
  const base64 = document.getElementById(PAGE_DATA_ID)?.textContent ?? '';
  try {
    const packed = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return readPage(JSON.parse(await new Response(unpacked).text()));
  } catch (error) {
    console.error(error);
    return null;
  }
}

function fault(words: string): void {
  const place = document.createElement('p');
  place.className = 'page-fault';
  place.setAttribute('role', 'alert');
  place.textContent = words;
  document.getElementById('root')?.replaceChildren(place);
}

void open();
