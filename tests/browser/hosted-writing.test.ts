import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { worthALook } from '../support/editor.ts';
import { hostedEditor, openHostedFile, previewOf } from '../support/hosted-editor.ts';
import { pageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const source = pageYaml(
  '  - type: hero\n    heading: Home\n    lead: Rain *often* falls.\n\n  - type: faq\n    heading: Questions\n    items: [{ question: "Does it rain?", answer: It does. }]\n',
);
const hosted = hostedEditor(visit, { 'pages/index.yaml': source });

test('a text is written in the page, and becomes one commit', async () => {
  const { host } = hosted;
  const { page, logs } = await hosted.open();
  await openHostedFile(page, 'index.yaml');
  const preview = previewOf(page); setTimeout(() => { console.log(logs); void page.screenshot({ path: '/tmp/hosted1.png' }); void preview.locator('html').evaluate((h) => h.outerHTML.slice(0, 800)).then((x) => console.log(x)); }, 15000);
  await preview.locator('html[data-editing]').waitFor();
  await preview.getByRole('heading', { name: 'Home' }).click({ position: { x: 8, y: 24 } });
  await preview.locator('[data-pagewright-writing]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' port');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hand in (1)' }).waitFor();
  await preview.getByRole('heading', { name: 'Home port' }).waitFor();
  await expect.poll(() => page.locator('.code .cm-content').textContent()).toContain('heading: Home port');
  await page.screenshot({ path: '/tmp/hosted1.png' });
  expect(worthALook(logs)).toEqual([]);
  expect(host.opened).toEqual([]);
});
