// `npm start`: set-up, then the window on the demo study; on a machine without a display, the demo in the terminal.
// `npm start -- my.peek` opens that study instead.
import { runElectron } from './electron-process.mjs';
import { runScript, say } from './progress.mjs';
import { setUp } from './set-up.mjs';
import { hasDisplay } from './system-packages.mjs';

await runScript(async () => {
  const electron = setUp();
  if (hasDisplay()) {
    const args = process.argv.slice(2);
    say('opening the window');
    return runElectron(electron, args.length > 0 ? args : ['demo'], { headless: false });
  }
  say('no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): running the demo in the terminal instead');
  return runElectron(electron, ['cli', 'demo'], { headless: true });
});
