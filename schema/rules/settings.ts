import { hero, heroLink } from './example-blocks.ts';
import type { Rule } from './rule.ts';

/** What can be wrong with the settings of a page, a block or the site. */
export const settingRules = {
  'unknown-block': {
    what: 'The `type` of a block must be one of the block types.',
    why: 'Without the right type nobody knows how to draw the block.',
    wrong: '- type: heroo\n  heading: Hello\n',
    right: hero(),
  },
  'other-block': {
    what: 'The settings of a block must be those of its `type`.',
    why: 'Here they are those of another type, so most likely the type is the slip.',
    wrong: '- type: hero\n  heading: Our record\n  items:\n    - { value: 12, label: harbours }\n',
    right: '- type: stats\n  heading: Our record\n  items:\n    - { value: 12, label: harbours }\n',
  },
  'missing-key': {
    what: 'Settings that a block cannot do without must be there.',
    why: 'The block would have a hole where visitors look first.',
    wrong: '- type: hero\n  lead: Nice to see you.\n',
    right: hero('lead: Nice to see you.'),
  },
  'unknown-key': {
    what: 'A block has only the settings of its type.',
    why: 'A misspelt setting would be ignored, and nobody would notice that something is missing.',
    wrong: '- type: hero\n  headin: Hello\n',
    right: hero(),
  },
  'wrong-type': {
    what: 'A setting is a text, a list or a group of settings, as its name asks for.',
    why: 'A list cannot be shown where a text belongs, nor the other way round.',
    wrong: hero('actions: Write to us'),
    right: hero('actions:', '  - { label: Write to us, to: /enquiries }'),
  },
  'wrong-value': {
    what: 'Some settings can only have certain values: one of a list, a number, an address.',
    why: 'Anything else would be shown wrongly or not at all.',
    wrong: hero('layout: wied'),
    right: hero('layout: wide'),
  },
  'one-of': {
    what:
      'Some groups need exactly one of several settings: an action leads to one place, with `to`, ' +
      '`href`, `scrollTo`, `dialog` or `none`.',
    why: 'With none of them a button does nothing, and with two nobody knows which one holds.',
    wrong: hero('actions: [{ label: Write to us }]'),
    right: heroLink('to: /enquiries'),
  },
  empty: {
    what: 'Something must stand behind the colon.',
    why: 'An empty setting is mostly one that somebody meant to fill in later.',
    wrong: hero('lead:'),
    right: hero('lead: Nice to see you.'),
  },
  'too-few': {
    what: 'Some lists need a certain number of items.',
    why: 'A timeline with one step is none.',
    wrong: '- type: timeline\n  items:\n    - { heading: Ask }\n',
    right: '- type: timeline\n  items:\n    - { heading: Ask }\n    - { heading: Sail }\n',
  },
  'too-many': {
    what: 'Some lists and numbers have an upper end.',
    why: 'There is no room for more on the page, and visitors would not read it.',
    wrong: '- type: card-grid\n  columns: 7\n  items:\n    - { heading: Wind }\n',
    right: '- type: card-grid\n  columns: 3\n  items:\n    - { heading: Wind }\n',
  },
} as const satisfies Record<string, Rule>;
