import type { MadeUpText } from './made-up-text.ts';

/** The text of a page as a program would write it: seven blocks, one setting a line. */
export function plainPage(number: number, next: string, made: MadeUpText): string {
  const { random, text, icon, list } = made;
  const items = (amount: number, item: () => string) => list(amount, () => `      - ${item()}\n`);
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
