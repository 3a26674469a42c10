import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const words = (
  'harbour wind water berth crew tide mast sail engine cargo pilot signal lantern ' +
  'rope anchor deck storm calm chart buoy quay bridge lock ferry'
).split(' ');
const icons = ['anchor', 'check', 'clock', 'wind'];

/**
 * Writes a site of so many pages of seven blocks and some 5 kB each, the same each time and without any
 * diagnostic.
 */
export function writeManyPages(folder: string, pages: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '_site.yaml'), site);
  for (let number = 0; number < pages; number++) {
    // `index.yaml` leads to the first, and each page to the next.
    writeFileSync(
      join(folder, number === 0 ? 'index.yaml' : `page-${number}.yaml`),
      page(number, number + 1 < pages ? `/page-${number + 1}` : '/'),
    );
  }
}

const site = `company: Harbour Office
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation:
  label: Main
  menu: Menu
  close: Close
  skip: Skip
  home: home
  items: [{ label: Home, to: / }]
  action: { label: Write, to: / }
footer: { label: More }
`;

function page(number: number, next: string): string {
  let state = number + 1;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const text = (length: number) => {
    const some = Array.from({ length }, () => words[random(words.length)]).join(' ');
    return `${some[0]?.toUpperCase()}${some.slice(1)}`;
  };
  const items = (amount: number, item: () => string) =>
    Array.from({ length: amount }, () => `      - ${item()}\n`).join('');
  const card = () => {
    const icon = icons[random(icons.length)];
    return `icon: ${icon}\n        heading: ${text(3)}\n        text: ${text(18)}`;
  };
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
