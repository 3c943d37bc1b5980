import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,app,bench,scripts}/**/*.test.{ts,tsx}'],
    passWithNoTests: true,
    // One less than the processors, which is one of two, leaves the other idle for most of the time.
    maxWorkers: '100%',
    // Properties over thousands of cases on a busy machine; nothing is timed by this.
    testTimeout: 60_000,
  },
});
