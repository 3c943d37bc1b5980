// `npm run bench -- NAME…`: the figures of bench/, after the set-up they need: the build, Electron, a display of its own where
// there is none.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { runScript } from './progress.mjs';
import { root, setUp } from './set-up.mjs';

await runScript(() => {
  setUp({ forTests: true, quiet: true });
  const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const bench = path.join(root, 'bench', 'index.ts');
  const run = spawnSync(process.execPath, [tsx, bench, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  if (run.error) throw run.error;
  return run.status ?? 1;
});
