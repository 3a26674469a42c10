import { expect, test } from 'vitest';
import type { z } from 'zod';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { blocks, blockTypes, definitions, isBlockType } from '../../../schema/content/blocks/index.ts';
import type { BlockDefinition } from '../../../schema/content/block-definition.ts';
import { childOf, formsOf, namesOf, namesAt } from '../../../schema/checker/schema-paths.ts';
import { fieldKinds } from '../../../schema/content/form-rules.ts';
import { pageSettings } from '../../../schema/content/page.ts';
import { site } from '../../../schema/content/site.ts';
import { withArticle } from '../../../schema/diagnostics/wording.ts';
import { valueAt } from '../../../schema/util.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';
import { sampled } from '../../support/sampled.ts';
import { dice } from '../../support/mutants.ts';

// What settings, blocks and values are called elsewhere, and what `npm run fix -- --suggested` makes of it.

const page =
  'title: The harbour office\ndescription: Weather, water and berths for everybody who comes by boat.\n';

/** What the fixes make of the blocks of a page, and the rules of what is left. */
function fixed(blockTexts: string, settings = page): { text: string; rules: string[]; labels: string[] } {
  const blockLines = blockTexts.replaceAll(/^(?=.)/gm, '  ');
  const example = { 'index.yaml': `${settings}blocks:\n${blockLines}` };
  const first = check(exampleFiles(example), exampleAssets(example));
  const { files, checked } = fixPages(exampleFiles(example), exampleAssets(example), 'suggested', () => true);
  const [, after = ''] = files.find(({ path }) => path === 'index.yaml')?.text.split('blocks:\n') ?? [];
  const isHere = ({ file, severity }: { file: string; severity: string }) =>
    file === 'pages/index.yaml' && severity === 'error';
  return {
    text: after.replaceAll(/^ {2}/gm, ''),
    rules: checked.diagnostics.filter(isHere).map(({ rule }) => rule),
    labels: first.diagnostics.filter(isHere).flatMap(({ label }) => label ?? []),
  };
}

const picture = '/pictures/team.jpg';

