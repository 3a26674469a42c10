import { photoProblems } from './file-targets.ts';
import { linesOf } from '../diagnostics/positions.ts';
import type { Assets, PhotoProblem } from '../content/source-file.ts';
import { type Diagnostic, toFileDiagnostic, fileDiagnostic } from '../diagnostics/diagnostic.ts';
import { svgDiagnostics } from './svg-rules.ts';
import { isSvg } from '../content/file-types.ts';
import { outputPaths } from '../content/routes.ts';
import { searchFolder } from '../content/search-format.ts';
import type { Site } from '../content/site.ts';
import { listsOf } from './facts.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';
import { reservedRouteReason } from './file-names.ts';

export const advice: Partial<Record<Diagnostic['rule'], string>> = {
  'broken-picture': 'export it again from the program that it was made with, or choose another file',
  'unsafe-drawing':
    'save it again as a plain SVG: shapes and words only, with no script, link, movement or linked file',
  'heavy-drawing':
    'put a photo into `public/` by itself, where the build makes it small; export a drawing with fewer ' +
    'points and effects, or as PNG',
};

/** The problems of the files in `public/`. `used` are those that the site shows or links to. */
export function publicFileDiagnostics(
  assets: Assets,
  used: ReadonlySet<string>,
  written: OutputPaths,
): Diagnostic[] {
  const { svgs: pictureFiles, symlinks = [], files, duplicates = [], photos = [] } = assets;
  const damaged = [...photos].flatMap(([address, photo]) =>
    'problem' in photo && !used.has(address) ? [[address, photo.problem] as const] : [],
  );
  const problems = [
    ...(pictureFiles ? pictureFileDiagnostics(pictureFiles) : []),
    ...linkedFileDiagnostics(symlinks),
    ...pathClashes(files, written),
    ...twinDiagnostics(duplicates),
    ...unshownPhotos(damaged),
  ];
  return problems.map((one) => inPublicFolder(one, assets));
}

/** A diagnostic of a file of `public/`, with the path to show. */
export function inPublicFolder(found: Diagnostic, { publicFolder = 'public' }: Assets): Diagnostic {
  const [, ...steps] = found.file.split('/');
  return { ...found, file: [publicFolder, ...steps].filter(Boolean).join('/') };
}

const svgProblems = new WeakMap<ReadonlyMap<string, string>, Diagnostic[]>();

/** The problems of the SVGs in `public/`, cached as long as their texts are the same object. */
function pictureFileDiagnostics(files: ReadonlyMap<string, string>): Diagnostic[] {
  const cached = svgProblems.get(files);
  if (cached) return cached;
  const problems = [...files].flatMap(([address, text]) => {
    const lines = linesOf(text);
    return svgDiagnostics(text).map((one) =>
      toFileDiagnostic({ ...one, advice: one.advice ?? advice[one.rule] }, `public${address}`, lines),
    );
  });
  svgProblems.set(files, problems);
  return problems;
}

/** A link in `public/` is neither read nor published, as it may lead to what nobody meant to publish. */
function linkedFileDiagnostics(symlinks: readonly string[]): Diagnostic[] {
  const message = 'this is a link and no file of its own, so it is not published';
  return symlinks.map((address) =>
    fileDiagnostic(`public${address}`, 'linked-file', message, 'put the file itself here'),
  );
}

/** Of files that have one name for browsers only one could be published. */
function twinDiagnostics(duplicates: readonly string[]): Diagnostic[] {
  const message = 'another file has the same name, in which a letter and its mark are written in another way';
  return duplicates.map((address) =>
    fileDiagnostic(`public${address}`, 'same-address', message, 'delete or rename one of the two'),
  );
}

/** Photos that cannot be shown, and that no page shows: the others are told where they are to be shown. */
function unshownPhotos(faults: readonly (readonly [address: string, fault: PhotoProblem])[]): Diagnostic[] {
  return faults.map(([address, fault]) =>
    fileDiagnostic(
      `public${address}`,
      'broken-picture',
      photoProblems[fault].message,
      photoProblems[fault].advice,
    ),
  );
}

/** Files that every build writes, for hosts, browsers and search engines. */
const always = new Set([
  ...Object.values<string>(outputPaths),
  '/_headers',
  '/_redirects',
  '/vercel.json',
  '/nginx.conf',
]);
const icon = /^\/(?:icon-192|icon-512|icon-maskable-512|apple-touch-icon)\.png$/;
const ofSearch = /^(?:list|words-.*|page-.*)\.json$/;
const ofPage = /^(?:index\.html|page\.json|.+-(?:sent|failed)\.html|.+-form\.json)$/;
const ofEvent = /^(\/[^.]+)(?:\.\d+)?\.ics$/;

/** Knows what the build writes, as far as it does not depend on a day. */
export class OutputPaths {
  readonly #files: SiteFiles;
  readonly #graph: SiteGraph;
  readonly #site: Partial<Site>;

