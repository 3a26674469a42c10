import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: Record<string, unknown>;
  permissions: unknown;
  jobs: Record<
    string,
    {
      permissions?: unknown;
      strategy?: { matrix: { shard: number[] } };
      steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
    }
  >;
}

const readText = (file: string) => readFileSync(file, 'utf8');
const actionText = readText('.github/actions/review/action.yml');
const texts = globSync('{.github,packages/create-pagewright/files/.github}/workflows/*.yml').map(readText);
const text = [...texts, actionText].join('\n');
const workflows = texts.map((workflowText) => parse(workflowText) as Workflow); // the tests below check this type
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const { runs } = parse(actionText) as { runs: Pick<Workflow['jobs'][string], 'steps'> }; // the tests below check this type
const steps = [...jobs.flatMap((job) => job.steps), ...runs.steps];

test('a pull request runs without secrets and without write access', () => {
  const triggers = ['pull_request', 'push', 'schedule', 'workflow_dispatch', 'workflow_run'];
  const usedTriggers = new Set(workflows.flatMap((workflow) => Object.keys(workflow.on)));
  expect([...usedTriggers].toSorted()).toEqual(triggers);
  for (const { permissions, on } of workflows)
    expect(permissions).toEqual('workflow_run' in on ? {} : { contents: 'read' });
  // Only the job that writes comments has write permissions. It must run code from the default branch.
  const [commentJob, ...otherJobs] = jobs.filter(({ permissions }) => permissions !== undefined);
  expect(otherJobs).toEqual([]);
  expect(commentJob?.permissions).toEqual({ actions: 'read', contents: 'read', 'pull-requests': 'write' });
  expect(commentJob?.steps.flatMap((step) => step.with?.['ref'] ?? [])).toEqual([]);
  expect(text).not.toMatch(/\$\{\{[^}]*secrets/);
  // The title of a pull request must never become part of a shell command.
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  expect(
    steps.filter(
      (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    ),
  ).toEqual([]);
});

test('each external action is pinned to one commit', () => {
  const usedActions = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, name]) => !name?.startsWith('./'));
  expect(usedActions.length).toBeGreaterThan(0);
  expect(
    usedActions.filter(([line]) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
  const [names, versions] = [/@.*/, /$/].map(
    (ignoredPart) => new Set(usedActions.map(([, name]) => name?.replace(ignoredPart, ''))),
  );
  expect(versions?.size).toBe(names?.size);
});

test('pictures are taken with the version of Playwright that the tests use', () => {
  const { devDependencies } = JSON.parse(readText('package.json')) as {
    devDependencies: Record<string, string>;
  }; // package.json has this format
  expect(actionText).toContain(`playwright@${devDependencies['playwright']}\n`);
});

test('the workflow checks the pages and runs every shard of the tests', () => {
  expect(steps.map(({ run }) => run)).toEqual(
    expect.arrayContaining(['npm run validate', 'npm run test:all -- --shard="$SHARD/4"', '.ci/run']),
  );
  expect(workflows.flatMap(({ jobs }) => jobs['code']?.strategy?.matrix.shard ?? [])).toEqual([1, 2, 3, 4]);
});
