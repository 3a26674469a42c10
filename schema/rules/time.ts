import { hero, page } from './example-blocks.ts';
import { exampleSettings } from './example-site.ts';
import type { Rule } from './rule.ts';

const prices = (expire: string) =>
  page(
    'Prices of our boats',
    'What our boats cost by the hour, by the day and by the week, fuel and harbour dues included.',
    `expire: ${expire}\nblocks:\n${hero('lead: Now.').replaceAll(/^/gm, '  ')}`,
  );
const toPrices = hero('actions: [{ label: See the prices, to: /prices }]');
const announced = (until: string) => ({
  '_site.yaml': `${exampleSettings}announcement: { text: The pier is open again., until: ${until} }\n`,
});

/** What can be wrong because of the day on which a site is checked. */
export const timeRules = {
  'link-not-public': {
    severity: 'warning',
    what: 'A link should lead to a page that is public: from its `publish` on, and until its `expire`.',
    why: 'Visitors see the words without the link, and a button not at all, as long as the page is hidden.',
    wrong: { 'prices.yaml': prices('2020-01-31'), 'index.yaml': toPrices },
    right: { 'prices.yaml': prices('2999-01-31'), 'index.yaml': toPrices },
  },
  'past-day': {
    severity: 'warning',
    what: 'An announcement or alert with a last day should go when that day is over.',
    why: 'Nobody sees it any more, and whoever reads the file may think that it is shown.',
    wrong: announced('2020-01-31'),
    right: announced('2999-01-31'),
  },
} as const satisfies Record<string, Rule>;
