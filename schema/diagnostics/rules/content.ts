import { hero, examplePage, type Rule, heroLink } from './rule.ts';

const entry = examplePage(
  'Why gusts come in threes',
  'Three winters of readings from the pier show that a strong gust seldom comes alone.',
  'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\ntags: [Wind]\n' +
    'blocks:\n  - type: hero\n    heading: Why gusts come in threes\n',
);
const list = (settings: string) => `- { type: posts, heading: From the log, from: /log, ${settings} }\n`;
const entries = (blocks: string) => ({ 'log/gusts.yaml': entry, 'index.yaml': hero() + blocks });
const archive = examplePage(
  'The log of our stations',
  'What the stations have taught us about gusts, ferries and fog, by those who read the masts.',
  'blocks:\n  - { type: hero, heading: The log }\n  - { type: posts, from: /log, by: tag }\n',
);
const taken = (path: string) => ({
  'log/gusts.yaml': entry,
  [path]: examplePage(
    'The wind at our stations',
    'How hard it blows at each of our stations, and how often it has blown harder than that.',
    'blocks:\n  - type: hero\n    heading: The wind\n',
  ),
  'log.yaml': archive,
  'index.yaml': hero(
    `actions: [{ label: The log, to: /log }, { label: The wind, to: ${`/${path}`.replace('.yaml', '')} }]`,
  ),
});

const berths = (second: string) => `- type: pricing
  heading: What a berth costs
  switch: { label: How you pay, first: By the month, ${second}: By the year }
  items: [{ heading: Mooring, price: £20, other: { price: £200 } }]
`;

const second = (tag: string) => ({
  'log/fog.yaml': examplePage(
    'Why fog comes at noon',
    'Cold water and warm wind meet behind the pier, and what the stations see of it on their masts.',
    `kind: article\npublished: 2026-04-04\nauthor: Mara Fairlead\ntags: [${tag}]\n` +
      'blocks:\n  - type: hero\n    heading: Why fog comes at noon\n',
  ),
  ...entries(list('most: 3')),
});

/** Rules about lists of pages. */
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
  'similar-name': {
    severity: 'warning',
    what: 'Tags and authors differ by more than a slip.',
    why: 'To lists `Wind` and `Wnd` are two tags, and the same author under two names is two authors.',
    wrong: second('Wnd'),
    right: second('Wind'),
  },
  'same-group': {
    what: 'No two tags or authors have the same address of their page, in a list with `by`.',
    why: 'An address is made of the letters and digits of a name, so `C.` and `C` would share one.',
    wrong: { ...second('Wind!'), ...entries(list('by: tag')) },
    right: { ...second('Waves'), ...entries(list('by: tag')) },
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
  'lost-filter': {
    severity: 'warning',
    what: 'A list that visitors can filter by `tags` has a single page.',
    why: 'Buttons that filter one page of several would hide posts that are on the others.',
    wrong: { ...second('Waves'), 'index.yaml': hero() + list('perPage: 1, tags: [{ tag: Wind }]') },
    right: { ...second('Waves'), 'index.yaml': hero() + list('perPage: 6, tags: [{ tag: Wind }]') },
  },
  'made-address': {
    what: 'No page file has the address of a page that the build makes of a list.',
    why: 'Visitors could open only one of the two.',
    wrong: taken('log/wind.yaml'),
    right: taken('log/all-winds.yaml'),
  },
} as const satisfies Record<string, Rule>;

