import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

const out = mkdtempSync(join(tmpdir(), 'pagewright-test-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

test(
  'npm run screenshots shows pages as they are, all on one sheet, and says how long they are',
  { timeout: 120_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'scripts/screenshots.ts',
      '--out',
      out,
      '--width',
      '375',
      '--routes',
      '/,/imprint',
    ]);
    expect(stdout).toMatch(/^\/ +\d+\.\d$/m);
    const { width, height = 0 } = await sharp(join(out, '375-light', 'imprint.png')).metadata();
    expect(width).toBe(375);
    expect(height).toBeGreaterThan(812);
    expect(existsSync(join(out, '375-light.png'))).toBe(true);
  },
);
