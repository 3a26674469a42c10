import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium, installFonts } from './system/chromium.ts';
import { defineCommand, runAsProgram } from './system/command.ts';

interface Count {
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

const root = join(import.meta.dirname, '..');
const children = new Set<ChildProcess>();
let stoppedBy: NodeJS.Signals | undefined;

export const test = defineCommand({
  name: 'test',
  description: 'Runs all checks and tests. With arguments it runs only the tests that they choose.',
  arguments: {
    'NAMES...': 'A project (engine, browser or site), or files whose path contains a text',
  },
  options: {
    shard: {
      type: 'string',
      value: 'N/OF',
      description: 'Run one part of the tests; part 1 also runs the checks',
    },
    testNamePattern: {
      type: 'string',
      short: 't',
      value: 'TEXT',
      description: 'Run tests whose titles contain a text',
    },
  },
  examples: ['engine', 'checker/golden', 'engine/rooms -t circle'],
  notes: () => 'All other options are options of vitest.\n',
  acceptsUnknownOptions: true,
  run: (_parsed, { args }) => runAll(args),
});

async function runAll(vitestArgs: readonly string[]): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stoppedBy = signal;
      // In a terminal, Ctrl+C has already reached the children.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal);
    });
  // The checks run next to the tests, which often wait and leave a core free.
  const counts = await Promise.all([
    ...(vitestArgs.every((arg) => arg.startsWith('--shard=1/')) ? [runChecks()] : []),
    runStep('tests', () => runTests(vitestArgs)),
  ]);
  // The counts of an interrupted run would mislead.
  if (stoppedBy) return 128 + constants.signals[stoppedBy];
  const total = sum(counts);
  process.stdout.write(`${describe(total)}\n`);
  // A run without a single test is a failure.
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

async function runChecks(): Promise<Count> {
  const checks: Record<string, string[]> = {
    pages: [join(root, 'scripts/validate.ts')],
    // More threads would not be faster, but take the processor time of the tests.
    types: [programOf('typescript', 'tsc'), '--noEmit', '--singleThreaded'],
    lint: [programOf('oxlint', 'oxlint'), '--deny-warnings'],
    format: [programOf('oxfmt', 'oxfmt'), '--check'],
  };
  const counts: Count[] = [];
  for (const [name, args] of Object.entries(checks)) {
    if (stoppedBy) break;
    counts.push(
      await runStep(name, async () => {
        const { code, output } = await runNode(args, 'pipe');
        if (code !== 0) process.stderr.write(output);
        return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
      }),
    );
  }
  return sum(counts);
}

/** Runs a step and prints its result. An exception counts as a failure. */
async function runStep(name: string, step: () => Promise<Count>): Promise<Count> {
  const start = performance.now();
  const count = await step().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  if (stoppedBy) return count;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stderr.write(`${count.failed > 0 ? '✗' : '✓'} ${name}: ${describe(count)} (${seconds} s)\n`);
  return count;
}

async function runTests(vitestArgs: readonly string[]): Promise<Count> {
  if (/[#?%]/.test(root))
    throw new Error(
      'Vitest takes `#`, `?` and `%` in the path of a folder for parts of a URL, so the tests cannot run here: ' +
        `${root}\nRename the folder, or clone the project elsewhere. All other commands work here.`,
    );
  // Tests of the engine alone should not wait for the installation of a browser.
  const mentions = (pattern: RegExp) => vitestArgs.some((arg) => pattern.test(arg));
  if (mentions(/\bengine\b/) && !mentions(/\b(browser|site)\b/)) return runVitest(vitestArgs);
  try {
    const chromium = await findChromium();
    await installFonts();
    return await runVitest(vitestArgs, { PAGEWRIGHT_CHROMIUM: chromium });
  } catch (error) {
    // The tests of the engine need no browser.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return sum([
      { passed: 0, failed: 1, skipped: 0 },
      await runVitest(['--project', 'engine', ...vitestArgs]),
    ]);
  }
}

async function runVitest(vitestArgs: readonly string[], extraEnv: NodeJS.ProcessEnv = {}): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-test-'));
  const file = join(folder, 'report.json');
  const args = [...vitestArgs, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const { code } = await runNode([programOf('vitest', 'vitest'), 'run', ...args], 'inherit', extraEnv);
    const report = readReport(file);
    const count = countTests(report);
    if (!stoppedBy) process.stderr.write(slowest(report, 10));
    // Unhandled errors and crashes show only in the exit code.
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

function countTests({ testResults }: VitestReport): Count {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      const count = (...statuses: string[]) =>
        assertionResults.filter((test) => statuses.includes(test.status)).length;
      // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
      const failed = status === 'failed' ? Math.max(count('failed'), 1) : count('failed');
      return { passed: count('passed'), failed, skipped: count('skipped', 'pending', 'todo') };
    }),
  );
}

/** Lists the slowest tests, one per line. */
function slowest({ testResults }: VitestReport, count: number): string {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      file: relative(root, name),
      fullName,
      duration,
    })),
  );
  const lines = tests
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, count)
    .map(({ file, fullName, duration }) => `  ${(duration / 1000).toFixed(1)} s  ${file}: ${fullName}\n`);
  return `The slowest tests:\n${lines.join('')}`;
}

/** The program of a package, from its package.json: on Windows, the files in .bin are not JavaScript. */
function programOf(packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

/** Runs a script with Node. Its output is printed (`inherit`) or returned (`pipe`). */
function runNode(
  args: string[],
  output: 'inherit' | 'pipe',
  extraEnv: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...extraEnv };
    // With NODE_ENV=production, React would lack what the tests need. Vitest sets its own value.
    delete env['NODE_ENV'];
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', output, output] });
    children.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject);
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output: text });
    });
  });
}

function sum(counts: readonly Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const key of ['passed', 'failed', 'skipped'] as const)
    for (const count of counts) total[key] += count[key];
  return total;
}

function describe({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

if (import.meta.main) await runAsProgram(test);
