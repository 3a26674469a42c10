import { createHeroBlock, createExamplePage, type Rule, createHeroWithLink } from './rule.ts';

const examplePost = createExamplePage(
  'Why gusts come in threes',
  'Three winters of readings from the pier show that a strong gust seldom comes alone.',
  'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\ntags: [Wind]\n' +
    'blocks:\n  - type: hero\n    heading: Why gusts come in threes\n',
);
const createPostsBlock = (settings: string) =>
  `- { type: posts, heading: From the log, from: /log, ${settings} }\n`;
const createSiteWithPost = (blocks: string) => ({
  'log/gusts.yaml': examplePost,
  'index.yaml': createHeroBlock() + blocks,
});
const postsPage = createExamplePage(
  'The log of our stations',
  'What the stations have taught us about gusts, ferries and fog, by those who read the masts.',
  'blocks:\n  - { type: hero, heading: The log }\n  - { type: posts, from: /log, by: tag }\n',
);
const createSiteWithPage = (path: string) => ({
  'log/gusts.yaml': examplePost,
  [path]: createExamplePage(
    'The wind at our stations',
    'How hard it blows at each of our stations, and how often it has blown harder than that.',
    'blocks:\n  - type: hero\n    heading: The wind\n',
  ),
  'log.yaml': postsPage,
  'index.yaml': createHeroBlock(
    `actions: [{ label: The log, to: /log }, { label: The wind, to: ${`/${path}`.replace('.yaml', '')} }]`,
  ),
});

const createPricingBlock = (secondSwitchLabel: string) => `- type: pricing
  heading: What a berth costs
  switch: { label: How you pay, first: By the month, ${secondSwitchLabel}: By the year }
  items: [{ heading: Mooring, price: £20, other: { price: £200 } }]
`;

const createSiteWithSecondPost = (tag: string) => ({
  'log/fog.yaml': createExamplePage(
    'Why fog comes at noon',
    'Cold water and warm wind meet behind the pier, and what the stations see of it on their masts.',
    `kind: article\npublished: 2026-04-04\nauthor: Mara Fairlead\ntags: [${tag}]\n` +
      'blocks:\n  - type: hero\n    heading: Why fog comes at noon\n',
  ),
  ...createSiteWithPost(createPostsBlock('most: 3')),
});

/** Rules about blocks that list pages. */
export const listRules = {
  'missing-folder': {
    what: 'The folder that a list names in `from` must contain pages.',
    why: 'The list would always be empty.',
    wrong: createSiteWithPost(
      '- { type: posts, heading: From the log, from: /logs }\n' + createPostsBlock('most: 3'),
    ),
    right: createSiteWithPost(createPostsBlock('most: 3')),
  },
  'empty-list': {
    severity: 'warning',
    what: 'A list should have at least one page that visitors can open.',
    why: 'Visitors would see a heading with nothing below it.',
    wrong: createSiteWithPost(createPostsBlock('kind: event') + createPostsBlock('most: 3')),
    right: createSiteWithPost(createPostsBlock('kind: article')),
  },
  'unknown-tag': {
    what: 'The `tag` of a list must be used on a page in its folder.',
    why: 'A misspelt tag selects no pages.',
    wrong: createSiteWithPost(createPostsBlock('tag: Wnd') + createPostsBlock('most: 3')),
    right: createSiteWithPost(createPostsBlock('tag: Wind')),
  },
  'same-tag': {
    severity: 'warning',
    what: 'A tag should be spelt the same way on all pages.',
    why: 'Lists treat `AI` and `ai` as two tags, each with only some of the pages.',
    wrong: createSiteWithSecondPost('wind'),
    right: createSiteWithSecondPost('Wind'),
  },
  'similar-name': {
    severity: 'warning',
    what: 'Tags and authors should differ by more than a typo.',
    why: 'Lists treat `Wind` and `Wnd` as two tags, and two spellings of a name as two authors.',
    wrong: createSiteWithSecondPost('Wnd'),
    right: createSiteWithSecondPost('Wind'),
  },
  'same-group': {
    what: 'In a list with `by`, the page of each tag or author must have a unique address.',
    why: 'The address consists of the letters and digits of the name, so `C.` and `C` would have the same address.',
    wrong: { ...createSiteWithSecondPost('Wind!'), ...createSiteWithPost(createPostsBlock('by: tag')) },
    right: { ...createSiteWithSecondPost('Waves'), ...createSiteWithPost(createPostsBlock('by: tag')) },
  },
  'unknown-author': {
    what: 'The `author` of a list must have written an article in its folder.',
    why: 'A misspelt name selects no pages.',
    wrong: createSiteWithPost(createPostsBlock('author: Mara Fairled') + createPostsBlock('most: 3')),
    right: createSiteWithPost(createPostsBlock('author: Mara Fairlead')),
  },
  'one-archive': {
    what: 'A page can have only one list that creates further pages, and this list must be in the page file.',
    why: 'With two such lists, it would be unclear which one `/log/page/2` continues.',
    wrong: createSiteWithPost(createPostsBlock('perPage: 6') + createPostsBlock('by: tag')),
    right: createSiteWithPost(createPostsBlock('perPage: 6')),
  },
  'lost-filter': {
    severity: 'warning',
    what: 'A list that visitors can filter by `tags` should fit on a single page.',
    why: 'The buttons only filter the current page, so visitors would miss matching posts on the others.',
    wrong: {
      ...createSiteWithSecondPost('Waves'),
      'index.yaml': createHeroBlock() + createPostsBlock('perPage: 1, tags: [{ tag: Wind }]'),
    },
    right: {
      ...createSiteWithSecondPost('Waves'),
      'index.yaml': createHeroBlock() + createPostsBlock('perPage: 6, tags: [{ tag: Wind }]'),
    },
  },
  'made-address': {
    what: 'A page file must not have the same address as a page that is generated from a list.',
    why: 'Visitors could open only one of the two.',
    wrong: createSiteWithPage('log/wind.yaml'),
    right: createSiteWithPage('log/all-winds.yaml'),
  },
} as const satisfies Record<string, Rule>;

