import { defineConfig } from 'vitest/config';

// Tests of what runs in node and in a browser, two files at a time.
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    retry: 1, // on a busy machine, a page can take longer than a test waits
  },
});
