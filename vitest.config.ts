import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// A loaded machine makes no test fail: tests wait for conditions, and these are only the ends of patience.
// The first test that builds a site on a fresh clone bundles the code and draws every picture.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

/** Tests with a browser, for the site that they are given built and served. */
const served = (name: string, include: string, pages: string) => ({
  extends: true as const,
  test: { name, include: [include], globalSetup: './tests/support/serve-site.ts', provide: { pages } },
});

export default defineConfig({
  test: {
    environment: 'node',
    ...patience,
    // To load all modules again for each file takes longer than many a file; what a test changes of them, or
    // of the environment, it puts back.
    isolate: false,
    // Much of a test is waiting: one worker more than there are cores leaves none of them idle.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'engine',
          include: ['tests/engine/**/*.test.{ts,tsx}'],
          setupFiles: './tests/support/engine-only.ts',
        },
      },
      served('browser', 'tests/browser/**/*.test.ts', 'tests/fixtures/site/pages'),
      served('site', 'tests/site/**/*.test.ts', 'pages'),
    ],
  },
});
