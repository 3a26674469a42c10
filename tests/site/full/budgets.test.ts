import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { reportExcess, readFetchedPaths, measureGzipSize } from '../../support/requests.ts';

const visit = startBrowser();
const readBuilt = (path: string) => readFileSync(join(inject('out'), path));

test('the first visit to the home page needs at most 8 requests and 75 kB, excluding pictures', async () => {
  const { page } = await visit('/');
  await page.waitForLoadState('networkidle');
  const files = (await readFetchedPaths(page)).filter((file) =>
    /\.(css|js|woff2)$|^\/speculation-rules/.test(file),
  );
  const weights = Object.fromEntries(
    files.map((file) => [
      file,
      file.endsWith('.woff2') ? readBuilt(file).length : measureGzipSize(readBuilt(file)),
    ]),
  );
  expect(
    reportExcess('the first visit', { HTML: measureGzipSize(readBuilt('index.html')), ...weights }, 75_000),
  ).toEqual([]);
  expect(['/', ...files].length, files.join(', ')).toBeLessThanOrEqual(8);
});
