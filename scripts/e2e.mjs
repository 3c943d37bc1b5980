// Runs Playwright in the real Electron window, under Xvfb where there is no display. Arguments go to Playwright.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronRuntime } from './electron-runtime.mjs';

const root = path.dirname(import.meta.dirname);
const playwright = [
  process.execPath,
  path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
  'test',
  ...process.argv.slice(2),
];
const hasDisplay = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY) || process.platform !== 'linux';
const command = hasDisplay ? playwright : ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', ...playwright];
const run = spawnSync(command[0], command.slice(1), {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ELECTRON_BIN: electronRuntime() },
});
if (run.error) console.error(run.error.message);
process.exitCode = run.status ?? 1;
