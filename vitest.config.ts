import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Milliseconds for a test and for each of its hooks. All cases of a test take longer than its sample. */
const factor = process.env['PAGEWRIGHT_UNSAMPLED'] ? 30 : 1;
const deadlines = { unit: 20_000 * factor, browser: 60_000 * factor, system: 120_000 * factor };

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `The tests need Node 24.2 or newer; this is ${process.versions.node}. \`npm test\` brings its own.`,
  );
  process.exit(1);
}

interface Project {
  name: string;
  include: string[];
  deadline: number;
  /** Whether it tests the engine, and so may not read the site in `pages/`. */
  isEngine?: boolean;
  /** The pages of a site that is built for it. */
  pages?: string;
  /** Whether that site is served, for tests in a browser. */
  isServed?: boolean;
}

const fixture = 'tests/fixtures/site/pages';

/** CONTRIBUTING.md says what each one is for. */
const projects: Project[] = [
  {
    name: 'unit',
    include: ['tests/{unit,golden}/**/*.test.{ts,tsx}'],
    deadline: deadlines.unit,
    isEngine: true,
  },
  {
    name: 'integration',
    include: ['tests/integration/**/*.test.ts'],
    deadline: deadlines.browser,
    isEngine: true,
  },
  {
    name: 'site-html',
    include: ['tests/site/html/**/*.test.ts'],
    deadline: deadlines.browser,
    pages: 'pages',
  },
  {
    name: 'smoke',
    include: ['tests/smoke/**/*.test.ts'],
    deadline: deadlines.browser,
    pages: fixture,
    isServed: true,
  },
  {
    name: 'browser',
    include: ['tests/browser/**/*.test.ts'],
    deadline: deadlines.browser,
    pages: fixture,
    isServed: true,
  },
  { name: 'system', include: ['tests/system/**/*.test.ts'], deadline: deadlines.system, isEngine: true },
  {
    name: 'site-full',
    include: ['tests/site/full/**/*.test.ts'],
    deadline: deadlines.browser,
    pages: 'pages',
    isServed: true,
  },
];

const settingsOf = ({
  name,
  include,
  deadline,
  isEngine,
  pages,
  isServed,
}: Project): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    testTimeout: deadline,
    hookTimeout: deadline,
    ...(isEngine && { setupFiles: './tests/support/engine-only.ts' }),
    ...(pages !== undefined && {
      provide: { pages },
      globalSetup: isServed ? './tests/support/serve-site.ts' : './tests/support/build-site.ts',
    }),
  },
});

export default defineConfig({
  test: {
    environment: 'node',
    // Tests wait for conditions. On a busy machine that can take a while.
    expect: { poll: { timeout: 20_000 } },
    // Loading all modules for each file would take longer than most files. Tests restore what they change.
    isolate: false,
    // Tests often wait, so one worker more than cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 3,
    projects: projects.map(settingsOf),
  },
});
