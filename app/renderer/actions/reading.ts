// The reader: one long text, whole, in a dialog of its own.

import type { StoredText } from '#core/study/index.ts';
import { setView } from '../store/store.ts';

export interface ReaderText {
  readonly title: string;
  readonly text: StoredText;
}

export function openReader(reader: ReaderText): void {
  setView({ reader });
}

export function closeReader(): void {
  setView({ reader: null });
}
