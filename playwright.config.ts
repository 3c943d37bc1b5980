import { defineConfig } from '@playwright/test';

/** What drives the command line or the sandbox alone. */
const withoutWindow = /e2e\/(sandbox\/.*|cli|replay)\.spec\.ts$/;

/** What measures how long the window stands still, or a Stop takes, has the machine to itself. */
const alone = /e2e\/(hostile\/.*|sandbox\/stop)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  // Limits for what hangs, wide enough for a busy machine; how long a thing takes is the benches' matter.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // One window at a time, since two would take the focus from each other; what needs none runs beside it.
  workers: 2,
  projects: [
    { name: 'window', testIgnore: [withoutWindow, alone], workers: 1 },
    { name: 'no window', testMatch: withoutWindow, testIgnore: alone, workers: 1 },
    { name: 'window alone', testMatch: alone, workers: 1, dependencies: ['window', 'no window'] },
  ],
  reporter: 'list',
  use: { trace: 'retain-on-failure' },
});
