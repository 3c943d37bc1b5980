// One answer of the host as a value that a panel can draw: loading, data or error. Asked again when `key` changes.

import { useEffect, useRef, useState } from 'react';
import type { RequestInput, RequestName, RequestOutput } from '#app/bridge/index.ts';
import { request } from '../host/current-host.ts';
import { LOADING } from '../store/study-slice.ts';
import type { Loaded } from '../store/study-slice.ts';

interface Kept<T> {
  readonly key: string;
  readonly loaded: Loaded<T>;
}

/** A value with the key of the question it answers, which may be the former one. */
export type Answer<T> = Loaded<T> & { readonly answers: string | null };

/**
 * input   null asks nothing
 * key     names the question: the same key, the same answer
 * delayMs waits before asking, so that typing asks once; what is asked as its panel opens was not typed and is asked at once
 * The former answer stays while a new one is on its way, so that nothing flickers; `answers` says which key it is for.
 */
export function useRequest<N extends RequestName>(
  name: N,
  input: RequestInput<N> | null,
  key: string,
  delayMs = 0,
): Answer<RequestOutput<N>> {
  const [kept, setKept] = useState<Kept<RequestOutput<N>> | null>(null);
  const isOpening = useRef(true);
  useEffect(() => {
    const waitMs = isOpening.current ? 0 : delayMs;
    isOpening.current = false;
    if (input === null || kept?.key === key) return;
    let gone = false;
    const ask = () =>
      void request(name, input).then((result) => {
        if (gone) return;
        setKept({
          key,
          loaded: result.ok ? { kind: 'data', value: result.value } : { kind: 'error', words: result.error.words },
        });
      });
    const timer = waitMs > 0 ? setTimeout(ask, waitMs) : null;
    if (timer === null) ask();
    return () => {
      gone = true;
      if (timer !== null) clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the input, which is a new object each time
  }, [name, key, kept?.key, delayMs]);
  if (input === null || kept === null) return { ...LOADING, answers: null };
  return { ...kept.loaded, answers: kept.key };
}
