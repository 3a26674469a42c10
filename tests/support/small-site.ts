import {
  createPost,
  type SitePage,
  createSitePage,
  summarizeBlock,
  summarizePage,
} from '../../schema/check/page-summary.ts';
import type { Page } from '../../schema/site/page.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';

/** The content of a minimal `_site.yaml`. */
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
 * Returns a page with blocks, which are YAML indented by two spaces.
 * The title is the first heading, because titles must be unique.
 */
export function toPageYaml(blocks: string): string {
  const title = /heading: ([A-Z][\w ]+)$/m.exec(blocks)?.[1] ?? 'Test page';
  return (
    `title: ${title}\ndescription: ${title}, a page that is there for a test and says so at some ` +
    `length.\nblocks:\n${blocks}`
  );
}

/** The content of a minimal `404.yaml`. */
export const errorPageYaml: string = toPageYaml('  - type: hero\n    heading: Not here\n');

/** Returns the files of a site whose home page contains the given blocks. */
export function createSiteFiles(blocks: string, otherFiles: Record<string, string> = {}): SourceFile[] {
  const texts = {
    '_site.yaml': siteYaml,
    'index.yaml': toPageYaml(blocks),
    '404.yaml': errorPageYaml,
    ...otherFiles,
  };
  return Object.entries(texts).map(([path, text]) => ({ path, file: `pages/${path}`, text }));
}

/** Converts a page to the form that pages have in a checked site. */
export function toSitePage({ blocks, ...settings }: Page): SitePage {
  const summaries = blocks.map(summarizeBlock);
  return createSitePage(
    summarizePage(settings, summaries),
    '',
    () => blocks,
    createPost(settings, summaries),
  );
}

/**
 * Returns the content of `_site.yaml` with these settings, which replace the settings with the same names in `base`.
 */
export function mergeSiteYaml(settings: string, base = siteYaml): string {
  const keys = [...settings.matchAll(/^(\w+):/gm)].map(([, key = '']) => key);
  const remainingSettings = keys.reduce(
    (text, key) => text.replace(new RegExp(`^${key}:.*\\n(?:[ -].*\\n)*`, 'm'), ''),
    base,
  );
  return `${remainingSettings}${settings.trimEnd()}\n`;
}

/**
 * Completes a page that consists of settings and unindented
 * blocks. Adds a description, and a title from the first heading.
 */
export function completePage(text: string): string {
  if (/^(?:title|redirect|type):/m.test(text)) return text;
  const start = text.search(/^- /m);
  const [settings, blocks] = [text.slice(0, start), text.slice(start)];
  const [, title = 'Test page'] = /\bheading: *["']?([^,}"'\n]*[^,}"'\s])/.exec(blocks) ?? [];
  const description = `${title}, a page that is there for a test and says so at some length.`;
  return `title: ${title}\ndescription: ${description}\n${settings}blocks:\n${blocks.replaceAll(/^(?=.)/gm, '  ')}`;
}
