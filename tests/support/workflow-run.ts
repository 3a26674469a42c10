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

export interface WorkflowRun {
  /** The path of the Git repository. */
  repository: string;
  /** The commit to check out. */
  ref: string;
  /** The path of an empty folder for the checkout and temporary files. */
  folder: string;
  /** The path of the workflow file in the commit. */
  file: string;
  /** The `github` context that expressions in the workflow can use. */
  github: Record<string, unknown>;
  env: Record<string, string>;
  /** The folder in which artifacts are stored. Several runs may share it. */
  artifacts: string;
  /** Functions that run instead of a step's script. The keys are the scripts. */
  replacements: Record<string, (checkout: string) => void>;
}

/** The result of running a workflow. */
export interface WorkflowResult {
  isSuccess: boolean;
  output: string;
  permissions: Record<string, string> | undefined;
  milliseconds: number;
}

/** Runs the first job of a workflow as GitHub would. Supports only the actions that Pagewright uses. */
export async function runWorkflow(run: WorkflowRun): Promise<WorkflowResult> {
  const start = Date.now();
  const text = execFileSync('git', ['-C', run.repository, 'show', `${run.ref}:${run.file}`], {
    encoding: 'utf8',
  });
  const [job] = Object.values((parse(text) as Workflow).jobs); // a workflow of this repository
  const runner = new Runner(run, start + (job?.['timeout-minutes'] ?? 0) * 60_000);
  if (job && isConditionMet(job.if, run.github)) await runner.runSteps(job.steps, run.github);
  const { isSuccess, output } = runner;
  return { isSuccess, output, permissions: job?.permissions, milliseconds: Date.now() - start };
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

  async runSteps(steps: readonly Step[], github: WorkflowRun['github'], inputs: Record<string, string> = {}) {
    for (const step of steps) {
      const context = { github, inputs };
      if (!(this.isSuccess || /always\(\)|!cancelled\(\)/.test(String(step.if)))) continue;
      if (!isConditionMet(step.if, github)) continue;
      const fillValues = (values: Record<string, string> = {}) =>
        Object.fromEntries(
          Object.entries(values).map(([key, value]) => [key, fillExpressions(String(value), context)]),
        );
      if (step.run !== undefined)
        await this.#runScript(fillExpressions(step.run, context), fillValues(step.env));
      else if (step.uses?.startsWith('./')) {
        const file = join(this.#checkout, step.uses, 'action.yml');
        const action = parse(readFileSync(file, 'utf8')) as Action; // an action of this repository
        const defaults = Object.fromEntries(
          Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
        );
        await this.runSteps(action.runs.steps, github, fillValues({ ...defaults, ...step.with }));
      } else this.#runAction(step.uses ?? '', fillValues(step.with));
    }
  }

  #runAction(uses: string, inputs: Record<string, string>): void {
    const { repository, ref, artifacts } = this.#run;
    const [name] = uses.split('@');
    const artifact = join(artifacts, inputs['name'] ?? '');
    const path = join(this.#checkout, inputs['path'] ?? '');
    if (name === 'actions/checkout') {
      const depth = inputs['fetch-depth'] ?? '1';
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
    } else if (name !== 'actions/setup-node') throw new Error(`Unsupported action: ${uses}`);
  }

  async #runScript(script: string, env: Record<string, string>): Promise<void> {
    const replacement = this.#run.replacements[script.trim()];
    if (replacement) return replacement(this.#checkout);
    const file = join(this.#run.folder, 'step.sh');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, script);
    // The script runs in a separate process group, so that a timeout also stops its child processes.
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
      cwd: this.#checkout,
      detached: true,
      env: { ...this.#run.env, GITHUB_STEP_SUMMARY: join(this.#run.folder, 'summary.md'), ...env },
    });
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), this.#deadline - Date.now());
    const exitCode = new Promise<number | null>((done) => child.once('close', done));
    const texts = await Promise.all([text(child.stdout), text(child.stderr)]);
    if ((await exitCode) !== 0) this.isSuccess = false;
    clearTimeout(timer);
    this.output += texts.join('');
  }
}

/** Returns whether all comparisons in a condition are true. Status functions such as `always()` are ignored. */
function isConditionMet(condition: string | boolean | undefined, github: WorkflowRun['github']): boolean {
  const terms = String(condition ?? 'true')
    .replaceAll(/\$\{\{|\}\}/g, '')
    .split('&&');
  return terms.every((term) => {
    const [left = '', right] = term.split('==').map((side) => side.trim());
    return right === undefined || readContext(left, { github }) === right.replaceAll("'", '');
  });
}

const fillExpressions = (template: string, context: object): string =>
  template.replaceAll(/\$\{\{\s*(\S+?)\s*\}\}/g, (_, path: string) =>
    String(readContext(path, context) ?? ''),
  );

const readContext = (path: string, context: object): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], context); // contexts are nested objects
