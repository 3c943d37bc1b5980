// Sets the theme on the document, following the system where the reader asked for that.

import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from '../store/store.ts';

export type Theme = 'light' | 'dark' | 'contrast';

const LIGHT = '(prefers-color-scheme: light)';
const CONTRAST = '(prefers-contrast: more)';

function subscribe(changed: () => void): () => void {
  const queries = [matchMedia(LIGHT), matchMedia(CONTRAST)];
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}

function systemTheme(): Theme {
  if (matchMedia(CONTRAST).matches) return 'contrast';
  return matchMedia(LIGHT).matches ? 'light' : 'dark';
}

export function useThemeName(): Theme {
  const chosen = useStore((state) => state.view.preferences.theme);
  const system = useSyncExternalStore(subscribe, systemTheme);
  return chosen === 'system' ? system : chosen;
}

export function useTheme(): void {
  const theme = useThemeName();
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
