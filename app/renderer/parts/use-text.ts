// Long texts are read on demand and kept for a while; short ones are there at once.

import { useEffect, useState } from 'react';
import type { StoredText, TextRef } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';
import { useStore } from '../store/store.ts';
import { LOADING } from '../store/study-slice.ts';
import type { Loaded } from '../store/study-slice.ts';

/** Numbers of ours: texts kept, and characters read at once by a view that shows a beginning. */
const KEPT = 200;
export const FIRST_READ = 200_000;

const cache = new Map<string, string>();

export async function readText(handle: string, ref: TextRef, from: number, to: number): Promise<Loaded<string>> {
  const key = `${ref.$text}:${from}:${to}`;
  const kept = cache.get(key);
  if (kept !== undefined) return { kind: 'data', value: kept };
  const result = await request('text.read', { handle, ref, from, to });
  if (!result.ok) return { kind: 'error', words: result.error.words };
  cache.set(key, result.value);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value ?? '');
  return { kind: 'data', value: result.value };
}

/** The text, or its first `limit` characters. */
export function useText(text: StoredText, limit = FIRST_READ): Loaded<string> {
  const handle = useStore((state) => state.study.open?.handle ?? null);
  const ref = typeof text === 'string' ? null : text;
  const key = ref === null ? null : `${ref.$text}:${limit}`;
  const [read, setRead] = useState<{ readonly key: string; readonly loaded: Loaded<string> } | null>(null);
  useEffect(() => {
    if (ref === null || key === null || handle === null || read?.key === key) return;
    let gone = false;
    void readText(handle, ref, 0, Math.min(limit, ref.chars)).then((loaded) => {
      if (!gone) setRead({ key, loaded });
    });
    return () => {
      gone = true;
    };
  }, [ref, key, handle, limit, read?.key]);
  if (typeof text === 'string') return { kind: 'data', value: text };
  return read !== null && read.key === key ? read.loaded : LOADING;
}