/** Rules about the settings of a page, a block or the site. */
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
  renamed: {
    severity: 'warning',
    what: 'Settings, values and blocks have the names of this version.',
    why: 'The next major version will not accept the old names.',
    wrong: hero() + berths('other'),
    right: hero() + berths('second'),
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
  'order-of-times': {
    severity: 'warning',
    what: 'Items of an agenda are in the order of their times, and end after they begin. Opening hours name each day once.',
    why: 'Visitors would come too early or too late.',
    wrong:
      hero() +
      '- type: agenda\n  items:\n    - { begins: "19:00", heading: Talk }\n    - { begins: "18:30", heading: Tea }\n',
    right:
      hero() +
      '- type: agenda\n  items:\n    - { begins: "18:30", heading: Tea }\n    - { begins: "19:00", heading: Talk }\n',
  },
  'bare-price': {
    severity: 'warning',
    what: 'A price has a currency.',
    why: 'Visitors cannot tell whether `95` is in pounds, euros or points.',
    wrong: hero() + '- type: pricing\n  items:\n    - { heading: Berth, price: "95" }\n',
    right: hero() + '- type: pricing\n  items:\n    - { heading: Berth, price: "£95" }\n',
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

/** A text block, below the head of its page. */
function textBlock(...lines: readonly string[]): string {
  const body = lines.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('');
  return `${hero()}- type: text\n  heading: Hello\n  body: |\n${body}`;
}

/** Rules about Markdown. */
export const markdownRules = {
  'raw-html': {
    what: 'A text holds Markdown and no HTML.',
    why: 'What HTML does on this site could not be checked: whether it can be read, used, and trusted.',
    wrong: hero('lead: The harbour is <b>open</b>.'),
    right: hero('lead: The harbour is **open**.'),
  },
  'text-heading': {
    what: 'A heading in a text begins with `##`, one below it with `###`, and no level is left out.',
    why: 'Whoever listens to a page goes through it by its headings, as if by a table of contents.',
    wrong: textBlock('# Winter', '', 'The water is let out in October.'),
    right: textBlock('## Winter', '', 'The water is let out in October.'),
  },
  'text-marks': {
    what:
      'Marks of Markdown come with their partner, and in the form that Markdown has for them; those of other ' +
      'systems, such as `{% include %}`, `[TOC]` or `:smile:`, mean nothing here.',
    why: 'Visitors would see the marks themselves.',
    wrong: hero('lead: The **harbour is open.'),
    right: hero('lead: The **harbour** is open.'),
  },
  'joined-lines': {
    severity: 'warning',
    what: 'Lines of an address, of opening hours or of names with values end with a backslash.',
    why: 'Markdown joins the lines of a paragraph, so visitors would read `12 Pier Road Saltquay`.',
    wrong: textBlock('12 Pier Road', 'Saltquay'),
    right: textBlock('12 Pier Road\\', 'Saltquay'),
  },
  'typing-slip': {
    severity: 'warning',
    what: 'Quotation marks match, there is no space before a comma or full stop, and words contain no invisible characters.',
    why: 'Readers stumble over such slips, and a word may be missing.',
    wrong: hero('lead: The berth costs £95 , with water.'),
    right: hero('lead: The berth costs £95, with water.'),
  },
  'folded-text': {
    what: 'A long text with paragraphs, lists or headings stands below `|`.',
    why: 'Below `>`, in quotation marks or right behind the colon YAML joins its lines, and a list becomes one sentence.',
    wrong: textBlock('We have:', '', '- berths', '- water').replace('|', '>'),
    right: textBlock('We have:', '', '- berths', '- water'),
  },
  'short-text': {
    what: 'A short text, as a `lead`, is one paragraph.',
    why: 'There is no room for a heading, a list or a table where it stands; a `text` block has it.',
    wrong: hero('lead: |', '  We have:', '  - berths', '  - water'),
    right: hero('lead: We have berths and water.'),
  },
  'text-picture': {
    what: 'A picture in a text stands between empty lines, lies in `public/`, and says what it shows.',
    why: 'Its place is kept free while it loads, and those who do not see it are told what is there.',
    wrong: textBlock('Our crew: ![Six people on a pier](/pictures/team.jpg)'),
    right: textBlock('Our crew:', '', '![Six people on a pier](/pictures/team.jpg)'),
  },
  'code-language': {
    severity: 'warning',
    what: 'The word behind the first three backticks is a language that is known.',
    why: 'Otherwise the code is shown without colours.',
    wrong: textBlock('```yamll', 'title: Hello', '```'),
    right: textBlock('```yaml', 'title: Hello', '```'),
  },
} as const satisfies Record<string, Rule>;
