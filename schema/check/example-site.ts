import {
  exampleSettings,
  createEnquiriesPage,
  homeBlocks,
  createExamplePage,
  type Example,
} from '../diagnostics/rules/rule.ts';
import { fileExtensions, isPhoto, isHtml, isSvg, detectPhotoProblem } from '../fields/file-types.ts';
import type { FontState } from '../fields/font-facts.ts';
import { checkBlockFiles } from './own-block-files.ts';
import type { Assets, PhotoState, SourceFile } from '../fields/source-file.ts';

const errorPage = createExamplePage(
  'Not found',
  'Nothing is at this address.',
  'blocks:\n  - type: hero\n    heading: Not here\n',
);
/** Files in the sample site that an example can remove by giving them empty content. */
const optionalFiles = new Set(['_site.yaml', '404.yaml', 'index.yaml']);

const team = `  - type: media
    heading: Who reads it
    items:
      - { src: /pictures/team.jpg, alt: Six people on a pier }
`;

/** Returns a shared block that shows all pictures, so that none of them is reported as unused. */
function createNextSteps(pictures: readonly string[]): string {
  const items = pictures.map(
    (src) => `  - { heading: You write, image: { src: ${src}, alt: A pier with boats } }`,
  );
  return ['type: card-grid', 'heading: What happens next', 'items:', ...items, ''].join('\n');
}

const createFont = (last: number, bytes: number): FontState => ({
  letters: [[32, last]],
  weights: [300, 900],
  width: 0.44,
  ascent: 0.95,
  descent: 0.25,
  bytes,
});
const fonts = new Map<string, FontState>([
  ['/fonts/pier.woff2', createFont(0x24f, 30_000)],
  ['/fonts/latin.woff2', createFont(0xff, 20_000)],
  ['/fonts/heavy.woff2', createFont(0x24f, 90_000)],
  ['/fonts/broken.woff2', { problem: 'damaged' }],
]);

/** Returns the assets of a small sample site, together with the assets of an example. */
export function createExampleAssets(example: Example): Assets {
  const files = collectExampleFiles(example);
  return {
    icons: new Set(['anchor', 'rocket', 'sailboat', 'wind']),
    files: new Set([
      '/favicon.svg',
      '/logos/pier.svg',
      '/pictures/team.jpg',
      ...fonts.keys(),
      ...files.keys(),
    ]),
    fonts,
    blockProblems: checkBlockFiles(Object.keys(getExampleTexts(example)).filter(isOwnBlockFile)),
    robots: files.get('/robots.txt'),
    documents: new Map([...files].filter(([path]) => isHtml(path))),
    svgs: new Map([...files].filter(([path]) => isSvg(path))),
    photos: new Map(
      [...files].flatMap(([path, text]) => (isPhoto(path) ? [[path, readExamplePhoto(text)]] : [])),
    ),
  };
}

/** Parses the description of a photo in an example, such as `1200 by 630`. */
function readExamplePhoto(text: string): PhotoState {
  const [, width, height, isMoving] = /^(\d+) by (\d+)( moving)?$/.exec(text.trim()) ?? [];
  if (width === undefined) return { problem: detectPhotoProblem(text) ?? 'damaged' };
  return {
    width: Number(width),
    height: Number(height),
    contentHash: text,
    ...(isMoving && { isMoving: true }),
  };
}

function collectExampleFiles(example: Example): Map<string, string> {
  const files = Object.entries(getExampleTexts(example)).filter(([path]) => isPublic(path));
  return new Map(files.map(([path, text]) => [path.slice('public'.length), text]));
}

const isPublic = (path: string) => path.startsWith('public/');
const isOwnBlockFile = (path: string) => path.startsWith('blocks/');
const getExampleTexts = (example: Example) =>
  typeof example === 'string' ? { 'index.yaml': example } : example;

/**
 * Returns the page files of a small sample site, together with the files of an example. Example content that starts
 * with `- ` contains only the blocks of a page.
 */
export function createExampleFiles(example: Example): SourceFile[] {
  const texts: Record<string, string> = {
    '_site.yaml': exampleSettings,
    '_shared/next-steps.yaml': createNextSteps([
      '/logos/pier.svg',
      ...[...collectExampleFiles(example).keys()].filter((path) => fileExtensions.picture.test(path)),
    ]),
    'enquiries.yaml': createEnquiriesPage(team),
    'index.yaml': homeBlocks,
    '404.yaml': errorPage,
    ...getExampleTexts(example),
  };
  const sources = Object.entries(texts).filter(
    ([path, text]) => !isPublic(path) && !isOwnBlockFile(path) && !(optionalFiles.has(path) && text === ''),
  );
  return sources.map(([path, text]) => ({
    path,
    file: `pages/${path}`,
    isNew: Object.hasOwn(getExampleTexts(example), path),
    ...(text.startsWith('link to ')
      ? { text: '', unread: 'a-link' as const }
      : { text: text.startsWith('- ') ? createPageText(text) : text }),
  }));
}

function createPageText(blocks: string): string {
  return createExamplePage(
    'The harbour office',
    'Weather, water and berths for everybody who comes to our harbour by boat, day and night.',
    `blocks:\n${blocks.replaceAll(/^(?!<<<<<<<|\|{7}|=======|>>>>>>>|---|$)/gm, '  ')}`,
  );
}
