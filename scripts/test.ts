import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './base/find-chromium.ts';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

const root = join(import.meta.dirname, '..');
const stopSignals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let stoppedBy: NodeJS.Signals | undefined;

process.exitCode = await main(process.argv.slice(2));

async function main(vitestArgs: string[]): Promise<number> {
  const steps = vitestArgs.length > 0 ? { tests: async () => runChosen(vitestArgs) } : everyStep();
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, step] of Object.entries(steps)) {
    const start = performance.now();
    const count = await step().catch(countError);
    // Figures of a run cut short would only mislead.
    if (stoppedBy) return 128 + constants.signals[stoppedBy];
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stderr.write(`${count.failed > 0 ? '✗' : '✓'} ${name}: ${describe(count)} (${seconds} s)\n`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
  process.stdout.write(`${describe(total)}\n`);
  // A run in which nothing ran has proved nothing.
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function everyStep(): Record<string, () => Promise<Count>> {
  return {
    pages: async () => runCheck([join(root, 'scripts/validate.ts')]),
    types: async () => runCheck([cliOf('typescript', 'tsc'), '--noEmit']),
    lint: async () => runCheck([cliOf('oxlint', 'oxlint'), '--deny-warnings']),
    engine: async () => runVitest(['--project', 'engine']),
    browser: async () => runWithBrowser(['--project', 'browser', '--project', 'site']),
  };
}

/** Somebody who asks for engine tests only should not have to wait for a browser to be installed. */
function runChosen(vitestArgs: string[]): Promise<Count> {
  const engineOnly =
    vitestArgs.some((arg) => /\bengine\b/.test(arg)) &&
    !vitestArgs.some((arg) => /\b(browser|site)\b/.test(arg));
  return engineOnly ? runVitest(vitestArgs) : runWithBrowser(vitestArgs);
}

async function runCheck(args: string[]): Promise<Count> {
  const code = await runNode(args, process.env);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function runWithBrowser(vitestArgs: string[]): Promise<Count> {
  return runVitest(vitestArgs, { PAGEWRIGHT_CHROMIUM: await findChromium() });
}

function countError(error: unknown): Count {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
}

async function runVitest(vitestArgs: string[], extraEnv: NodeJS.ProcessEnv = {}): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-test-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { ...process.env, ...extraEnv };
  // With the machine's NODE_ENV=production React would come without what tests need; vitest sets its own.
  delete env['NODE_ENV'];
  try {
    const code = await runNode([cliOf('vitest', 'vitest'), 'run', ...vitestArgs, ...reporters], env);
    const count = countTests(report);
    // Unhandled errors and crashes show only in the exit code.
    if (code !== 0 && count.failed === 0) count.failed = 1;
    return count;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countTests(report: string): Count {
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  let files: VitestReport['testResults'];
  try {
    files = (JSON.parse(readFileSync(report, 'utf8')) as VitestReport).testResults;
  } catch {
    process.stderr.write('vitest ended without its report, which counts as a failed test.\n');
    return { ...count, failed: 1 };
  }
  for (const file of files) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === 'failed').length;
    count.passed += statuses.filter((status) => status === 'passed').length;
    count.skipped += statuses.filter((status) => status === 'skipped' || status === 'todo').length;
    // A file that cannot be loaded, or whose hooks fail, fails without any test of its own failing.
    count.failed += file.status === 'failed' ? Math.max(failed, 1) : failed;
  }
  return count;
}

/** The program file of a package, read from its package.json: the entries in .bin are no JavaScript on Windows. */
function cliOf(packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  return join(folder, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = (signal: NodeJS.Signals): void => {
      stoppedBy = signal;
      // In a terminal Ctrl+C has reached the child already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of stopSignals) process.on(signal, stop);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of stopSignals) process.off(signal, stop);
      resolve(code ?? 1);
    });
  });
}

function describe({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
