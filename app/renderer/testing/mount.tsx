// The whole window in a test's document, over the in-memory host: for tests of panels as a reader sees them.

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Host, RequestName } from '#app/bridge/index.ts';
import { err } from '#core/result.ts';
import { listen } from '../actions/listen.ts';
import { begin } from '../actions/opening.ts';
import { App } from '../frame/App.tsx';
import { setHost } from '../host/current-host.ts';
import { createMemoryHost } from '../host/memory-host.ts';
import type { Recording } from '../host/memory-host.ts';
import { emptyDraftSlice } from '../store/draft-slice.ts';
import { store } from '../store/store.ts';
import { emptyStudySlice } from '../store/study-slice.ts';
import { emptyViewSlice } from '../store/view-slice.ts';
import { countTokens } from './study-recorder.ts';

export interface MountOptions {
  readonly recording: Recording;
  readonly readOnly?: boolean;
  readonly closed?: boolean;
  /** Requests that answer with this error, and requests that never answer. */
  readonly failing?: readonly RequestName[];
  readonly silent?: readonly RequestName[];
}

export interface Mounted {
  /** All that a reader can see. */
  text(): string;
  find(testId: string): HTMLElement | null;
  all(testId: string): readonly HTMLElement[];
  /** Waits until this holds. */
  until(holds: () => boolean): Promise<void>;
  /** Changes the store, as a push would. */
  change(act: () => void): Promise<void>;
  click(element: HTMLElement | null): Promise<void>;
  /** Puts this into a field, as typing does. */
  type(field: HTMLInputElement | HTMLTextAreaElement, words: string): Promise<void>;
  press(key: string, held?: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean }): Promise<void>;
  end(): Promise<void>;
}

export const FAILURE = 'The disk is on fire.';
const WAIT_MS = 10_000;

export async function mountWindow(options: MountOptions): Promise<Mounted> {
  furnish();
  store.setState({ study: emptyStudySlice, view: emptyViewSlice, draft: emptyDraftSlice });
  const host = bent(
    createMemoryHost({
      recording: options.recording,
      count: countTokens,
      closed: options.closed ?? false,
      readOnly: options.readOnly === true ? { words: 'another window has it open' } : null,
    }),
    options,
  );
  setHost(host);
  const stop = listen(host);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => {
    root.render(<App />);
    await begin();
  });
  const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  return {
    text: () => document.body.textContent,
    find,
    all: (testId) => [...document.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`)],
    async until(holds) {
      const end = performance.now() + WAIT_MS;
      while (!holds()) {
        if (performance.now() > end)
          throw new Error(`it never came to that; the window shows: ${document.body.textContent}`);
        await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
      }
    },
    change: (make) =>
      act(async () => {
        make();
        await Promise.resolve();
      }),
    async click(element) {
      if (element === null) throw new Error('there is nothing to click');
      await act(async () => {
        element.click();
        await Promise.resolve();
      });
    },
    async type(field, words) {
      await act(async () => {
        // React watches the property of the element itself, so it is set past that.
        const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
        Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, words);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await Promise.resolve();
      });
    },
    async press(key, held = {}) {
      await act(async () => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
        await Promise.resolve();
      });
    },
    async end() {
      await act(() => {
        root.unmount();
        return Promise.resolve();
      });
      stop();
      place.remove();
    },
  };
}

function bent(host: Host, { failing = [], silent = [] }: MountOptions): Host {
  return {
    ...host,
    request: (name, input) => {
      if (silent.includes(name)) return new Promise(() => undefined);
      if (failing.includes(name))
        // What every request may answer with; the type of its own errors is wider.
        return Promise.resolve(err({ kind: 'failed', words: FAILURE })) as ReturnType<typeof host.request<typeof name>>;
      return host.request(name, input);
    },
  };
}

/** What a test's document has not, and the window asks of a browser. */
function furnish(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  class Still {
    observe(): void {
      // Nothing has a size here.
    }
    unobserve(): void {
      // Nothing was observed.
    }
    disconnect(): void {
      // Nothing was observed.
    }
  }
  const media = () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.assign(globalThis, { ResizeObserver: Still, matchMedia: media, CSS: { escape: (text: string) => text } });
  Object.assign(window, { matchMedia: media });
  Object.assign(Element.prototype, { scrollIntoView: () => undefined, getAnimations: () => [] });
}
