// Starts Electron on the built app, with the flags that this user and this machine need.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { say, SetUpError } from './progress.mjs';
import { root } from './set-up.mjs';

// Chromium's complaints about services that a bare machine does not run; nothing of Peek depends on them.
const harmless = [
  /:ERROR:.*Failed to connect to the bus/,
  /:ERROR:.*Failed to call method: org\.freedesktop/,
  /Exiting GPU process due to errors during initialization/,
  /:ERROR:viz_main_impl\.cc/,
  /:ERROR:interface_endpoint_client\.cc.*blink\.mojom\.WidgetHost/, // pages drawn off screen
  /:ERROR:command_buffer_proxy_impl\.cc/,
];

/**
 * Runs the app until it ends.
 *
 * electron  path of the executable
 * args      what the app itself gets
 * headless  true: needs no display and opens no window
 * Returns   a promise of the exit code
 */
export function runElectron(electron, args, { headless }) {
  const flags = [...sandboxFlags(electron), ...(headless ? headlessFlags() : [])];
  const child = spawn(electron, [...flags, root, '--', ...args], {
    cwd: process.env.INIT_CWD ?? process.cwd(), // npm runs scripts in the project's folder; paths mean the caller's
    stdio: ['inherit', 'inherit', 'pipe'],
  });
  const stop = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  passOn(child.stderr);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal) say(`Electron was ended by ${signal}`);
      resolve(code ?? 1);
    });
  });
}

/** Copies a stream to stderr line by line, without the harmless lines. */
function passOn(stream) {
  let rest = '';
  const write = (line) => {
    if (!harmless.some((pattern) => pattern.test(line))) process.stderr.write(line);
  };
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split(/(?<=\n)/);
    rest = lines.at(-1).endsWith('\n') ? '' : lines.pop();
    lines.forEach(write);
  });
  stream.on('end', () => write(rest));
}

function headlessFlags() {
  return process.platform === 'linux' ? ['--ozone-platform=headless', '--disable-gpu'] : ['--disable-gpu'];
}

function sandboxFlags(electron) {
  if (process.platform !== 'linux') return [];
  if (process.getuid() === 0) {
    say("running as root, where Chromium's own sandbox cannot work: --no-sandbox (an ordinary user keeps it)");
    return ['--no-sandbox'];
  }
  // Chromium makes its sandbox out of user namespaces, or else by a helper that is setuid root.
  const namespaces = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
  const helper = path.join(path.dirname(electron), 'chrome-sandbox');
  const isHelperReady = () => {
    const { uid, mode } = fs.statSync(helper);
    return uid === 0 && (mode & 0o4000) !== 0;
  };
  if (namespaces.status === 0 || (fs.existsSync(helper) && isHelperReady())) return [];
  throw new SetUpError(
    [
      'This system lets an ordinary user make no user namespaces, so Chromium has no sandbox to put pages in.',
      "Make Electron's helper able to do it, then run this command again:",
      '',
      `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    ].join('\n'),
  );
}
