// The command line `peek`: Electron without a window or a display. stdout carries only what the program itself prints.
import { runElectron } from './electron-process.mjs';
import { runScript } from './progress.mjs';
import { setUp } from './set-up.mjs';

await runScript(() => runElectron(setUp({ quiet: true }), ['cli', ...process.argv.slice(2)], { headless: true }));
