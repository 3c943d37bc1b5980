// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { headVersion } from '#core/study/index.ts';
import { openSide } from '../../actions/views.ts';
import { asVersion } from '../../store/outcome.ts';
import { setStudy, store } from '../../store/store.ts';
import { mountWindow } from '../../testing/mount.tsx';
import type { Mounted } from '../../testing/mount.tsx';
import { sampleStudy } from '../../testing/sample-study.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

test('where there are too many versions for a list, one is chosen by typing its name or its number', async () => {
  const window = (mounted = await mountWindow({ recording: sampleStudy('normal') }));
  const { live } = store.getState().study;
  const head = live === null ? null : headVersion(live);
  if (live === null || head === null) throw new Error('the sample has a map');
  const versions = new Map(live.versions);
  for (let number = versions.size; number <= 400; number++) versions.set(`v${number}`, { ...head, id: `v${number}` });
  await window.change(() => setStudy({ live: { ...live, versions } }));
  await window.change(() => openSide({ kind: 'compare', from: 'v1', to: asVersion('v400'), rollback: false }));

  const field = document.querySelector('input[aria-label="Compare from"]');
  if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
  const press = (key: string) =>
    window.change(() => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const from = () => (store.getState().view.side as { readonly from?: string }).from;
  await window.type(field, '321');
  expect(from(), 'not while it is typed').toBe('v1');
  await press('Enter');
  expect([from(), field.value]).toEqual(['v321', 'v321']);

  await window.type(field, 'v4000');
  await press('Enter');
  expect([from(), field.value, field.getAttribute('aria-invalid')]).toEqual(['v321', 'v4000', 'true']);
  expect(field.title).toBe('There is no v4000 here. A version from v0 to v400.');
  await press('Escape');
  expect([field.value, store.getState().view.side.kind]).toEqual(['v321', 'compare']);
});
