import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  if?: string | boolean;
  with?: Record<string, string>;
  env?: Record<string, string>;
}
interface Job {
  if?: string;
  'timeout-minutes': number;
  permissions?: Record<string, string>;
  steps: Step[];
}
export interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Action {
  inputs: Record<string, { default: string }>;
  runs: { steps: Step[] };
}

/** A run of a workflow, as the host starts it. */
export interface WorkflowRun {
  /** The repository, and the commit that is checked out. */
  repository: string;
  ref: string;
  /** An empty folder for the checkout and what the steps leave. */
  folder: string;
  /** The workflow in that commit. */
  file: string;
  /** What `github` is in expressions, and all that steps know of the host. */
  github: Record<string, unknown>;
  env: Record<string, string>;
  /** Where artifacts are, also those of other runs. */
  artifacts: string;
  /** What is done instead of these commands. */
  instead: Record<string, (checkout: string) => void>;
}

/** What became of a run. */
export interface FinishedRun {
  isSuccess: boolean;
  output: string;
  permissions: Record<string, string> | undefined;
  milliseconds: number;
}

/** Runs the first job of a workflow, step by step: `run` as the host does, and the few actions that are used. */
export async function runWorkflow(run: WorkflowRun): Promise<FinishedRun> {
  const begin = Date.now();
  const text = execFileSync('git', ['-C', run.repository, 'show', `${run.ref}:${run.file}`], {
    encoding: 'utf8',
  });
  const [job] = Object.values((parse(text) as Workflow).jobs); // a workflow of this repository
  const runner = new Runner(run, begin + (job?.['timeout-minutes'] ?? 0) * 60_000);
  if (job && isMet(job.if, run.github)) await runner.steps(job.steps, run.github);
  const { isSuccess, output } = runner;
  return { isSuccess, output, permissions: job?.permissions, milliseconds: Date.now() - begin };
}

class Runner {
  isSuccess = true;
  output = '';
  readonly #run: WorkflowRun;
  readonly #deadline: number;
  readonly #checkout: string;

  constructor(run: WorkflowRun, deadline: number) {
    [this.#run, this.#deadline, this.#checkout] = [run, deadline, join(run.folder, 'checkout')];
  }

  async steps(steps: readonly Step[], github: WorkflowRun['github'], inputs: Record<string, string> = {}) {
    for (const step of steps) {
      const context = { github, inputs };
      if (!(this.isSuccess || /always\(\)|!cancelled\(\)/.test(String(step.if)))) continue;
      if (!isMet(step.if, github)) continue;
      const filled = (values: Record<string, string> = {}) =>
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(String(value), context)]));
      if (step.run !== undefined) await this.#runScript(fill(step.run, context), filled(step.env));
      else if (step.uses?.startsWith('./')) {
        const file = join(this.#checkout, step.uses, 'action.yml');
        const action = parse(readFileSync(file, 'utf8')) as Action; // its form is that of an action
        const defaults = Object.fromEntries(
          Object.entries(action.inputs).map(([name, one]) => [name, one.default]),
        );
        await this.steps(action.runs.steps, github, filled({ ...defaults, ...step.with }));
      } else this.#action(step.uses ?? '', filled(step.with));
    }
  }

  #action(uses: string, given: Record<string, string>): void {
    const { repository, ref, artifacts } = this.#run;
    const [name] = uses.split('@');
    const artifact = join(artifacts, given['name'] ?? '');
    const path = join(this.#checkout, given['path'] ?? '');
    if (name === 'actions/checkout') {
      const depth = given['fetch-depth'] ?? '1';
      execFileSync('git', ['init', '-q', this.#checkout]);
      const git = (...args: string[]) =>
        execFileSync('git', ['-C', this.#checkout, ...args], { stdio: 'pipe' });
      git('fetch', '-q', '--depth', depth, `file://${repository}`, ref);
      git('checkout', '-q', 'FETCH_HEAD');
    } else if (name === 'actions/upload-artifact') {
      if (existsSync(path))
        cpSync(path, join(artifact, path.endsWith('.md') ? 'report.md' : ''), { recursive: true });
    } else if (name === 'actions/download-artifact') {
      if (existsSync(artifact)) cpSync(artifact, path, { recursive: true });
      else this.isSuccess = false;
    } else if (name !== 'actions/setup-node') throw new Error(`There is no action ${uses} here.`);
  }

  async #runScript(script: string, env: Record<string, string>): Promise<void> {
    const instead = this.#run.instead[script.trim()];
    if (instead) return instead(this.#checkout);
    const file = join(this.#run.folder, 'step.sh');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script);
    // As its own group, which ends as a whole.
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: this.#checkout,
      detached: true,
      env: { ...this.#run.env, GITHUB_STEP_SUMMARY: join(this.#run.folder, 'summary.md'), ...env },
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), this.#deadline - Date.now());
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const texts = await Promise.all([text(child.stdout), text(child.stderr)]);
    if ((await ended) !== 0) this.isSuccess = false;
    clearTimeout(timer);
    this.output += texts.join('');
  }
}

/** Whether a condition of the few kinds that are used is met: what is left of `&&` is about failures. */
function isMet(condition: string | boolean | undefined, github: WorkflowRun['github']): boolean {
  const terms = String(condition ?? 'true')
    .replaceAll(/\$\{\{|\}\}/g, '')
    .split('&&');
  return terms.every((term) => {
    const [left = '', right] = term.split('==').map((one) => one.trim());
    return right === undefined || valueOf(left, { github }) === right.replaceAll("'", '');
  });
}

const fill = (template: string, context: object): string =>
  template.replaceAll(/\$\{\{\s*(\S+?)\s*\}\}/g, (_, path: string) => String(valueOf(path, context) ?? ''));

const valueOf = (path: string, context: object): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], context); // of some object
