// Monaco as a value: loading until its bundle is there.

import { useEffect, useState } from 'react';
import type * as MonacoModule from './monaco.ts';
import { useThemeName } from '../frame/use-theme.ts';

type Monaco = typeof MonacoModule;

let loaded: Monaco | null = null;

export function useMonaco(): Monaco | null {
  const [ready, setReady] = useState(loaded);
  const theme = useThemeName();
  useEffect(() => {
    let gone = false;
    void import('./monaco.ts').then((module) => {
      loaded = module;
      if (!gone) setReady(module);
    });
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => {
    // After the document has taken the theme: the colours are read from it.
    if (ready !== null) requestAnimationFrame(() => ready.applyMonacoTheme());
  }, [ready, theme]);
  return ready;
}

/** A number of ours, under Monaco's known limits: above it a text is shown in the plain reader. */
export const MONACO_LIMIT = 2_000_000;
