import { expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const people = (...items: readonly string[]) =>
  renderBlocks(`- type: people
  heading: Who we are
  items:
${items.map((item) => `    - ${item}\n`).join('')}`);

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, inner = '']) => `${href} ${inner.replaceAll(/<[^>]+>/g, '').trim()}`,
  );

test.each([
  ['a name', '{ name: Ana Example }'],
  ['a name and a role', '{ name: Ana Example, title: Manager }'],
  ['a name and a text', '{ name: Ana Example, text: She is *here*. }'],
  ['a name and a biography', '{ name: Ana Example, bio: She was born. }'],
  ['a name and skills', '{ name: Ana Example, competencies: [Waves] }'],
  ['a name and an address', '{ name: Ana Example, email: ana@example.org }'],
  ['a name and a number', '{ name: Ana Example, phone: +44 20 7946 0000 }'],
  ['a local number', '{ name: Ana Example, phone: (020) 7946-0000 }'],
  ['a picture', '{ name: Ana Example, image: { src: /people/ana.svg, alt: Ana } }'],
  ['the address of the site', '{ name: Ana Example, email: "{{email}}", phone: "{{phone}}" }'],
])('a person may have only %s', (_, item) => {
  const { messages, html } = people(item, '{ name: Bo, title: Engineer, text: He builds. }');
  expect(messages).toEqual([]);
  expect(html).toMatch(/<h3[^>]*>Ana Example<\/h3>/);
  expect(html).not.toMatch(/<p[^>]*><\/p>|undefined/);
});

test.each([
  ['https://www.linkedin.com/in/ana', 'LinkedIn'],
  ['https://uk.linkedin.com/in/ana', 'LinkedIn'],
  ['https://github.com/ana', 'GitHub'],
  ['https://mastodon.social/@ana', 'Mastodon'],
  ['https://mastodon.example.org/@ana', 'mastodon.example.org'],
  ['https://bsky.app/profile/ana', 'Bluesky'],
  ['https://orcid.org/0000-0001', 'ORCID'],
  ['https://x.com/ana', 'X'],
  ['https://www.xing.com/profile/ana', 'XING'],
  ['https://ana.example.org/', 'ana.example.org'],
  ['https://notgithub.com/', 'notgithub.com'],
  ['mailto:ana@example.org', 'ana@example.org'],
  ['tel:+442079460000', '+442079460000'],
])('the profile %s is called %s, with an icon', (href, label) => {
  const { messages, html } = people(`{ name: Ana Example, profiles: [{ href: "${href}" }] }`);
  expect(messages).toEqual([]);
  expect(linksIn(html)).toEqual([
    `${href} ${label}: Ana Example${href.startsWith('https') ? ', opens in a new tab' : ''}`,
  ]);
  expect(html).toMatch(/<a [^>]*><svg[^>]*><(path|circle|rect)/);
});

test('a person has an address, a number and several profiles, of which the author names some', () => {
  const { messages, html } = people(
    '{ name: Ana Example, email: ana@example.org, phone: +44 (20) 7946-0000, href: https://log.example.org, ' +
      'profiles: [{ href: https://github.com/ana }, { label: Her maps, href: https://a.example, icon: map }] }',
  );
  expect(messages).toEqual([]);
  expect(linksIn(html)).toEqual([
    'mailto:ana@example.org ana@example.org',
    'tel:+442079460000 +44 (20) 7946-0000',
    'https://github.com/ana GitHub: Ana Example, opens in a new tab',
    'https://a.example Her maps: Ana Example, opens in a new tab',
    'https://log.example.org Profile: Ana Example, opens in a new tab',
  ]);
});

test.each([
  ['email: ana', '`email` must be an e-mail address like `mara@example.org`'],
  ['email: mailto:ana@example.org', '`email` must be the address alone, without `mailto:`'],
  ['phone: on request', '`phone` must be a telephone number like `+44 20 7946 0000`'],
  ['phone: tel:+442079460000', '`phone` must be the number alone, without `tel:`'],
  ['phone: +44 (0)20 7946 0000', 'must not hold `(0)`'],
  ['profiles: [{ label: Maps }]', 'item 1 of `profiles` needs an `href`'],
  ['profiles: [{ href: github.com/ana }]', '`href` must start with `https://`'],
  ['profiles: [{ href: https://github.com/ana, icon: githup }]', 'no icon called `githup`'],
  ['mail: ana@example.org', '`email`'],
])('a person with %s is reported', (setting, message) => {
  expect(people(`{ name: Ana Example, ${setting} }`).messages.join('\n')).toContain(message);
});

test('columns and tabs have people, too', () => {
  const items = (label: string) => `
    - ${label}: By boat
      body: We meet you.
      people: { items: [{ name: Ana Example, email: ana@example.org }, { name: Bo, title: Pilot }] }
    - { ${label}: By land, body: Take the train. }`;
  for (const [type, label] of [
    ['columns', 'heading'],
    ['tabs', 'label'],
  ] as const) {
    const { messages, html } = renderBlocks(
      `- type: ${type}\n  heading: How to come\n  items:${items(label)}`,
    );
    expect(messages).toEqual([]);
    expect(linksIn(html)).toEqual(['mailto:ana@example.org ana@example.org']);
    expect(html).toContain('Bo');
  }
});

test.each([
  ['no title', '{ text: We come again., name: Elsa E. }', []],
  [
    'no title beside a picture',
    '{ text: We come., name: Elsa, picture: { src: /p/a.svg, alt: A pier } }',
    [],
  ],
  ['a logo', '{ text: We come again., name: Elsa E., logo: { src: /logos/a.svg, alt: A Ltd } }', []],
  [
    'a film of another site',
    '{ text: We come., name: Elsa E., film: { label: See it, href: https://film.example } }',
    ['https://film.example See it'],
  ],
  [
    'a film of its own',
    '{ text: We come., name: Elsa E., film: { label: See it, to: /videos/elsa.mp4 } }',
    ['/videos/elsa.mp4 See it'],
  ],
  [
    'a film and a story',
    '{ text: We come., name: E., film: { label: See it, href: https://a.example }, action: { label: Read, to: / } }',
    ['https://a.example See it', '/ Read'],
  ],
])('a quote may have %s', (_, item, links) => {
  for (const layout of ['grid', 'single']) {
    const { messages, html } = renderBlocks(
      `- type: quotes\n  heading: What they say\n  layout: ${layout}\n  items: [${item}]`,
    );
    expect(messages).toEqual([]);
    expect(linksIn(html)).toEqual(links);
    expect(/<figcaption>.*alt="A Ltd".*<\/figcaption>/s.test(html)).toBe(item.includes('logo'));
  }
});

test('who answers questions and who wrote an article may have no role', () => {
  const { messages, html } = renderBlocks(`- type: faq
  heading: Questions
  person: { name: Ana Example, image: { src: /people/ana.svg, alt: Ana } }
  items: [{ question: May I?, answer: You may. }]`);
  expect(messages).toEqual([]);
  expect(html).not.toContain('<span></span>');
});