/** Rules about the settings of a page, a block or the site. */
export const settingRules = {
  'unknown-block': {
    what: 'The `type` of a block must be one of the block types.',
    why: 'A block without a valid type cannot be shown.',
    wrong: '- type: heroo\n  heading: Hello\n',
    right: createHeroBlock(),
  },
  'other-block': {
    what: 'The settings of a block must match its `type`.',
    why: 'These settings belong to another type, so the type is probably wrong.',
    wrong: '- type: hero\n  heading: Our record\n  items:\n    - { value: 12, label: harbours }\n',
    right: '- type: stats\n  heading: Our record\n  items:\n    - { value: 12, label: harbours }\n',
  },
  'missing-key': {
    what: 'A block must have all its required settings.',
    why: 'Without them, the block would have a gap where visitors look first.',
    wrong: '- type: hero\n  lead: Nice to see you.\n',
    right: createHeroBlock('lead: Nice to see you.'),
  },
  'unknown-key': {
    what: 'A block may only have the settings of its type.',
    why: 'A misspelt setting would be ignored without anyone noticing.',
    wrong: '- type: hero\n  headin: Hello\n',
    right: createHeroBlock(),
  },
  renamed: {
    severity: 'warning',
    what: 'Settings, values and blocks should have their current names.',
    why: 'The next major version will not accept the former names.',
    wrong: createHeroBlock() + createPricingBlock('other'),
    right: createHeroBlock() + createPricingBlock('second'),
  },
  'wrong-type': {
    what: 'Each setting takes one kind of value: text, a list or a group of settings.',
    why: 'A list cannot be shown in place of text, or text in place of a list.',
    wrong: createHeroBlock('actions: Write to us'),
    right: createHeroBlock('actions:', '  - { label: Write to us, to: /enquiries }'),
  },
  'wrong-value': {
    what: 'Some settings only accept certain values: one of a list, a number, or an address.',
    why: 'Any other value would be shown wrongly or not at all.',
    wrong: createHeroBlock('layout: wied'),
    right: createHeroBlock('layout: wide'),
  },
  'one-of': {
    what: 'Some groups need exactly one of several settings: an action needs `to`, `href`, `scrollTo`, `dialog` or `none`.',
    why: 'Without any of them, a button does nothing. With two, it is unclear which one applies.',
    wrong: createHeroBlock('actions: [{ label: Write to us }]'),
    right: createHeroWithLink('to: /enquiries'),
  },
  empty: {
    what: 'A setting must have a value after its colon.',
    why: 'Most empty settings were meant to be filled in later.',
    wrong: createHeroBlock('lead:'),
    right: createHeroBlock('lead: Nice to see you.'),
  },
  'order-of-times': {
    severity: 'warning',
    what: 'Agenda items should be in chronological order and end after they begin. Opening hours should list each day only once.',
    why: 'Visitors would come too early or too late.',
    wrong:
      createHeroBlock() +
      '- type: agenda\n  items:\n    - { begins: "19:00", heading: Talk }\n    - { begins: "18:30", heading: Tea }\n',
    right:
      createHeroBlock() +
      '- type: agenda\n  items:\n    - { begins: "18:30", heading: Tea }\n    - { begins: "19:00", heading: Talk }\n',
  },
  'bare-price': {
    severity: 'warning',
    what: 'A price should have a currency.',
    why: 'Visitors cannot tell whether `95` means pounds, euros or points.',
    wrong: createHeroBlock() + '- type: pricing\n  items:\n    - { heading: Berth, price: "95" }\n',
    right: createHeroBlock() + '- type: pricing\n  items:\n    - { heading: Berth, price: "£95" }\n',
  },
  'too-few': {
    what: 'Some lists need a minimum number of items.',
    why: 'A timeline with a single step is not a timeline.',
    wrong: '- type: timeline\n  items:\n    - { heading: Ask }\n',
    right: '- type: timeline\n  items:\n    - { heading: Ask }\n    - { heading: Sail }\n',
  },
  'too-many': {
    what: 'Some lists and numbers have a maximum.',
    why: 'There is no room for more on the page, and visitors would not read it.',
    wrong: '- type: card-grid\n  columns: 7\n  items:\n    - { heading: Wind }\n',
    right: '- type: card-grid\n  columns: 3\n  items:\n    - { heading: Wind }\n',
  },
} as const satisfies Record<string, Rule>;

