// What Electron needs from the system, and a display for tests. On Debian as root it is installed; otherwise the exact
// command is printed and the script stops.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { say, seconds, SetUpError } from './progress.mjs';

// Debian 12's names, read off the libraries the executable asks for; newer releases add the suffix t64 to some.
const libraryPackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libxkbcommon0',
  'libxcomposite1',
  'libxdamage1',
  'libxrandr2',
];
const displayPackages = ['xvfb', 'xauth'];
const fontPackages = ['fonts-dejavu-core'];
/** Python that is not sandboxed is a choice of a study's; the tests try it. */
const pythonPackages = ['python3'];

/** Looks for what is missing and has it installed, or throws with the words a person needs. */
export function installSystemPackages(electron, { forTests, sayThere }) {
  if (process.platform !== 'linux') return;
  const started = Date.now();
  const missing = missingParts(electron, forTests);
  if (missing.packages.length === 0) {
    sayThere('system libraries: all there');
    return;
  }
  const isDebian = fs.existsSync('/etc/debian_version') && hasCommand('apt-get');
  const words = `Missing on this system: ${missing.names.join(', ')}.`;
  if (!isDebian) {
    throw new SetUpError(`${words}\nInstall the packages that hold them (on Debian: ${missing.packages.join(' ')}).`);
  }
  if (process.getuid() !== 0) {
    const command = `sudo apt-get update && sudo apt-get install -y ${missing.packages.join(' ')}`;
    throw new SetUpError(`${words}\nInstall them, then run this command again:\n\n  ${command}`);
  }
  say(`system libraries: installing ${missing.packages.join(' ')} (a minute or two) …`);
  aptGet(['update']);
  aptGet(['install', '-y', '--no-install-recommends', ...namesInThisRelease(missing.packages)]);
  const still = missingParts(electron, forTests);
  if (still.packages.length > 0) throw new SetUpError(`Still missing after the install: ${still.names.join(', ')}.`);
  say(`system libraries: installed in ${seconds(started)}`);
}

function missingParts(electron, forTests) {
  const names = [];
  const packages = [];
  const libraries = missingLibraries(electron);
  if (libraries.length > 0) {
    names.push(...libraries);
    packages.push(...libraryPackages);
  }
  const needsDisplay = forTests && !hasDisplay();
  for (const command of needsDisplay ? ['Xvfb', 'xvfb-run', 'xauth'] : []) {
    if (hasCommand(command)) continue;
    names.push(command);
    for (const name of displayPackages) if (!packages.includes(name)) packages.push(name);
  }
  if (forTests && !hasCommand('python3')) {
    names.push('python3');
    packages.push(...pythonPackages);
  }
  if (!hasFonts()) {
    names.push('any font');
    packages.push(...fontPackages);
  }
  return { names, packages };
}

function missingLibraries(electron) {
  const run = spawnSync('ldd', [electron], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  if (run.error || run.status !== 0) {
    say(`system libraries: not checked, ldd gave nothing (${run.error?.message ?? run.stderr.trim()})`);
    return [];
  }
  return [...run.stdout.matchAll(/^\s*(\S+) => not found$/gm)].map((match) => match[1]);
}

export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** What to put before a program that needs a display: nothing, or a display of its own where the machine has none. */
export function displayWrapper() {
  return hasDisplay() ? [] : ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'];
}

function hasCommand(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.some((folder) => folder !== '' && fs.existsSync(path.join(folder, name)));
}

function hasFonts() {
  const home = os.homedir();
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', `${home}/.fonts`, `${home}/.local/share/fonts`];
  const isFont = (name) => /\.(ttf|otf|ttc|pfb)$/i.test(name);
  return folders.some((folder) => fs.existsSync(folder) && fs.readdirSync(folder, { recursive: true }).some(isFont));
}

/** libasound2 became libasound2t64 and so on in Debian 13 and Ubuntu 24.04. */
function namesInThisRelease(packages) {
  return packages.map((name) => {
    const renamed = `${name}t64`;
    const known = spawnSync('apt-cache', ['show', '--no-all-versions', renamed], { stdio: 'ignore' });
    return known.status === 0 ? renamed : name;
  });
}

function aptGet(args) {
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0'];
  const run = spawnSync('apt-get', [...options, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (run.status === 0) return;
  throw new SetUpError(`apt-get ${args.join(' ')} failed:\n${run.error?.message ?? run.stdout + run.stderr}`);
}
