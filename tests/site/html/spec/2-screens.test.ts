import { expect, test } from 'vitest';
import {
  findItems,
  type Link,
  findLinkTargets,
  type PageContent,
  readPageContent,
  findSection,
} from '../../../support/page-content.ts';

// These requirements cannot be expressed in `demands.txt`.

const readCompany = () => readPageContent('/').header[0]?.text ?? 'no company';
const toHrefs = (links: readonly Link[] = []) => links.map(({ href }) => href);
const isLogo = ({ text, images }: { text: string; images: string[] }) => text === '' && images.length === 1;
const expectInOrder = (positions: readonly number[]) => {
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
};

test('§2.2 navigation and footer: the footer has an email address, a telephone number and two social links', () => {
  const { footer } = readPageContent('/');
  const [email] = footer.filter(({ href }) => href.startsWith('mailto:'));
  const [phone] = footer.filter(({ href }) => href.startsWith('tel:'));
  expect(email?.href).toBe(`mailto:${email?.text}`);
  expect(email?.text).toMatch(/^\S+@\S+\.\S+$/);
  expect(phone?.href).toBe(`tel:${phone?.text.replaceAll(' ', '')}`);
  const social = footer.filter(({ href }) => href.startsWith('https:'));
  expect(social).toHaveLength(2);
  // Placeholder links must use reserved domains.
  for (const { href } of social) expect(new URL(href).hostname).toMatch(/\.example$/);
});

test('§2.3 home: the title ends with the specified text and company name, and the page has a description', () => {
  const { title, description } = readPageContent('/');
  expect(title.endsWith(`AI Transformation Solutions | ${readCompany()}`)).toBe(true);
  expect(description).toMatch(/.{50,}/);
});

test('§2.3 home: the hero links to the section below', () => {
  const [hero, next] = readPageContent('/').sections;
  expect(toHrefs(hero?.links)).toContain(`#${next?.head.split(' · ')[0]}`);
});

test('§2.3 home: the carousel has 12 logos, each with a name', () => {
  const logos = readPageContent('/')
    .sections.flatMap(({ items }) => items)
    .filter(isLogo);
  expect(logos).toHaveLength(12);
  expect(new Set(logos.map(({ heading }) => heading)).size).toBe(12);
});

test('§2.3 home: three service blocks link to the offerings, the products and consulting', () => {
  const { items } = findSection(readPageContent('/'), /^services /);
  expect(items.map(({ links }) => toHrefs(links))).toEqual([
    ['/ai-offerings'],
    ['/products'],
    ['/services/consulting-design'],
  ]);
});

test('§2.4 AI offerings: the methodology is the same as on the home page', () => {
  const methodology = /^methodology /;
  expect(findSection(readPageContent('/ai-offerings'), methodology)).toEqual(
    findSection(readPageContent('/'), methodology),
  );
});

test('§2.4 AI offerings: the page has a strip of at least six logos', () => {
  const { sections } = readPageContent('/ai-offerings');
  const strip = sections.find(({ items }) => items.length > 0 && items.every(isLogo));
  expect(strip?.items.length).toBeGreaterThan(5);
});

test('§2.5 company about: the page opens with an introduction and states mission and vision', () => {
  const { sections, text } = readPageContent('/about/company');
  expect(sections[0]?.text).toMatch(/.{200,}/);
  expect(text).toMatch(/\bMission [A-Z][^.]{30,}\./);
  expect(text).toMatch(/\bVision [A-Z][^.]{30,}\./);
});

test('§2.5 company about: there are four achievements', () => {
  // In the HTML, each number follows its label.
  const achievements = [
    /^professionals .+ 50\+$/,
    /^global reach .+ 14$/,
    /^recognition .+ 2$/,
    /^client satisfaction .+ 99%$/,
  ];
  const statistics = readPageContent('/about/company').sections.map(({ items }) =>
    items.map(({ text }) => achievements.find((words) => words.test(text.toLowerCase()))),
  );
  expect(statistics).toContainEqual(achievements);
});

const readTeam = () => readPageContent('/about/team-culture');

test('§2.6 team and culture: the sections are in order', () => {
  const sectionPatterns = [
    /Our Team & Culture/,
    /technology-agnostic/i,
    /Leadership Team/,
    /Advisory Team/,
    /Testimonials/,
    new RegExp(`${readCompany()}.*journey|journey.*${readCompany()}`),
    /Join Our Amazing Team/,
  ];
  expectInOrder(
    sectionPatterns.map((words) =>
      readTeam().sections.findIndex(({ head, text }) => words.test(words.ignoreCase ? text : head)),
    ),
  );
});