test.each([
  // the three that were wrong
  [
    '- { type: hero, heading: A, image: { src: /pictures/team.jpg, alt: A crew } }',
    '- { type: hero, heading: A, picture: { src: /pictures/team.jpg, alt: A crew } }',
  ],
  ['- { type: text, text: Words }', '- { type: text, body: Words }'],
  ['- { type: hero, title: A }', '- { type: hero, heading: A }'],
  // texts
  ['- { type: hero, headline: A }', '- { type: hero, heading: A }'],
  // one item beside the heading
  [
    '- { type: quotes, text: Dry, author: Ann Bee, role: Skipper }',
    '- { type: quotes, items: [{ text: Dry, name: Ann Bee, title: Skipper }] }',
  ],
  ['- { type: stats, value: 5, label: days }', '- { type: stats, items: [{ value: 5, label: days }] }'],
  [
    '- { type: faq, question: How long?, answer: A week }',
    '- { type: faq, items: [{ question: How long?, answer: A week }] }',
  ],
  // links of cards
  [
    '- { type: card-grid, items: [{ heading: A, url: /enquiries, linkText: Ask }] }',
    '- { type: card-grid, items: [{ heading: A, action: { label: Ask, to: /enquiries } }] }',
  ],
  [
    '- { type: card-grid, items: [{ heading: A, buttonText: Ask, buttonLink: /enquiries }] }',
    '- { type: card-grid, items: [{ heading: A, action: { label: Ask, to: /enquiries } }] }',
  ],
  [
    '- { type: people, items: [{ name: A, linkedin: "https://linkedin.com/in/a" }] }',
    '- { type: people, items: [{ name: A, profiles: [{ href: https://linkedin.com/in/a }] }] }',
  ],
  // switches that say what holds without them
  ['- { type: hero, heading: A, visible: true }', '- { type: hero, heading: A }'],
  ['- type: hero\n  heading: A\n  disabled: false\n  lead: B\n', '- type: hero\n  heading: A\n  lead: B'],
  ['- { type: hero, title: A, subtitle: B }', '- { type: hero, heading: A, lead: B }'],
  ['- { type: hero, title: A, sub_heading: B }', '- { type: hero, heading: A, lead: B }'],
  ['- { type: hero, heading: A, description: B }', '- { type: hero, heading: A, lead: B }'],
  ['- { type: hero, heading: A, intro: B }', '- { type: hero, heading: A, lead: B }'],
  ['- { type: hero, heading: A, text: B }', '- { type: hero, heading: A, lead: B }'],
  ['- { type: hero, heading: A, kicker: B }', '- { type: hero, heading: A, eyebrow: B }'],
  ['- { type: text, heading: A, content: B }', '- { type: text, heading: A, body: B }'],
  ['- { type: text, title: A, markdown: B }', '- { type: text, heading: A, body: B }'],
  ['- { type: text, copy: B }', '- { type: text, body: B }'],
  ['- { type: text, heading: A, subtitle: C, html: B }', '- { type: text, heading: A, lead: C, body: B }'],
  // pictures
  ...['image', 'img', 'photo', 'cover', 'heroImage', 'background'].map(
    (key) =>
      [
        `- { type: hero, heading: A, ${key}: { src: ${picture}, alt: A crew } }`,
        `- { type: hero, heading: A, picture: { src: ${picture}, alt: A crew } }`,
      ] as const,
  ),
  ...['picture', 'photo', 'background'].map(
    (key) =>
      [
        `- { type: banner, heading: A, ${key}: { src: ${picture}, alt: A crew } }`,
        `- { type: banner, heading: A, image: { src: ${picture}, alt: A crew } }`,
      ] as const,
  ),
  [
    `- { type: media, items: [{ url: ${picture}, altText: A crew, caption: Six }] }`,
    `- { type: media, items: [{ src: ${picture}, alt: A crew, text: Six }] }`,
  ],
  [
    `- { type: media, images: [{ file: ${picture}, alt: A crew }] }`,
    `- { type: media, items: [{ src: ${picture}, alt: A crew }] }`,
  ],
  // links, by where they lead
  [
    '- { type: hero, heading: A, buttons: [{ text: Write, url: /enquiries }] }',
    '- { type: hero, heading: A, actions: [{ label: Write, to: /enquiries }] }',
  ],
  [
    '- { type: hero, heading: A, buttons: [{ title: See, link: https://example.com }] }',
    '- { type: hero, heading: A, actions: [{ label: See, href: https://example.com }] }',
  ],
  [
    '- { type: hero, heading: A, ctas: [{ label: Write, href: /enquiries }] }',
    '- { type: hero, heading: A, actions: [{ label: Write, to: /enquiries }] }',
  ],
  [
    '- { type: hero, heading: A, actions: [{ buttonText: Write, target: /enquiries }] }',
    '- { type: hero, heading: A, actions: [{ label: Write, to: /enquiries }] }',
  ],
  [
    '- { type: hero, heading: A, cta: { label: Write, to: /enquiries } }',
    '- { type: hero, heading: A, actions: [{ label: Write, to: /enquiries }] }',
  ],
  [
    '- type: hero\n  heading: A\n  button:\n    label: Write\n    url: /enquiries',
    '- type: hero\n  heading: A\n  actions:\n    [{ label: Write, to: /enquiries }]',
  ],
  [
    '- { type: alert, heading: A, button: { label: Write, url: /enquiries } }',
    '- { type: alert, heading: A, action: { label: Write, to: /enquiries } }',
  ],
  // lists and their entries
  [
    '- { type: faq, questions: [{ q: How?, a: So. }] }',
    '- { type: faq, items: [{ question: How?, answer: So. }] }',
  ],
  [
    '- { type: faq, items: [{ title: How?, text: So. }] }',
    '- { type: faq, items: [{ question: How?, answer: So. }] }',
  ],
  [
    '- { type: stats, numbers: [{ number: 12, title: boats }] }',
    '- { type: stats, items: [{ value: 12, label: boats }] }',
  ],
  [
    '- { type: stats, items: [{ number: 12, description: boats }] }',
    '- { type: stats, items: [{ value: 12, text: boats }] }',
    ['missing-key'],
  ],
  [
    '- { type: card-grid, cards: [{ title: A, description: B }] }',
    '- { type: card-grid, items: [{ heading: A, text: B }] }',
  ],
  [
    '- { type: card-grid, features: [{ headline: A, copy: B, bullets: [C] }] }',
    '- { type: card-grid, items: [{ heading: A, text: B, points: [C] }] }',
  ],
  [
    '- { type: card-grid, items: [{ heading: A, link: { label: Write, to: /enquiries } }] }',
    '- { type: card-grid, items: [{ heading: A, action: { label: Write, to: /enquiries } }] }',
  ],
  [
    '- { type: quotes, testimonials: [{ quote: A, author: B, role: C }] }',
    '- { type: quotes, items: [{ text: A, name: B, title: C }] }',
  ],
  [
    '- { type: people, team: [{ name: A, role: B, description: C }] }',
    '- { type: people, items: [{ name: A, title: B, text: C }] }',
  ],
  [
    `- { type: people, members: [{ name: A, position: B, biography: C, photo: { src: ${picture}, alt: A } }] }`,
    `- { type: people, items: [{ name: A, title: B, bio: C, image: { src: ${picture}, alt: A } }] }`,
  ],
  [
    '- { type: timeline, steps: [{ title: A, date: May }, { title: B }] }',
    '- { type: timeline, items: [{ heading: A, when: May }, { heading: B }] }',
  ],
  [
    '- { type: pricing, plans: [{ name: A, price: £2, interval: a day, features: [B], featured: true }] }',
    '- { type: pricing, items: [{ heading: A, price: £2, per: a day, points: [B], highlighted: true }] }',
  ],
  [
    '- { type: tabs, items: [{ title: A, content: B }, { title: C, text: D }] }',
    '- { type: tabs, items: [{ label: A, body: B }, { label: C, body: D }] }',
  ],
  [
    '- { type: hero, heading: A, facts: [One, Two] }',
    '- { type: hero, heading: A, facts: [{ text: One }, { text: Two }] }',
  ],
  [
    '- { type: card-grid, items: [{ heading: A, tags: Wind }] }',
    '- { type: card-grid, items: [{ heading: A, tags: [Wind] }] }',
  ],
  // values
  ['- { type: hero, heading: A, layout: left }', '- { type: hero, heading: A, layout: split }'],
  ['- { type: hero, heading: A, layout: full-width }', '- { type: hero, heading: A, layout: wide }'],
  ['- { type: hero, heading: A, variant: small }', '- { type: hero, heading: A, layout: compact }'],
  ['- { type: hero, heading: A, theme: dark }', '- { type: hero, heading: A, tone: dark }'],
  ['- { type: hero, heading: A, background: grey }', '- { type: hero, heading: A, tone: tinted }'],
  ['- { type: hero, heading: A, tone: black }', '- { type: hero, heading: A, tone: dark }'],
  ['- { type: hero, heading: A, tone: light }', '- { type: hero, heading: A, tone: plain }'],
  ['- { type: hero, heading: A, dark: true }', '- { type: hero, heading: A, tone: dark }'],
  ['- { type: alert, heading: A, kind: success }', '- { type: alert, heading: A, kind: good }'],
  ['- { type: alert, heading: A, severity: error }', '- { type: alert, heading: A, kind: warning }'],
  ['- { type: text, body: A, layout: side-by-side }', '- { type: text, body: A, layout: beside }'],
  [
    '- { type: quotes, layout: beside, items: [{ text: A, name: B }] }',
    '- { type: quotes, layout: single, items: [{ text: A, name: B }] }',
  ],
] as [string, string, string[]?][])('%s becomes %s', (written, after, rules = []) => {
  const result = fixed(`${written}\n`);
  expect({ text: result.text.trimEnd(), rules: result.rules }).toEqual({ text: after, rules });
  expect(result.labels.length).toBeGreaterThan(0);
});

