import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, inject, test } from 'vitest';
import { screenshots } from '../../scripts/screenshots.ts';
import { runCommand } from '../support/run-command.ts';

const out = mkdtempSync(join(tmpdir(), 'pagewright-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('npm run screenshots shows pages as they are, all on one sheet, and says how long they are', async () => {
  const args = ['--pages', inject('pages'), '--out', out, '--width', '375', '--routes', '/,/imprint'];
  const { out: stdout, err } = await runCommand(screenshots, args);
  expect(err).toBe('');
  expect(stdout).toMatch(/^\/ +\d+\.\d$/m);
  const { width, height = 0 } = await sharp(join(out, '375-light', 'imprint.png')).metadata();
  expect(width).toBe(375);
  expect(height).toBeGreaterThan(812);
  expect(existsSync(join(out, '375-light.png'))).toBe(true);
});
