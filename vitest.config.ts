import { defineConfig } from 'vitest/config';

// Tests of what runs in node and in a browser; one file at a time, for they share the machine and measure it.
export default defineConfig({
  test: { include: ['tests/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
});
