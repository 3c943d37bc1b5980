import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,app,bench,scripts}/**/*.test.{ts,tsx}'],
    passWithNoTests: true,
  },
});
