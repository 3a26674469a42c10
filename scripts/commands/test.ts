import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium, installFonts } from '../system/chromium.ts';
import { CommandError, defineCommand, runAsProgram } from '../system/command.ts';

interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; duration?: number }[];
  }[];
}

/** A group of checks or tests, whose counts and duration are printed on one line. */
interface TestGroup {
  name: string;
  run(options: readonly string[]): Promise<TestCounts>;
}

const root = join(import.meta.dirname, '../..');
const children = new Set<ChildProcess>();
let stopSignal: NodeJS.Signals | undefined;

const pageCheck = createCheck('pages', join(root, 'scripts/commands/validate.ts'));
const siteTextTests = createTests('texts and links of the site', 'site-html');
/** Stages run one after another. The groups of a stage run in parallel. The fastest stages come first. */
const quickStages: TestGroup[][] = [
  [
    pageCheck,
    createCheck('format', findProgram('oxfmt', 'oxfmt'), '--check'),
    createCheck('lint', findProgram('oxlint', 'oxlint'), '--deny-warnings'),
    createCheck('types', findProgram('typescript', 'tsc'), '--noEmit'),
  ],
  [createTests('functions and golden texts', 'unit')],
  [createTests('sites, commands and servers', 'integration')],
  [siteTextTests],
  [createTests('journeys in a browser', 'smoke')],
];
/** Stages of tests with many builds, processes or browser pages. These tests often wait, so they run in parallel. */
const slowStages: TestGroup[][] = [
  [createTests('browser, system and layout of the site', 'browser', 'system', 'site-full')],
];
const siteStages: TestGroup[][] = [
  [pageCheck],
  [siteTextTests],
  [createTests('the site in a browser', 'site-full')],
];
const browserProjects = new Set(['smoke', 'browser', 'site-full']);

export const test = defineCommand({
  name: 'test',
  description:
    'Runs the checks and tests that finish within minutes. With NAMES, runs only the matching tests.',
  arguments: {
    'NAMES...': 'Parts of test file paths, such as a folder in tests/',
  },
  options: {
    all: { type: 'boolean', description: 'Run all tests (`npm run test:all`)' },
    slow: { type: 'boolean', description: 'Run only the tests that `npm test` leaves out' },
    site: { type: 'boolean', description: 'Run the tests of the site in pages/ (`npm run test:site`)' },
    shard: {
      type: 'string',
      value: 'N/OF',
      description: 'Run one part of the tests; part 1 also runs the checks',
    },
    testNamePattern: {
      type: 'string',
      short: 't',
      value: 'TEXT',
      description: 'Run only tests whose titles match',
    },
  },
  examples: ['golden/diagnostics', 'unit/modules -t circle', '--project browser'],
  notes: () => 'All other options are passed to Vitest.\n',
  acceptsUnknownOptions: true,
  run: ({ values }, { args }) => {
    const options = args.filter((arg) => !/^--(?:all|slow|site)$/.test(arg));
    const runsAllTests = options.every((arg) => arg.startsWith('--shard='));
    const chosenStages = runsAllTests ? quickStages : [[createTests('chosen tests')]];
    return runGroups(
      values.slow
        ? slowStages
        : values.all
          ? [...quickStages, ...slowStages]
          : values.site
            ? siteStages
            : chosenStages,
      options,
    );
  },
});

async function runGroups(stages: readonly TestGroup[][], options: readonly string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopSignal = signal;
      // In a terminal, Ctrl+C has already sent the signal to the child processes.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal);
    });
  const counts: TestCounts[] = [];
  for (const stage of stages) {
    counts.push(...(await Promise.all(stage.map((group) => runGroup(group, options)))));
    // Print no counts for an interrupted run, because they would be misleading.
    if (stopSignal) return 128 + constants.signals[stopSignal];
  }
  const total = sumCounts(counts);
  process.stdout.write(`${formatCounts(total)}\n`);
  // A run without a single test is a failure.
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Runs a group and prints its result. An exception counts as a failure. */
async function runGroup({ name, run }: TestGroup, options: readonly string[]): Promise<TestCounts> {
  const start = performance.now();
  const count = await run(options).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  if (stopSignal || count.passed + count.failed === 0) return count;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stderr.write(`${count.failed > 0 ? '✗' : '✓'} ${name}: ${formatCounts(count)} (${seconds} s)\n`);
  return count;
}

