import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';

const visit = startBrowser();

const blocks = `  - type: hero
    heading: Home
    actions: [{ label: One, to: / }, { label: Two, scrollTo: ask }]
  - type: form
    id: ask
    tone: tinted
    heading: Ask us
    fields:
      - { name: name, label: Your name, required: true }
      - { name: message, label: Your message, kind: long-text, required: true }
      - { name: boat, label: Your boat, kind: radio, options: [Sail, Motor] }
    submit: { label: Send, function: send-contact-email }
    success: It is on its way.
  - type: tabs
    heading: Tabs
    items:
      - { label: First, body: One. }
      - { label: Second, body: Two. }
`;
const site = servedSite(({ write }) => {
  write('index.yaml', pageYaml(blocks));
});

/** Colours change at once, without a transition in which two pages differ. */
const reducedMotion = 'reduce';

/** Opens the page in a browser that does not know `light-dark()`. */
const openOld = (colorScheme: 'light' | 'dark') =>
  visit(`${site.address}/`, { colorScheme, reducedMotion }, (page) =>
    page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      const response = await route.fetch();
      const headers = { ...response.headers() };
      // The policy has the hashes of the styles as they were.
      delete headers['content-security-policy'];
      const body = (await response.text())
        .replaceAll('light-dark(', 'unknown-function(')
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
      return route.fulfill({ response, headers, body });
    }),
  );
const openNew = (colorScheme: 'light' | 'dark') => visit(`${site.address}/`, { colorScheme, reducedMotion });

const selectors = [
  'body',
  'h1',
  'main > *',
  'header',
  'footer',
  'main a',
  'button',
  'input',
  'textarea',
  'label',
];
const properties = [
  'color',
  'backgroundColor',
  'borderTopColor',
  'borderTopWidth',
  'borderTopStyle',
] as const;

const looks = (page: Page) =>
  page.evaluate(
    ([selectors, properties]) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)].map((element) => {
          const style = getComputedStyle(element);
          return `${selector}: ${properties.map((name) => style[name]).join(' ')}`;
        }),
      ),
    [selectors, properties] as const,
  );

test.each(['light', 'dark'] as const)('without light-dark(), a page looks the same (%s)', async (scheme) => {
  const [old, current] = [await openOld(scheme), await openNew(scheme)];
  expect(await old.page.content()).not.toContain('light-dark(');
  const expected = await looks(current.page);
  expect(expected.length).toBeGreaterThan(15);
  expect(await looks(old.page)).toEqual(expected);
});

test.each(['light', 'dark'] as const)('without light-dark(), the switch works (%s)', async (scheme) => {
  const other = scheme === 'light' ? 'dark' : 'light';
  const [old, current] = [await openOld(scheme), await openNew(scheme)];
  for (const { page } of [old, current])
    await page.evaluate((name) => document.documentElement.setAttribute('data-scheme', name), other);
  expect(await looks(old.page)).toEqual(await looks(current.page));
});

test('schemes differ, without light-dark()', async () => {
  const [light, dark] = [await openOld('light'), await openOld('dark')];
  expect(await looks(light.page)).not.toEqual(await looks(dark.page));
});

test('without light-dark(), fields and buttons have a border and a ground', async () => {
  const { page } = await openOld('light');
  for (const selector of ['main input:not([type=hidden])', 'textarea', 'main form button[type=submit]']) {
    const look = await page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        return { borderTopWidth, borderTopColor, backgroundColor };
      });
    expect(parseFloat(look.borderTopWidth), selector).toBeGreaterThan(0);
    expect(look.borderTopColor).not.toBe('rgba(0, 0, 0, 0)');
    expect(look.backgroundColor, selector).not.toBe('rgba(0, 0, 0, 0)');
  }
});

test('prints are light without light-dark(), too', async () => {
  const { page } = await openOld('dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toBe('rgb(255, 255, 255)');
});
