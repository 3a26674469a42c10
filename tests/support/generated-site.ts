import { siteYaml } from './small-site.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Generates sites of any size for tests and the benchmark.

const pagesPerFolder = 20;
/** The number of pages that use the shared block, on a site that is large enough. */
const pagesSharing = 100;

/**
 * Writes a valid site of two pages or more, in folders. Every second page looks like one by an author; of
 * these every third is an article and every fifth has a form. The same seed gives the same site.
 */
export function writeManyPages(folder: string, pages: number, seed = 1): void {
  write(join(folder, '_site.yaml'), site);
  write(join(folder, '404.yaml'), errorPage);
  write(join(folder, '_shared/call.yaml'), sharedBlock);
  const { random } = textGenerator(seed);
  for (let number = 0; number < pages; number++) {
    const words = textGenerator(seed * 1_000_000 + number);
    const page = {
      next: routeOf((number + 1) % pages),
      other: routeOf(random(pages)),
      isArticle: isArticle(number),
      hasForm: number % 10 === 1,
      usesShared: usesShared(number, pages),
    };
    const isAuthored = number % 2 === 1;
    const text = isAuthored ? authoredPage(number, page, words) : plainPage(number, page.next, words);
    write(join(folder, fileOf(number)), text);
  }
}

/** Whether a page of a generated site is an article. */
export const isArticle = (number: number): boolean => number % 6 === 3;

/** Whether a page of a generated site ends with the shared block. */
export function usesShared(number: number, pages: number): boolean {
  const authored = (number - 1) / 2;
  const step = Math.max(1, Math.floor(pages / 2 / pagesSharing));
  return authored % step === Math.floor(step / 2) && authored < step * pagesSharing;
}

/** The route of a page of a generated site: sections hold pages and one more section. */
export function routeOf(number: number): string {
  if (number === 0) return '/';
  const group = Math.floor((number - 1) / pagesPerFolder);
  const section = `/section-${Math.floor(group / 2)}${group % 2 === 0 ? '' : '/more'}`;
  return (number - 1) % pagesPerFolder === 0 ? section : `${section}/page-${number}`;
}

