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
