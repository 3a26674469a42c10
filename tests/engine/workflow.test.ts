import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: Record<string, unknown>;
  permissions: unknown;
  jobs: Record<
    string,
    { permissions?: unknown; steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }
  >;
}

const text = readFileSync('.github/workflows/pages.yml', 'utf8');
const workflow = parse(text) as Workflow; // its form is what this file tests
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

test('a pull request from anybody runs with nothing to steal or to break', () => {
  expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([undefined, undefined]);
  expect(text).not.toMatch(/\$\{\{[^}]*secrets/);
  // What a pull request is called must not become a part of a command.
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  expect(
    steps.filter(
      (step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false,
    ),
  ).toEqual([]);
});

test('other people’s actions are named by their full version', () => {
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !/^[\w-]+\/[\w-]+@(v\d+\.\d+\.\d+|[0-9a-f]{40})$/.test(name))).toEqual([]);
});

test('the pages are checked, and the tests run', () => {
  expect(steps.map(({ run }) => run)).toEqual(expect.arrayContaining(['npm run validate', 'npm test']));
});
