import { expect, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { type Item, type Reading, startReader, unsaid } from '../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

const about = (subject: RegExp) => (page: Reading) =>
  page.sections
    .filter(({ head, items }) => items.length > 0 && subject.test(head))
    .map(({ items }) => items.length);
const those = (fits: (item: Item) => boolean) => (page: Reading) =>
  page.sections.map(({ items }) => items.filter(fits).length);

test.each([
  ['logos', 12, '/', those(({ text, images }) => text === '' && images.length === 1)],
  ['AI-solution cards', 6, '/', about(/AI solutions/)],
  ['advantage cards', 3, '/', about(/advantages/)],
  ['methodology steps', 6, '/', about(/^methodology /)],
  ['leaders', 6, '/about/team-culture', about(/Leadership Team/)],
  ['advisors', 3, '/about/team-culture', about(/Advisory Team/)],
  ['testimonials', 6, '/about/team-culture', about(/Testimonials/)],
  [
    'products',
    6,
    '/products',
    (page: Reading) =>
      page.sections.filter(({ text }) => text.includes('Learn More')).map(({ items }) => items.length),
  ],
  ['FAQ questions', 4, '/contact', those(({ heading }) => heading.endsWith('?'))],
  ['blog posts', 5, '/insights/blogs', those(({ text }) => /min\w* read/.test(text))],
  [
    'case studies',
    4,
    '/insights/case-studies',
    those(({ links }) => links.some(({ href }) => href.startsWith('/case-studies/'))),
  ],
  ['automation use cases', 8, '/ai-automation', about(/use cases/i)],
  ['engagement steps', 5, '/ai-automation', about(/engagement/i)],
  ['asset modules', 7, '/products/asset-intelligence', about(/modules/i)],
  ['asset industries', 12, '/products/asset-intelligence', about(/industries/i)],
  ['stakeholder roles', 5, '/products/asset-intelligence', about(/roles/i)],
] as [string, number, string, (page: Reading) => number[]][])(
  '9 constants: the number of %s is %i',
  async (_things, count, path, counts) => {
    expect(counts(await read(path)).filter((found) => found > 0)).toContain(count);
  },
);

test.each([
  [
    '/',
    [
      ['40%', 'downtime cut'],
      ['10x', 'faster processing'],
      ['25%', 'cost savings in 6 months'],
      ['50+', 'professionals'],
      ['99%', 'satisfaction'],
      ['20+', 'years'],
    ],
  ],
  [
    '/services/managed-services',
    [
      ['99.9%', 'uptime'],
      [/(under|<) ?15 ?min/i, /respon/i],
    ],
  ],
  [
    '/services/consulting-design',
    [
      ['500+', 'projects'],
      ['15+', 'years'],
    ],
  ],
  ['/services/digital-implementation', [['85%'], ['98%']]],
  ['/services/product-engineering', [['200+'], ['99.5%']]],
  ['/industries/telecom', [[/10 ?Gbps\+/], [/(under|<) ?1 ?ms/i]]],
  ['/industries/wellbeing', [['98%'], ['40%']]],
  ['/industries/industrial-automation', [['75%'], ['50%']]],
  [
    '/contact',
    [
      ['within 24 hours'],
      [/Mon[–-]Fri, 9AM[–-]6PM IST/],
      ['MVPs', /8[–-]12 weeks/],
      [/enterprise platforms/i, /6[–-]12 months/],
    ],
  ],
] as [string, (string | RegExp)[][]][])('9 constants: the figures of %s', async (path, claims) => {
  expect(unsaid(await read(path), claims)).toEqual([]);
});

test('9 constants: the reply promise of the consultation dialog is 24 hours', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  expect(await page.locator('dialog').textContent()).toMatch(/within 24 hours/i);
});

test('9 constants: product cards are 300 px high on phones and 320 px at desks, however little they say', async () => {
  const { page } = await visit('/products', { javaScriptEnabled: false });
  await page
    .locator('main > section')
    .filter({ hasText: 'Learn More' })
    .locator('li')
    .filter({ has: page.locator('h2, h3') })
    .evaluateAll((cards) => {
      for (const card of cards) {
        for (const text of card.querySelectorAll('p')) text.remove();
        card.setAttribute('data-test-card', '');
      }
    });
  for (const [width, height] of [
    [375, 300],
    [1024, 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page
      .locator('[data-test-card]')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    expect(heights).toHaveLength(6);
    for (const found of heights) expect(found).toBeGreaterThanOrEqual(height);
  }
});
