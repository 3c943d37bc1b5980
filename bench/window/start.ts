// How long until the window can be used, beside a bare Electron window on the same machine in the same minute.

import { join } from 'node:path';
import { msFigure } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { openWindow, share } from './open-window.ts';

const ROUNDS = 5;

export async function startFigures(): Promise<readonly Figure[]> {
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timeTo(join(import.meta.dirname, 'bare'), [], '#word'));
    ours.push(await timeTo(undefined, ['demo'], '[data-testid="action-run.step"][aria-disabled="false"]'));
  }
  const [theirs, mine] = [share(bare, 0.5), share(ours, 0.5)];
  return [
    msFigure('start of a bare Electron window', theirs),
    msFigure('start until the demo can be stepped', mine),
    msFigure('of that, more than the bare window', mine - theirs, 1_000),
  ];
}

async function timeTo(main: string | undefined, args: readonly string[], selector: string): Promise<number> {
  const started = performance.now();
  const window = await openWindow(args, main);
  await window.page.locator(selector).first().waitFor({ state: 'visible' });
  const took = performance.now() - started;
  await window.close();
  return took;
}