/** The file of a page of a generated site, relative to its pages folder. */
export function fileOf(number: number): string {
  const isFolder = number === 0 || (number - 1) % pagesPerFolder === 0;
  return `${routeOf(number).slice(1)}${isFolder ? '/index' : ''}.yaml`.replace(/^\//, '');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const words = (
  'harbour wind water berth crew tide mast sail engine cargo pilot signal lantern ' +
  'rope anchor deck storm calm chart buoy quay bridge lock ferry'
).split(' ');
const icons = ['anchor', 'check', 'clock', 'wind'];

export type TextGenerator = ReturnType<typeof textGenerator>;

/** Generates random text; the same seed gives the same text. */
export function textGenerator(seed: number) {
  let state = seed;
  // mulberry32
  const random = (below: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!; // within its length
  const lower = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  return {
    random,
    pick,
    /** Words in lower case. */
    lower,
    /** Words of which the first has a capital letter. */
    text: (length: number) => lower(length).replace(/^./, (letter) => letter.toUpperCase()),
    icon: () => pick(icons),
    /** Concatenates the texts of a number of items. */
    list: (length: number, item: () => string) => Array.from({ length }, item).join(''),
  };
}

/** A page as a program would write it: seven blocks, one setting per line. */
export function plainPage(number: number, next: string, generator: TextGenerator): string {
  const { random, text, icon, list } = generator;
  const items = (length: number, item: () => string) => list(length, () => `      - ${item()}\n`);
  const card = () => `icon: ${icon()}\n        heading: ${text(3)}\n        text: ${text(18)}`;
  return `# yaml-language-server: $schema=../schema/page.schema.json
title: ${text(3)} ${number}
description: ${text(12)}, page ${number} of many.
blocks:
  - type: hero
    heading: ${text(5)}
    lead: ${text(24)}, with **${text(2)}** in it.
    actions:
      - { label: Go on to ${text(2)}, to: ${next} }
  - type: stats
    heading: ${text(4)}
    items:
${items(4, () => `{ value: ${random(100)}%, label: ${text(5)} }`)}  - type: card-grid
    heading: ${text(4)}
    columns: 3
    items:
${items(6, card)}  - type: timeline
    heading: ${text(4)}
    items:
${items(4, () => `heading: ${text(3)}\n        text: ${text(16)}`)}  - type: faq
    heading: ${text(4)}
    items:
${items(5, () => `question: ${text(8)}?\n        answer: ${text(22)}`)}  - type: text
    heading: ${text(4)}
    body: |
      ${text(40)}.

      ${text(40)}.
  - type: cta
    heading: ${text(5)}
    lead: ${text(14)}
    actions:
      - { label: Read about ${text(2)}, to: ${next} }
`;
}

interface Variation {
  /** The target of its first action. */
  next: string;
  /** The target of links in its texts. */
  other: string;
  isArticle: boolean;
  hasForm: boolean;
  usesShared: boolean;
}

/**
 * A page as an author writes it: the same seven blocks, with flow mappings and sequences, all kinds of
 * quotation marks, texts over several lines, comments and blank lines.
 */
export function authoredPage(number: number, page: Variation, generator: TextGenerator): string {
  const { random, pick, text, lower, icon, list } = generator;
  const quoted = (text: string) => pick([text, `'${text}'`, `"${text}"`]);
  const link = () => `[${lower(2)}](${page.other})`;
  const figure = () =>
    `{ value: ${pick([`${random(100)}%`, `"${random(9) + 1},000"`])}, label: ${lower(4)} }`;
  const shortCard = () =>
    `      - { icon: ${icon()}, heading: ${quoted(text(3))}, text: "${text(9)}, ${lower(9)}.", ` +
    `tags: [${text(1)}, ${quoted(text(1))}] }\n`;
  const longCard = () => `
      - icon: ${icon()}
        heading: ${quoted(text(3))}
        text: >-
          ${text(10)},
          ${lower(9)}.
        tags:
          - ${text(1)}
          - ${text(1)}
`;
  const answer = () =>
    pick([
      `"${text(11)}: ${lower(4)}\n          ${lower(8)}."`,
      `'The ${lower(1)}''s ${lower(10)}, see ${link()}.'`,
      `${text(12)},\n          ${lower(9)} — **${lower(2)}**.`,
      `|\n          ${text(20)}.`,
    ]);
  const titles = [
    `"${text(2)}: ${lower(2)} ${number}"`,
    `'The ${lower(1)}''s ${number}'`,
    `${text(3)} ${number}`,
  ];
  const byline = `    byline: { title: ${text(2)}, readTime: "${random(8) + 2} minutes" }\n`;
  const fact = () => `{ icon: ${icon()}, text: ${quoted(lower(4))} }`;
  const call =
    `  - { type: cta, heading: ${quoted(text(5))}, lead: "${text(10)}.", ` +
    `actions: [{ label: Read about ${lower(2)}, to: ${page.other} }] }\n`;
  return `# yaml-language-server: $schema=../../schema/page.schema.json
# Look at the figures of page ${number} once a year.

title: ${pick(titles)}
description: >-
  ${text(7)},
  ${lower(7)}, page ${number} of many.
${page.isArticle ? articleSettings(random(28) + 1, random(12) + 1) : ''}
blocks:
  - type: hero
    heading: ${pick([`"${text(3)}: ${lower(2)}"`, `The pilot’s ${lower(4)}`])}
    lead: ${text(9)} “${lower(3)}”,
      ${lower(8)} *${lower(2)}*,
      as ${link()} says.
${page.isArticle ? byline : ''}    facts: [${fact()}, ${fact()}]
    actions: [{ label: 'Go on to ${lower(2)}', to: ${page.next} }]

  # Ask the office before you change one.
  - type: stats
    heading: ${quoted(text(4))}
    items: [${figure()}, ${figure()},
      ${figure()}, ${figure()}]

  - type: card-grid
    heading: ${quoted(text(4))}
    columns: 3
    items:
      # the most usual first
${list(3, shortCard)}${list(3, longCard)}
  - type: timeline
    heading: ${quoted(text(4))}
    items:
${list(4, () => `      - { heading: ${text(3)}, text: "${text(8)}, ${lower(7)}." }\n`)}
  - type: faq
    heading: ${quoted(text(4))}
    items:
${list(5, () => `      - question: ${quoted(`${text(8)}?`)}\n        answer: ${answer()}\n`)}
  - type: text
    heading: ${quoted(text(4))}
    body: |
      ${text(30)}: ${link()}.

      ## ${text(3)}

      - ${text(8)}
      - **${text(2)}** ${lower(6)}

      ${text(24)} # ${lower(6)}.
${page.hasForm ? form(text(3)) : ''}
${page.usesShared ? '  - use: call\n' : call}`;
}

const articleSettings = (day: number, month: number) =>
  `kind: article\npublished: 2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}\n` +
  'author: Mara Fairlead\n';

const form = (heading: string) => `
  - type: form
    id: ask
    heading: ${heading}
    fields:
      - { name: name, label: Your name, required: true, autocomplete: name }
      - { name: email, label: "Your e-mail", kind: email, required: true, autocomplete: email }
      - { name: message, label: 'What is it about?', kind: long-text, rows: 4, required: true }
    optional: may stay empty
    submit: { label: Ask, sending: Asking…, function: send-contact-email }
    success: "Thank you: we answer before the next tide."
    failure: >-
      Your question did not reach us.
      Please call.
`;

const site = siteYaml.replace('Example', 'Harbour Office');

const errorPage = `title: Not found
description: What is shown for an address that leads nowhere.
blocks: [{ type: hero, heading: There is nothing here }]
`;

const sharedBlock = `# On some hundred pages.
type: cta
heading: "Ask the office: we know the tide"
lead: Callers before noon hear from us the same day.
actions: [{ label: Write to the office, to: / }]
`;
