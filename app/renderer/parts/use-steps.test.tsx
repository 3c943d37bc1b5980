// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Steps } from '#core/steps.ts';
import { useSteps } from './use-steps.ts';

let root: Root;
let box: HTMLElement;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(() => act(() => root.unmount()));

type Make = (() => Steps<string>) | null;

function Probe({ make }: { readonly make: Make }) {
  return useSteps(make)?.value ?? 'nothing';
}

const show = (make: Make) => act(() => root.render(<Probe make={make} />));

/** Work of so many steps, each longer than a slice; tells of each. */
function slow(words: string, steps: number, taken: string[] = []): () => Steps<string> {
  return function* () {
    for (let step = 1; step <= steps; step++) {
      const began = performance.now();
      while (performance.now() - began < 10) continue;
      taken.push(`${words} ${step}`);
      yield;
    }
    return words;
  };
}

/** Lets what waits for its turn have it, until the box says this. */
async function until(words: string): Promise<void> {
  for (let turn = 0; box.textContent !== words && turn < 1_000; turn++)
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  expect(box.textContent).toBe(words);
}

test('short work is there at once', () => {
  show(slow('short', 0));
  expect(box.textContent).toBe('short');
});

test('long work goes on between the turns of the window; until it is done there is what was there before', async () => {
  show(slow('first', 3));
  expect(box.textContent).toBe('nothing');
  await until('first');
  show(slow('second', 3));
  expect(box.textContent).toBe('first');
  await until('second');
  show(null);
  expect(box.textContent).toBe('nothing');
});

test('work that is not wanted any more is left where it stands', async () => {
  const taken: string[] = [];
  show(slow('unwanted', 1_000, taken));
  const before = taken.length;
  show(slow('wanted', 3));
  await until('wanted');
  expect(taken.length).toBeLessThanOrEqual(before + 1);
});
