import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of a test is waiting, so two at a time keep even a small machine busy: without this one core of two would be left idle.
    maxWorkers: '100%',
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          // The first test that builds a site on a fresh clone bundles the code and draws every picture.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          globalSetup: './tests/browser/serve-site.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
