import { expect, test } from 'vitest';
import { alertKinds } from '../../schema/markdown/tree.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { siteYaml } from '../support/small-site.ts';

const textBlock = (body: string, settings = '') =>
  `- type: text\n  heading: The terms\n${settings}  body: |\n${body.replaceAll(/^(?=.)/gm, '    ')}\n`;

const noticesIn = (html: string) =>
  [...html.matchAll(/<div role="note" aria-label="([^"]*)" data-kind="(\w+)"[^>]*>(.*?)<\/div>/gs)].map(
    ([, label, kind, inner = '']) =>
      `${label} ${kind} ${inner.replaceAll(/<svg.*?<\/svg>/gs, '').replaceAll(/<[^>]+>/g, '|')}`,
  );

test.each([
  ['> [!NOTE]\n> Read this.', 'Note info |Note||Read this.|'],
  ['> [!TIP]\n> Read this.', 'Tip good |Tip||Read this.|'],
  ['> [!IMPORTANT]\n> Read this.', 'Important info |Important||Read this.|'],
  ['> [!WARNING]\n> Read this.', 'Warning warning |Warning||Read this.|'],
  ['> [!CAUTION]\n> Read this.', 'Caution warning |Caution||Read this.|'],
  ['> [!note]\n> Read this.', 'Note info |Note||Read this.|'],
  ['> [!Note] Read this.', 'Note info |Note||Read this.|'],
  ['> [!NOTE]  \n> Read this.', 'Note info |Note||Read this.|'],
  ['>[!NOTE]\n>Read this.', 'Note info |Note||Read this.|'],
  ['> [!NOTE]\n>\n> Read this.', 'Note info |Note||Read this.|'],
  ['> [!NOTE]\n> **Read** [the prices](/).', 'Note info |Note|||Read| |the prices|.|'],
  ['> [!NOTE]\n> One.\n>\n> Two.', 'Note info |Note||One.||Two.|'],
  ['> [!NOTE]\n> - One\n> - Two', 'Note info |Note|||One||Two||'],
  ['> [!NOTE]\nRead this.', 'Note info |Note||Read this.|'],
])('%j is a notice', (body, notice) => {
  const { messages, html } = renderBlocks(textBlock(`Before.\n\n${body}\n\nBehind.`));
  expect(messages).toEqual([]);
  expect(noticesIn(html)).toEqual([notice]);
});

test.each([
  '> He said: [!NOTE] is a mark.',
  '> A quotation.',
  '> \\[!NOTE] is a mark.',
  '`[!NOTE]` is a mark.',
  '```\n> [!NOTE]\n```',
])('%j is no notice, and right', (body) => {
  const { messages, html } = renderBlocks(textBlock(body));
  expect(messages).toEqual([]);
  expect(noticesIn(html)).toEqual([]);
});

test.each([
  ['> [!INFO]\n> Read this.', 'there is no kind of notice called `[!INFO]`'],
  ['> [!WARNIG]\n> Read this.', 'there is no kind of notice called `[!WARNIG]`'],
  ['> [!DANGER]\n> Read this.', 'there is no kind of notice called `[!DANGER]`'],
  ['> [!BERTHS]\n> Read this.', 'there is no kind of notice called `[!BERTHS]`'],
  ['[!NOTE]\nRead this.', 'visitors will see this `[!NOTE]`, as it does not stand in a quotation'],
  ['- [!TIP] Read this.', 'visitors will see this `[!TIP]`, as it does not stand in a quotation'],
  ['> [!NOTE]', 'this notice says nothing'],
  ['> [!NOTE]\n> Read **this.', 'visitors will see this `**`'],
])('%j is reported', (body, message) => {
  const { messages } = renderBlocks(textBlock(body));
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(message);
});

test.each([
  ['de', ['Hinweis', 'Tipp', 'Wichtig', 'Warnung', 'Vorsicht']],
  ['fr-CA', ['Remarque', 'Conseil', 'Important', 'Avertissement', 'Attention']],
  ['pl', ['Uwaga', 'Wskazówka', 'Ważne', 'Ostrzeżenie', 'Ostrożnie']],
])('notices have titles in %s, also within lists, answers and biographies', (language, titles) => {
  const all = alertKinds.map((kind) => `> [!${kind.toUpperCase()}]\n> Read "this".\n`).join('\n');
  const settings = { '_site.yaml': siteYaml.replace('language: en', `language: ${language}`) };
  const { html } = renderBlocks(textBlock(`${all}\n- Eins\n\n  > [!TIP]\n  > Zwei`), settings);
  expect(noticesIn(html).map((notice) => notice.split(' ')[0])).toEqual([...titles, titles[1]]);
  expect(html).not.toContain('"this"');
});

const headingsIn = (html: string) =>
  [...html.matchAll(/<h([2-6])[^>]*id="([^"]*)"[^>]*>(.*?)<\/h\1>/g)].map(
    ([, , id, text]) => `${text} #${id}`,
  );

