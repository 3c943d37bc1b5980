// Stands in for Electron's own default app in the fallback runtime: runs the app whose folder is on the command line.
// Understands what Electron, electron-vite and Playwright pass: -r FILE, --app=FOLDER, --version.
import { app } from 'electron/main';
import fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(1);
const preloads = [];
let folder;
for (let i = 0; i < args.length; i++) {
  const arg = args[i];
  if (arg === '-v' || arg === '--version') {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  }
  if (arg === '-r' || arg === '--require') {
    i += 1;
    preloads.push(args[i]);
  } else if (arg.startsWith('--app=')) {
    folder = arg.slice('--app='.length);
    break;
  } else if (!arg.startsWith('-')) {
    folder = arg;
    break;
  }
}
const require = createRequire(import.meta.url);
for (const preload of preloads) require(path.resolve(preload));
if (!folder) {
  console.error('no app given');
  process.exit(2);
}
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });

const target = path.resolve(folder);
const manifestFile = path.join(target, 'package.json');
let entry = target;
if (fs.existsSync(manifestFile)) {
  const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName ?? manifest.name ?? app.name;
  app.setDesktopName(manifest.desktopName ?? `${app.name}.desktop`);
  app.setAppPath(target);
  entry = path.join(target, manifest.main ?? 'index.js');
} else {
  app.setAppPath(path.dirname(target));
}
try {
  // Top-level await: 'ready' waits until the app's own module has run, so it can still register its URL schemes.
  await import(pathToFileURL(Module._resolveFilename(entry, null, true)).href);
} catch (error) {
  console.error(error);
  process.exit(1);
}
