import { hero } from './example-blocks.ts';
import type { Rule } from './rule.ts';

/** A block of running text, below the head of its page. */
function text(...lines: readonly string[]): string {
  const body = lines.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('');
  return `${hero()}- type: text\n  heading: Hello\n  body: |\n${body}`;
}

/** What can be wrong with the Markdown in a text. */
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
    wrong: text('# Winter', '', 'The water is let out in October.'),
    right: text('## Winter', '', 'The water is let out in October.'),
  },
  'text-marks': {
    what: 'Marks of Markdown come with their partner, and in the form that Markdown has for them.',
    why: 'Visitors would see the marks themselves.',
    wrong: hero('lead: The **harbour is open.'),
    right: hero('lead: The **harbour** is open.'),
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
    wrong: text('Our crew: ![Six people on a pier](/pictures/team.jpg)'),
    right: text('Our crew:', '', '![Six people on a pier](/pictures/team.jpg)'),
  },
  'code-language': {
    severity: 'warning',
    what: 'The word behind the first three backticks is a language that is known.',
    why: 'Otherwise the code is shown without colours.',
    wrong: text('```yamll', 'title: Hello', '```'),
    right: text('```yaml', 'title: Hello', '```'),
  },
} as const satisfies Record<string, Rule>;
