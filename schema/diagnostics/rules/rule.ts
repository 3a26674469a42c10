/** The `_site.yaml` of the examples. */
export const exampleSettings = `company: Harbour Office
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation:
  label: Main
  menu: Menu
  close: Close
  skip: Skip the menu
  home: to the start
  items:
    - { label: Home, to: / }
  action: { label: Write to us, to: /enquiries }
footer: { label: More about us }
dialogs:
  callback:
    close: Close
    form:
      type: form
      id: callback
      heading: We call you back
      fields: [{ name: phone, label: Telephone, kind: tel, required: true }]
      optional: optional
      submit: { label: Call me, log: true }
      success: We call you tomorrow.
`;

/** The page `/enquiries`, with the lines of another block between its own. */
export function enquiries(lines = ''): string {
  const blocks = `blocks:\n  - type: hero\n    heading: Write to us\n${lines}  - use: next-steps\n`;
  return page('Write to the harbour office', enquiriesDescription, blocks);
}

export const enquiriesDescription =
  'Ask us about the weather, the water and a berth for your boat, by mail or by telephone.';

export const home = '- type: hero\n  heading: Welcome to the harbour\n';

/** A hero with more settings, each on a line of its own. */
export function hero(...settings: readonly string[]): string {
  return ['- type: hero', '  heading: Hello', ...settings.map((line) => `  ${line}`), ''].join('\n');
}

/** A hero with a button that leads somewhere. */
export function heroLink(target: string): string {
  return hero(`actions: [{ label: Write to us, ${target} }]`);
}

/** A page with this title and description, and whole lines below them. */
export function page(title: string, description: string, lines: string): string {
  return `title: ${title}\ndescription: ${description}\n${lines}`;
}

/** The one picture of a page, and the words for those who do not see it. */
export function crew(src: string, alt: string): string {
  return `- type: media\n  heading: Our crew\n  items:\n    - { src: ${src}, alt: ${alt} }\n`;
}

/** What authors can read about a rule. Its examples are tests: the wrong one breaks just this rule. */
export interface Rule {
  /** It is an error where nothing is written. */
  severity?: 'warning';
  what: string;
  why: string;
  wrong: Example;
  right: Example;
}

/** The blocks of a home page, or whole files of a small site. */
export type Example = string | Readonly<Record<string, string>>;
