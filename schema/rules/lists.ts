import { hero, page } from './example-blocks.ts';
import type { Rule } from './rule.ts';

const entry = page(
  'Why gusts come in threes',
  'Three winters of readings from the pier show that a strong gust seldom comes alone.',
  'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\ntags: [Wind]\n' +
    'blocks:\n  - type: hero\n    heading: Why gusts come in threes\n',
);
const list = (settings: string) => `- { type: posts, heading: From the log, from: /log, ${settings} }\n`;
const entries = (blocks: string) => ({ 'log/gusts.yaml': entry, 'index.yaml': hero() + blocks });
const archive = page(
  'The log of our stations',
  'What the stations have taught us about gusts, ferries and fog, by those who read the masts.',
  'blocks:\n  - { type: hero, heading: The log }\n  - { type: posts, from: /log, by: tag }\n',
);
const taken = (path: string) => ({
  'log/gusts.yaml': entry,
  [path]: page(
    'The wind at our stations',
    'How hard it blows at each of our stations, and how often it has blown harder than that.',
    'blocks:\n  - type: hero\n    heading: The wind\n',
  ),
  'log.yaml': archive,
  'index.yaml': hero(
    `actions: [{ label: The log, to: /log }, { label: The wind, to: ${`/${path}`.replace('.yaml', '')} }]`,
  ),
});

const second = (tag: string) => ({
  'log/fog.yaml': page(
    'Why fog comes at noon',
    'Cold water and warm wind meet behind the pier, and what the stations see of it on their masts.',
    `kind: article\npublished: 2026-04-04\nauthor: Mara Fairlead\ntags: [${tag}]\n` +
      'blocks:\n  - type: hero\n    heading: Why fog comes at noon\n',
  ),
  ...entries(list('most: 3')),
});

/** What can be wrong with lists of pages. */
export const listRules = {
  'missing-folder': {
    what: 'The folder that a list is filled `from` holds pages.',
    why: 'Nothing would ever be listed.',
    wrong: entries('- { type: posts, heading: From the log, from: /logs }\n' + list('most: 3')),
    right: entries(list('most: 3')),
  },
  'empty-list': {
    severity: 'warning',
    what: 'A list chooses at least one page that visitors can open.',
    why: 'Visitors would see a heading with nothing below it.',
    wrong: entries(list('kind: event') + list('most: 3')),
    right: entries(list('kind: article')),
  },
  'unknown-tag': {
    what: 'A list asks for a tag that a page of its folder has.',
    why: 'A misspelt tag chooses nothing.',
    wrong: entries(list('tag: Wnd') + list('most: 3')),
    right: entries(list('tag: Wind')),
  },
  'same-tag': {
    severity: 'warning',
    what: 'A tag is written in the same way on all pages.',
    why: 'To lists `AI` and `ai` are two tags, each with a part of the pages.',
    wrong: second('wind'),
    right: second('Wind'),
  },
  'unknown-author': {
    what: 'A list asks for an author who has written an article of its folder.',
    why: 'A misspelt name chooses nothing.',
    wrong: entries(list('author: Mara Fairled') + list('most: 3')),
    right: entries(list('author: Mara Fairlead')),
  },
  'one-archive': {
    what: 'A page has one list of which the build makes further pages, and has it in its own file.',
    why: 'Of two lists nobody could say whose second page `/log/page/2` is.',
    wrong: entries(list('perPage: 6') + list('by: tag')),
    right: entries(list('perPage: 6')),
  },
  'made-address': {
    what: 'No page file has the address of a page that the build makes of a list.',
    why: 'Visitors could open only one of the two.',
    wrong: taken('log/wind.yaml'),
    right: taken('log/all-winds.yaml'),
  },
} as const satisfies Record<string, Rule>;
