/** The site settings for all examples, as the content of `_site.yaml`. */
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

/** Returns the YAML of the page `/enquiries`, with optional lines between its two blocks. */
export function createEnquiriesPage(lines = ''): string {
  const blocks = `blocks:\n  - type: hero\n    heading: Write to us\n${lines}  - use: next-steps\n`;
  return createExamplePage('Write to the harbour office', enquiriesDescription, blocks);
}

export const enquiriesDescription =
  'Ask us about the weather, the water and a berth for your boat, by email or telephone.';

export const homeBlocks = '- type: hero\n  heading: Welcome to the harbour\n';

/** Returns the YAML of a hero block with additional settings, one per line. */
export function createHeroBlock(...settings: readonly string[]): string {
  return ['- type: hero', '  heading: Hello', ...settings.map((line) => `  ${line}`), ''].join('\n');
}

/**
 * Returns the YAML of a hero block with a button. `target` is the link setting of the button, such as `to: /enquiries`.
 */
export function createHeroWithLink(target: string): string {
  return createHeroBlock(`actions: [{ label: Write to us, ${target} }]`);
}

/** Returns the YAML of a page: its title, its description, and `lines`. */
export function createExamplePage(title: string, description: string, lines: string): string {
  return `title: ${title}\ndescription: ${description}\n${lines}`;
}

/** Returns the YAML of a media block with one picture. */
export function createPictureBlock(src: string, alt: string): string {
  return `- type: media\n  heading: Our crew\n  items:\n    - { src: ${src}, alt: ${alt} }\n`;
}

/**
 * A rule, with its explanation and examples. Tests check that `wrong` breaks only this rule, and `right` breaks none.
 */
export interface Rule {
  /** By default, breaking the rule is an error. */
  severity?: 'warning';
  what: string;
  why: string;
  wrong: Example;
  right: Example;
}

/** The YAML of the blocks on a home page, or the content of each file of a small site, by path. */
export type Example = string | Readonly<Record<string, string>>;
