import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { everyRoute } from '../support/every-route.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { wakeAll } from '../support/settle.ts';

const visit = startBrowser();
const documentsIn = (folder: string) =>
  globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file));

test.skipIf(!hasJava)(
  'the Nu HTML checker finds no error and no warning in any document of the site (skipped where there is no Java)',
  { timeout: 120_000 },
  async () => {
    const documents = documentsIn(inject('out'));
    expect(documents.length).toBeGreaterThanOrEqual(everyRoute.length);
    expect(await htmlDiagnostics(inject('out'), documents)).toEqual([]);
  },
);

test.skipIf(!hasJava)(
  'the Nu HTML checker finds no error and no warning in any page once it is awake (skipped where there is no Java)',
  { timeout: 180_000 },
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagewright-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { page } = await visit('/404');
    for (const route of everyRoute) {
      await page.goto(inject('site') + route);
      await wakeAll(page);
      mkdirSync(join(folder, route), { recursive: true });
      writeFileSync(join(folder, route, 'awake.html'), await page.content());
    }
    const documents = documentsIn(folder);
    expect(documents.length).toBe(everyRoute.length);
    expect(await htmlDiagnostics(folder, documents)).toEqual([]);
  },
);
