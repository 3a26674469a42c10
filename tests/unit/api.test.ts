import { expect, test } from 'vitest';
import * as api from '../../index.ts';

test('the package exports the public functions', () => {
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