test.each([
  ['hero', 'image', 'picture'],
  ['banner', 'picture', 'image'],
  ['card-grid', 'photo', 'image'],
])(
  'a file alone in `%s` under `%s` is put into `%s`, and its description is left to the author',
  (type, key, name) => {
    const inItem = type === 'card-grid';
    const block = (setting: string) =>
      inItem
        ? `- { type: ${type}, items: [{ heading: A, ${setting} }] }\n`
        : `- { type: ${type}, heading: A, ${setting} }\n`;
    for (const written of [key, name]) {
      const { text, rules } = fixed(block(`${written}: ${picture}`));
      expect(text).toBe(block(`${name}: { src: ${picture} }`));
      expect(rules).toEqual(['missing-key']);
    }
  },
);

test.each([
  ['testimonials', 'quotes', 'items: [{ text: A, name: B }]'],
  ['testimonial', 'quotes', 'items: [{ quote: A, author: B }]'],
  ['accordion', 'faq', 'items: [{ question: A, answer: B }]'],
  ['features', 'card-grid', 'items: [{ heading: A, text: B }]'],
  ['cards', 'card-grid', 'items: [{ title: A }]'],
  ['team', 'people', 'items: [{ name: A }]'],
  ['Steps', 'timeline', 'items: [{ heading: A }, { heading: B }]'],
  ['how_it_works', 'timeline', 'items: [{ heading: A }, { heading: B }]'],
  ['image', 'media', `items: [{ src: ${picture}, alt: A }]`],
  ['image', 'banner', `image: { src: ${picture}, alt: A }`],
  ['video', 'media', `items: [{ src: ${picture}, alt: A }]`],
  ['map', 'embed', 'address: https://www.openstreetmap.org/#map=15/54.0924/12.1407, title: A'],
  ['youtube', 'embed', 'address: https://www.youtube.com/watch?v=tide0000001, title: A'],
  ['iframe', 'embed', 'address: https://www.youtube.com/watch?v=tide0000001, title: A'],
  ['comparison', 'table', 'columns: [{ heading: A }], items: [{ heading: B, cells: [yes] }]'],
  [
    'newsletter',
    'form',
    'id: news, fields: [{ name: email, label: B, kind: email }], submit: { label: C, none: true }',
  ],
  ['markdown', 'text', 'body: A'],
  ['rich-text', 'text', 'content: A'],
  ['schedule', 'agenda', 'items: [{ begins: 09:30, heading: A }]'],
  ['vacancy', 'job', 'published: 2026-10-02'],
  ['notice', 'alert', 'heading: A'],
  ['toc', 'contents', 'heading: A'],
  ['two-columns', 'columns', 'items: [{ body: A }, { body: B }]'],
  ['call-to-action', 'cta', 'heading: A, buttons: [{ label: B, to: /enquiries }]'],
  ['Hero', 'hero', 'heading: A'],
  ['card_grid', 'card-grid', 'items: [{ heading: A }]'],
  ['cardGrid', 'card-grid', 'items: [{ heading: A }]'],
  ['price-list', 'pricing', 'items: [{ heading: A, price: £2 }]'],
  ['brands', 'logos', `items: [{ name: A, src: ${picture} }]`],
])('a block called %s is a `%s`', (written, type, settings) => {
  expect(fixed(`- { type: ${written}, ${settings} }\n`).text).toContain(`type: ${type},`);
});

