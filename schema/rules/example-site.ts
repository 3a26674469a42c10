import { fileEndings, isPhoto, isSvg } from '../base/file-kinds.ts';
import { faultOfBeginning } from '../base/photo-kind.ts';
import type { FontState } from '../base/font-facts.ts';
import type { Assets, PhotoState, SourceFile } from '../base/source-file.ts';
import { page } from './example-blocks.ts';
import type { Example } from './rule.ts';

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
const errorPage = page(
  'Not found',
  'Nothing is at this address.',
  'blocks:\n  - type: hero\n    heading: Not here\n',
);
/** Files that an example can do without: it gives them no text. */
const usual = new Set(['_site.yaml', '404.yaml']);
const home = '- type: hero\n  heading: Welcome to the harbour\n';
export const enquiriesDescription =
  'Ask us about the weather, the water and a berth for your boat, by mail or by telephone.';

/** The page `/enquiries`, with the lines of another block between its own. */
export function enquiries(lines = ''): string {
  const blocks = `blocks:\n  - type: hero\n    heading: Write to us\n${lines}  - use: next-steps\n`;
  return page('Write to the harbour office', enquiriesDescription, blocks);
}

const team = `  - type: media
    heading: Who reads it
    items:
      - { src: /pictures/team.jpg, alt: Six people on a pier }
`;

/** A shared block that shows the pictures of the site, so that none of them is unused. */
function nextSteps(pictures: readonly string[]): string {
  const items = pictures.map(
    (src) => `  - { heading: You write, image: { src: ${src}, alt: A pier with boats } }`,
  );
  return ['type: card-grid', 'heading: What happens next', 'items:', ...items, ''].join('\n');
}

const font = (last: number, bytes: number): FontState => ({
  letters: [[32, last]],
  weights: [300, 900],
  width: 0.44,
  ascent: 0.95,
  descent: 0.25,
  bytes,
});
const fonts = new Map<string, FontState>([
  ['/fonts/pier.woff2', font(0x24f, 30_000)],
  ['/fonts/latin.woff2', font(0xff, 20_000)],
  ['/fonts/heavy.woff2', font(0x24f, 90_000)],
  ['/fonts/broken.woff2', { fault: 'damaged' }],
]);

/** What the pages of an example can refer to. */
export function exampleAssets(example: Example): Assets {
  const pictureFiles = pictureFilesOf(example);
  return {
    icons: new Set(['anchor', 'rocket', 'sailboat', 'wind']),
    pictures: new Set([
      '/favicon.svg',
      '/logos/pier.svg',
      '/pictures/team.jpg',
      ...fonts.keys(),
      ...pictureFiles.keys(),
    ]),
    fonts,
    pictureFiles: new Map([...pictureFiles].filter(([address]) => isSvg(address))),
    photos: new Map(
      [...pictureFiles].flatMap(([address, text]) => (isPhoto(address) ? [[address, photoOf(text)]] : [])),
    ),
  };
}

/** No example is a whole photo; some say their size in words. */
function photoOf(text: string): PhotoState {
  const [, width, height] = /^(\d+) by (\d+)$/.exec(text.trim()) ?? [];
  if (width === undefined) return { fault: faultOfBeginning(text) ?? 'damaged' };
  return { width: Number(width), height: Number(height), fingerprint: text };
}

function pictureFilesOf(example: Example): Map<string, string> {
  const files = Object.entries(filesOf(example)).filter(([path]) => isPublic(path));
  return new Map(files.map(([path, text]) => [path.slice('public'.length), text]));
}

const isPublic = (path: string) => path.startsWith('public/');
const filesOf = (example: Example) => (typeof example === 'string' ? { 'index.yaml': example } : example);

/** The files of a small site, with those of an example. What starts with `- ` are the blocks of a page. */
export function exampleFiles(example: Example): SourceFile[] {
  const texts: Record<string, string> = {
    '_site.yaml': exampleSettings,
    '_shared/next-steps.yaml': nextSteps([
      '/logos/pier.svg',
      ...[...pictureFilesOf(example).keys()].filter((address) => fileEndings.picture.test(address)),
    ]),
    'enquiries.yaml': enquiries(team),
    'index.yaml': home,
    '404.yaml': errorPage,
    ...filesOf(example),
  };
  const sources = Object.entries(texts).filter(
    ([path, text]) => !isPublic(path) && !(usual.has(path) && text === ''),
  );
  return sources.map(([path, text]) => ({
    path,
    file: `pages/${path}`,
    isNew: Object.hasOwn(filesOf(example), path),
    ...(text.startsWith('link to ')
      ? { text: '', unread: 'a-link' as const }
      : { text: text.startsWith('- ') ? pageOf(text) : text }),
  }));
}

function pageOf(blocks: string): string {
  return page(
    'The harbour office',
    'Weather, water and berths for everybody who comes to our harbour by boat, day and night.',
    `blocks:\n${blocks.replaceAll(/^(?!<<<<<<<|\|{7}|=======|>>>>>>>|---|$)/gm, '  ')}`,
  );
}
