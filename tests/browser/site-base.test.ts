import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { followLinks, hydrate, hydrateAll, startBrowser } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { fillFields, formIsLive, storedMessages, submitButton } from '../support/forms.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { everyRoute } from '../support/routes.ts';
import { sampled } from '../support/sampled.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const base = '/My_project';
const url = `https://someone.example${base}`;
let site: BuiltSite;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  cpSync(fixtureFolder, join(folder, 'site'), { recursive: true });
  const settings = join(folder, 'site/pages/_site.yaml');
  const written = readFileSync(settings, 'utf8').replace(/^url: .*$/m, `url: ${url}/`);
  writeFileSync(settings, written);
  appendFileSync(
    settings,
    'redirects: [{ from: /Old.html, to: /contact }, { from: /elsewhere, href: https://other.example }]\n' +
      'robots: { block: [GPTBot], disallow: [/internal/] }\n',
  );
  site = await buildAndServe(join(folder, 'site/pages'), folder);
  return site.remove;
});

/** Records the requests of a page that do not go to the site below its path. */
function watch(page: Page): { all: string[]; outside: string[]; failed: string[] } {
  const seen = { all: [] as string[], outside: [] as string[], failed: [] as string[] };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (request.url().startsWith('data:')) return;
    seen.all.push(pathname);
    const isInside = origin === new URL(site.address).origin && pathname.startsWith(`${base}/`);
    if (!isInside) seen.outside.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) seen.failed.push(`${response.status()} ${response.url()}`);
  });
  return seen;
}

test('every address in the files of the site is below its path', () => {
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
    // The data for hydration has paths in the site.
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

test.each(
  sampled(
    everyRoute.filter((route) => route !== '/404'),
    6,
  ),
)('%s loads everything from below the path of the site', async (route) => {
  let seen: ReturnType<typeof watch> | undefined;
  const { page, status, logs } = await visit(`${site.address}${route}`, {}, async (page) => {
    seen = watch(page);
  });
  expect(status).toBe(200);
  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  expect(seen?.outside).toEqual([]);
  expect(seen?.failed).toEqual([]);
  expect(logs).toEqual([]);
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.filter((href) => !href.startsWith(`${base}/`))).toEqual([]);
  const pictures = await page.locator('img').evaluateAll((all) =>
    (all as HTMLImageElement[]) // only pictures are selected
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
      .map(({ src }) => src),
  );
  expect(pictures).toEqual([]);
});

test('navigation stays in one document, marks the current page, and goes back', async () => {
  let seen: ReturnType<typeof watch> | undefined;
  const visited = await visit(`${site.address}/imprint`, {}, async (page) => {
    seen = watch(page);
  });
  expect(await followLinks(visited, 5)).toEqual([]);
  const { page } = visited;
  await page.locator(`header a[href="${base}/contact"]`).first().click();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${base}/contact`);
  const current = page.locator('header [aria-current=page]').first();
  await expect.poll(() => current.getAttribute('href')).toBe(`${base}/contact`);
  await page.locator(`header a[href="${base}/"]`).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`${base}/`);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Write to the desk' }).waitFor();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(seen?.outside).toEqual([]);
  expect(seen?.failed).toEqual([]);
});

test('the search finds pages below the path', async () => {
  let seen: ReturnType<typeof watch> | undefined;
  const { page } = await visit(`${site.address}/imprint`, {}, async (page) => {
    seen = watch(page);
  });
  await hydrate(page);
  await page.getByRole('button', { name: 'Look for something' }).click();
  await page.getByRole('searchbox', { name: 'Look for something' }).fill('pilot');
  const result = page.getByRole('dialog').getByRole('listitem').getByRole('link').first();
  expect(await result.getAttribute('href')).toMatch(new RegExp(`^${base}/`));
  await result.click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`${base}/imprint`);
  expect(seen?.outside).toEqual([]);
  expect(seen?.failed).toEqual([]);
});

const answers = { name: 'Ada', email: 'ada@example.org', message: 'The price of a berth' };

test.each([true, false])('a form is sent, with scripts: %s', async (javaScriptEnabled) => {
  let seen: ReturnType<typeof watch> | undefined;
  const { page } = await visit(`${site.address}/contact`, { javaScriptEnabled }, async (page) => {
    seen = watch(page);
  });
  if (javaScriptEnabled) await formIsLive(page);
  const message = `With scripts: ${javaScriptEnabled}`;
  await fillFields(page, { ...answers, message });
  await submitButton(page).first().click();
  if (javaScriptEnabled) await page.locator('[data-block=form] [role=status]').first().waitFor();
  else await page.waitForURL(`**${base}/contact/message.sent.html`);
  await expect
    .poll(async () => (await storedMessages(site.data)).map((one) => one['message']))
    .toContain(message);
  expect(seen?.outside).toEqual([]);
  expect(seen?.failed).toEqual([]);
});

test('the headers name files below the path', async () => {
  const { headers } = await fetch(`${site.address}/contact`);
  expect(headers.get('speculation-rules')).toBe(`"${base}/speculation-rules.json"`);
  const code = globSync('assets/*.js', { cwd: site.out })[0] ?? '';
  const { headers: ofCode } = await fetch(`${site.address}/${code}`);
  expect(ofCode.get('cache-control')).toContain('immutable');
});

test('an unknown address below the path shows the 404 page, with everything it needs', async () => {
  let seen: ReturnType<typeof watch> | undefined;
  const { page, status } = await visit(`${site.address}/no/such/page`, {}, async (page) => {
    seen = watch(page);
  });
  expect(status).toBe(404);
  await hydrateAll(page);
  expect(await page.locator('header nav').count()).toBeGreaterThan(0);
  expect(seen?.outside).toEqual([]);
  expect(seen?.failed).toEqual([`404 ${site.address}/no/such/page`]);
});

const answersOf = [
  ['/', 302, `${base}/`],
  [base, 302, `${base}/`],
  ['/contact', 404, undefined],
  ['/functions/v1/send-contact-email/health', 404, undefined],
  [`${base}er/contact`, 404, undefined],
  [`${base}/`, 200, undefined],
  [`${base}/contact`, 200, undefined],
  [`${base}/contact/`, 301, `${base}/contact`],
  [`${base}/contact.html`, 301, `${base}/contact`],
  [`${base}/index.html`, 301, `${base}/`],
  [`${base}/home`, 301, `${base}/`],
  [`${base}/Old.html`, 301, `${base}/contact`],
  [`${base}/elsewhere/`, 301, 'https://other.example/'],
  [`${base}/_headers`, 404, undefined],
] as const;

test.each(answersOf)('%s answers %i', async (path, status, location) => {
  const answer = await fetch(new URL(path, site.address), { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location') ?? undefined]).toEqual([status, location]);
});

test.skipIf(!hasNginx)('nginx serves the site below its path (needs nginx)', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pagewright-'));
  cpSync(site.out, join(root, base), { recursive: true });
  const { address, stop } = await startNginx(root, `${base.slice(1)}/nginx.conf`);
  try {
    for (const [path, status, location] of answersOf) {
      // The rest of the host is not that of the site.
      if (!path.startsWith(`${base}/`)) continue;
      const answer = await fetch(address + path, { redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('location') ?? undefined]).toEqual([
        path,
        status,
        location,
      ]);
    }
  } finally {
    await stop();
  }
});
