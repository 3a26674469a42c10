import type { SourceFile } from '../../schema/content/source-file.ts';

/** A site file for tests that need one but are about something else. */
export const siteYaml = `company: Example
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation:
  label: Main
  menu: Menu
  close: Close
  skip: Skip
  home: home
  items: [{ label: Home, to: / }]
  action: { label: Write, to: / }
footer: { label: More }
`;

/**
 * A page with the given blocks, written as YAML at an indentation of two. Its first heading is its title, as
 * no two pages may have the same.
 */
export function pageYaml(blocks: string): string {
  const title = /heading: ([A-Z][\w ]+)$/m.exec(blocks)?.[1] ?? 'Test page';
  return (
    `title: ${title}\ndescription: ${title}, a page that is there for a test and says so at some ` +
    `length.\nblocks:\n${blocks}`
  );
}

/** A page for addresses that no page has. */
export const errorPageYaml: string = pageYaml('  - type: hero\n    heading: Not here\n');

/** Files of a site whose home page has the given blocks. */
export function siteFiles(blocks: string, more: Record<string, string> = {}): SourceFile[] {
  const texts = {
    '_site.yaml': siteYaml,
    'index.yaml': pageYaml(blocks),
    '404.yaml': errorPageYaml,
    ...more,
  };
  return Object.entries(texts).map(([path, text]) => ({ path, file: `pages/${path}`, text }));
}
