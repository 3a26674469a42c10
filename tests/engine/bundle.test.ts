import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.ts';

const { assets } = await bundle();
const files = globSync('**/*.js', { cwd: join(assets, '../../server') });
const code = files.map((file) => readFileSync(join(assets, '../../server', file), 'utf8')).join('\n');

test('no environment brings the development build of React back into the renderer', () => {
  expect(code).toContain('renderToPipeableStream');
  expect(code.match(/process\.env\.NODE_ENV|jsxDEV/g)).toBeNull();
});
