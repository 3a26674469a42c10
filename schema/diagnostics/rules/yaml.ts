import { hero, type Rule } from './rule.ts';

const cta = '- type: cta\n  heading: Write to us\n  actions: [{ label: Write, to: /enquiries }]\n';
const stats = (items: string) => `- type: stats\n  items:\n${items}`;

const points = (list: string) =>
  `${hero()}- type: pricing\n  heading: Berths\n  items:\n` +
  `    - { heading: Day berth, price: £20, points: ${list}, action: { label: Write, to: /enquiries } }\n`;

/** Rules about the text of a file. */
export const textRules = {
  'not-text': {
    what: 'A page must be plain text in the encoding UTF-8.',
    why: 'Other programs save letters in other ways, and visitors would see signs in their place.',
    wrong: '- type: hero\n  heading: Our caf\uFFFD is open\n',
    right: '- type: hero\n  heading: Our café is open\n',
  },
  'too-large': {
    what: 'A page file must not be larger than 100,000 letters.',
    why: 'No visitor reads such a page, and most of the time something was pasted by accident.',
    wrong: `- type: hero\n  heading: ${'Hello '.repeat(20_000)}\n`,
    right: hero(),
  },
  'linked-file': {
    what: 'A file in the pages folder or in `public/` lies there itself, and is no link to another place.',
    why:
      'A link can lead out of the folder, and then something would be published that nobody meant to ' +
      'publish.',
    wrong: { 'prices.yaml': 'link to ../private/prices.yaml\n' },
    right: { 'prices.yaml': 'redirect: /enquiries\n' },
  },
  'too-deep': {
    what: 'Groups, and marks in a text, must not stand inside each other more than forty times.',
    why: 'A page needs six levels. More of them come from marks that were repeated by accident.',
    wrong: `- type: hero\n  heading: ${'['.repeat(60)}\n`,
    right: hero(),
  },
  'empty-file': {
    what: 'A page file must say something.',
    why: 'Its address exists as soon as the file does, and visitors would find nothing there.',
    wrong: { 'prices.yaml': '# to be written\n' },
    right: { 'prices.yaml': 'redirect: /enquiries\n' },
  },
  'merge-marker': {
    what: 'Two versions of a text must be put together by hand.',
    why:
      'When two people changed the same place, git writes both versions between lines of `<<<<<<<`, ' +
      '`=======` and `>>>>>>>`. Only you know which one holds.',
    wrong:
      '- type: hero\n<<<<<<< HEAD\n  heading: Open until six\n=======\n  heading: Open until eight\n' +
      '>>>>>>> hours\n',
    right: '- type: hero\n  heading: Open until eight\n',
  },
  'several-documents': {
    what: 'One file is one page.',
    why: 'A line with only `---` or `...` ends the page for YAML, and everything below it is lost.',
    wrong: `${hero()}---\n${cta}`,
    right: `${hero()}${cta}`,
  },
  'yaml-syntax': {
    what:
      'Each line must be a setting (`name: value`), an item of a list (`- value`), or more of the ' +
      'text above.',
    why: 'What is neither cannot be read, and nobody but you knows what it was meant to be.',
    wrong: hero('}{ ::'),
    right: hero(),
  },
  'needs-quotes': {
    what:
      'Some texts need quotation marks: those with a colon and a space, those that start with a sign ' +
      'such as `@ % * & ! { [ >`, and those with quotation marks of their own.',
    why: 'To YAML these signs are instructions. In quotation marks they are text.',
    wrong: '- type: hero\n  heading: Pricing: simple and fair\n',
    right: '- type: hero\n  heading: "Pricing: simple and fair"\n',
  },
  'tight-comma': {
    severity: 'warning',
    what: 'A blank stands behind each comma between two items in `[ ]`.',
    why: 'Without it the comma may be part of a text, and visitors would see that text in pieces.',
    wrong: points('[Open all day,every day]'),
    right: points('["Open all day,every day"]'),
  },
  'unclosed-quote': {
    what: 'A text that starts with a quotation mark must end with one.',
    why: 'Otherwise YAML takes the lines below as more of the same text.',
    wrong: '- type: hero\n  heading: "Hello\n  lead: Nice to see you.\n',
    right: '- type: hero\n  heading: "Hello"\n  lead: Nice to see you.\n',
  },
  'unclosed-bracket': {
    what: 'What starts with `{` must end with `}`, and what starts with `[` with `]`.',
    why: 'Otherwise YAML takes the lines below as more of the same group.',
    wrong: '- type: cta\n  heading: Write to us\n  actions:\n    - { label: Write, to: /enquiries\n',
    right: '- type: cta\n  heading: Write to us\n  actions:\n    - { label: Write, to: /enquiries }\n',
  },
  tab: {
    what: 'Lines are indented with spaces, not with tabs.',
    why: 'A tab is as wide as each program likes, so YAML cannot tell what belongs together.',
    wrong: '- type: hero\n\theading: Hello\n',
    right: hero(),
  },
  'wrong-indentation': {
    what:
      'Settings that belong together start in the same column; what belongs to a setting stands two ' +
      'spaces further to the right.',
    why: 'The indentation is all that says what belongs to what.',
    wrong: '- type: hero\n   heading: Hello\n',
    right: hero(),
  },
  'missing-dash': {
    what: 'Each item of a list starts with `- `.',
    why: 'Without the dash the lines belong to the item above, which then says everything twice.',
    wrong: stats('    - value: 12\n      label: harbours\n      value: 40\n      label: ships\n'),
    right: stats('    - value: 12\n      label: harbours\n    - value: 40\n      label: ships\n'),
  },
  'missing-space': {
    what: 'A space must follow the colon behind a name, and the dash in front of an item.',
    why: 'Without the space they are letters of a word, as in `9:30` or `well-known`.',
    wrong: hero('lead:Nice to see you.'),
    right: hero('lead: Nice to see you.'),
  },
  'missing-colon': {
    what: 'A name and its value are parted by a colon and a space.',
    why: 'Without the colon the line is taken as more of the text above.',
    wrong: hero('lead Nice to see you.'),
    right: hero('lead: Nice to see you.'),
  },
  'odd-space': {
    what: 'Blanks in front of a line, a name or a value must be ordinary spaces.',
    why:
      'Text copied from a website or from Word brings other blanks along, which look the same and ' +
      'which YAML takes for letters.',
    wrong: '- type: hero\n\u00A0 heading: Hello\n',
    right: hero(),
  },
  'unseen-sign': {
    what: 'A text holds letters and other signs that can be seen, and none that command a machine.',
    why:
      'Feeds, calendars and some browsers cannot read a page with such signs, and others turn the text ' +
      'around them.',
    wrong: '- type: hero\n  heading: The harbour \u0007is open\n',
    right: '- type: hero\n  heading: The harbour is open\n',
  },
  'duplicate-key': {
    what: 'A setting can be written once in the same place.',
    why: 'Only one of the two can be shown, and nobody but you knows which.',
    wrong: '- type: hero\n  heading: Simple pricing\n  heading: Fair pricing\n',
    right: '- type: hero\n  heading: Fair pricing\n',
  },
  'yaml-reference': {
    what: 'A file cannot name a part of itself with `&name` and repeat it with `*name`.',
    why:
      'Repeating parts make a page hard to read for others. What stands on several pages belongs into ' +
      '`_shared/`.',
    wrong: hero('actions: &all', '  - { label: Write, to: /enquiries }'),
    right: hero('actions:', '  - { label: Write, to: /enquiries }'),
  },
  'text-lost': {
    what: 'Text that YAML takes for a comment or an instruction needs quotation marks.',
    why:
      'Visitors would not see it: `Ranked #1 in Europe` is shown as `Ranked`, and `&More choice` as ' +
      '`choice`.',
    wrong: '- type: hero\n  heading: Ranked #1 in Europe\n',
    right: '- type: hero\n  heading: "Ranked #1 in Europe"\n',
  },
  'comment-after-text': {
    severity: 'warning',
    what: 'A private comment should not follow a text on the same line, nor look like its next line.',
    why:
      'It may be a part of the text that visitors would then not see, as in `Room # 4` and `Sale ## now`. ' +
      'A comment behind one or two words, such as `Winter # from May`, is left alone.',
    wrong: '- type: hero\n  heading: Tools for your team # and for you\n',
    right: '- type: hero\n  # and for you\n  heading: Tools for your team\n',
  },
  'curly-quotes': {
    severity: 'warning',
    what: 'Text is put into straight quotation marks, not into curly ones.',
    why: 'YAML knows only the straight ones and takes the others as part of the text, so visitors see them.',
    wrong: '- type: hero\n  heading: “Hello there”\n',
    right: '- type: hero\n  heading: "Hello there"\n',
  },
} as const satisfies Record<string, Rule>;
