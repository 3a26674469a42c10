import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { buildHostedEditor } from '../../scripts/build/hosted-editor.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { expectAccessibleWidths } from '../support/accessibility.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { dropInfoLogs } from '../support/editor.ts';
import { locatePreview } from '../support/hosted-editor.ts';
import { offerPage, createOwnBlockSite } from '../support/own-block-site.ts';
import { serveFolder } from '../support/serve-folder.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';
import { getSiteFolders } from '../../scripts/system/project.ts';

const visit = startBrowser();
const files = createOwnBlockSite();
const site = startEditedSite(visit, { ...files, 'schema/page.schema.json': '' }, { command: dev });
const viewFile = 'blocks/offer/view.tsx';
const pageSchema = join(site.folder, 'schema/page.schema.json');

test("the script of a site's own block starts after a full load and after client-side navigation", async () => {
  const [out, data, cache] = ['dist', 'data', 'cache'].map((name) => join(site.folder, name)) as [
    string,
    string,
    string,
  ];
  await buildSite({ pages: join(site.folder, 'pages'), out, env: {} });
  const server = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  for (const start of ['/offers', '/']) {
    const options = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, logs } = await visit(server.address + start, options);
    await hydrate(page);
    if (start === '/') await page.getByRole('link', { name: 'Offers' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: '✓' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('WINTERTIDE');
    expect(await page.getByText('Open every day.').count()).toBe(1);
    expect(await page.getByRole('link', { name: '+44 20 7946 0000' }).isVisible()).toBe(true);
    if (start === '/offers') {
      // Disable colour transitions, so that the test can read colours immediately.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectAccessibleWidths(page, [375, 1440]);
    }
    expect(logs).toEqual([]);
  }
});

test("saving the view or schema of a site's own block updates the page, and errors in it do not hide other blocks", async () => {
  const { page } = await site.open('/offers');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  expect(await (await fetch(`${site.address}/pages.json`)).text()).toContain('/offers');
  site.write(viewFile, files[viewFile]!.replace('{code}</code>', 'Code {code}</code>'));
  await page.getByText('Code WINTERTIDE').waitFor();
  site.write(viewFile, files[viewFile]!.replace('</Code>', '</Cod>'));
  await page.getByText('The block offer cannot be shown').first().waitFor();
  await expect(page.getByRole('heading', { name: 'Offers of the harbour' }).isVisible()).resolves.toBe(true);
  site.write(viewFile, files[viewFile]!.replace('{code}<', '{code.a.b}<'));
  await page.getByText('view.tsx:18:').first().waitFor();
  await page.getByText('this file throws an error on /offers').first().waitFor();
  site.write(viewFile, files[viewFile]!);
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  site.write('hero.tsx', files['hero.tsx']!.replace('{...settings}', '{...settings} heading={{ a: 1 }}'));
  await page.getByText('hero.tsx:1:1').first().waitFor();
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  site.write('hero.tsx', files['hero.tsx']!);
  site.write('phone.tsx', files['phone.tsx']!.replace('{site.phone}<', '{site.a.b}<'));
  await page.getByText('phone.tsx:6:').first().waitFor();
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  site.write('phone.tsx', files['phone.tsx']!);
  await page.getByRole('link', { name: '+44 20 7946 0000' }).waitFor();
  const schema = 'blocks/offer/schema.ts';
  site.write(schema, files[schema]!.replace('visitors enter', 'guests enter'));
  await expect.poll(() => readFileSync(pageSchema, 'utf8')).toContain('guests enter');
  await page.locator('[data-copy] code', { hasText: /^WINTERTIDE$/ }).waitFor();
});

test("the editor in the browser checks and renders the site's own blocks", async () => {
  const folder = createSuiteFolder();
  const write = createWriter(folder);
  const failingBlock = {
    'blocks/sign/schema.ts': files['blocks/offer/schema.ts']!.replaceAll("'offer'", "'sign'"),
  };
  for (const [path, text] of Object.entries({ ...files, ...failingBlock })) write(path, text);
  write('blocks/sign/view.tsx', 'export default () => {\n  throw new Error("no sign");\n};\n');
  write('blocks/sign/example.yaml', files['blocks/offer/example.yaml']!.replace('type: offer', 'type: sign'));
  write('pages/signs.yaml', offerPage.replace('type: offer', 'type: sign'));
  const out = join(folder, 'editor');
  await buildHostedEditor(out, getSiteFolders(join(folder, 'pages')), true, () => {});
  const { address, stop } = await serveFolder(out);
  onTestFinished(stop);
  const { page, logs } = await visit(address, { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Try the example' }).click();
  await page.evaluate(() => (location.hash = '/offers'));
  const preview = locatePreview(page);
  await preview.getByText('WINTERTIDE').waitFor();
  await preview.getByText('Open every day.').waitFor();
  await page.evaluate(() => (location.hash = '/signs'));
  await preview
    .getByText('The block `sign` throws an error, so this page cannot be shown: no sign')
    .waitFor();
  expect(dropInfoLogs(logs)).toEqual([]);
});
