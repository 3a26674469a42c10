import { expect, test } from 'vitest';
import { type Item, itemsWith, type Reading, read } from '../../../support/reading.ts';

/** Whether a card shows a field of its entity, by the name of the field. */
const fields: Record<string, (item: Item) => boolean> = {
  title: ({ heading }) => heading !== '',
  description: (item) => /\w.{25,}/.test(rest(item)),
  icon: ({ icons }) => icons > 0,
  image: ({ images }) => images.length > 0,
  link: ({ links }) => links.length > 0,
  list: ({ points }) => points.length > 1,
  // A role, category or industry.
  label: (item) => /\w{4,}/.test(rest(item)),
  author: (item) => /”\W*\w{3,}|^\w{3,}/.test(rest(item)),
  'read time': (item) => /\d+ min\w* read/.test(rest(item)),
  year: (item) => /20\d\d/.test(rest(item)),
  category: (item) => /Technology|Culture|Psychology|Project Management|Customer Experience/.test(rest(item)),
};
/** Returns the text of a card without its heading. */
const rest = ({ text, heading }: Item) => text.replace(heading, '');

type CardsOf = (page: Reading) => Item[];
const about =
  (subject: RegExp): CardsOf =>
  ({ sections }) =>
    sections.flatMap(({ head, items }) => (subject.test(head) ? items : []));
const logos: CardsOf = ({ sections }) =>
  sections.flatMap(({ items }) => items).filter(({ text, images }) => text === '' && images.length > 0);
const like =
  (fits: (item: Item) => boolean): CardsOf =>
  (page) =>
    itemsWith(page, fits);

const products = like(({ text }) => text.includes('Learn More'));
const posts = like(({ text }) => /min\w* read/.test(text));
const cases = like(({ links }) => links.some(({ href }) => href.startsWith('/case-studies/')));
const results = about(/outcome|results/i);

const entities: [entity: string, path: string, wanted: string, cards: CardsOf][] = [
  ['leader', '/about/team-culture', 'title, image, link, description, list, label', about(/Leadership Team/)],
  ['advisor', '/about/team-culture', 'title, image, link, description, label', about(/Advisory Team/)],
  ['testimonial', '/about/team-culture', 'title, description, author', about(/Testimonials/)],
  ['logo', '/', 'title, image', logos],
  ['product', '/products', 'icon, image, title, description', products],
  ['blog post', '/insights/blogs', 'icon, title, description, link, read time, year, category', posts],
  ['case study', '/insights/case-studies', 'title, description, link, label', cases],
  ['result', '/case-studies/energy-transformation', 'icon, title, description', results],
  ['result', '/case-studies/service-visibility', 'icon, title, description', results],
  ['result', '/case-studies/property-access', 'icon, title, description', results],
  ['result', '/case-studies/crisis-management', 'icon, title, description', results],
  ['capability', '/products/rfwm', 'icon, title, description', about(/core capabilities/i)],
  ['stakeholder', '/products/asset-intelligence', 'title, description, image, icon', about(/roles/i)],
  ['chatbot integration', '/products/chatbots', 'title, description', about(/Customization & Integration/)],
  ['chatbot use case', '/products/chatbots', 'icon, title, list, label', about(/Sample use cases/)],
  ['chatbot differentiator', '/products/chatbots', 'title, description', about(/chatbot unique/)],
];

test.each(entities)('3 entities: every %s on %s shows its %s', (_entity, path, wanted, cardsOf) => {
  const cards = cardsOf(read(path));
  expect(cards.length).toBeGreaterThan(1);
  const missing = cards.flatMap((card) =>
    wanted
      .split(', ')
      .filter((field) => !fields[field]?.(card))
      .map((field) => `${card.heading}: ${field}`),
  );
  expect(missing).toEqual([]);
});