  constructor(files: SiteFiles, graph: SiteGraph) {
    [this.#files, this.#graph] = [files, graph];
    this.#site = files.site?.site ?? {};
  }

  /** Says in words what is written to a file; nothing where none is. */
  at(address: string): string | undefined {
    const cut = address.lastIndexOf('/');
    const [folder, name] = [address.slice(0, cut) || '/', address.slice(cut + 1)];
    const { theme, navigation } = this.#site;
    const hasIcons = theme?.logo !== undefined && isSvg(theme.logo);
    if (address === outputPaths.feed) return this.#hasLists() ? 'the feed that the build makes' : undefined;
    if (always.has(address) || (hasIcons && icon.test(address)))
      return 'a file that the build makes by itself';
    if (navigation?.search !== undefined && folder === searchFolder && ofSearch.test(name))
      return 'a file that the search needs';
    if (address === '/404.html') return this.#ofPage('/404');
    if (name === 'feed.xml') return this.#shows(folder, 'list') ? this.#ofPage(folder) : undefined;
    if (name === 'share.png') return this.#sharePicture(folder, address);
    const [, event] = ofEvent.exec(address) ?? [];
    if (event !== undefined) {
      const page = event === '/index' ? '/' : event;
      return this.#shows(page, 'event') ? this.#ofPage(page) : undefined;
    }
    return ofPage.test(name) && folder !== '/404' ? this.#ofPage(folder) : undefined;
  }

  /** Names the first page that is written into a folder or below it. */
  pageBelow(folder: string): string | undefined {
    const isBelow = (address: string) => address === folder || address.startsWith(`${folder}/`);
    for (const { source, facts } of this.#files.pages)
      if (isBelow(facts.route)) return `the page \`${source.file}\``;
    for (const [address, of] of this.#graph.generated.of) if (isBelow(address)) return made(of);
    return undefined;
  }

  #ofPage(route: string): string | undefined {
    const page = this.#files.pages.find(({ facts }) => facts.route === route);
    if (page) return `what the build writes for \`${page.source.file}\``;
    const of = this.#graph.generated.of.get(route);
    return of === undefined ? undefined : `what the build writes for ${made(of)}`;
  }

  #shows(route: string, what: 'event' | 'list'): boolean {
    return this.#graph
      .pagesAt(route)
      .some((page) => this.#graph.resolveBlocks(page.blocks).some(({ summary }) => summary?.[what]));
  }

  #hasLists(): boolean {
    const { pages, shared } = this.#files;
    return [...pages, ...shared].some(({ facts }) => listsOf(facts).length > 0);
  }

  /** A photo of the author's may be called like the picture that is drawn where there is none. */
  #sharePicture(folder: string, address: string): string | undefined {
    const { share = 'pages' } = this.#site;
    if (typeof share !== 'string') return undefined;
    if (share === 'pages') {
      const isOwn = this.#graph.pagesAt(folder).some(({ files }) => files.includes(address));
      return isOwn ? undefined : this.#ofPage(folder);
    }
    const isDrawn =
      folder === '/' ||
      (share === 'sections' && folder.lastIndexOf('/') === 0 && this.pageBelow(folder) !== undefined);
    return isDrawn ? 'a picture that the build draws, with which links are shown' : undefined;
  }
}

const made = (of: string) => `a page that the build makes of the list on \`${of}\``;

/** What may be the address of something that the build writes: most files need no closer look. */
const suspicious = [
  /^\/(?:assets|functions|_headers|_redirects)(?:\/|$)/,
  /\.(?:html|json|png|xml|txt|ics|conf|webmanifest)(?:\/|$)/,
  /\/[a-z0-9-]+$/,
];

/** Files and folders of `public/` at the addresses of what the build writes, or in its way. */
function pathClashes(addresses: Iterable<string>, written: OutputPaths): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const address of addresses) {
    if (!suspicious.some((one) => one.test(address))) continue;
    const steps = address.split('/').slice(1);
    for (const at of steps.keys()) {
      const path = `/${steps.slice(0, at + 1).join('/')}`;
      const one = takenBy(path, at < steps.length - 1, written);
      if (!one) continue;
      found.set(path, one);
      break;
    }
  }
  return [...found.values()];
}

function takenBy(path: string, isFolder: boolean, written: OutputPaths): Diagnostic | undefined {
  const what = isFolder ? 'folder' : 'file';
  const tell = (message: string) =>
    fileDiagnostic(`public${path}`, 'same-address', message, `give the ${what} another name, or delete it`);
  const kept = reservedRouteReason(path);
  if (kept !== undefined) return tell(kept);
  const writer = written.at(path);
  if (writer !== undefined) return tell(`this ${what} has the address of ${writer}, \`${path}\``);
  if (isFolder || !/^(?:\/[a-z0-9-]+)+$/.test(path)) return undefined;
  const below = written.pageBelow(path);
  return below === undefined ? undefined : tell(`this file is where the build needs a folder, for ${below}`);
}
