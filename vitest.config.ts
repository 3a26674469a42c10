import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests wait for conditions, so a busy machine only needs generous timeouts. The first build on a fresh clone
// bundles the code and draws every picture.
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } };

/** Tests in a browser, on a site that is built and served for them. */
const served = (name: string, include: string, pages: string) => ({
  extends: true as const,
  test: { name, include: [include], globalSetup: './tests/support/serve-site.ts', provide: { pages } },
});

export default defineConfig({
  test: {
    environment: 'node',
    ...timeouts,
    // Loading all modules for each file would take longer than most files. Tests restore what they change.
    isolate: false,
    // Tests often wait, so one worker more than cores keeps all cores busy.
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
