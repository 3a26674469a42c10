import { expect, test } from 'vitest';
import { type Item, type Reading, startReader } from '../../../support/reading.ts';
import { routes } from '../../../support/routes.ts';

const read = startReader();

/** How a field of an entity appears in its card. */
const fields = {
  title: (item: Item) => item.heading !== '',
  description: (item: Item) => /\w.{25,}/.test(item.text.replace(item.heading, '')),
  icon: (item: Item) => item.icons > 0,
  image: (item: Item) => item.images.length > 0,
  link: (item: Item) => item.links.length > 0,
  list: (item: Item) => item.points.length > 1,
  /** A short text next to title and description: a role, a category, an industry. */
  label: (item: Item, words: RegExp) => words.test(item.text.replace(item.heading, '')),
};

const about = (page: Reading, subject: RegExp) =>
  page.sections
    .filter(({ head, items }) => items.length > 0 && subject.test(head))
    .flatMap(({ items }) => items);

type Entity = [
  entity: string,
  path: string,
  cards: (page: Reading) => Item[],
  wanted: (Exclude<keyof typeof fields, 'label'> | RegExp)[],
];
const entities: Entity[] = [
  [
    'leader',
    '/about/team-culture',
    (page) => about(page, /Leadership team/),
    ['title', 'image', 'link', 'description', 'list', /\w{4,}/],
  ],
  [
    'advisor',
    '/about/team-culture',
    (page) => about(page, /Advisory team/),
    ['title', 'image', 'link', 'description', /\w{4,}/],
  ],
  [
    'testimonial',
    '/about/team-culture',
    (page) => about(page, /Testimonials/),
    ['title', 'description', /”\W*\w{3,}|^\w{3,}/],
  ],
  [
    'logo',
    '/',
    (page) =>
      page.sections
        .flatMap(({ items }) => items)
        .filter(({ text, images }) => text === '' && images.length > 0),
    ['title', 'image'],
  ],
  [
    'product',
    '/products',
    (page) => page.sections.find(({ text }) => text.includes('Learn More'))?.items ?? [],
    ['icon', 'image', 'title', 'description'],
  ],
  [
    'blog post',
    '/insights/blogs',
    (page) => page.sections.flatMap(({ items }) => items).filter(({ text }) => /min\w* read/.test(text)),
    [
      'icon',
      'title',
      'description',
      'link',
      /\d+ min\w* read/,
      /20\d\d/,
      /Technology|Culture|Psychology|Project Management|Customer Experience/,
    ],
  ],
  [
    'case study',
    '/insights/case-studies',
    (page) =>
      page.sections.find(({ items }) =>
        items.some(({ links }) => links.some(({ href }) => href.startsWith('/case-studies/'))),
      )?.items ?? [],
    ['title', 'description', 'link', /\w{4,}/],
  ],
  ...['energy-transformation', 'service-visibility', 'property-access', 'crisis-management'].map(
    (name): Entity => [
      'result',
      `/case-studies/${name}`,
      (page) => about(page, /outcome|results/i),
      ['icon', 'title', 'description'],
    ],
  ),
  [
    'capability',
    '/products/rfwm',
    (page) => about(page, /core capabilities/i),
    ['icon', 'title', 'description'],
  ],
  [
    'stakeholder',
    '/products/asset-intelligence',
    (page) => about(page, /roles/i),
    ['title', 'description', 'image', 'icon'],
  ],
  [
    'chatbot integration',
    '/products/chatbots',
    (page) => about(page, /Customisation & integration/),
    ['title', 'description'],
  ],
  [
    'chatbot use case',
    '/products/chatbots',
    (page) => about(page, /Sample use cases/),
    ['icon', 'title', 'list', /\w{4,}/],
  ],
  [
    'chatbot differentiator',
    '/products/chatbots',
    (page) => about(page, /What makes the chatbot unique/),
    ['title', 'description'],
  ],
];

test.each(entities)(
  '3 entities: every %s on %s shows all its fields',
  async (_entity, path, cards, wanted) => {
    const found = cards(await read(path));
    expect(found.length).toBeGreaterThan(1);
    const missing = found.flatMap((card) =>
      wanted
        .filter((field) => !(field instanceof RegExp ? fields.label(card, field) : fields[field](card)))
        .map((field) => `${card.heading}: ${String(field)}`),
    );
    expect(missing).toEqual([]);
  },
);

test('3 entities: every picture is described for those who do not see it', async () => {
  let found = 0;
  for (const path of routes) {
    const { descriptions } = await read(path);
    found += descriptions.length;
    expect(
      descriptions.filter((description) => !/\w{3,}/.test(description)),
      path,
    ).toEqual([]);
  }
  expect(found).toBeGreaterThan(30);
});
