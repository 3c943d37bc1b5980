// The entry in the app: the host is the one the preload put there.

import './without-eval.ts';
import type { Host } from '#app/bridge/index.ts';
import { start } from './start.tsx';

declare global {
  interface Window {
    readonly peek?: Host;
  }
}

if (window.peek === undefined) throw new Error('the preload gave no host');
start(window.peek);
