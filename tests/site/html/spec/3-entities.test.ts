import { expect, test } from 'vitest';
import { type Item, findItems, type PageContent, readPageContent } from '../../../support/page-content.ts';

/** Functions that return whether a card shows a field of its entity, by field name. */
const fields: Record<string, (item: Item) => boolean> = {
  title: ({ heading }) => heading !== '',
  description: (item) => /\w.{25,}/.test(textWithoutHeading(item)),
  icon: ({ icons }) => icons > 0,
  image: ({ images }) => images.length > 0,
  link: ({ links }) => links.length > 0,
  list: ({ points }) => points.length > 1,
  // The label is a role, category or industry.
  label: (item) => /\w{4,}/.test(textWithoutHeading(item)),
  author: (item) => /”\W*\w{3,}|^\w{3,}/.test(textWithoutHeading(item)),
  'read time': (item) => /\d+ min\w* read/.test(textWithoutHeading(item)),
  year: (item) => /20\d\d/.test(textWithoutHeading(item)),
  category: (item) =>
    /Technology|Culture|Psychology|Project Management|Customer Experience/.test(textWithoutHeading(item)),
};
/** Returns the text of a card without its heading. */
const textWithoutHeading = ({ text, heading }: Item) => text.replace(heading, '');

type SelectCards = (page: PageContent) => Item[];
const cardsAbout =
  (subject: RegExp): SelectCards =>
  ({ sections }) =>
    sections.flatMap(({ head, items }) => (subject.test(head) ? items : []));
const selectLogos: SelectCards = ({ sections }) =>
  sections.flatMap(({ items }) => items).filter(({ text, images }) => text === '' && images.length > 0);
const cardsMatching =
  (matches: (item: Item) => boolean): SelectCards =>
  (page) =>
    findItems(page, matches);

const products = cardsMatching(({ text }) => text.includes('Learn More'));
const posts = cardsMatching(({ text }) => /min\w* read/.test(text));
const caseStudies = cardsMatching(({ links }) => links.some(({ href }) => href.startsWith('/case-studies/')));
const results = cardsAbout(/outcome|results/i);

const entities: [entity: string, path: string, wanted: string, cards: SelectCards][] = [
  [
    'leader',
    '/about/team-culture',
    'title, image, link, description, list, label',
    cardsAbout(/Leadership Team/),
  ],
  ['advisor', '/about/team-culture', 'title, image, link, description, label', cardsAbout(/Advisory Team/)],
  ['testimonial', '/about/team-culture', 'title, description, author', cardsAbout(/Testimonials/)],
  ['logo', '/', 'title, image', selectLogos],
  ['product', '/products', 'icon, image, title, description', products],
  ['blog post', '/insights/blogs', 'icon, title, description, link, read time, year, category', posts],
  ['case study', '/insights/case-studies', 'title, description, link, label', caseStudies],
  ['result', '/case-studies/energy-transformation', 'icon, title, description', results],
  ['result', '/case-studies/service-visibility', 'icon, title, description', results],
  ['result', '/case-studies/property-access', 'icon, title, description', results],
  ['result', '/case-studies/crisis-management', 'icon, title, description', results],
  ['capability', '/products/rfwm', 'icon, title, description', cardsAbout(/core capabilities/i)],
  ['stakeholder', '/products/asset-intelligence', 'title, description, image, icon', cardsAbout(/roles/i)],
  [
    'chatbot integration',
    '/products/chatbots',
    'title, description',
    cardsAbout(/Customization & Integration/),
  ],
  ['chatbot use case', '/products/chatbots', 'icon, title, list, label', cardsAbout(/Sample use cases/)],
  ['chatbot differentiator', '/products/chatbots', 'title, description', cardsAbout(/chatbot unique/)],
];

test.each(entities)(
  '§3 entities: every %s on %s shows its %s',
  (_entity, path, requiredFields, selectCards) => {
    const cards = selectCards(readPageContent(path));
    expect(cards.length).toBeGreaterThan(1);
    const missing = cards.flatMap((card) =>
      requiredFields
        .split(', ')
        .filter((field) => !fields[field]?.(card))
        .map((field) => `${card.heading}: ${field}`),
    );
    expect(missing).toEqual([]);
  },
);
