// Makes a fresh clone ready to run: dependencies, an Electron runtime, system libraries, the build. Each step first looks
// whether it is needed and says how long it took; nothing is fetched or built twice. Only Node's own modules are used,
// since nothing else may be there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { electronRuntime } from './electron-runtime.mjs';
import { say, seconds, SetUpError } from './progress.mjs';
import { installSystemPackages } from './system-packages.mjs';

export const root = path.dirname(import.meta.dirname);
const at = (...names) => path.join(root, ...names);

/**
 * Does all of it.
 *
 * forTests  also looks for what a test needs on a machine without a display
 * quiet     speaks only of what has to be done, not of what is there already
 * Returns   the path of Electron's executable
 */
export function setUp({ forTests = false, quiet = false } = {}) {
  const started = Date.now();
  const sayThere = quiet ? () => {} : say;
  checkNode();
  installDependencies(sayThere);
  const electron = findElectron(quiet);
  installSystemPackages(electron, { forTests, sayThere });
  buildIfStale(sayThere);
  sayThere(`set-up: ready in ${seconds(started)}`);
  return electron;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new SetUpError(`Peek needs Node 20.19 or later, or 22.12 or later; this is Node ${process.versions.node}.`);
}

function installDependencies(sayThere) {
  const started = Date.now();
  if (hasLockedDependencies()) {
    sayThere('dependencies: as locked');
    return;
  }
  say(`dependencies: installing what package-lock.json names (about half a minute) …`);
  const npm = npmCommand();
  const args = [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = spawnSync(npm[0], args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (run.status !== 0) {
    const reason = run.error ? `: ${run.error.message}` : '';
    throw new SetUpError(`npm ci failed${reason}. Its own words stand above; run this command again when mended.`);
  }
  say(`dependencies: installed in ${seconds(started)}`);
}

function hasLockedDependencies() {
  const installed = readJson(at('node_modules', '.package-lock.json'));
  const locked = readJson(at('package-lock.json'));
  return isInstalledAsLocked(locked?.packages ?? {}, installed?.packages);
}

/**
 * Compares npm's own record of what it installed with the lock, so that a cut-off or an outdated install is seen.
 * Packages for other platforms are in the lock alone.
 */
export function isInstalledAsLocked(locked, installed) {
  if (!installed) return false;
  const isSame = (name) => {
    const there = installed[name];
    if (!there) return locked[name].optional === true;
    return there.version === locked[name].version && there.integrity === locked[name].integrity;
  };
  const names = Object.keys(locked).filter((name) => name !== '');
  return names.every(isSame) && Object.keys(installed).every((name) => name in locked);
}

function readJson(file) {
  if (!fs.existsSync(file)) return undefined;
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    say(`${path.relative(root, file)} cannot be read (${error.message}); taken as absent`);
    return undefined;
  }
}

/** The npm that runs this script, or else the one on the PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return [process.execPath, running];
  return ['npm'];
}

function findElectron(quiet) {
  const started = Date.now();
  try {
    const executable = electronRuntime({ quiet });
    if (!quiet) say(`electron: ${executable} (${seconds(started)})`);
    return executable;
  } catch (error) {
    throw new SetUpError(`No Electron runtime could be had: ${error.message}`);
  }
}

function buildIfStale(sayThere) {
  const started = Date.now();
  const stamp = at('out', '.built-from');
  const sources = hashOfSources();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sources) {
    sayThere('build: up to date');
    return;
  }
  say('build: building …');
  fs.rmSync(stamp, { force: true });
  const tool = at('node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const run = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new SetUpError(`The build failed:\n${run.error?.message ?? run.stdout + run.stderr}`);
  fs.writeFileSync(stamp, sources);
  say(`build: done in ${seconds(started)}`);
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = [
    'package.json',
    'package-lock.json',
    'electron.vite.config.ts',
    'share.vite.config.ts',
    'scripts/python-snapshot.mjs',
  ];
  for (const folder of ['app', 'core', 'fixtures']) {
    if (!fs.existsSync(at(folder))) continue;
    for (const entry of fs.readdirSync(at(folder), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      if (entry.isFile() && !/(\.test|^testing)\.tsx?$/.test(entry.name)) files.push(path.relative(root, file));
    }
  }
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(at(file)))
      .update('\0');
  return hash.digest('hex');
}
