import { readFileSync } from 'node:fs';
import { pageYaml, siteYaml } from './small-site.ts';

/** Returns the files shown in the guide to own blocks, by path. Code blocks without a file name are excerpts. */
export function guideFiles(): Record<string, string> {
  const parts = readFileSync('docs/own-blocks.md', 'utf8').split(/^```\w*\n/m);
  const files: Record<string, string> = {};
  for (let at = 1; at < parts.length; at += 2) {
    const [, path = ''] = /.*`([\w/.-]+\.(?:tsx?|yaml|json))`/s.exec(parts[at - 1] ?? '') ?? [];
    if (path !== '') files[path] = parts[at] ?? '';
  }
  return files;
}

/** Returns the same files after renaming the setting `copy` as the guide describes. */
export function renamedSettingFiles(): Record<string, string> {
  const [line = ''] = /^ {2}button: renamed.*$/m.exec(readFileSync('docs/own-blocks.md', 'utf8')) ?? [];
  const changes: [path: string, old: string | RegExp, text: string][] = [
    ['schema.ts', /^ {2}copy: .*$/m, line],
    ['schema.ts', 'inlineText,', 'inlineText, renamed,'],
    ['view.tsx', 'copy,', 'button,'],
    ['view.tsx', '{copy}', '{button}'],
    ['example.yaml', 'copy:', 'button:'],
  ];
  const files = guideFiles();
  for (const [name, old, text] of changes) {
    const path = `blocks/offer/${name}`;
    files[path] = (files[path] ?? '').replace(old, () => text);
  }
  return files;
}

export const offerPage = pageYaml(
  '  - type: hero\n    heading: Offers of the harbour\n' +
    '  - { type: offer, heading: Half the price, code: WINTERTIDE, copy: Copy, terms: "Only **once**." }\n',
);

/** Returns a site with the block from the guide and a page that uses it. */
export const ownBlockSite = (): Record<string, string> => ({
  ...guideFiles(),
  'pages/_site.yaml': siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'),
  'pages/index.yaml': pageYaml('  - { type: hero, heading: Home page, lead: "[Offers](/offers)" }\n'),
  'pages/404.yaml': pageYaml('  - type: hero\n    heading: Not here\n'),
  'pages/offers.yaml': offerPage,
});
