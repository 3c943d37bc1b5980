// The command line `peek`: Electron without a window or a display. stdout carries only what the program itself prints.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronRuntime } from './electron-runtime.mjs';

const root = path.dirname(import.meta.dirname);
const isRoot = process.getuid?.() === 0;
const flags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  ...(process.platform === 'linux' ? ['--ozone-platform=headless'] : []),
  '--disable-gpu',
];
const run = spawnSync(electronRuntime(), [...flags, root, '--', 'cli', ...process.argv.slice(2)], { stdio: 'inherit' });
if (run.error) console.error(run.error.message);
process.exitCode = run.status ?? 1;
