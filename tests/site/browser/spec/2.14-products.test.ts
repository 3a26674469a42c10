import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';
import {
  countsAbout,
  type Link,
  listsAbout,
  namedLinks,
  sectionAbout,
  startReader,
  unsaid,
} from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

test.each([
  [
    '/products/rfwm',
    ['30-40% & faster job turnaround', '25%+ & SLA compliance uplift', '50% & less manual effort'],
  ],
  [
    '/products/semp',
    ['15-25% & energy cost reduction', '100% & automated ESG reporting', '2× & faster anomaly response'],
  ],
  [
    '/products/asset-intelligence',
    [
      '40% & lower maintenance costs',
      '95%+ & compliance accuracy',
      '60% & faster asset tracking',
      '99.9% & secure access',
      'PDF & Excel',
      'SLM & WDV & custom percentage',
    ],
  ],
  [
    '/ai-automation',
    [
      '90% & process efficiency',
      '60% & cost reduction',
      '24/7',
      '99.9% & accuracy',
      '85% & faster processing',
      '99.5% & accuracy',
      '70% & cost savings',
      '1000+ & integrations',
    ],
  ],
])('2.14 product pages: %s states its results', async (path, claims) => {
  expect(unsaid(await read(path), claims)).toEqual([]);
});

test.each([
  ['/products/rfwm', /flow/i, 'request, allocation, dispatch, completion, analytics'],
  ['/products/semp', /flow/i, 'monitoring, analytics, optimisation, compliance'],
  ['/products/asset-intelligence', /stages/i, 'purchased, active, maintenance, scrapped/sold'],
  ['/ai-automation', /engagement/i, 'discovery, design, build, test & deploy, support'],
  ['/ai-automation', /areas/i, 'workflows reimagined, ai in every flow, smart connections'],
])('2.14 product pages: %s shows its %s in order', async (path, subject, steps) => {
  expect(listsAbout(await read(path), subject)).toContainEqual(steps.split(', '));
});

test.each([
  ['/products/rfwm', /AI features/i, 'auto scheduling, chatbot, ocr, predictive analytics'],
  [
    '/products/semp',
    /integrations/i,
    'cloud, compliance tools, developer protocols, enterprise systems, iot, utility systems',
  ],
  [
    '/products/asset-intelligence',
    /roles/i,
    'asset managers, compliance teams, facility and lab managers, finance officers, maintenance technicians',
  ],
  [
    '/products/chatbots',
    /Customisation & integration/,
    'asset management, remote field work management, semp, service portals',
  ],
  [
    '/products/chatbots',
    /Advanced technology stack/,
    'language processing, ocr integration, role-based security, workflow engine',
  ],
  [
    '/ai-automation',
    /services/i,
    'ai-augmented ops, automation jumpstart, custom integration studio, workflow audit & optimisation',
  ],
  [
    '/ai-automation',
    /use cases/i,
    'customer support, data sync, document intelligence, finance operations, internal workflows, ' +
      'it & devops, marketing automation, sales ops',
  ],
])('2.14 product pages: %s has all of its %s', async (path, subject, items) => {
  expect(listsAbout(await read(path), subject).map((list) => list.toSorted().join(', '))).toContain(items);
});

test.each([
  ['/products/rfwm', { 'core capabilities': 6, 'AI features': 4 }],
  ['/products/energy-management', { capabilities: 6 }],
  ['/products/semp', { problem: 4, 'core capabilities': 8, 'AI features': 4, industries: 8, reasons: 5 }],
  ['/products/asset-intelligence', { modules: 7, industries: 12, roles: 5 }],
  ['/ai-automation', { reasons: 5 }],
] as [string, Record<string, number>][])(
  '2.14 product pages: %s has the right number of each item',
  async (path, counts) => {
    const page = await read(path);
    for (const [subject, count] of Object.entries(counts))
      expect(countsAbout(page, new RegExp(subject, 'i')), subject).toContain(count);
  },
);

test('2.14 product pages: FlowOps has problems, six main industries, four for small businesses, reasons', async () => {
  const page = await read('/products/rfwm');
  expect(page.text).toContain('FlowOps');
  expect(countsAbout(page, /problem/i)[0]).toBeGreaterThan(2);
  const industries = countsAbout(page, /industries|trades|small/i);
  expect(
    industries.includes(10) || (industries.includes(6) && industries.includes(4)),
    String(industries),
  ).toBe(true);
  expect(countsAbout(page, /why FlowOps|choose/i)[0]).toBeGreaterThan(2);
});

