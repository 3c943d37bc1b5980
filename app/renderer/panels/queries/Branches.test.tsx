// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { store } from '../../store/store.ts';
import { mountWindow } from '../../testing/mount.tsx';
import type { Mounted } from '../../testing/mount.tsx';
import { sampleStudy } from '../../testing/sample-study.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

const named = (name: string) =>
  document.querySelector<HTMLElement>(`button[aria-label="${name}"], input[aria-label="${name}"]`);

test('a new name of a branch that is refused stays in the field, to be changed', async () => {
  const window = (mounted = await mountWindow({ recording: sampleStudy('normal') }));
  await window.click(named('More about main'));
  await window.until(() => document.querySelector('[role="menuitem"]') !== null);
  const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((each) =>
    each.textContent.includes('Rename'),
  );
  await window.click(entry ?? null);
  await window.until(() => named('New name of main') !== null);
  const field = named('New name of main');
  if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
  const enter = () =>
    window.change(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await window.type(field, 'what-if: B = 512');
  await enter();
  await window.until(() => window.find('notice-bad') !== null);
  expect([document.contains(field), field.value]).toEqual([true, 'what-if: B = 512']);
  await window.type(field, 'trunk');
  await enter();
  await window.until(() => named('New name of main') === null);
  expect(store.getState().study.live?.currentBranch).toBe('trunk');
});
