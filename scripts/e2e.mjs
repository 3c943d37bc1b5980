// `npm run test:e2e`: Playwright in the real Electron window, under Xvfb where there is no display. Arguments go to
// Playwright, e.g. `npm run test:e2e -- window.spec.ts`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runScript } from './progress.mjs';
import { root, setUp } from './set-up.mjs';
import { displayWrapper } from './system-packages.mjs';

await runScript(() => {
  const electron = setUp({ forTests: true, quiet: true });
  const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const asked = process.argv.slice(2);
  // Of chosen tests only those run, not all that would otherwise come before them.
  if (asked.length > 0) asked.push('--no-deps');
  const [command, ...args] = [...displayWrapper(), process.execPath, playwright, 'test', ...asked];
  const run = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_BIN: electron },
  });
  if (run.error) throw run.error;
  return run.status ?? 1;
});