/** Returns the YAML of a hero block and a text block. `lines` are the body of the text block. */
function createTextBlock(...lines: readonly string[]): string {
  const body = lines.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('');
  return `${createHeroBlock()}- type: text\n  heading: Hello\n  body: |\n${body}`;
}

/** Rules about Markdown. */
export const markdownRules = {
  'raw-html': {
    what: 'Text can contain Markdown, but must not contain HTML.',
    why: 'The build cannot check whether HTML is readable, usable and safe.',
    wrong: createHeroBlock('lead: The harbour is <b>open</b>.'),
    right: createHeroBlock('lead: The harbour is **open**.'),
  },
  'text-heading': {
    what: 'Headings in a text must start with `##`, the headings below them with `###`, and no level may be skipped.',
    why: 'People who listen to a page navigate by its headings, as in a table of contents.',
    wrong: createTextBlock('# Winter', '', 'The water is let out in October.'),
    right: createTextBlock('## Winter', '', 'The water is let out in October.'),
  },
  'text-marks': {
    what: 'Markdown must be complete and correct. Syntax from other systems, such as `{% include %}`, `[TOC]` or `:smile:`, has no effect here.',
    why: 'Visitors would see these characters as written.',
    wrong: createHeroBlock('lead: The **harbour is open.'),
    right: createHeroBlock('lead: The **harbour** is open.'),
  },
  'joined-lines': {
    severity: 'warning',
    what: 'To keep the line breaks of an address or of opening hours, each line before a break should end with a backslash.',
    why: 'Markdown joins the lines of a paragraph, so visitors would read `12 Pier Road Saltquay`.',
    wrong: createTextBlock('12 Pier Road', 'Saltquay'),
    right: createTextBlock('12 Pier Road\\', 'Saltquay'),
  },
  'typing-slip': {
    severity: 'warning',
    what: 'Quotation marks should match, words should not contain invisible characters, and there should be no space before a comma or full stop.',
    why: 'Such typos distract readers, and a word may be missing.',
    wrong: createHeroBlock('lead: The berth costs £95 , with water.'),
    right: createHeroBlock('lead: The berth costs £95, with water.'),
  },
  'folded-text': {
    what: 'Long text with paragraphs, lists or headings must be written below `|`.',
    why: 'Below `>`, in quotation marks or right after the colon, YAML joins its lines, and a list becomes one sentence.',
    wrong: createTextBlock('We have:', '', '- berths', '- water').replace('|', '>'),
    right: createTextBlock('We have:', '', '- berths', '- water'),
  },
  'short-text': {
    what: 'Short text, such as a `lead`, must be one paragraph.',
    why: 'It has no room for a heading, a list or a table. Use a `text` block for these.',
    wrong: createHeroBlock('lead: |', '  We have:', '  - berths', '  - water'),
    right: createHeroBlock('lead: We have berths and water.'),
  },
  'text-picture': {
    what: 'A picture in a text must have a description and empty lines around it, and its file must be in `public/`.',
    why: 'The page can then reserve space while the picture loads, and people who do not see it know what it shows.',
    wrong: createTextBlock('Our crew: ![Six people on a pier](/pictures/team.jpg)'),
    right: createTextBlock('Our crew:', '', '![Six people on a pier](/pictures/team.jpg)'),
  },
  'code-language': {
    severity: 'warning',
    what: 'The word after the opening three backticks should be a supported language.',
    why: 'Otherwise, the code is shown without colours.',
    wrong: createTextBlock('```yamll', 'title: Hello', '```'),
    right: createTextBlock('```yaml', 'title: Hello', '```'),
  },
} as const satisfies Record<string, Rule>;
