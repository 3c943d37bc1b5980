// `npm run screenshots -- --out DIR`: pictures of every view of the real window (e2e/gallery). Under Xvfb where there is no
// display.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runScript } from './progress.mjs';
import { root, setUp } from './set-up.mjs';
import { displayWrapper } from './system-packages.mjs';

await runScript(() => {
  const electron = setUp({ forTests: true, quiet: true });
  const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const gallery = path.join(root, 'e2e', 'gallery', 'index.ts');
  const [command, ...args] = [...displayWrapper(), process.execPath, tsx, gallery, ...process.argv.slice(2)];
  const run = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_BIN: electron },
  });
  if (run.error) throw run.error;
  return run.status ?? 1;
});
