// Serves the window as a page of a plain browser: npx vite --config app/renderer/testing/vite.browser.config.ts, then
// /renderer/testing/browser.html?study=review.

import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [react()],
  worker: { format: 'es' },
  server: { port: 5199, strictPort: true },
  build: {
    outDir: resolve(import.meta.dirname, '../../../out/browser'),
    emptyOutDir: true,
    rolldownOptions: { input: resolve(import.meta.dirname, 'browser.html') },
  },
});
