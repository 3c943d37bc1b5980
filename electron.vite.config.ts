import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';

const at = (path: string) => resolve(import.meta.dirname, path);

/**
 * Loaded from node_modules at run time: the first holds native code, the second finds its WASM file beside itself.
 * Everything else is bundled, so a packed app needs only these two folders (see electron-builder.yml).
 */
const external = ['@photostructure/sqlite', 'tiktoken'];
const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { dependencies: Record<string, string> };
const bundled = Object.keys(manifest.dependencies).filter((name) => !external.includes(name));

/**
 * The lowest engine that runs the built code. electron-vite would read the installed electron's version, but the
 * fallback runtime (scripts/electron-runtime.mjs) is older: Node 20.18, Chromium 130.
 */
const nodeTarget = 'node20.18';
const chromeTarget = 'chrome130';

/** Pyodide is loaded by URL at run time, so its files are copied, not bundled; the snapshot makes it start faster. */
function copyPyodide() {
  const files = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
  return {
    name: 'copy-pyodide',
    apply: 'build' as const,
    closeBundle() {
      const target = at('out/renderer/pyodide');
      mkdirSync(target, { recursive: true });
      for (const file of files) cpSync(at(`node_modules/pyodide/${file}`), resolve(target, file));
      const snapshot = [at('scripts/python-snapshot.mjs'), resolve(target, 'snapshot.bin.gz')];
      const made = spawnSync(process.execPath, snapshot, { stdio: ['ignore', 'inherit', 'inherit'] });
      if (made.status !== 0) throw new Error('the snapshot of the started Python could not be made');
    },
  };
}

/** The program that a study shared as one HTML file carries with it. */
function buildSharedPage() {
  return {
    name: 'shared-page',
    apply: 'build' as const,
    async closeBundle() {
      await build({ configFile: at('share.vite.config.ts') });
    },
  };
}

export default defineConfig({
  main: {
    build: {
      target: nodeTarget,
      outDir: at('out/main'),
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        // The last two are core as a library (package.json, "exports"): `import { … } from 'peek'` in plain Node.
        input: { index: at('app/main/index.ts'), core: at('core/index.ts'), 'core-node': at('core/node/index.ts') },
      },
    },
  },
  preload: {
    build: {
      target: nodeTarget,
      outDir: at('out/preload'),
      externalizeDeps: false, // a sandboxed preload cannot load node_modules
      rolldownOptions: {
        input: { index: at('app/preload/index.ts'), 'python-page': at('app/preload/python-page.ts') },
        treeshake: { moduleSideEffects: false }, // it takes two names from app/bridge, not the schemas beside them
        output: { format: 'cjs', entryFileNames: '[name].cjs' }, // a sandboxed preload must be CommonJS
      },
    },
  },
  renderer: {
    root: at('app'), // both pages lie under it: out/renderer/renderer/index.html and out/renderer/sandbox/page/index.html
    plugins: [react(), copyPyodide(), buildSharedPage()],
    worker: { format: 'es' },
    build: {
      target: chromeTarget,
      outDir: at('out/renderer'),
      minify: true,
      assetsInlineLimit: 0, // the page's policy lets fonts come from files only
      modulePreload: { polyfill: false }, // Chromium has it
      rolldownOptions: {
        input: { index: at('app/renderer/index.html'), sandbox: at('app/sandbox/page/index.html') },
      },
    },
  },
});
