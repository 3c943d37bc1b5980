import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  workers: 1, // one window at a time: the machine's two cores belong to it and its Python page
  reporter: 'list',
  use: { trace: 'retain-on-failure' },
});
