import { readFileSync } from 'node:fs';
import { toPageYaml, siteYaml } from './small-site.ts';

/**
 * Returns the files shown in the guide to a site's own blocks, by
 * path. Skips code blocks without a file name, which are excerpts.
 */
export function readGuideFiles(): Record<string, string> {
  const parts = readFileSync('docs/own-blocks.md', 'utf8').split(/^```\w*\n/m);
  const files: Record<string, string> = {};
  for (let index = 1; index < parts.length; index += 2) {
    const [, path = ''] = /.*`([\w/.-]+\.(?:tsx?|yaml|json))`/s.exec(parts[index - 1] ?? '') ?? [];
    if (path !== '') files[path] = parts[index] ?? '';
  }
  return files;
}

/** Returns the files of the guide after renaming the setting `copy`, as the guide describes. */
export function renameGuideSetting(): Record<string, string> {
  const [line = ''] = /^ {2}button: renamed.*$/m.exec(readFileSync('docs/own-blocks.md', 'utf8')) ?? [];
  const changes: [path: string, old: string | RegExp, text: string][] = [
    ['schema.ts', /^ {2}copy: .*$/m, line],
    ['schema.ts', 'inlineText,', 'inlineText, renamed,'],
    ['view.tsx', 'copy,', 'button,'],
    ['view.tsx', '{copy}', '{button}'],
    ['example.yaml', 'copy:', 'button:'],
  ];
  const files = readGuideFiles();
  for (const [name, old, text] of changes) {
    const path = `blocks/offer/${name}`;
    files[path] = (files[path] ?? '').replace(old, () => text);
  }
  return files;
}

export const offerPage = toPageYaml(
  '  - type: hero\n    heading: Offers of the harbour\n' +
    '  - { type: offer, heading: Half the price, code: WINTERTIDE, copy: Copy, terms: "Only **once**." }\n',
);

/** Returns the files of a site that contains the block from the guide and a page that uses it. */
export const createOwnBlockSite = (): Record<string, string> => ({
  ...readGuideFiles(),
  'pages/_site.yaml': siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'),
  'pages/index.yaml': toPageYaml('  - { type: hero, heading: Home page, lead: "[Offers](/offers)" }\n'),
  'pages/404.yaml': toPageYaml('  - type: hero\n    heading: Not here\n'),
  'pages/offers.yaml': offerPage,
});