test('a name from elsewhere is no type of a block, and each type has some', () => {
  for (const type of blockTypes) {
    const { otherNames = '' }: BlockDefinition<never> = definitions[type] as never; // only its names are read
    expect(otherNames, type).toMatch(/^[a-z-]+(?: [a-z-]+)*$/);
    expect(otherNames.split(' ').filter(isBlockType), type).toEqual([]);
  }
});

const field = (settings: string) =>
  `- { type: form, id: a, fields: [{ name: b, label: C, ${settings} }], submit: { label: D, none: true } }\n`;

test.each([
  ['kind: textarea', 'kind: long-text'],
  ['kind: dropdown, options: [X, Y]', 'kind: select, options: [X, Y]'],
  ['kind: phone', 'kind: tel'],
  ['kind: e-mail', 'kind: email'],
  ['type: email', 'kind: email'],
  ['type: textarea', 'kind: long-text'],
  ['inputType: website', 'kind: url'],
  ['kind: boolean', 'kind: checkbox'],
  ['kind: drop-down, items: [X, Y]', 'kind: select, options: [X, Y]'],
  ['kind: multiple-choice, choices: [X, Y]', 'kind: checkboxes, options: [X, Y]'],
  ['kind: radio-buttons, values: [X, Y]', 'kind: radio, options: [X, Y]'],
  ['mandatory: true', 'required: true'],
  ['hint: Words', 'help: Words'],
])('a form field with `%s` has `%s`', (written, after) => {
  const { text, rules } = fixed(field(written));
  expect({ text, rules }).toEqual({ text: field(after), rules: [] });
});

test.each(['draft: true', 'visible: false', 'published: false', 'status: draft', 'hide: true'])(
  'a block with `%s` has `hidden: true`',
  (written) => {
    const block = (line: string) =>
      `- { type: hero, heading: A }\n- { type: text, heading: B, body: C, ${line} }\n`;
    const { text, rules } = fixed(block(written));
    expect({ text, rules }).toEqual({ text: block('hidden: true'), rules: [] });
  },
);

test.each([
  ['draft: true', 'status: draft'],
  ['hidden: true', 'status: draft'],
  ['noindex: true', 'index: false'],
  ['keywords: [Wind]', 'tags: [Wind]'],
  ['categories: Wind', 'tags: [Wind]'],
  ['status: unpublished', 'status: draft'],
  ['lang: de', 'language: de'],
])('a page with `%s` has `%s`', (written, after) => {
  const example = (line: string) => ({
    'crew.yaml': `${page.replace('office', 'crew')}${line}\nblocks:\n  - { type: hero, heading: A }\n`,
  });
  const { files } = fixPages(exampleFiles(example(written)), exampleAssets({}), 'suggested', () => true);
  expect(files.find(({ path }) => path === 'crew.yaml')?.text).toBe(example(after)['crew.yaml']);
});

test.each([
  ['- { type: hero, heading: A, items: [{ title: B, text: C }] }', 'items'],
  ['- { type: stats, heading: A, items: [{ value: 2, label: B }], html: C }', 'html'],
])('in %s nothing is taken for another setting where its value would not fit', (written, key) => {
  expect(fixed(`${written}\n`).text).toContain(`${key}:`);
});

const place = 'where: { text: B }';
const post = 'place: { text: A, country: GB }, hours: { text: B }';

test.each([
  [
    `begins: 2027-05-01, ends: 2027-05-02, ${place}`,
    `when: { begins: 2027-05-01, ends: 2027-05-02 }, ${place}`,
  ],
  [`date: 2027-05-01, time: 9:00, ${place}`, `when: { begins: 2027-05-01 09:00 }, ${place}`],
  [`date: 1 May 2027, time: 9am, ${place}`, `when: { begins: 2027-05-01 09:00 }, ${place}`],
  [`start: 1 May 2027, ${place}`, `when: { begins: 2027-05-01 }, ${place}`],
  [
    `${place}, startDate: 2027-05-01, endDate: 2027-05-03`,
    `${place}, when: { begins: 2027-05-01, ends: 2027-05-03 }`,
  ],
  [
    `date: 1.5.2027, startTime: 9am, endTime: 5pm, ${place}`,
    `when: { begins: 2027-05-01 09:00, ends: 2027-05-01 17:00 }, ${place}`,
  ],
  [
    `begins: 2027-05-01 9:00, until: 2027-05-01 17:00, zone: Europe/London, ${place}`,
    `when: { begins: 2027-05-01 09:00, ends: 2027-05-01 17:00, zone: Europe/London }, ${place}`,
  ],
  [
    `when: { begins: 2027-05-01 }, until: 2027-05-02, ${place}`,
    `when: { begins: 2027-05-01, ends: 2027-05-02 }, ${place}`,
  ],
  [
    `when: { begins: 2027-05-01 09:00 }, end: 17:00, ${place}`,
    `when: { begins: 2027-05-01 09:00, ends: 2027-05-01 17:00 }, ${place}`,
  ],
  [
    'date: 2027-05-01, where: A, address: 9 Pier',
    'when: { begins: 2027-05-01 }, where: { text: A, address: 9 Pier }',
  ],
])('an event with `%s` has `%s`', (written, after) => {
  const { text, rules } = fixed(`- { type: event, heading: A, ${written} }\n`);
  expect({ text, rules }).toEqual({ text: `- { type: event, heading: A, ${after} }\n`, rules: [] });
});

