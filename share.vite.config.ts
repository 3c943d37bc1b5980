// Builds the program of the shared page: one script and one style sheet with the fonts in it, into out/share. The editor is
// too large for a page, so plain views take its place.

import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const here = resolve(import.meta.dirname, 'app/renderer/share');

const plainViews: Plugin = {
  name: 'plain-views',
  enforce: 'pre',
  resolveId(source) {
    if (source.endsWith('/MonacoText.tsx')) return resolve(here, 'PlainText.tsx');
    if (source.endsWith('/MonacoDiff.tsx')) return resolve(here, 'PlainDiff.tsx');
    return null;
  },
};

export default defineConfig({
  root: here,
  logLevel: 'warn',
  plugins: [plainViews, react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'chrome110',
    outDir: resolve(import.meta.dirname, 'out/share'),
    emptyOutDir: true,
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: false,
    copyPublicDir: false,
    lib: {
      entry: resolve(here, 'share.tsx'),
      formats: ['iife'],
      name: 'peekPage',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
});
