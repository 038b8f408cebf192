import { defineConfig } from 'vitest/config';

const timed = ['large_files', 'text', 'text_tokens', 'ranking'].map((name) => `tests/web/${name}.test.ts`);
const common = { testTimeout: 120_000, hookTimeout: 120_000 };

// Tests of what runs in node and in a browser, two files at a time; then those that measure time, by themselves.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'parallel',
          include: ['tests/**/*.test.ts'],
          exclude: timed,
          maxWorkers: 2,
          retry: 1, // on a busy machine, a page can take longer than a test waits
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: 'alone', include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
