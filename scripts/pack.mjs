// `npm run pack`: set-up, then electron-builder packs dist/linux-unpacked from the runtime of this machine.
// `npm run pack -- deb` makes a package of it that a person installs; the tools for that are downloaded.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runScript, say, seconds } from './progress.mjs';
import { root, setUp } from './set-up.mjs';

await runScript(() => {
  const electron = setUp({ quiet: true });
  const started = Date.now();
  const dist = path.dirname(electron);
  const version = fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
  const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
  const asked = process.argv.slice(2);
  const targets = asked.length > 0 ? asked : ['dir'];
  const options = [
    '--linux',
    ...targets,
    '--publish',
    'never',
    `-c.electronDist=${dist}`,
    `-c.electronVersion=${version}`,
  ];
  say(`pack: packing with Electron ${version} …`);
  const run = spawnSync(process.execPath, [builder, ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.error) throw run.error;
  const made = asked.length > 0 ? `dist/ holds ${asked.join(', ')}` : 'dist/linux-unpacked/peek is ready';
  if (run.status === 0) say(`pack: ${made} (${seconds(started)})`);
  return run.status ?? 1;
});
