import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { followLinks, hydrate, hydrateAll, isSameDocument, startBrowser } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { fillFields, waitForLiveForm, readStoredMessages, locateSubmitButton } from '../support/forms.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { liveRoutes } from '../support/routes.ts';
import { takeSample } from '../support/sample.ts';
import { serveTestSite, createTestFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const basePath = '/My_project';
const url = `https://someone.example${basePath}`;
const site = serveTestSite(({ folder, pages, write }) => {
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
      const isInside = origin === new URL(site.address).origin && pathname.startsWith(`${basePath}/`);
      if (!isInside && protocol !== 'data:') seen.outside.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) seen.failed.push(`${response.status()} ${response.url()}`);
    });
  });
  return { ...visited, seen };
}
const noProblems = { outside: [], failed: [] };

test('every URL in the built files is below the base path', () => {
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
    const urls = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, attribute = '']) => attribute.split(/,\s*/)),
    );
    // Hydration data contains paths without the base path.
    const markupUrls = file.endsWith('.html') ? urls.filter((item) => !item.includes('\\u')) : urls;
    const outsideUrls = markupUrls.filter((item) => item.startsWith('/') && !item.startsWith(`${basePath}/`));
    expect(
      outsideUrls.filter((item) => !text.includes(`"src":"${item}"`)),
      file,
    ).toEqual([]);
    for (const [address] of text.matchAll(/https:\/\/someone\.example[^\s"<)&]*/g))
      expect(`${address}/`.startsWith(`${url}/`), `${file} ${address}`).toBe(true);
  }
  expect(readFileSync(join(site.out, 'robots.txt'), 'utf8')).toBe(
    `User-agent: GPTBot\nDisallow: ${basePath}/\n\nUser-agent: *\nDisallow: ${basePath}/internal/\n\n` +
      `Sitemap: ${url}/sitemap.xml\n`,
  );
});

const routes = takeSample(
  liveRoutes.filter((route) => route !== '/404'),
  4,
);
test.each(routes)('%s loads everything from below the base path', async (route) => {
  const { page, status, logs, seen } = await open(route);
  expect(status).toBe(200);
  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  expect([seen, logs]).toEqual([noProblems, []]);
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((elements) => elements.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !href.startsWith(`${basePath}/`))).toEqual([]);
  const brokenImages = await page
    .locator('img')
    .evaluateAll((elements: HTMLImageElement[]) =>
      elements
        .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
        .map(({ src }) => src),
    );
  expect(brokenImages).toEqual([]);
});

test('navigation does not reload the document, marks the current page and supports going back', async () => {
  const visited = await open('/imprint');
  expect(await followLinks(visited, 3)).toEqual([]);
  const { page, seen } = visited;
  await page.locator(`header a[href="${basePath}/contact"]`).first().click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${basePath}/contact`);
  const current = page.locator('header [aria-current=page]').first();
  await expect.poll(() => current.getAttribute('href')).toBe(`${basePath}/contact`);
  await page.locator(`header a[href="${basePath}/"]`).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${basePath}/`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await isSameDocument(page)).toBe(true);
  expect(seen).toEqual(noProblems);
});

test('the search finds pages below the base path', async () => {
  const { page, seen } = await open('/imprint');
  await hydrate(page);
  await page.getByRole('button', { name: 'Look for something' }).click();
  await page.getByRole('searchbox', { name: 'Look for something' }).fill('pilot');
  const result = page.getByRole('dialog').getByRole('listitem').getByRole('link').first();
  expect(await result.getAttribute('href')).toMatch(new RegExp(`^${basePath}/`));
  await result.click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`${basePath}/imprint`);
  expect(seen).toEqual(noProblems);
});

test.each([true, false])('a form is sent (JavaScript: %s)', async (javaScriptEnabled) => {
  const { page, seen } = await open('/contact', { javaScriptEnabled });
  if (javaScriptEnabled) await waitForLiveForm(page);
  const message = `With scripts: ${javaScriptEnabled}`;
  await fillFields(page, { name: 'Ada', email: 'ada@example.org', message });
  await locateSubmitButton(page).first().click();
  if (javaScriptEnabled) await page.locator('[data-block=form] [role=status]').first().waitFor();
  else await page.waitForURL(`**${basePath}/contact/message.sent.html`);
  await expect
    .poll(async () => (await readStoredMessages(site.data)).map((item) => item['message']))
    .toContain(message);
  expect(seen).toEqual(noProblems);
});

test('the response headers refer to files below the base path', async () => {
  const { headers } = await fetch(`${site.address}/contact`);
  expect(headers.get('speculation-rules')).toBe(`"${basePath}/speculation-rules.json"`);
  const scriptFile = globSync('assets/*.js', { cwd: site.out })[0] ?? '';
  const { headers: codeHeaders } = await fetch(`${site.address}/${scriptFile}`);
  expect(codeHeaders.get('cache-control')).toContain('immutable');
});

test('an unknown URL below the base path shows the complete 404 page', async () => {
  const { page, status, seen } = await open('/no/such/page');
  expect(status).toBe(404);
  await hydrateAll(page);
  expect(await page.locator('header nav').count()).toBeGreaterThan(0);
  expect(seen).toEqual({ outside: [], failed: [`404 ${site.address}/no/such/page`] });
});

const describeResponse = async (address: string) => {
  const { status, headers } = await fetch(address, { redirect: 'manual' });
  return `${status} ${headers.get('location') ?? ''}`.trim();
};
const responses = testGoldenTexts('responses-with-base', (path) =>
  describeResponse(new URL(path, site.address).href),
);

test.skipIf(!hasNginx)('nginx serves the site below its base path (needs nginx)', async () => {
  const root = createTestFolder();
  cpSync(site.out, join(root, basePath), { recursive: true });
  const { address, stop } = await startNginx(root, `${basePath.slice(1)}/nginx.conf`);
  onTestFinished(stop);
  // Paths outside the base path belong to other sites on the host.
  for (const { input, output } of responses.filter(({ input }) => input.startsWith(`${basePath}/`)))
    expect(await describeResponse(address + input), input).toBe(output);
});
