import { expect, test } from 'vitest';
import * as functions from '../../index.ts';
import type * as published from '../../pagewright.d.ts';

test('the package has the functions that its types name', () => {
  // The compiler demands that each accepts and returns what is published.
  const api: typeof published = functions;
  expect(Object.keys(api).toSorted()).toEqual([
    'build',
    'check',
    'defineConfig',
    'dev',
    'edit',
    'fix',
    'move',
    'preview',
    'report',
  ]);
});
