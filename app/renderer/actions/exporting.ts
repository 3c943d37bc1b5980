// The shown version of the map to the clipboard, without a dialog.

import { request } from '../host/current-host.ts';
import { shownVersion } from '../store/shown.ts';
import { store } from '../store/store.ts';
import { notify } from './notices.ts';
import { copyText } from './views.ts';

const NAMES = { json: 'Map as JSON', prompt: 'Prompt text of the map', markdown: 'Map as Markdown' } as const;

export async function copyMap(format: 'json' | 'prompt' | 'markdown'): Promise<void> {
  const state = store.getState();
  const version = shownVersion(state);
  if (state.study.open === null || version === null) return;
  const text = await request('export.text', { handle: state.study.open.handle, versionId: version.id, format });
  if (text.ok) await copyText(text.value, `${NAMES[format]} (${version.id})`);
  else notify('bad', text.error.words);
}
