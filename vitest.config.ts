import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,app,bench,scripts}/**/*.test.{ts,tsx}'],
    passWithNoTests: true,
    // Else one less than the processors: one of two.
    maxWorkers: '100%',
    // Properties over thousands of cases on a busy machine; nothing is timed by this.
    testTimeout: 60_000,
  },
});
