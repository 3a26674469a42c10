import { createHeroBlock, type Rule } from './rule.ts';

const ctaBlock = '- type: cta\n  heading: Write to us\n  actions: [{ label: Write, to: /enquiries }]\n';
const createStatsBlock = (items: string) => `- type: stats\n  items:\n${items}`;

const createPricingBlockWithPoints = (list: string) =>
  `${createHeroBlock()}- type: pricing\n  heading: Berths\n  items:\n` +
  `    - { heading: Day berth, price: £20, points: ${list}, action: { label: Write, to: /enquiries } }\n`;

/** Rules about the file content and its YAML syntax. */
export const textRules = {
  'not-text': {
    what: 'A page must be a plain text file in UTF-8 encoding.',
    why: 'Other encodings store letters differently, so visitors would see wrong characters.',
    wrong: '- type: hero\n  heading: Our caf\uFFFD is open\n',
    right: '- type: hero\n  heading: Our café is open\n',
  },
  'too-large': {
    what: 'A page file must not be longer than 100,000 characters.',
    why: 'No visitor reads a page that long. Usually something was pasted by accident.',
    wrong: `- type: hero\n  heading: ${'Hello '.repeat(20_000)}\n`,
    right: createHeroBlock(),
  },
  'linked-file': {
    what: 'A file in the pages folder or in `public/` must be the file itself, not a link to another one.',
    why: 'A link can point outside the folder and publish something by accident.',
    wrong: { 'prices.yaml': 'link to ../private/prices.yaml\n' },
    right: { 'prices.yaml': 'redirect: /enquiries\n' },
  },
  'too-deep': {
    what: 'Groups and Markdown must not be nested more than forty levels deep.',
    why: 'A page needs six levels. Deeper nesting comes from characters that were repeated by accident.',
    wrong: `- type: hero\n  heading: ${'['.repeat(60)}\n`,
    right: createHeroBlock(),
  },
  'empty-file': {
    what: 'A page file must not be empty.',
    why: 'The page exists as soon as the file does, and visitors would find nothing on it.',
    wrong: { 'prices.yaml': '# to be written\n' },
    right: { 'prices.yaml': 'redirect: /enquiries\n' },
  },
  'merge-marker': {
    what: 'Two versions of the same text must be merged by hand.',
    why: 'If two people change the same lines, git writes both versions between lines of `<<<<<<<`, `=======` and `>>>>>>>`. Only you know which version is right.',
    wrong:
      '- type: hero\n<<<<<<< HEAD\n  heading: Open until six\n=======\n  heading: Open until eight\n' +
      '>>>>>>> hours\n',
    right: '- type: hero\n  heading: Open until eight\n',
  },
  'several-documents': {
    what: 'A file must contain exactly one page.',
    why: 'In YAML, a line with only `---` or `...` ends the page, and everything below it is lost.',
    wrong: `${createHeroBlock()}---\n${ctaBlock}`,
    right: `${createHeroBlock()}${ctaBlock}`,
  },
  'yaml-syntax': {
    what: 'Each line must be a setting (`name: value`), an item of a list (`- value`), or a continuation of the text above.',
    why: 'Other lines cannot be read, and only you know what they should be.',
    wrong: createHeroBlock('}{ ::'),
    right: createHeroBlock(),
  },
  'needs-quotes': {
    what: 'Text needs quotation marks if it contains a colon followed by a space, starts with a character such as `@ % * & ! { [ >`, or contains quotation marks.',
    why: 'Without quotation marks, YAML reads these characters as instructions.',
    wrong: '- type: hero\n  heading: Pricing: simple and fair\n',
    right: '- type: hero\n  heading: "Pricing: simple and fair"\n',
  },
  'tight-comma': {
    severity: 'warning',
    what: 'A space should follow each comma between two items in `[ ]`.',
    why: 'Without the space, the comma may be part of a text, and visitors would see that text in pieces.',
    wrong: createPricingBlockWithPoints('[Open all day,every day]'),
    right: createPricingBlockWithPoints('["Open all day,every day"]'),
  },
  'unclosed-quote': {
    what: 'Text that starts with a quotation mark must end with one.',
    why: 'Otherwise, YAML reads the lines below as part of the text.',
    wrong: '- type: hero\n  heading: "Hello\n  lead: Nice to see you.\n',
    right: '- type: hero\n  heading: "Hello"\n  lead: Nice to see you.\n',
  },
  'unclosed-bracket': {
    what: 'A `{` needs a closing `}`, and a `[` needs a closing `]`.',
    why: 'Otherwise, YAML reads the lines below as part of the same group.',
    wrong: '- type: cta\n  heading: Write to us\n  actions:\n    - { label: Write, to: /enquiries\n',
    right: '- type: cta\n  heading: Write to us\n  actions:\n    - { label: Write, to: /enquiries }\n',
  },
  tab: {
    what: 'Lines must be indented with spaces, not with tabs.',
    why: 'The width of a tab differs between programs, so YAML cannot tell which lines belong together.',
    wrong: '- type: hero\n\theading: Hello\n',
    right: createHeroBlock(),
  },
  'wrong-indentation': {
    what: 'Settings of the same group must start in the same column, and the content of a setting must be indented by two more spaces.',
    why: 'Only the indentation shows which lines belong together.',
    wrong: '- type: hero\n   heading: Hello\n',
    right: createHeroBlock(),
  },
  'missing-dash': {
    what: 'Each item of a list must start with `- `.',
    why: 'Without the dash, the lines belong to the item above, which then has each setting twice.',
    wrong: createStatsBlock('    - value: 12\n      label: harbours\n      value: 40\n      label: ships\n'),
    right: createStatsBlock('    - value: 12\n      label: harbours\n    - value: 40\n      label: ships\n'),
  },
  'missing-space': {
    what: 'A space must follow the colon after a name, and the dash before an item.',
    why: 'Without the space, YAML reads the colon or dash as part of a word, as in `9:30` or `well-known`.',
    wrong: createHeroBlock('lead:Nice to see you.'),
    right: createHeroBlock('lead: Nice to see you.'),
  },
  'missing-colon': {
    what: 'A colon and a space must separate a name from its value.',
    why: 'Without the colon, YAML reads the line as part of the text above.',
    wrong: createHeroBlock('lead Nice to see you.'),
    right: createHeroBlock('lead: Nice to see you.'),
  },
  'odd-space': {
    what: 'The spaces before a line, a name or a value must be ordinary spaces.',
    why: 'Text copied from a website or from Word may contain other spaces. They look the same, but YAML reads them as letters.',
    wrong: '- type: hero\n\u00A0 heading: Hello\n',
    right: createHeroBlock(),
  },
  'unseen-sign': {
    what: 'Text must not contain control characters or other invisible characters.',
    why: 'Feeds, calendars and some browsers cannot read a page with control characters. Other invisible characters reverse the text around them.',
    wrong: '- type: hero\n  heading: The harbour \u0007is open\n',
    right: '- type: hero\n  heading: The harbour is open\n',
  },
  'duplicate-key': {
    what: 'A setting may appear only once in the same group.',
    why: 'Only one of the two values can be shown, and only you know which.',
    wrong: '- type: hero\n  heading: Simple pricing\n  heading: Fair pricing\n',
    right: '- type: hero\n  heading: Fair pricing\n',
  },
  'yaml-reference': {
    what: 'A file must not name a part of itself with `&name` and repeat it with `*name`.',
    why: 'Repeated parts make a page hard to read. Put content for several pages in `_shared/`.',
    wrong: createHeroBlock('actions: &all', '  - { label: Write, to: /enquiries }'),
    right: createHeroBlock('actions:', '  - { label: Write, to: /enquiries }'),
  },
  'text-lost': {
    what: 'Text that YAML would read as a comment or an instruction needs quotation marks.',
    why: 'Visitors would not see it: `Ranked #1 in Europe` appears as `Ranked`, and `&More choice` as `choice`.',
    wrong: '- type: hero\n  heading: Ranked #1 in Europe\n',
    right: '- type: hero\n  heading: "Ranked #1 in Europe"\n',
  },
  'comment-after-text': {
    severity: 'warning',
    what: 'A private comment should be on its own line, and should not look like the next line of a text.',
    why: 'It may be part of the text, as in `Room # 4` and `Sale ## now`, and visitors would not see it. A comment after one or two words, such as `Winter # from May`, is not reported.',
    wrong: '- type: hero\n  heading: Tools for your team # and for you\n',
    right: '- type: hero\n  # and for you\n  heading: Tools for your team\n',
  },
  'curly-quotes': {
    severity: 'warning',
    what: 'The quotation marks around a text should be straight, not curly.',
    why: 'YAML only supports straight marks. It reads curly marks as part of the text, so visitors see them.',
    wrong: '- type: hero\n  heading: “Hello there”\n',
    right: '- type: hero\n  heading: "Hello there"\n',
  },
} as const satisfies Record<string, Rule>;
