import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Timeouts of a test and of each hook, in milliseconds. Running all cases takes longer than a sample. */
const timeoutFactor = process.env['PAGEWRIGHT_UNSAMPLED'] ? 30 : 1;
const timeouts = {
  unit: 20_000 * timeoutFactor,
  browser: 60_000 * timeoutFactor,
  system: 120_000 * timeoutFactor,
};

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `The tests need Node 24.2 or newer; this is ${process.versions.node}. Run \`npm test\`, which uses its own Node.`,
  );
  process.exit(1);
}

interface Project {
  name: string;
  include: string[];
  deadline: number;
  /** Whether the project tests only the engine, so that reading the site in `pages/` is an error. */
  isEngine?: boolean;
  /** The pages folder of a site that is built before the project's tests. */
  pages?: string;
  /** Whether that site is also served, for tests in a browser. */
  isServed?: boolean;
}

const fixturePages = 'tests/fixtures/site/pages';

/** CONTRIBUTING.md describes each project. */
const projects: Project[] = [
  {
    name: 'unit',
    include: ['tests/{unit,golden}/**/*.test.{ts,tsx}'],
    deadline: timeouts.unit,
    isEngine: true,
  },
  {
    name: 'integration',
    include: ['tests/integration/**/*.test.ts'],
    deadline: timeouts.browser,
    isEngine: true,
  },
  {
    name: 'site-html',
    include: ['tests/site/html/**/*.test.ts'],
    deadline: timeouts.browser,
    pages: 'pages',
  },
  {
    name: 'smoke',
    include: ['tests/smoke/**/*.test.ts'],
    deadline: timeouts.browser,
    pages: fixturePages,
    isServed: true,
  },
  {
    name: 'browser',
    include: ['tests/browser/**/*.test.ts'],
    deadline: timeouts.browser,
    pages: fixturePages,
    isServed: true,
  },
  { name: 'system', include: ['tests/system/**/*.test.ts'], deadline: timeouts.system, isEngine: true },
  {
    name: 'site-full',
    include: ['tests/site/full/**/*.test.ts'],
    deadline: timeouts.browser,
    pages: 'pages',
    isServed: true,
  },
];

const toProjectConfig = ({
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
    // `expect.poll` waits for a condition, which can take a while on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // With isolation, loading all modules for each file would take longer than most tests. Tests restore global state.
    isolate: false,
    // Tests often wait, so one extra worker keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 3,
    projects: projects.map(toProjectConfig),
  },
});
