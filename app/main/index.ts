import { app, BrowserWindow, protocol, session } from 'electron';
import { join } from 'node:path';
import { runCommandLine } from '#app/cli/index.ts';
import { appHandler, registerAppScheme } from './app-protocol.ts';
import { launchArguments } from './launch-arguments.ts';

const launch = launchArguments(process.argv, app.isPackaged);

registerAppScheme();
// enableSandbox would override --no-sandbox, which root needs, and every child process would die.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

// Without this an uncaught error opens a modal box, and a run without a display waits for it for ever.
process.on('uncaughtException', (error) => {
  console.error(error);
  app.exit(1);
});

app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
});
app.on('window-all-closed', () => app.quit());

async function openWindow(): Promise<void> {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    show: false,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  await window.loadURL('app://ui/index.html');
}

async function start(): Promise<void> {
  protocol.handle('app', appHandler(join(import.meta.dirname, '../renderer')));
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  if (launch.kind === 'cli') app.exit(await runCommandLine(launch.args));
  else await openWindow();
}

// Not awaited at the top level: 'ready' itself waits until this module has run.
void app.whenReady().then(start);
