import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { expandedStates, readFocusedLabel } from '../../../support/accessibility.ts';
import { hydrate, startBrowser } from '../../../support/browser.ts';
import { readHtml } from '../../../support/page-content.ts';

const visit = startBrowser();

const states = [
  ['before hydration', false, true],
  ['after hydration', true, true],
  ['without JavaScript', false, false],
] as const;

async function openPage(path: string, isHydrated: boolean, javaScriptEnabled = true): Promise<Page> {
  const { page } = await visit(path, { javaScriptEnabled, reducedMotion: 'reduce' });
  if (isHydrated) await hydrate(page);
  return page;
}

test('§1 the product: the header stays visible while the page scrolls', async () => {
  const page = await openPage('/insights/triad', false);
  await page.evaluate(() => scrollTo(0, 2000));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
  expect((await page.locator('header').boundingBox())?.y).toBe(0);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Get In Touch' }).isVisible()).toBe(true);
});

test.each([
  '/no-such-page',
  '/no/such/page',
  '/products/none',
  '/insights/blogs/1',
  '/assets/nope.js',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
])('§2.1 routes: other paths, such as %s, return the 404 page', async (path) => {
  const answer = await fetch(inject('site') + path);
  expect(answer.status).toBe(404);
  expect(readHtml(await answer.text()).h1).toEqual(['Oops! Page not found']);
});

const menus = {
  Services: [
    '/services/managed-services',
    '/services/consulting-design',
    '/services/digital-implementation',
    '/services/product-engineering',
  ],
  Industries: ['/industries/telecom', '/industries/wellbeing', '/industries/industrial-automation'],
  Insights: [
    '/insights/engagement-models',
    '/insights/execution-models',
    '/insights/triad',
    '/insights/case-studies',
    '/insights/blogs',
  ],
  About: ['/about/company', '/about/team-culture'],
};

test('§2.2 navigation and footer: each menu opens without JavaScript and lists its pages in order', async () => {
  const page = await openPage('/', false, false);
  for (const [name, paths] of Object.entries(menus)) {
    await page.getByRole('banner').getByRole('button', { name }).click();
    const shown = await page
      .locator('header nav li a:visible')
      .evaluateAll((links) =>
        links.filter((link) => link.closest('ul')?.closest('li')).map((link) => link.getAttribute('href')),
      );
    expect(shown, name).toEqual(paths);
    await page.keyboard.press('Escape');
  }
});

test.each(states)(
  '§2.6 team and culture: More.... toggles the biography, works with the keyboard and announces its state, %s',
  async (_state, isHydrated, javaScriptEnabled) => {
    const page = await openPage('/about/team-culture', isHydrated, javaScriptEnabled);
    const leader = page
      .locator('main > section', { hasText: 'Leadership Team' })
      .last()
      .getByRole('listitem')
      .filter({ hasText: 'More....' })
      .first();
    const competencies = leader.getByText('Core Competencies');
    const more = leader.getByText('More....');
    const readState = async () => [
      await competencies.isVisible(),
      (await expandedStates(page, 'More....'))[0],
    ];
    expect(await readState()).toEqual([false, false]);
    await more.click();
    await competencies.waitFor();
    expect(await readState()).toEqual([true, true]);
    await more.click();
    await competencies.waitFor({ state: 'hidden' });
    expect(await readState()).toEqual([false, false]);
    await leader.locator('summary, button').first().focus();
    for (const [key, open] of [
      ['Enter', true],
      ['Space', false],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => competencies.isVisible()).toBe(open);
    }
  },
);

const locateTile = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const focusable = 'a, button, [tabindex="0"]';
const inertTile = 'Intelligent Auto-Scheduling';
/** Waits until the page of a tile has opened, and goes back to the tile. */
async function expectPageAndReturn(page: Page, path: string, name: string): Promise<void> {
  await page.waitForURL(`**${path}`);
  expect(await page.locator('h1').count()).toBe(1);
  await page.goBack();
  await locateTile(page, name).waitFor();
}

test('§2.7 products: a click anywhere on a tile opens its page; a tile without a path does nothing', async () => {
  const page = await openPage('/products', true);
  await locateTile(page, inertTile).click();
  expect(await locateTile(page, inertTile).evaluate((element) => getComputedStyle(element).cursor)).not.toBe(
    'pointer',
  );
  expect(
    await locateTile(page, inertTile).locator('a, button, [tabindex], [role=button], [onclick]').count(),
  ).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/products');
  for (const [x, y] of [
    [0.04, 0.04],
    [0.96, 0.96],
    [0.5, 0.4],
  ] as const) {
    const box = await locateTile(page, 'FlowOps').boundingBox();
    if (!box) throw new Error('The tile is missing.');
    await locateTile(page, 'FlowOps').click({ position: { x: box.width * x, y: box.height * y } });
    await expectPageAndReturn(page, '/products/rfwm', 'FlowOps');
  }
});