test.each([
  [
    `published: 2027-05-01, date: 2027-06-01, ${post}`,
    `published: 2027-05-01, until: { date: 2027-06-01 }, ${post}`,
  ],
  [
    `published: 2027-05-01, until: 2027-06-01, ${post}`,
    `published: 2027-05-01, until: { date: 2027-06-01 }, ${post}`,
  ],
  [`date: 2027-05-01, ${post}`, `published: 2027-05-01, ${post}`],
  [
    `datePosted: 1.5.2027, validThrough: 1.6.2027, ${post}`,
    `published: 2027-05-01, until: { date: 2027-06-01 }, ${post}`,
  ],
  [
    'published: 2027-05-01, place: A, country: GB, hours: full-time',
    'published: 2027-05-01, place: { text: A, country: GB }, hours: { text: full-time }',
  ],
])('a job with `%s` has `%s`', (written, after) => {
  const { text, rules } = fixed(`- { type: job, ${written} }\n`);
  expect({ text, rules }).toEqual({ text: `- { type: job, ${after} }\n`, rules: [] });
});

test.each([
  ['uk', 'GB'],
  ['UK', 'GB'],
  ['de', 'DE'],
])('a job in the country `%s` is in `%s`', (written, code) => {
  const job = (country: string) =>
    `- { type: job, published: 2027-05-01, place: { text: A, country: ${country} }, hours: { text: B } }\n`;
  expect(fixed(job(written))).toMatchObject({ text: job(code), rules: [] });
  expect(fixed(job('XX'))).toMatchObject({ text: job('XX'), rules: ['wrong-value'] });
});

test.each([
  ['to: mara@example.org', 'href: mailto:mara@example.org'],
  ['href: mara@example.org', 'href: mailto:mara@example.org'],
  ['href: +44 20 7946 0000', 'href: tel:+44 20 7946 0000'],
  ['to: 020 7946 0000', 'href: tel:020 7946 0000'],
  ['to: +44 (0)20 7946 0000', 'href: tel:+44 20 7946 0000'],
  ['to: www.example.com/prices', 'href: https://www.example.com/prices'],
])('a link with `%s` has `%s`', (written, after) => {
  const cta = (link: string) =>
    `- { type: hero, heading: A }\n- { type: cta, heading: B, actions: [{ label: Go on, ${link} }] }\n`;
  expect(fixed(cta(written))).toMatchObject({ text: cta(after), rules: [] });
});

test('the address of a mailbox in a link of a text gets its scheme', () => {
  const text = (url: string) =>
    `- { type: hero, heading: A }\n- { type: text, heading: B, body: "Write to [Mara](${url})." }\n`;
  expect(fixed(text('mara@example.org'))).toMatchObject({ text: text('mailto:mara@example.org'), rules: [] });
});

test('a date is no telephone number', () => {
  const cta =
    '- { type: hero, heading: A }\n- { type: cta, heading: B, actions: [{ label: Go on, href: 01.05.2027 }] }\n';
  expect(fixed(cta)).toMatchObject({ text: cta, rules: ['wrong-value'] });
});

test('a block with `status: draft` is hidden, also the last one of a page', () => {
  const blocks = (last: string) =>
    `- type: hero\n  heading: A\n- type: text\n  heading: B\n  body: C\n  ${last}\n`;
  expect(fixed(blocks('status: draft'))).toMatchObject({ text: blocks('hidden: true'), rules: [] });
});

test('settings on lines of their own are moved into their group, and comments stay', () => {
  const { text, rules } = fixed(
    '- type: event\n  # the fair\n  begins: 1.5.2027 # a Saturday\n  ends: 2.5.2027\n  where: { text: B }\n  zone: Europe/London\n',
  );
  expect({ text, rules }).toEqual({
    text: '- type: event\n  # the fair\n  when: { begins: 2027-05-01, ends: 2027-05-02, zone: Europe/London } # a Saturday\n  where: { text: B }\n',
    rules: [],
  });
});

test.each([
  [`begins: 5/1/2027, ${place}`, '5/1/2027'],
  [`when: { begins: 2027-05-01 }, begins: 2027-05-02, ${place}`, 'begins: 2027-05-02'],
  [`date: 2027-05-01, start: 2027-05-02, ${place}`, 'start: 2027-05-02'],
])('in an event with `%s` nothing is lost or guessed', (written, left) => {
  const { text, rules } = fixed(`- { type: event, heading: A, ${written} }\n`);
  expect(text).toContain(left);
  expect(rules).not.toEqual([]);
});