test.each([
  ['Leadership Team', 6],
  ['Advisory Team', 3],
])(
  '§2.6 team and culture: the %s has %i cards with image, name, title, description and biography',
  (heading, count) => {
    const { items } = findSection(readTeam(), new RegExp(heading));
    expect(items).toHaveLength(count);
    for (const { heading: name, images, text } of items) {
      expect(name).toMatch(/\S+ \S+/);
      expect(images, name).toHaveLength(1);
      const [before = '', after = ''] = text.split('More....');
      expect(before.replace(name, ''), 'title and description').toMatch(/.{60,}/);
      expect(after, 'biography').toMatch(/.{150,}/);
    }
  },
);

test('§2.6 team and culture: only leaders have core competencies', () => {
  for (const { heading, text, points } of findSection(readTeam(), /Leadership Team/).items) {
    expect(text, heading).toContain('Core Competencies');
    expect(points.length, heading).toBeGreaterThan(1);
  }
  expect(findSection(readTeam(), /Advisory Team/).text).not.toContain('Core Competencies');
});

test('§2.6 team and culture: profiles open in a new tab without access to the opener', () => {
  const profiles = [/Leadership Team/, /Advisory Team/]
    .flatMap((heading) => findSection(readTeam(), heading).items)
    .map(({ links }) => links.filter(({ href }) => href.startsWith('https:')));
  expect(profiles.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  for (const link of profiles.flat())
    expect([link.target, link.rel.split(' ')]).toEqual(['_blank', expect.arrayContaining(['noopener'])]);
});

test('§2.6 team and culture: six testimonials have a quote, a name and a title', () => {
  const { items } = findSection(readTeam(), /Testimonials/);
  expect(items).toHaveLength(6);
  for (const { heading, text } of items) {
    expect(heading).toMatch(/^\S+ \S+/);
    expect(text).toMatch(/“.{40,}”/);
    expect(text.replace(heading, '').replace(/“.*”/, ''), 'title').toMatch(/\w{4,}/);
  }
});

test('§2.6 team and culture: the journeys of 6 team members have their quotes and videos', () => {
  const { text, items, head } = findSection(readTeam(), /journey/);
  expect(text).toMatch(/journeys of 6 team members/i);
  expect(head).toMatch(/attitude and attributes matter more than qualification/i);
  expect(items.map(({ images }) => images.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

/** Returns the product cards: those with “Learn More”, and their siblings. */
const readProducts = () => findItems(readPageContent('/products'), ({ text }) => text.includes('Learn More'));

test.each([
  ['FlowOps', ['job', 'task', 'service-request platform'], '/products/rfwm'],
  ['Sustainable Energy Management Platform (SEMP)', ['energy platform'], '/products/semp'],
  ['Asset Intelligence', ['asset'], '/products/asset-intelligence'],
  ['Chatbots', ['assistants'], '/products/chatbots'],
  ['{company}flo', ['custom AI agent workflows'], '/ai-automation'],
  ['Intelligent Auto-Scheduling', ['AI job scheduling with skill and resource matching'], undefined],
])(
  '§2.7 products: the card of %s describes the product and, if it has a page, links to it',
  (name, words, target) => {
    const card = readProducts().find(({ heading }) => heading === name.replace('{company}', readCompany()));
    expect(words.filter((word) => !card?.text.toLowerCase().includes(word.toLowerCase()))).toEqual([]);
    expect(toHrefs(card?.links)).toEqual(target === undefined ? [] : [target]);
    expect(card?.text.includes('Learn More')).toBe(target !== undefined);
  },
);

test('§2.7 products: below the grid of six products, visitors can contact an expert', () => {
  const { sections } = readPageContent('/products');
  expect(readProducts()).toHaveLength(6);
  const gridIndex = sections.findIndex(({ text }) => text.includes('Learn More'));
  const callIndex = sections.findIndex(({ head }) => head.includes('Ready to transform with AI?'));
  expect(callIndex).toBeGreaterThan(gridIndex);
  expect(findLinkTargets(sections[callIndex]?.links ?? [], 'Talk to an Expert')).toEqual(['/contact']);
});

test('§2.8 contact: the page has one form, and the dialog promises a reply within 24 hours', () => {
  const { sections, dialogs } = readPageContent('/contact');
  expect(sections.filter(({ buttons }) => buttons.includes('Send Message'))).toHaveLength(1);
  expect(dialogs.join()).toMatch(/within 24 hours/i);
});

test('§2.8 contact: cards show the email address and the telephone number with response times', () => {
  const page = readPageContent('/contact');
  const { items } = findSection(page, /directly|contact/i);
  for (const [scheme, time] of [
    ['mailto:', /within 24 hours/i],
    ['tel:', /Mon[–-]Fri, 9AM[–-]6PM IST/],
  ] as const) {
    const [card] = items.filter(({ links }) => links.some(({ href }) => href.startsWith(scheme)));
    expect(card?.text).toMatch(time);
    expect(toHrefs(page.links)).toContain(toHrefs(page.footer).find((href) => href.startsWith(scheme)));
  }
});

test('§2.8 contact: four questions are answered', () => {
  const questions = readPageContent('/contact')
    .sections.flatMap(({ items }) => items)
    .filter(({ heading }) => heading.endsWith('?'));
  const subjects = [
    /how long.*project|project.*duration/i,
    /ongoing support/i,
    /existing tech stack/i,
    /industries/i,
  ];
  const subjectOrder = questions.map(({ heading }) => subjects.findIndex((subject) => subject.test(heading)));
  expect(subjectOrder).toEqual([0, 1, 2, 3]);
});

const collectText = ({ sections }: PageContent, text: string) =>
  sections
    .filter(({ head }) => head.includes(text))
    .map(({ text }) => text)
    .join(' ');

test.each(['Staff Augmentation', 'Dedicated Offshore Delivery Centre', 'Build-Operate-Transfer'])(
  '§2.12 insight pages: the engagement model %s has features and benefits',
  (model) => {
    const words = collectText(readPageContent('/insights/engagement-models'), model);
    expect(words).toMatch(/features.{40,}/i);
    expect(words).toMatch(/benefits.{40,}/i);
  },
);

test('§2.12 insight pages: the text on Build-Operate-Transfer states savings of more than 50%', () => {
  expect(collectText(readPageContent('/insights/engagement-models'), 'Build-Operate-Transfer')).toMatch(
    /(above|more than|over) 50%[^.]*cost|cost[^.]*(above|more than|over) 50%|sav[^.]*(above|more than|over) 50%/i,
  );
});

test('§2.12 insight pages: TRIAD has five benefits with figures', () => {
  const { items } = findSection(readPageContent('/insights/triad'), /business benefits/i);
  expect(items).toHaveLength(5);
  for (const { text } of items) expect(text).toMatch(/\d/);
});

test('§2.12 insight pages: four case studies have title, category, summary and link', () => {
  const targets = ['energy-transformation', 'service-visibility', 'property-access', 'crisis-management'].map(
    (name) => `/case-studies/${name}`,
  );
  const cards = findItems(
    readPageContent('/insights/case-studies'),
    ({ links }) => links[0]?.href === targets[0],
  );
  expect(cards.map(({ links }) => toHrefs(links))).toEqual(targets.map((target) => [target]));
  for (const { heading, text } of cards) {
    expect(heading).not.toBe('');
    expect(text.replace(heading, ''), heading).toMatch(/\w{4,}.*.{60,}/);
  }
});

test('§2.12 insight pages: five posts have category, read time, title, excerpt, date and an arrow', () => {
  const cards = findItems(readPageContent('/insights/blogs'), ({ text }) => /\d+ min\w* read/.test(text));
  expect(cards).toHaveLength(5);
  for (const { heading, text, links } of cards) {
    expect(text, heading).toMatch(/\d+ min\w* read/);
    expect(text, heading).toMatch(/Technology|Culture|Psychology|Project Management|Customer Experience/);
    expect(text, 'a date').toMatch(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b|\b[A-Z][a-z]+ \d{1,2}, 20\d\d\b/);
    expect(text.replace(heading, ''), 'an excerpt').toMatch(/.{60,}/);
    expect(toHrefs(links), heading).toEqual([expect.stringMatching(/^[/#]/)]);
  }
});

test('§2.14 product pages: the energy platform shows its dashboard', () => {
  const { items } = findSection(readPageContent('/products/energy-management'), /dashboard/i);
  expect(items.flatMap(({ images }) => images)).toEqual([expect.stringMatching(/^\//)]);
});

test('§2.14 product pages: the chatbots have their sections in order and four badges', () => {
  const { sections } = readPageContent('/products/chatbots');
  expect(sections[0]?.items.map(({ text }) => text)).toEqual([
    'NLP Powered',
    'Role-Based Access',
    'Document Search',
    'Custom Workflows',
  ]);
  const headings = [
    'Key capabilities',
    'Customization & Integration',
    'Sample use cases',
    'What makes the chatbot unique',
    'Advanced technology stack',
  ];
  expectInOrder(headings.map((heading) => sections.findIndex(({ head }) => head.includes(heading))));
});

test('§2.14 product pages: AI automation has its title and description', () => {
  const { title, description } = readPageContent('/ai-automation');
  expect(title).toBe(`AI Automation Solutions | ${readCompany()}`);
  expect(description).toBe(
    'Transform your business with intelligent automation. AI-powered workflows, decision making, and ' +
      'process optimization.',
  );
});
