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

const read = (file: string) => readFileSync(file, 'utf8');
const action = read('.github/actions/review/action.yml');
const texts = globSync('{.github,packages/create-pagewright/files/.github}/workflows/*.yml').map(read);
const text = [...texts, action].join('\n');
const workflows = texts.map((one) => parse(one) as Workflow); // the tests below check this type
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const { runs } = parse(action) as { runs: Pick<Workflow['jobs'][string], 'steps'> }; // the tests below check this type
const steps = [...jobs.flatMap((job) => job.steps), ...runs.steps];

test('a pull request runs without secrets and without write access', () => {
  const occasions = ['pull_request', 'push', 'schedule', 'workflow_dispatch', 'workflow_run'];
  const usedTriggers = new Set(workflows.flatMap((workflow) => Object.keys(workflow.on)));
  expect([...usedTriggers].toSorted()).toEqual(occasions);
  for (const { permissions, on } of workflows)
    expect(permissions).toEqual('workflow_run' in on ? {} : { contents: 'read' });
  // The job that comments runs code from the default branch.
  const [comment, ...others] = jobs.filter(({ permissions }) => permissions !== undefined);
  expect(others).toEqual([]);
  expect(comment?.permissions).toEqual({ actions: 'read', contents: 'read', 'pull-requests': 'write' });
  expect(comment?.steps.flatMap((step) => step.with?.['ref'] ?? [])).toEqual([]);
  expect(text).not.toMatch(/\$\{\{[^}]*secrets/);
  // The title of a pull request must not become part of a command.
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  expect(
    steps.filter(
      (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    ),
  ).toEqual([]);
});

test('external actions are pinned to one commit each', () => {
  const usedActions = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, name]) => !name?.startsWith('./'));
  expect(usedActions.length).toBeGreaterThan(0);
  expect(
    usedActions.filter(([line]) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
  const [names, versions] = [/@.*/, /$/].map(
    (rest) => new Set(usedActions.map(([, name]) => name?.replace(rest, ''))),
  );
  expect(versions?.size).toBe(names?.size);
});

test('pictures are taken with the version of Playwright that tests use', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }; // required by npm
  expect(action).toContain(`playwright@${devDependencies['playwright']}\n`);
});

test('the pages are checked, and every shard of the tests runs', () => {
  expect(steps.map(({ run }) => run)).toEqual(
    expect.arrayContaining(['npm run validate', 'npm run test:all -- --shard="$SHARD/4"', '.ci/run']),
  );
  expect(workflows.flatMap(({ jobs }) => jobs['code']?.strategy?.matrix.shard ?? [])).toEqual([1, 2, 3, 4]);
});