/** Creates a group that runs a program. The output of the program is printed only if it fails. */
function createCheck(name: string, ...program: readonly string[]): TestGroup {
  return {
    name,
    run: async (options) => {
      // Run checks only in the first shard, because checks cannot be split.
      if (options.some((option) => /^--shard=(?!1\/)/.test(option))) return sumCounts([]);
      const { code, output } = await runNode(program, 'pipe');
      if (code !== 0 && !stopSignal) process.stderr.write(output);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
    },
  };
}

/** Creates a group that runs the named Vitest projects, or all projects of vitest.config.ts. */
function createTests(name: string, ...projects: string[]): TestGroup {
  return {
    name,
    run: async (options) => {
      if (/[#?%]/.test(root))
        throw new CommandError(
          'Vitest reads `#`, `?` and `%` in a folder path as parts of a URL, so the tests cannot run here: ' +
            `${root}\nRename the folder, or clone the project elsewhere. All other commands work here.`,
        );
      const args = [...projects.flatMap((project) => ['--project', project]), ...options];
      const needsBrowser =
        projects.length > 0
          ? projects.some((project) => browserProjects.has(project))
          : !options.some((option) => /\b(?:unit|golden|integration|html)\b/.test(option));
      // Only browser tests wait until a browser is installed.
      if (!needsBrowser) return runVitest(args);
      const chromium = await findChromium();
      await installFonts();
      return runVitest(args, { PAGEWRIGHT_CHROMIUM: chromium });
    },
  };
}

async function runVitest(args: readonly string[], extraEnv: NodeJS.ProcessEnv = {}): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const { code } = await runNode(
      [findProgram('vitest', 'vitest'), 'run', ...args, ...reporters],
      'inherit',
      extraEnv,
    );
    const report = readReport(file);
    const count = countTests(report);
    if (!stopSignal) process.stderr.write(listSlowTests(report));
    // Also check the exit code, because the report does not contain unhandled errors and crashes.
    if (code !== 0 && count.failed === 0) count.failed = 1;
    return count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): VitestReport {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    process.stderr.write('vitest exited without a report, which counts as a failed test.\n');
    return { testResults: [{ name: '', status: 'failed', assertionResults: [] }] };
  }
}

function countTests({ testResults }: VitestReport): TestCounts {
  return sumCounts(
    testResults.map(({ status, assertionResults }) => {
      const countStatuses = (...statuses: string[]) =>
        assertionResults.filter((test) => statuses.includes(test.status)).length;
      // A test file that cannot be loaded, or whose hooks fail, has status `failed` but no failed test.
      const failedCount =
        status === 'failed' ? Math.max(countStatuses('failed'), 1) : countStatuses('failed');
      return {
        passed: countStatuses('passed'),
        failed: failedCount,
        skipped: countStatuses('skipped', 'pending', 'todo'),
      };
    }),
  );
}

/** Lists the ten slowest tests that took more than five seconds, one per line. */
function listSlowTests({ testResults }: VitestReport): string {
  return testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        file: relative(root, name),
        fullName,
        duration,
      })),
    )
    .filter(({ duration }) => duration > 5000)
    .toSorted((a, b) => b.duration - a.duration)
    .slice(0, 10)
    .map(
      ({ file, fullName, duration }) => `  slow: ${(duration / 1000).toFixed(1)} s  ${file}: ${fullName}\n`,
    )
    .join('');
}

/**
 * Finds the script of a package's command. Reads package.json, because on Windows the files in .bin are not JavaScript.
 */
function findProgram(packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

/** Runs a script with Node. Its output is printed (`inherit`) or returned (`pipe`). */
function runNode(
  args: readonly string[],
  output: 'inherit' | 'pipe',
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...extraEnv };
    // With NODE_ENV=production, React would lack functions that the tests use. Vitest sets its own value.
    delete env['NODE_ENV'];
    const child = spawn(process.execPath, [...args], { cwd: root, env, stdio: ['ignore', output, output] });
    children.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output: text });
    });
  });
}

function sumCounts(counts: readonly TestCounts[]): TestCounts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const key of ['passed', 'failed', 'skipped'] as const)
    for (const count of counts) total[key] += count[key];
  return total;
}

function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

if (import.meta.main) await runAsProgram(test);
