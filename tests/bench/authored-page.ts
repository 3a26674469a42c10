import type { MadeUpText } from './made-up-text.ts';

/** What sets one page apart from others. */
export interface Variation {
  /** Where its first action leads. */
  next: string;
  /** Where links in its texts lead. */
  other: string;
  isArticle: boolean;
  hasForm: boolean;
  /** Whether its last block is the shared one. */
  usesShared: boolean;
}

/**
 * The text of a page as authors write it: the same seven blocks, with groups and lists in brackets, all kinds
 * of quotation marks, texts over several lines, comments and blank lines.
 */
export function authoredPage(number: number, page: Variation, made: MadeUpText): string {
  const { random, pick, text, some, icon, list } = made;
  const quoted = (text: string) => pick([text, `'${text}'`, `"${text}"`]);
  const link = () => `[${some(2)}](${page.other})`;
  const figure = () => `{ value: ${pick([`${random(100)}%`, `"${random(9) + 1},000"`])}, label: ${some(4)} }`;
  const shortCard = () =>
    `      - { icon: ${icon()}, heading: ${quoted(text(3))}, text: "${text(9)}, ${some(9)}.", ` +
    `tags: [${text(1)}, ${quoted(text(1))}] }\n`;
  const longCard = () => `
      - icon: ${icon()}
        heading: ${quoted(text(3))}
        text: >-
          ${text(10)},
          ${some(9)}.
        tags:
          - ${text(1)}
          - ${text(1)}
`;
  const answer = () =>
    pick([
      `"${text(11)}: ${some(4)}\n          ${some(8)}."`,
      `'The ${some(1)}''s ${some(10)}, see ${link()}.'`,
      `${text(12)},\n          ${some(9)} — **${some(2)}**.`,
      `|\n          ${text(20)}.`,
    ]);
  const titles = [
    `"${text(2)}: ${some(2)} ${number}"`,
    `'The ${some(1)}''s ${number}'`,
    `${text(3)} ${number}`,
  ];
  const byline = `    byline: { title: ${text(2)}, readTime: "${random(8) + 2} minutes" }\n`;
  const fact = () => `{ icon: ${icon()}, text: ${quoted(some(4))} }`;
  const call =
    `  - { type: cta, heading: ${quoted(text(5))}, lead: "${text(10)}.", ` +
    `actions: [{ label: Read about ${some(2)}, to: ${page.other} }] }\n`;
  return `# yaml-language-server: $schema=../../schema/page.schema.json
# Look at the figures of page ${number} once a year.

title: ${pick(titles)}
description: >-
  ${text(7)},
  ${some(7)}, page ${number} of many.
${page.isArticle ? articleLines(random(28) + 1, random(12) + 1) : ''}
blocks:
  - type: hero
    heading: ${pick([`"${text(3)}: ${some(2)}"`, `The pilot’s ${some(4)}`])}
    lead: ${text(9)} “${some(3)}”,
      ${some(8)} *${some(2)}*,
      as ${link()} says.
${page.isArticle ? byline : ''}    facts: [${fact()}, ${fact()}]
    actions: [{ label: 'Go on to ${some(2)}', to: ${page.next} }]

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
${list(4, () => `      - { heading: ${text(3)}, text: "${text(8)}, ${some(7)}." }\n`)}
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
      - **${text(2)}** ${some(6)}

      ${text(24)} # ${some(6)}.
${page.hasForm ? form(text(3)) : ''}
${page.usesShared ? '  - use: call\n' : call}`;
}

const articleLines = (day: number, month: number) =>
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
