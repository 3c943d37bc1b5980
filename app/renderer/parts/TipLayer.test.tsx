// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountWindow } from '../testing/mount.tsx';
import type { Mounted } from '../testing/mount.tsx';
import { sampleStudy } from '../testing/sample-study.ts';

let mounted: Mounted;
beforeEach(async () => {
  mounted = await mountWindow({ recording: sampleStudy('normal') });
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await mounted.end();
});

/** Longer than a pointer has to rest. */
const RESTED_MS = 600;

const tip = () => document.querySelector('.tip')?.textContent ?? null;

function control(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[data-tip]');
  if (found === null) throw new Error('the window has no control with a tip');
  return found;
}

/** The pointer is seen here, as a browser tells it: `over` what it has come upon, or `move` within it. */
async function pointer(kind: 'over' | 'move', target: Element, x: number, y: number): Promise<void> {
  await act(async () => {
    target.dispatchEvent(new MouseEvent(`pointer${kind}`, { bubbles: true, clientX: x, clientY: y }));
    await vi.advanceTimersByTimeAsync(RESTED_MS);
  });
}

test('a control shows its tip once the pointer rests on it', async () => {
  await pointer('move', document.body, 5, 5);
  await pointer('over', control(), 6, 5);
  expect(tip()).toContain(control().dataset['tip']);
});

test('a control that comes to lie under a pointer at rest shows none until the pointer moves', async () => {
  await pointer('move', document.body, 5, 5);
  await pointer('over', control(), 5, 5);
  expect(tip()).toBeNull();
  await pointer('move', control(), 6, 5);
  expect(tip()).toContain(control().dataset['tip']);
});

test('a control that was pressed shows no tip again while the pointer stays on it', async () => {
  await pointer('move', document.body, 5, 5);
  await pointer('over', control(), 6, 5);
  await act(async () => {
    control().dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, clientX: 6, clientY: 5 }));
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(tip()).toBeNull();
  await pointer('move', control(), 7, 6);
  expect(tip()).toBeNull();
});
