import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { hydrate, scrollThrough, startBrowser } from '../support/browser.ts';
import { takeSample } from '../support/sample.ts';
import { findLayoutShifts } from '../support/audit.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { startCommand } from '../support/run-command.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const photoNames = ['pier', 'boat', 'crew', 'wind', 'dock', 'rope'];
// Long text moves the lazy pictures so far down that browsers do not fetch them at first.
const site = serveTestSite('photos', async ({ pictures }) => {
  const [first = '', ...otherFiles] = photoNames.map((name) => join(pictures, `${name}.jpg`));
  mkdirSync(pictures, { recursive: true });
  await createPlainPhoto(1120, 700).toFile(first);
  // The metadata rotates this photo to portrait.
  await createPlainPhoto(2016, 1512).withMetadata({ orientation: 6 }).toFile(join(pictures, 'team.jpg'));
  for (const otherFile of otherFiles) copyFileSync(first, otherFile);
});

/** Opens a page of the site, and records the image requests that the page sends. */
async function visitPhotos(
  path: string,
  options: { viewport: { width: number; height: number }; deviceScaleFactor?: number },
): Promise<{ page: Page; fetched: string[] }> {
  const fetched: string[] = [];
  const { page } = await visit(site.address + path, options, async (page) => {
    page.on('request', (request) => {
      if (request.resourceType() === 'image') fetched.push(new URL(request.url()).pathname);
    });
  });
  await page.waitForLoadState('networkidle');
  return { page, fetched };
}

const findVersions = (fetched: readonly string[], name: string) =>
  fetched.filter((path) => path.startsWith(`/assets/${name}-`)).map((path) => path.replace(/^.*-/, ''));

test.each([
  ['a high-density phone', { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 }, '704.avif'],
  ['a desktop', { viewport: { width: 1440, height: 900 } }, '512.avif'],
  ['a high-density desktop', { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 }, '1088.avif'],
])(
  '%s fetches one version of the first picture immediately, and later pictures only near the viewport',
  async (_device, options, version) => {
    const { page, fetched } = await visitPhotos('/', options);
    const first = page.locator('main img').first();
    expect(
      await first.evaluate(({ currentSrc, fetchPriority, loading }: HTMLImageElement) =>
        [currentSrc.replace(/^.*-/, ''), fetchPriority, loading].join(),
      ),
    ).toBe(`${version},high,auto`);
    expect(findVersions(fetched, 'team')).toEqual([version]);
    expect(findVersions(fetched, photoNames.at(-1) ?? '')).toEqual([]);
    await scrollThrough(page);
    expect(findVersions(fetched, photoNames.at(-1) ?? '')).toHaveLength(1);
    expect(
      fetched.filter((path) => path.startsWith('/pictures/')),
      'no fallback is fetched',
    ).toEqual([]);
  },
);

test('the first picture is requested early and with high priority', async () => {
  const { page } = await visit('about:blank', { viewport: { width: 375, height: 812 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const imageRequests: { url: string; priority: string; by: string }[] = [];
  session.on('Network.requestWillBeSent', ({ request, initiator }) =>
    imageRequests.push({
      url: request.url,
      priority: request.initialPriority,
      by: `${initiator.type} ${initiator.lineNumber ?? ''}`,
    }),
  );
  await page.goto(site.address);
  const head = (await (await fetch(site.address)).text()).split('</head>')[0] ?? '';
  const [first] = imageRequests.filter(({ url }) => url.endsWith('.avif'));
  expect(first).toMatchObject({ priority: 'High', by: expect.stringContaining('parser') });
  expect(head).toContain(new URL(first?.url ?? '').pathname);
});

/** Returns photos whose displayed width differs from their `sizes` by more than the tolerance. */
const findWrongSizes = (page: Page) =>
  page.evaluate(() => {
    const ruler = document.body.appendChild(document.createElement('div'));
    const isActive = (sourceSize: string) => {
      const [condition] = /^\(min-width:[^)]*\)/.exec(sourceSize) ?? [];
      return condition === undefined || matchMedia(condition).matches;
    };
    const expected = (sizes: string) => {
      const sourceSize = sizes.split(/,(?![^(]*\))/).find(isActive) ?? '';
      ruler.style.width = sourceSize.replace(/^\(min-width:[^)]*\) /, '');
      return ruler.getBoundingClientRect().width;
    };
    const measurements = [...document.querySelectorAll<HTMLImageElement>('main img')].map((image) => {
      const ancestry = ['data-block', 'data-layout'].map((name) =>
        image.closest(`[${name}]`)?.getAttribute(name),
      );
      return {
        what: `${image.alt} in ${ancestry.join(' ')}`,
        drawn: image.getBoundingClientRect().width,
        expected: expected(image.parentElement?.querySelector('source')?.sizes ?? ''),
      };
    });
    ruler.remove();
    return measurements.filter(({ drawn, expected }) => expected < drawn * 0.93 || expected > drawn * 1.16);
  });

test.each(takeSample([375, 768, 1024, 1440], 2))(
  'at %i px, every photo is about as wide as `sizes` states, and the layout does not shift',
  async (width) => {
    const { page } = await visitPhotos('/rooms', { viewport: { width, height: 800 } });
    await hydrate(page);
    await scrollThrough(page);
    expect(await page.locator('main img').count()).toBeGreaterThan(40);
    expect(await findWrongSizes(page)).toEqual([]);
    expect(await findLayoutShifts(page)).toEqual([]);
  },
);

test('photos are about as wide as `sizes` states in rows of any number of tiles and as portraits', async () => {
  const { page } = await visitPhotos('/rows', { viewport: { width: 1440, height: 800 } });
  expect(await page.locator('main img').count()).toBe(3 * (2 + 3 + 4 + 5 + 6) + 3 * photoNames.length);
  for (const width of [375, 600, 640, 768, 896, 1000, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findWrongSizes(page), `${width} px`).toEqual([]);
  }
});

test('client-side navigation loads the same versions of photos as a full load', async () => {
  const { page, fetched } = await visitPhotos('/rooms', { viewport: { width: 1440, height: 900 } });
  await hydrate(page);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL(`${site.address}/`);
  const photo = page.locator('[data-layout=split] img');
  await photo.evaluate((image: HTMLImageElement) => image.decode());
  await page.waitForLoadState('networkidle');
  // The browser may use a larger version from its cache.
  expect(await photo.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
    /\/assets\/team-\w+-(512|704)\.avif$/,
  );
  expect(fetched.filter((path) => path.startsWith('/pictures/'))).toEqual([]);
});

test('the development server serves photos unchanged, with their dimensions', async () => {
  const devServer = startCommand(dev, ['--pages', site.pages, '--port', '0', '--data', site.data]);
  onTestFinished(async () => void (await devServer.stop()));
  const { page } = await visit(await devServer.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/));
  const first = await page
    .locator('main img')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const [width, height] = ['width', 'height'].map((name) => image.getAttribute(name));
      return [new URL(image.currentSrc).pathname, width, height, image.naturalWidth];
    });
  expect(first).toEqual(['/pictures/team.jpg', '1512', '2016', 1512]);
});