test('nouns in messages have their article', () => {
  const messages = (example: string) =>
    check(exampleFiles(example), exampleAssets(example)).diagnostics.map(({ message }) => message);
  for (const type of blockTypes) {
    const article = ['agenda', 'alert', 'embed', 'event', 'faq'].includes(type) ? 'an' : 'a';
    const all = messages(`- { type: hero, heading: A }\n- { type: ${type}, qqq: B }\n`).join('\n');
    expect(all, type).toContain(`${article} \`${type}\` block has no setting called \`qqq\``);
  }
  for (const kind of fieldKinds) {
    const setting = kind === 'long-text' ? 'accept: [pdf]' : 'rows: 4';
    expect(messages(field(`kind: ${kind}, ${setting}`)).join('\n'), kind).toMatch(
      kind === 'checkboxes'
        ? /means nothing for `checkboxes`/
        : new RegExp(`means nothing for ${kind === 'email' ? 'an' : 'a'} \`${kind}\``),
    );
  }
});

test('every setting has its article where it is missing', () => {
  const names = [...Object.values(blocks), site, pageSettings].flatMap(allNames);
  const withAn = [...new Set(names)].filter((name) => withArticle(name).startsWith('an ')).toSorted();
  expect(withAn.join(' ')).toBe(
    'accent accept action address after agree agreement all alt announcement answer applyBy author autocomplete elsewhere ' +
      'email embed empty enlarge expected expire eyebrow faq href icon id image importantAlert index ink ' +
      'instead offline online opening optional order other until updated',
  );
});

/** The names of all settings of a schema, also inside groups and lists. */
function allNames(schema: z.ZodType): string[] {
  return formsOf(schema).flatMap((form) => [
    ...namesOf(form),
    ...[0, ...namesOf(form)].flatMap((step) => childOf(form, step).flatMap(allNames)),
  ]);
}

test('a setting of an earlier version gets its name of today, and its values their form', () => {
  const { text } = fixed('- { type: posts, from: /, categories: [Wind, Waves] }\n');
  expect(text).toBe('- { type: posts, from: /, tags: [{ tag: Wind }, { tag: Waves }] }\n');
});

const article = (title: string, settings: string, lead: string, minutes = 4) =>
  `title: ${title}\ndescription: ${title}, and what three winters on the pier have shown of all that.\n${settings}author: Mara Fairlead\nblocks:\n  - { type: hero, heading: ${title}, lead: ${lead}, picture: { src: ${picture}, alt: A crew }, byline: { title: Forecaster, readTime: ${minutes} minutes } }\n`;