test.each([true, false])(
  '§2.7 products: Enter and Space on a focused tile open its page (hydrated: %s)',
  async (isHydrated) => {
    const page = await openPage('/products', isHydrated);
    for (const key of ['Enter', 'Space']) {
      await locateTile(page, 'Chatbots').locator(focusable).first().focus();
      await page.keyboard.press(key);
      await expectPageAndReturn(page, '/products/chatbots', 'Chatbots');
    }
  },
);

test('§2.7 products: the Tab key visits each tile with a path once and skips the tile without a path', async () => {
  const page = await openPage('/products', false);
  await locateTile(page, 'FlowOps').locator(focusable).first().focus();
  const stops: (string | null)[] = [];
  const readStop = () =>
    page.evaluate(() => document.activeElement?.closest('li')?.querySelector('h2, h3')?.textContent ?? null);
  for (let name = await readStop(); name !== null && stops.length < 9; name = await readStop()) {
    stops.push(name);
    await page.keyboard.press('Tab');
  }
  expect(stops).toHaveLength(5);
  expect(stops).not.toContain(inertTile);
  expect(new Set(stops).size).toBe(5);
  expect(await readFocusedLabel(page)).not.toBe('');
});

test('§2.9 not-found page: the attempted path is logged in the console and not sent anywhere', async () => {
  const { page, logs } = await visit('/about/nobody');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await hydrate(page);
  await expect
    .poll(() => logs.filter((line) => line.startsWith('info')).join('\n'))
    .toContain('/about/nobody');
  expect(requests.filter((request) => !/^GET \S+\/(assets|brand|pictures)\/[\w/.-]+$/.test(request))).toEqual(
    [],
  );
});

const categories = ['Technology', 'Culture', 'Psychology', 'Project Management', 'Customer Experience'];
const locateFilters = (page: Page) =>
  page.getByRole('radio').or(page.locator('main button[aria-pressed]')).or(page.getByRole('tab'));
const locatePosts = (page: Page) => page.locator('main li:visible').filter({ hasText: /min\w* read/ });
const pressFilter = (page: Page, category: string) =>
  page
    .locator('main label, main button')
    .filter({ hasText: new RegExp(`^${category}$`) })
    .click();
const readChosen = (page: Page) =>
  locateFilters(page).evaluateAll((elements) =>
    elements
      .filter((element) => element.matches(':checked, [aria-pressed=true], [aria-selected=true]'))
      .map((element) => (element.closest('label') ?? element).textContent),
  );

test.each(states)(
  '§2.12 insight pages: the filters are in order, starting with All, and each filter shows its posts, %s',
  async (_state, isHydrated, javaScriptEnabled) => {
    const page = await openPage('/insights/blogs', isHydrated, javaScriptEnabled);
    expect(
      await locateFilters(page).evaluateAll((elements) =>
        elements.map((element) => (element.closest('label') ?? element).textContent),
      ),
    ).toEqual(['All', ...categories]);
    expect(await readChosen(page)).toEqual(['All']);
    expect(await locatePosts(page).count()).toBe(5);
    let sum = 0;
    for (const category of categories) {
      await pressFilter(page, category);
      await expect.poll(() => readChosen(page)).toEqual([category]);
      const matchingPosts = await locatePosts(page).allTextContents();
      expect(
        matchingPosts.filter((text) => !text.includes(category)),
        category,
      ).toEqual([]);
      sum += matchingPosts.length;
    }
    expect(sum).toBe(5);
    await pressFilter(page, 'All');
    await expect.poll(() => locatePosts(page).count()).toBe(5);
  },
);

test('§6 roles and permissions: a visit to the contact page sets no cookie and stores no data', async () => {
  const { page } = await visit('/contact');
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.locator('input[type=password]').count()).toBe(0);
});

test('§9 constants: product cards are 300 px high on phones and 320 px on desktops, even with little text', async () => {
  const page = await openPage('/products', false, false);
  const cards = page
    .locator('main > section')
    .filter({ hasText: 'Learn More' })
    .locator('li')
    .filter({ has: page.locator('h2, h3') });
  await cards.evaluateAll((elements) => {
    for (const text of elements.flatMap((card) => [...card.querySelectorAll('p')])) text.remove();
    for (const card of elements) card.setAttribute('data-test-card', '');
  });
  for (const [width, height] of [
    [375, 300],
    [1024, 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page
      .locator('[data-test-card]')
      .evaluateAll((elements) => elements.map((card) => card.getBoundingClientRect().height));
    expect(heights).toHaveLength(6);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(height);
  }
});
