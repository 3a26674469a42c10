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

const texts = globSync('.github/workflows/*.yml').map((file) => readFileSync(file, 'utf8'));
const text = texts.join('\n');
const workflows = texts.map((one) => parse(one) as Workflow); // its form is what this file tests
const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const steps = jobs.flatMap((job) => job.steps);

test('a pull request runs without secrets and without write access', () => {
  const occasions = ['pull_request', 'push', 'schedule', 'workflow_dispatch', 'workflow_run'];
  const used = new Set(workflows.flatMap((workflow) => Object.keys(workflow.on)));
  expect([...used].toSorted()).toEqual(occasions);
  for (const { permissions, on } of workflows)
    expect(permissions).toEqual('workflow_run' in on ? {} : { contents: 'read' });
  // The comment is written by code of the default branch.
  const [comment, ...others] = jobs.filter(({ permissions }) => permissions !== undefined);
  expect(others).toEqual([]);
  expect(comment?.permissions).toEqual({ actions: 'read', contents: 'read', 'pull-requests': 'write' });
  expect(comment?.steps.flatMap((step) => step.with?.['ref'] ?? [])).toEqual([]);
  expect(text).not.toMatch(/\$\{\{[^}]*secrets/);
  // What a pull request is called must not become a part of a command.
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  expect(
    steps.filter(
      (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    ),
  ).toEqual([]);
});

test('external actions are pinned to a full version', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !/^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
});

test('the pages are checked, and every shard of the tests runs', () => {
  expect(steps.map(({ run }) => run)).toEqual(
    expect.arrayContaining(['npm run validate', 'npm run test:all -- --shard="$SHARD/4"', '.ci/run']),
  );
  expect(workflows.flatMap(({ jobs }) => jobs['code']?.strategy?.matrix.shard ?? [])).toEqual([1, 2, 3, 4]);
});