test('headings of numbered texts have numbers, which a table of contents has, too', () => {
  const first =
    '## Scope\n\nAll.\n\n### Boats\n\nAll.\n\n#### Small\n\nAll.\n\n### Crews\n\nAll.\n\n## Prices\n\nAll.';
  const { messages, html, text } = renderBlocks(
    `- type: contents\n${textBlock(first, '  numbered: true\n')}${textBlock('## Unnumbered\n\nNo.')}` +
      textBlock('## Law\n\nAll.\n\n### Place\n\nAll.', '  numbered: true\n'),
  );
  expect(messages).toEqual([]);
  expect(headingsIn(html)).toEqual([
    '1. Scope #scope',
    '1.1 Boats #boats',
    '1.1.1 Small #small',
    '1.2 Crews #crews',
    '2. Prices #prices',
    'Unnumbered #unnumbered',
    '3. Law #law',
    '3.1 Place #place',
  ]);
  for (const entry of ['1. Scope', '1.1 Boats', '2. Prices', 'Unnumbered', '3.1 Place'])
    expect(text.split(entry).length, entry).toBe(3);
});

test.each([
  ['numbered: false', []],
  ['numbered: "true"', []],
  ['numbered: yes', ['`numbered`']],
  ['numbered: 1', ['`numbered`']],
])('%s in a text', (setting, problems) => {
  const { messages } = renderBlocks(textBlock('## Scope\n\nAll.', `  ${setting}\n`));
  expect(messages.map((message) => /`numbered`/.exec(message)?.[0])).toEqual(problems);
});

const legal = (updated: string, blocks: string, more = '') =>
  renderBlocks(
    '- { type: cta, heading: Read, actions: [{ label: The rules, to: /rules }] }',
    {
      'rules.yaml': `title: The rules of the harbour\ndescription: The rules of the harbour office, for everybody who comes to us by boat and stays.\nupdated: ${updated}\n${more}blocks:\n${blocks}`,
    },
    undefined,
    '/rules',
  );
const line = (date: string, words: string) => `<time dateTime="${date}">${words}</time>`;

test.each([
  ['a hero', '  - { type: hero, heading: Rules }\n  - { type: text, body: Stay. }\n'],
  [
    'a text',
    '  - { type: text, heading: Rules, body: Stay. }\n  - { type: text, heading: More, body: Stay. }\n',
  ],
  ['a text without a heading', '  - { type: text, body: Stay. }\n'],
  ['a text beside its heading', '  - { type: text, layout: beside, heading: Rules, body: Stay. }\n'],
  ['questions', '  - { type: faq, heading: Rules, items: [{ question: May I?, answer: You may. }] }\n'],
  [
    'a form',
    '  - { type: form, id: ask, heading: Rules, fields: [{ name: name, label: Name }], submit: { label: Send, log: true } }\n',
  ],
  [
    'a banner',
    '  - { type: banner, heading: Rules, image: { src: /pictures/pier.svg, alt: The pier at dusk } }\n',
  ],
  ['figures', '  - { type: stats, items: [{ value: 3, label: rules }] }\n'],
  ['an alert and a text', '  - { type: alert, heading: Rules }\n  - { type: text, body: Stay. }\n'],
])('a page with %s says once when it was changed', (_, blocks) => {
  const { messages, html } = legal('2026-05-01', blocks);
  expect(messages).toEqual([]);
  expect(html.split(line('2026-05-01', 'Last updated: May 1, 2026'))).toHaveLength(2);
});

test.each([
  ['1 May 2026', 'must be a day like `2026-10-02`'],
  ['2026-02-30', 'names a day that does not exist'],
  ['2026-05', 'must be a day like `2026-10-02`'],
])('updated: %s is reported', (updated, message) => {
  expect(legal(updated, '  - { type: hero, heading: Rules }\n').messages.join()).toContain(message);
});

test('an article cannot be changed before it came out', () => {
  const article = 'kind: article\npublished: 2026-05-02\nauthor: Mara Fairlead\n';
  const blocks = '  - { type: hero, heading: Rules, byline: {} }\n';
  expect(legal('2026-05-01', blocks, article).messages.join()).toContain('must not be before `published`');
  expect(legal('2026-05-03', blocks, article).html).toContain('Last updated: May 3, 2026');
});

const glossary = (items: readonly string[], link: string) =>
  renderBlocks(`- type: text
  body: Read what [it](${link}) is.
- type: glossary
  id: words
  items:
${items.map((item) => `    - ${item}\n`).join('')}`);

test.each([
  ['#gust', '{ term: Gust, text: A rise. }'],
  ['#high-water', '{ term: High water, text: The most. }'],
  ['#über-uns', '{ term: Über uns, text: Who we are. }'],
  ['#gusts', '{ term: Gust, id: gusts, text: A rise. }'],
  ['#words-2', '{ term: Words, text: A block has this id. }'],
  ['#c', '{ term: C++, text: A language. }'],
])('a link to %s leads to a word of a glossary', (link, item) => {
  for (const to of [link, `/${link}`]) {
    const { messages, html } = glossary([item, '{ term: Zulu, text: The last. }'], to);
    expect(messages).toEqual([]);
    expect(html).toContain(`<div id="${link.slice(1)}"`);
  }
});

test.each([
  ['#gale', '{ term: Gust, text: A rise. }', 'no block of `/` has the id `gale`'],
  ['#gust', '{ term: Gust, id: gusts, text: A rise. }', 'no block of `/` has the id `gust`'],
  ['#zulu', '{ term: Gust, id: a gust, text: A rise. }', 'must be lower-case letters, digits and hyphens'],
])('a link to %s with %s is reported', (link, item, message) => {
  expect(glossary([item, '{ term: Zulu, text: The last. }'], link).messages.join()).toContain(message);
});

test('two words of a glossary cannot have the same id', () => {
  const { messages } = glossary(['{ term: A, id: a, text: One. }', '{ term: B, id: a, text: Two. }'], '/');
  expect(messages.join()).toContain('`id` cannot be `a`, which another word is called already');
});
