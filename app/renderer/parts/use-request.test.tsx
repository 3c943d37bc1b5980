// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#core/result.ts';
import { setHost } from '../host/current-host.ts';
import { createMemoryHost } from '../host/memory-host.ts';
import { countTokens } from '../testing/study-recorder.ts';
import { useRequest } from './use-request.ts';

const asked: unknown[] = [];

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers();
  asked.length = 0;
  const recording = { events: [], texts: new Map(), prompts: new Map() };
  setHost({
    ...createMemoryHost({ recording, count: countTokens }),
    request(_name, input) {
      asked.push('text' in input ? input.text : input);
      return Promise.resolve(ok([])) as never;
    },
  });
});
afterEach(() => vi.useRealTimers());

function Found({ text }: { readonly text: string }) {
  return useRequest('queries.parse', text === '' ? null : { text }, text, 200).kind;
}

async function drawn(texts: readonly string[]): Promise<() => void> {
  const root = createRoot(document.createElement('div'));
  for (const text of texts) {
    await act(() => {
      root.render(<Found text={text} />);
      return Promise.resolve();
    });
  }
  return () => act(() => root.unmount());
}

test('what is asked as a panel opens is asked at once, and what is typed from then on once it rests', async () => {
  const end = await drawn(['as it opens', 'as it opens and', 'as it opens and more']);
  expect(asked).toEqual(['as it opens']);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(asked).toEqual(['as it opens', 'as it opens and more']);
  end();
});

test('what is typed into a panel that opened empty waits from the first letter on', async () => {
  const end = await drawn(['', 'w', 'wo', 'word']);
  expect(asked).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(asked).toEqual(['word']);
  end();
});
