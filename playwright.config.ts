import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  workers: 1, // one window at a time: the machine's two cores belong to it and its Python page
  retries: 1, // a second try is told apart in the summary: the real window shares the machine with whatever else runs
  reporter: 'list',
  use: { trace: 'retain-on-failure' },
});
