import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { listCatalogueEntries } from '../../scripts/catalogue/examples.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { startBrowser, type Visitor } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { takeSample } from '../support/sample.ts';
import { toPageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const home = toPageYaml('  - type: hero\n    heading: Home page\n');
const site = startEditedSite(visit, { 'pages/index.yaml': home }, { command: dev });
const blocks = listCatalogueEntries();
const examples = blocks.flatMap((block) => block.examples);

/** Opens the catalogue with empty preview frames, because loading every example is slow. */
const visitWithoutExamples: Visitor = (path, options) =>
  visit(site.address + path, { reducedMotion: 'reduce', ...options }, (page) =>
    page.route('**/__blocks/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html lang="en"><title>Example</title>' }),
    ),
  );

const readVisibleBlocks = (page: Page) =>
  page.locator('.block:visible').evaluateAll((elements) => elements.map(({ id }) => id));

test('the catalogue shows every block in each of its layouts', async () => {
  const { page, logs } = await visitWithoutExamples('/__blocks');
  expect((await readVisibleBlocks(page)).toSorted()).toEqual(blocks.map(({ type }) => type).toSorted());
  const shownExamples = await page.locator('article').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(shownExamples.toSorted()).toEqual(examples.map(({ id }) => id).toSorted());
  expect(logs).toEqual([]);
});

const partCount = 4;
const sampledExamples = takeSample(examples, Math.ceil(examples.length / 2));
test.each(Array.from({ length: partCount }, (_, part) => part))(
  'no catalogue example is empty or broken (part %i)',
  async (part) => {
    const { page } = await visit('about:blank', { reducedMotion: 'reduce' });
    const problems: string[] = [];
    for (const { id, type, layout } of sampledExamples.filter((_, index) => index % partCount === part)) {
      await page.goto(`${site.address}/__blocks/${type}/${layout}`, { waitUntil: 'domcontentloaded' });
      const measurements = await page.evaluate(async (blockType) => {
        // Pictures below the window load lazily, so load them now.
        for (const picture of document.images) picture.loading = 'eager';
        await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
        const part = document.querySelector<HTMLElement>(`[data-block="${blockType}"]`);
        return {
          // A table of contents beside the text has a `clientHeight` of 0.
          height: part?.scrollHeight ?? 0,
          words: part?.innerText.trim().length ?? 0,
          broken: [...document.images].filter((picture) => picture.naturalWidth === 0).map(({ src }) => src),
          others: [...document.body.children]
            .filter((element) => element.localName !== 'main' && element.getClientRects().length > 0)
            .map((element) => element.localName),
        };
      }, type);
      const hasWords = measurements.words > 0 || type === 'logos' || type === 'logo-carousel';
      if (
        measurements.height < 60 ||
        !hasWords ||
        measurements.broken.length + measurements.others.length > 0
      )
        problems.push(`${id}: ${JSON.stringify(measurements)}`);
    }
    expect(problems).toEqual([]);
  },
);

test('each preview frame is exactly as high as its block', async () => {
  const { page, logs } = await visit(`${site.address}/__blocks#alert-line`);
  const frame = page.frameLocator('#alert-line iframe');
  await frame.locator('[data-block=alert]').waitFor();
  await expect
    .poll(() =>
      page
        .locator('#alert-line iframe')
        .evaluate(
          (element: HTMLIFrameElement) =>
            element.offsetHeight - (element.contentDocument?.body.offsetHeight ?? 0),
        ),
    )
    .toBe(0);
  await expect
    .poll(() => page.locator('#alert-line h3').evaluate((element) => element.getBoundingClientRect().top))
    .toBeLessThan(200);
  expect(logs).toEqual([]);
});

test('the catalogue search finds blocks by the names that other products use for them', async () => {
  const { page } = await visitWithoutExamples('/__blocks');
  const filter = page.getByLabel('Find a block');
  await filter.fill('accordion');
  expect(await readVisibleBlocks(page)).toEqual(['faq']);
  expect(await page.getByRole('status').innerText()).toBe(`1 of ${blocks.length} blocks match.`);
  expect(await page.locator('nav a:visible').allInnerTexts()).toEqual(['Questions']);
  await filter.fill('how it works');
  expect(await readVisibleBlocks(page)).toEqual(['timeline']);
  await filter.fill('a word that no block has');
  await page.getByText('No block matches.').waitFor();
  await filter.fill('');
  expect(await readVisibleBlocks(page)).toHaveLength(blocks.length);
});

test('the YAML of an example can be copied with the keyboard', async () => {
  const { page } = await visitWithoutExamples('/__blocks', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.locator('#faq-stacked summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Copied Questions, Below the heading.' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    examples.find(({ id }) => id === 'faq-stacked')?.yaml,
  );
});

test('links and forms in catalogue examples have no effect', async () => {
  const { page } = await visit(`${site.address}/__blocks/cta/band`);
  await page.getByRole('link', { name: 'Ask for a forecast' }).click();
  expect(new URL(page.url()).pathname).toBe('/__blocks/cta/band');
});

test('the catalogue fits phones and desktops and passes axe in light and dark schemes', async () => {
  const { page } = await visitWithoutExamples('/__blocks');
  await page.locator('#faq-stacked summary').click();
  const measureOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await measureOverflow()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 375, height: 900 });
  expect(await measureOverflow()).toBeLessThanOrEqual(0);
  // Test one block, because all blocks have the same structure, and axe is slow on a page with a hundred blocks.
  await page.getByLabel('Find a block').fill('accordion');
  const selectors = ['body > header', '.columns > details', 'main > p', '#faq'];
  expect(await findAxeDiagnostics(page, selectors)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAxeDiagnostics(page, selectors)).toEqual([]);
});