test('a list of posts of an earlier version is upgraded as a whole', () => {
  const posts = (settings: string) =>
    `- { type: hero, heading: Hello }\n- type: posts\n  heading: From the stations\n${settings}`;
  const example = (settings: string) => ({
    'log/gusts.yaml': article(
      'Gusts',
      'kind: article\npublished: 2026-03-03\ntags: [Wind]\n',
      'They come in **threes**.',
    ),
    'log/ferry.yaml': article(
      'Ferries',
      'kind: article\npublished: 2026-04-07\ntags: [Water]\n',
      'How one fooled the buoy.',
      6,
    ),
    'index.yaml': posts(settings),
  });
  const old = example(
    `  categories: [Wind, Water]
  items:
    - image: { src: ${picture}, alt: Three gusts on a chart, focus: left }
      icon: wind
      category: Wind
      readTime: 4 minutes
      heading: Gusts
      text: They come in **threes**.
      date: 3 March 2026
      to: /log/gusts
    - { category: Water, readTime: 6 minutes, heading: Ferries, text: How one fooled the buoy., date: 7 April 2026, to: /log/ferry }
`,
  );
  const { files, checked } = fixPages(exampleFiles(old), exampleAssets(old), 'suggested', () => true);
  expect(checked.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const after = example(
    '  tags: [{ tag: Wind }, { tag: Water }]\n  items:\n    - { to: /log/gusts }\n    - { to: /log/ferry }\n',
  );
  const [expected] = exampleFiles(after).filter(({ path }) => path === 'index.yaml');
  expect(files.find(({ path }) => path === 'index.yaml')?.text).toBe(expected?.text);
});

test('of what an entry of an earlier version says, only what its page says too is dropped', () => {
  const entry = (more: string) =>
    `- { type: hero, heading: Hello }\n- type: posts\n  items:\n    - { ${more}to: /log/gusts }\n`;
  const example = (index: string) => ({
    'log/gusts.yaml': article('Gusts', 'kind: article\npublished: 2026-03-03\ntags: [Wind]\n', 'In threes.'),
    'index.yaml': index,
  });
  const mended = (more: string) => {
    const old = example(entry(more));
    const { files, checked } = fixPages(exampleFiles(old), exampleAssets(old), 'suggested', () => true);
    const [, after = ''] = files.find(({ path }) => path === 'index.yaml')?.text.split('items:\n') ?? [];
    const errors = checked.diagnostics.filter(({ severity }) => severity === 'error');
    return { after: after.trim(), errors: errors.map(({ label, advice, fix }) => [label, advice, fix]) };
  };
  const advice = 'write it on `/log/gusts`, from which cards take what they say, or delete it here';
  for (const [said, now] of [
    ['heading: The gusts of March', 'Gusts'],
    ['text: In pairs.', 'In threes.'],
    ['date: 4 March 2026', '2026-03-03'],
    ['date: 03/04/2026', '2026-03-03'],
    ['category: Storms', 'Wind'],
    ['readTime: 5 minutes', '4 minutes'],
  ])
    expect(mended(`icon: wind, ${said}, `), said).toEqual({
      after: `- { ${said}, to: /log/gusts }`,
      errors: [[`that page says \`${now}\``, advice, undefined]],
    });
  const other = 'image: { src: /pictures/other.jpg, alt: Other gusts }';
  expect(mended(`icon: wind, ${other}, `)).toEqual({
    after: `- { ${other}, to: /log/gusts }`,
    errors: [[`that page shows \`${picture}\``, advice, undefined]],
  });
  expect(mended('heading: Gusts, text: In *threes*., date: 2026-03-03, ')).toEqual({
    after: '- { to: /log/gusts }',
    errors: [],
  });
});

/** Lists of posts as earlier versions wrote them, with settings by chance. */
const oldLists = Array.from({ length: 200 }, (_, at) => {
  const roll = dice(at);
  const items = Array.from({ length: 1 + roll(3) }, (_item, index) => {
    const settings = {
      image: `{ src: ${picture}, alt: A crew, focus: left }`,
      icon: 'wind',
      category: 'Wind',
      readTime: '4 minutes',
      heading: `Post ${index}`,
      text: 'They come in **threes**.',
      date: '3 March 2026',
    };
    const chosen = Object.entries(settings).filter(() => roll(2) === 0);
    const to: [string, string] = ['to', `/log/${index}`];
    const all = chosen.toSpliced(roll(chosen.length + 1), 0, to).map(([key, value]) => `${key}: ${value}`);
    return roll(2) === 0 ? `    - { ${all.join(', ')} }\n` : `    - ${all.join('\n      ')}\n`;
  });
  const categories = roll(2) === 0 ? '  categories: [Wind]\n' : '  categories:\n    - Wind\n';
  return { count: items.length, old: `${categories}  items:\n${items.join('')}` };
});

test.each(sampled(oldLists, 12))('of an earlier version is upgraded: $old', ({ count, old }) => {
  const posts = `- { type: hero, heading: Hello }\n- type: posts\n${old}`;
  const pages = Array.from({ length: 3 }, (_, at): [string, string] => [
    `log/${at}.yaml`,
    article(`Post ${at}`, 'kind: article\npublished: 2026-03-03\ntags: [Wind]\n', 'They come in **threes**.'),
  ]);
  const example = { ...Object.fromEntries(pages), 'index.yaml': posts };
  const { files, checked } = fixPages(exampleFiles(example), exampleAssets(example), 'suggested', () => true);
  expect(checked.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { data } = readYaml(
    'index.yaml',
    files.find(({ path }) => path === 'index.yaml')?.text ?? '',
  ).document;
  expect(valueAt(data, ['blocks', 1])).toEqual({
    type: 'posts',
    tags: [{ tag: 'Wind' }],
    items: Array.from({ length: count }, (_, at) => ({ to: `/log/${at}` })),
  });
});

test('a comment in a post of an earlier version is not lost', () => {
  const { text } = fixed('- type: posts\n  items:\n    - heading: A # the first\n      to: /enquiries\n');
  expect(text).toContain('heading: A # the first');
});

test('two names from elsewhere are not taken for the same setting', () => {
  const { text } = fixed('- { type: hero, title: A, headline: B }\n');
  expect(text.match(/heading:/g)).toHaveLength(1);
});

test.each([
  ['headline', 'heading'],
  ['subtitle', 'lead'],
])('%s is known as `%s` in every block that has it', (written, name) => {
  const having = blockTypes.filter((type) => namesAt(blocks[type], []).includes(name));
  const known = having.filter((type) =>
    fixed(`- { type: ${type}, ${written}: A }\n`).labels.includes(`did you mean \`${name}\`?`),
  );
  expect(known).toEqual(having);
});

const withTags = (tags: string) => `${page}tags: ${tags}\n`;
const select = (options: string) =>
  `- { type: form, heading: A, id: ask, submit: { label: Send, none: true }, fields: [{ name: a, label: B, kind: select, options: ${options} }] }`;
const offer = (points: string, name = 'points') =>
  `- type: pricing\n  items:\n    - heading: A\n      price: £5\n      ${name}: ${points}\n`;
const steps = (list: string) =>
  `- { type: cta, layout: steps, heading: A, actions: [{ label: B, to: / }], steps: "${list}" }`;
const crew = (...people: string[]) =>
  `- type: people\n  items:\n${people.map((one) => `    - ${one}\n`).join('')}`;

test.each([
  ['Workshop, Tools', '[Workshop, Tools]'],
  ['Workshop; Hand tools', '[Workshop, Hand tools]'],
  ['Workshop', '[Workshop]'],
  ['Workshop, tools and all that belongs to them', undefined],
  ['Bread and butter, Jam', undefined],
])('of the tags %s the items are %s', (written, list) => {
  const files = { 'index.yaml': `${withTags(written)}blocks:\n  - { type: hero, heading: A }\n` };
  const mended = fixPages(exampleFiles(files), exampleAssets(files), 'suggested', () => true).files;
  expect(mended.find(({ path }) => path === 'index.yaml')?.text).toContain(`\ntags: ${list ?? written}\n`);
});

test.each([
  [select('"Red, Green, Blue"'), select('[Red, Green, Blue]')],
  [select('"1,000; 2,000"'), select('"1,000; 2,000"')],
  [
    crew('Ann Bo, CEO', 'Cy Do - CTO', 'Dee Fo'),
    crew('{ name: Ann Bo, title: CEO }', '{ name: Cy Do, title: CTO }', '{ name: Dee Fo }'),
  ],
  [crew('Ann Bo, Head of Berths'), crew('{ name: Ann Bo, title: Head of Berths }')],
  [crew('Ann Bo, Cy Do'), crew('Ann Bo, Cy Do')],
  [crew('Ann Bo, the crew of the pier'), crew('Ann Bo, the crew of the pier')],
  ['- type: people\n  items: Ann Bo, Cy Do\n', '- type: people\n  items: Ann Bo, Cy Do\n'],
  [
    crew('name: Ann\n      competencies: Sailing, Rowing'),
    crew('name: Ann\n      competencies: [Sailing, Rowing]'),
  ],
  [offer('Fast; cheap and good; soon'), offer('[Fast, cheap and good, soon]')],
  [offer('Fast | Cheap'), offer('[Fast, Cheap]')],
  [offer('Support by phone'), offer('[Support by phone]')],
  [offer('Fast, cheap and good'), offer('Fast, cheap and good')],
  [offer('Fast, cheap, good'), offer('Fast, cheap, good')],
  [offer('Up to 1,000; or more'), offer('Up to 1,000; or more')],
  [offer('Fast, cheap and good', 'features'), offer('Fast, cheap and good')],
  [select('Red, green and blue'.replace(/^|$/g, '"')), select('"Red, green and blue"')],
  [select('Red and green'), select('Red and green')],
  [
    crew('name: Ann\n      competencies: Sailing & rowing'),
    crew('name: Ann\n      competencies: Sailing & rowing'),
  ],
  [steps('Write, wait and see'), steps('Write, wait and see')],
  [
    '- type: table\n  columns: One, two and three\n  items: []\n',
    '- type: table\n  columns: One, two and three\n  items: []\n',
  ],
])('a text with several items never becomes one: %s', (written, mended) => {
  expect(fixed(written).text.trim()).toBe(mended.trim());
});

test.each<[string, string]>([
  ['- { type: posts, from: /, category: Other }', '- { type: posts, from: /, tag: Other }'],
  ['- { type: posts, from: /, by: category }', '- { type: posts, from: /, by: tag }'],
  ...['name', 'place', 'location', 'venue'].map((key): [string, string] => [
    `- { type: event, heading: A, when: { begins: 2027-05-01 09:00 }, where: { ${key}: Pier } }`,
    '- { type: event, heading: A, when: { begins: 2027-05-01 09:00 }, where: { text: Pier } }',
  ]),
  [
    '- { type: hero, heading: A, byline: { name: Cy Do } }',
    '- { type: hero, heading: A, byline: { name: Cy Do } }',
  ],
  [
    '- { type: audio, src: /sounds/pier.mp3, title: A night }',
    '- { type: media, sounds: [{ src: /sounds/pier.mp3, heading: A night }] }',
  ],
  ['- { type: audio, src: /sounds/pier.mp3 }', '- { type: audio, src: /sounds/pier.mp3 }'],
])('a setting becomes the one that means the same: %s', (written, mended) => {
  expect(fixed(written).text.trim()).toBe(mended);
});

test('of a sound without words it is said which block plays it', () => {
  const blocks = '- type: audio\n  src: /sounds/pier.mp3\n';
  const { diagnostics } = check(exampleFiles(blocks), exampleAssets(blocks));
  expect(diagnostics[0]).toMatchObject({
    rule: 'unknown-block',
    advice: 'write `- { type: media, sounds: [{ src: /sounds/pier.mp3, heading: … }] }`',
  });
});

test.each(['data', 'values', 'series'])('a chart with `%s` stays a chart', (name) => {
  const chart = (list: string) =>
    `- type: hero\n  heading: A\n- type: chart\n  heading: B\n  ${list}:\n` +
    "    - { label: One, value: 'about 2' }\n    - { label: Two, value: 1 }\n";
  expect(fixed(chart(name)).text).toBe(chart('items'));
});

test('a new name of a block is written although it uncovers more faults than it mends', () => {
  const { text, rules } = fixed('- { type: team, items: [{ name: A, photo: /people/x.jpg }] }\n');
  expect(text.trim()).toBe('- { type: people, items: [{ name: A, image: { src: /people/x.jpg } }] }');
  expect(rules.toSorted()).toEqual(['missing-key', 'missing-picture']);
});
