// `npm start`: set-up, then the window; on a machine without a display, the demo in the terminal.
// Arguments (`npm start -- my.peek`) are passed on to the window.
import { runElectron } from './electron-process.mjs';
import { runScript, say } from './progress.mjs';
import { setUp } from './set-up.mjs';
import { hasDisplay } from './system-packages.mjs';

await runScript(async () => {
  const electron = setUp();
  if (hasDisplay()) {
    say('opening the window');
    return runElectron(electron, process.argv.slice(2), { headless: false });
  }
  say('no display here (neither DISPLAY nor WAYLAND_DISPLAY is set): running the demo in the terminal instead');
  return runElectron(electron, ['cli', 'demo'], { headless: true });
});
