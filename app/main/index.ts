// Where the process begins: what it was started for, and what must be settled before Electron is ready.

import { app, protocol } from 'electron';
import { join } from 'node:path';
import { runCommandLine } from '#app/cli/index.ts';
import { askedFiles } from './asked-files.ts';
import { commandLineHost } from './command-line-host.ts';
import { appHandler, registerAppScheme } from './app-protocol.ts';
import { startDesktop } from './desktop.ts';
import { guardPages, guardSession } from './guards.ts';
import { launchArguments } from './launch-arguments.ts';
import { log } from './log.ts';

const launch = launchArguments(process.argv, app.isPackaged);

registerAppScheme();
// enableSandbox would override --no-sandbox, which root needs, and every child process would die.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

// Without this an uncaught error opens a modal box, and a run without a display waits for it for ever.
process.on('uncaughtException', (error) => {
  log.error('a fault in Peek ended it', error);
  app.exit(1);
});

const files = askedFiles();
app.on('open-file', (event, path) => {
  event.preventDefault();
  files.ask(path);
});

guardPages();
app.on('session-created', guardSession);

async function start(): Promise<void> {
  if (launch.kind === 'cli') {
    const { host, close } = await commandLineHost();
    const code = await runCommandLine(launch.args, host);
    await close();
    app.exit(code);
    return;
  }
  protocol.handle('app', appHandler(join(import.meta.dirname, '../renderer')));
  await startDesktop(launch.args, files);
}

if (launch.kind === 'window' && !app.requestSingleInstanceLock()) {
  // The first process opens what this one was asked for.
  app.exit(0);
} else {
  // Not awaited at the top level: 'ready' itself waits until this module has run.
  void app.whenReady().then(start);
}
