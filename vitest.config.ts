import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,app,bench,scripts}/**/*.test.{ts,tsx}'],
    passWithNoTests: true,
    // Properties over thousands of cases on a busy machine; nothing is timed by this.
    testTimeout: 60_000,
  },
});
