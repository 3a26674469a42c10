import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { followLinks, hydrate, hydrateAll, isSameDocument, startBrowser } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { fillFields, formIsLive, storedMessages, submitButton } from '../support/forms.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { everyRoute } from '../support/routes.ts';
import { sampled } from '../support/sampled.ts';
import { servedSite, temporaryFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const base = '/My_project';
const url = `https://someone.example${base}`;
const site = servedSite(({ folder, pages, write }) => {
  cpSync(fixtureFolder, join(folder, 'site'), { recursive: true });
  const settings = readFileSync(join(pages, '_site.yaml'), 'utf8').replace(/^url: .*$/m, `url: ${url}/`);
  write(
    '_site.yaml',
    `${settings}redirects: [{ from: /Old.html, to: /contact }, { from: /elsewhere, href: https://other.example }]\n` +
      'robots: { block: [GPTBot], disallow: [/internal/] }\n',
  );
});

/** Opens a page, and collects requests that fail or go outside the base path of the site. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const seen: { outside: string[]; failed: string[] } = { outside: [], failed: [] };
  const visited = await visit(site.address + path, options, async (page) => {
    page.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      const isInside = origin === new URL(site.address).origin && pathname.startsWith(`${base}/`);
      if (!isInside && protocol !== 'data:') seen.outside.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) seen.failed.push(`${response.status()} ${response.url()}`);
    });
  });
  return { ...visited, seen };
}
const nothing = { outside: [], failed: [] };

test('every URL in the files of the site is below its base path', () => {
  const files = globSync('**/*.{html,css,xml,txt,webmanifest}', { cwd: site.out });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = readFileSync(join(site.out, file), 'utf8');
    const patterns = [
      /\s(?:href|src|action|poster)="([^"]*)"/g,
      /\s(?:srcset|imagesrcset)="([^"]*)"/gi,
      /url\(([^)]*)\)/g,
      /"(?:src|start_url|id)":"(\/[^"]*)"/g,
      /import\("?([^")]*)/g,
      /content="0; url=([^"]*)"/g,
    ];
    const found = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, written = '']) => written.split(/,\s*/)),
    );
    // The data for hydration has paths without the base path.
    const inMarkup = file.endsWith('.html') ? found.filter((one) => !one.includes('\\u')) : found;
    const wrong = inMarkup.filter((one) => one.startsWith('/') && !one.startsWith(`${base}/`));
    expect(
      wrong.filter((one) => !text.includes(`"src":"${one}"`)),
      file,
    ).toEqual([]);
    for (const [address] of text.matchAll(/https:\/\/someone\.example[^\s"<)&]*/g))
      expect(`${address}/`.startsWith(`${url}/`), `${file} ${address}`).toBe(true);
  }
  expect(readFileSync(join(site.out, 'robots.txt'), 'utf8')).toBe(
    `User-agent: GPTBot\nDisallow: ${base}/\n\nUser-agent: *\nDisallow: ${base}/internal/\n\n` +
      `Sitemap: ${url}/sitemap.xml\n`,
  );
});

const routes = sampled(
  everyRoute.filter((route) => route !== '/404'),
  4,
);
test.each(routes)('%s loads everything from below the base path', async (route) => {
  const { page, status, logs, seen } = await open(route);
  expect(status).toBe(200);
  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  expect([seen, logs]).toEqual([nothing, []]);
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !href.startsWith(`${base}/`))).toEqual([]);
  const broken = await page
    .locator('img')
    .evaluateAll((all: HTMLImageElement[]) =>
      all
        .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
        .map(({ src }) => src),
    );
  expect(broken).toEqual([]);
});

test('navigation keeps the document, marks the current page and can go back', async () => {
  const visited = await open('/imprint');
  expect(await followLinks(visited, 3)).toEqual([]);
  const { page, seen } = visited;
  await page.locator(`header a[href="${base}/contact"]`).first().click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${base}/contact`);
  const current = page.locator('header [aria-current=page]').first();
  await expect.poll(() => current.getAttribute('href')).toBe(`${base}/contact`);
  await page.locator(`header a[href="${base}/"]`).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${base}/`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(seen).toEqual(nothing);
});

test('the search finds pages below the base path', async () => {
  const { page, seen } = await open('/imprint');
  await hydrate(page);
  await page.getByRole('button', { name: 'Look for something' }).click();
  await page.getByRole('searchbox', { name: 'Look for something' }).fill('pilot');
  const result = page.getByRole('dialog').getByRole('listitem').getByRole('link').first();
  expect(await result.getAttribute('href')).toMatch(new RegExp(`^${base}/`));
  await result.click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`${base}/imprint`);
  expect(seen).toEqual(nothing);
});

test.each([true, false])('a form is sent, with scripts: %s', async (javaScriptEnabled) => {
  const { page, seen } = await open('/contact', { javaScriptEnabled });
  if (javaScriptEnabled) await formIsLive(page);
  const message = `With scripts: ${javaScriptEnabled}`;
  await fillFields(page, { name: 'Ada', email: 'ada@example.org', message });
  await submitButton(page).first().click();
  if (javaScriptEnabled) await page.locator('[data-block=form] [role=status]').first().waitFor();
  else await page.waitForURL(`**${base}/contact/message.sent.html`);
  await expect
    .poll(async () => (await storedMessages(site.data)).map((one) => one['message']))
    .toContain(message);
  expect(seen).toEqual(nothing);
});

test('the headers name files below the base path', async () => {
  const { headers } = await fetch(`${site.address}/contact`);
  expect(headers.get('speculation-rules')).toBe(`"${base}/speculation-rules.json"`);
  const code = globSync('assets/*.js', { cwd: site.out })[0] ?? '';
  const { headers: ofCode } = await fetch(`${site.address}/${code}`);
  expect(ofCode.get('cache-control')).toContain('immutable');
});

test('an unknown URL below the base path shows the complete 404 page', async () => {
  const { page, status, seen } = await open('/no/such/page');
  expect(status).toBe(404);
  await hydrateAll(page);
  expect(await page.locator('header nav').count()).toBeGreaterThan(0);
  expect(seen).toEqual({ outside: [], failed: [`404 ${site.address}/no/such/page`] });
});

const responseOf = async (address: string) => {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return `${status} ${headers.get('location') ?? ''}`.trim();
};
const responses = testGoldenTexts('responses-below-a-path', (path) =>
  responseOf(new URL(path, site.address).href),
);

test.skipIf(!hasNginx)('nginx serves the site below its base path (needs nginx)', async () => {
  const root = temporaryFolder();
  cpSync(site.out, join(root, base), { recursive: true });
  const { address, stop } = await startNginx(root, `${base.slice(1)}/nginx.conf`);
  onTestFinished(stop);
  // Paths outside the base path belong to other sites on the host.
  for (const { input, output } of responses.filter(({ input }) => input.startsWith(`${base}/`)))
    expect(await responseOf(address + input), input).toBe(output);
});
