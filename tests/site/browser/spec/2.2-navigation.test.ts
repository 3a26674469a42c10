import { expect, test } from 'vitest';
import { startBrowser } from '../../../support/browser.ts';
import { namedLinks, startReader } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

test('2.2 navigation and footer: the navigation links Home and Solutions', async () => {
  const { header } = await read('/');
  expect([namedLinks(header, /^Home$/), namedLinks(header, /^Solutions$/)]).toEqual([['/'], ['/products']]);
});

const menus = [
  [
    'Services',
    [
      '/services/managed-services',
      '/services/consulting-design',
      '/services/digital-implementation',
      '/services/product-engineering',
    ],
  ],
  ['Industries', ['/industries/telecom', '/industries/wellbeing', '/industries/industrial-automation']],
  [
    'Insights',
    [
      '/insights/engagement-models',
      '/insights/execution-models',
      '/insights/triad',
      '/insights/case-studies',
      '/insights/blogs',
    ],
  ],
  ['About', ['/about/company', '/about/team-culture']],
] as const;

test('2.2 navigation and footer: each menu opens without JavaScript and holds its pages in order', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  for (const [name, paths] of menus) {
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

test('2.2 navigation and footer: Get In Touch goes to the contact page', async () => {
  const { header } = await read('/');
  expect(namedLinks(header, 'Get In Touch')).toEqual(['/contact']);
});

test('2.2 navigation and footer: the footer links services, generative AI and solutions', async () => {
  const { footer } = await read('/');
  expect(footer.map(({ href }) => href)).toEqual(
    expect.arrayContaining(['/services', '/genai', '/solutions']),
  );
});

test('2.2 navigation and footer: the footer has e-mail, telephone and two social links', async () => {
  const { footer } = await read('/');
  const [email] = footer.filter(({ href }) => href.startsWith('mailto:'));
  const [phone] = footer.filter(({ href }) => href.startsWith('tel:'));
  expect(email?.href).toBe(`mailto:${email?.text}`);
  expect(email?.text).toMatch(/^\S+@\S+\.\S+$/);
  expect(phone?.href).toBe(`tel:${phone?.text.replaceAll(' ', '')}`);
  const social = footer.filter(({ href }) => href.startsWith('https:'));
  expect(social).toHaveLength(2);
  // Placeholders: reserved domains.
  for (const { href } of social) expect(new URL(href).hostname).toMatch(/\.example$/);
});