test('2.14 product pages: the energy platform has the picture of its dashboard', async () => {
  const { sections } = await read('/products/energy-management');
  const pictures = sections
    .filter(({ head }) => /dashboard/i.test(head))
    .flatMap(({ items }) => items)
    .flatMap(({ images }) => images);
  expect(pictures).toEqual([expect.stringMatching(/^\//)]);
});

test('2.14 product pages: the chatbots have their sections in order and four badges', async () => {
  const { sections } = await read('/products/chatbots');
  expect(sections[0]?.items.map(({ text }) => text)).toEqual([
    'NLP Powered',
    'Role-Based Access',
    'Document Search',
    'Custom Workflows',
  ]);
  const headings = [
    'Key capabilities',
    'Customisation & integration',
    'Sample use cases',
    'What makes the chatbot unique',
    'Advanced technology stack',
  ];
  const places = headings.map((heading) => sections.findIndex(({ head }) => head.includes(heading)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('2.14 product pages: AI automation has its title and description', async () => {
  const { title, description, header } = await read('/ai-automation');
  expect(title).toBe(`AI Automation Solutions | ${header[0]?.text}`);
  expect(description).toBe(
    'Transform your business with intelligent automation. AI-powered workflows, decision making, and ' +
      'process optimization.',
  );
});

const hero = (page: { sections: { links: Link[] }[] }) => page.sections[0]?.links ?? [];
const closing = (page: { sections: { links: Link[] }[] }) => page.sections.at(-1)?.links ?? [];

test.each([
  ['/products/rfwm', hero, { 'Schedule a Demo': '/contact' }],
  ['/products/rfwm', closing, { 'Schedule a Demo': '/contact', 'Talk to an Expert': '/contact' }],
  [
    '/products/energy-management',
    hero,
    { 'Request a Demo': '/contact', 'Explore Full Features': '/products' },
  ],
  ['/products/asset-intelligence', hero, { 'Request a Demo': '/contact' }],
  ['/products/chatbots', closing, { 'Request a Demo': '/contact', 'Discuss Your Use Case': '/contact' }],
  ['/ai-automation', hero, { 'Explore Solutions': '/products' }],
] as const)(
  '2.14 product pages: the buttons of %s lead where they should (%#)',
  async (path, place, targets) => {
    const page = await read(path);
    for (const [name, target] of Object.entries(targets))
      expect(namedLinks(place(page), name), name).toEqual([target]);
  },
);

test('2.14 product pages: both closing buttons of asset intelligence go to the contact page', async () => {
  expect(closing(await read('/products/asset-intelligence')).map(({ href }) => href)).toEqual([
    '/contact',
    '/contact',
  ]);
});

test('2.14 product pages: AI automation begins the journey twice and shows all solutions', async () => {
  const { sections, links } = await read('/ai-automation');
  expect(sections[0]?.buttons).toContain('Start Your Automation Journey');
  expect(sections.slice(1).flatMap(({ buttons }) => buttons)).toContain('Get Started Today');
  expect(namedLinks(links, 'View All Solutions')).toEqual(['/products']);
});

test.each([
  ['/products/rfwm', 'Explore Use Cases'],
  ['/products/asset-intelligence', 'Explore Industries'],
])('2.14 product pages: on %s the button %s scrolls smoothly to the industries', async (path, name) => {
  const { page } = await visit(path, { reducedMotion: 'no-preference' });
  await hydrate(page);
  await page.evaluate(() => {
    const positions: number[] = [];
    addEventListener('scroll', () => positions.push(scrollY));
    Object.assign(window, { positions });
  });
  const button = page.getByRole('link', { name }).first();
  const target = page.locator((await button.getAttribute('href')) ?? 'nothing');
  expect(await target.innerText()).toMatch(/industries/i);
  await button.click();
  await expect.poll(async () => (await target.boundingBox())?.y).toBeLessThan(200);
  expect(
    await page.evaluate(() => new Set((window as unknown as { positions: number[] }).positions).size),
    'positions on the way',
  ).toBeGreaterThan(3);
});

test.each([
  ['2.7 products', '/products', 'Learn More', 50],
  ['2.14 product pages', '/products/chatbots', 'Key capabilities', 100],
  ['2.14 product pages', '/products/chatbots', 'Customisation & integration', 100],
  ['2.14 product pages', '/products/chatbots', 'Sample use cases', 200],
  ['2.14 product pages', '/products/chatbots', 'Advanced technology stack', 100],
])('%s: the cards on %s in %s appear %i ms after each other', async (_section, path, heading, pace) => {
  const { page } = await visit(path, {
    reducedMotion: 'no-preference',
    viewport: { width: 1280, height: 400 },
  });
  const delays = await cardDelays(page, heading);
  expect(delays.length).toBeGreaterThan(3);
  expect(delays).toEqual(delays.map((_, index) => index * pace));
});

test('2.14 product pages: the chatbot pages name use cases by industry and advantages by feature', async () => {
  const page = await read('/products/chatbots');
  const cases = sectionAbout(page, /Sample use cases/).items;
  expect(cases.length).toBeGreaterThan(2);
  for (const { heading, points } of cases) expect(points.length, heading).toBeGreaterThan(1);
  const { items, head } = sectionAbout(page, /What makes the chatbot unique/);
  expect(head).toMatch(/feature.*advantage/i);
  expect(items.length).toBeGreaterThan(2);
});

/**
 * Delays in milliseconds after which the cards of a section appear. The section has this heading, or contains
 * this text.
 */
async function cardDelays(page: Page, words: string): Promise<number[]> {
  await page.evaluate(() => {
    const { observe } = IntersectionObserver.prototype;
    const observed = new Set<Element>();
    Object.assign(window, { observed });
    IntersectionObserver.prototype.observe = function (element) {
      observed.add(element);
      observe.call(this, element);
    };
  });
  await hydrate(page);
  // Only sections below the window appear later, and the script observes all of them.
  await page.waitForFunction(() => {
    const { observed } = window as unknown as { observed: Set<Element> }; // assigned above
    return [...document.querySelectorAll('main > [data-block]')]
      .filter((section) => section.getBoundingClientRect().top > innerHeight)
      .every((section) => observed.has(section));
  });
  return page.evaluate(async (words) => {
    const sections = [...document.querySelectorAll('main > [data-block]')];
    const section =
      sections.find((one) => one.querySelector('h2')?.textContent === words) ??
      sections.find((one) => one.textContent.includes(words));
    const cards = [...(section?.querySelectorAll('li, tbody > tr') ?? [])].filter(
      (card) => !card.parentElement?.closest('li'),
    );
    cards[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });
    const begun = () => cards.some((card) => card.getAnimations().length > 0);
    const since = performance.now();
    while (!begun() && performance.now() - since < 5000) await new Promise(requestAnimationFrame);
    return cards.flatMap((card) =>
      card
        .getAnimations()
        .slice(0, 1)
        .map((animation) => Number(animation.effect?.getTiming().delay)),
    );
  }, words);
}
