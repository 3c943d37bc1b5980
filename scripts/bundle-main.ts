// Bundles a main process of its own for tests and benches that need Electron but not the desktop.

import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..');

/** entry   path of its module from the project's root. Returns the bundle's path, beside the built pages. */
export async function bundleMain(entry: string): Promise<string> {
  const name = entry.replace(/\.ts$/, '').replaceAll('/', '-');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: join(root, 'out/testing'),
      emptyOutDir: false,
      target: 'node20.18', // the oldest runtime that runs it, as in electron.vite.config.ts
      rolldownOptions: { external: ['electron'], output: { entryFileNames: `${name}.js` } },
    },
    ssr: { noExternal: true },
  });
  return join(root, 'out/testing', `${name}.js`);
}
