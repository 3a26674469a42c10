import { photoProblems } from './file-targets.ts';
import { indexLines } from '../diagnostics/positions.ts';
import type { Assets } from '../fields/source-file.ts';
import { type Diagnostic, toFileDiagnostic, createFileDiagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { unreadableName } from '../yaml/preflight.ts';
import { checkSvg } from './svg-rules.ts';
import { isSvg } from '../fields/file-types.ts';
import { isInFolders, outputPaths, pathToRoute, dataPathToRoute } from '../base/routes.ts';
import { searchFolder } from '../site/search-format.ts';
import type { Site } from '../site/site.ts';
import { collectLists } from './facts.ts';
import { createRobotsAdvice } from './robots-file.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';
import { checkUnintendedFiles } from './unintended-files.ts';
import { createOtherProgramDiagnostic, getReservedRouteReason } from './file-names.ts';

const advice: Partial<Record<Diagnostic['rule'], string>> = {
  'broken-picture': 'export it again from the program that it was made with, or choose another file',
  'unsafe-drawing':
    'save it again as a plain SVG: only shapes and text, without JavaScript, links, animations or linked files',
  'heavy-drawing':
    'put photos into `public/` as separate files, which the build makes smaller; export drawings with fewer ' +
    'points and effects, or as PNG',
};

/** Checks the files in `public/`. `used` contains the files that the site refers to. */
export function checkPublicFiles(
  assets: Assets,
  usedFiles: ReadonlySet<string>,
  outputs: OutputPaths,
): Diagnostic[] {
  const { svgs, symlinks = [], files, duplicates = [], photos = [] } = assets;
  const problem = (path: string, rule: RuleId, message: string, advice: string) =>
    createFileDiagnostic(`public${path}`, rule, message, advice);
  const symlinkMessage = 'this is a symbolic link, not a file, so it is not published';
  const sameNameMessage = 'another file has the same name, but its accents are encoded differently';
  const problems = [
    ...(svgs ? checkSvgFiles(svgs, assets) : []),
    // The build does not follow symbolic links, because they may point to private files.
    ...symlinks.map((path) =>
      path.includes('\uFFFD')
        ? problem(path, 'file-name', unreadableName, 'rename it')
        : problem(path, 'linked-file', symlinkMessage, 'put the file itself here'),
    ),
    ...findPathClashes(files, outputs).map((problem) =>
      problem.file === 'public/robots.txt' && assets.robots !== undefined
        ? { ...problem, advice: createRobotsAdvice(assets.robots, outputs.robots) }
        : problem,
    ),
    ...duplicates.map((path) =>
      problem(path, 'same-address', sameNameMessage, 'delete or rename one of the two'),
    ),
    ...findCaseDuplicates(files).map(([path, otherPath]) =>
      problem(
        path,
        'same-file-name',
        `this file name differs from \`public${otherPath}\` only in capital letters`,
        'rename one of them: Windows and macOS treat them as the same file',
      ),
    ),
    ...checkUnintendedFiles(assets, usedFiles),
    // If a page uses a photo, problems with the photo are reported on that page.
    ...[...photos].flatMap(([path, photo]) => {
      if (!('problem' in photo) || usedFiles.has(path)) return [];
      const { message, advice } = photoProblems[photo.problem];
      return [problem(path, 'broken-picture', message, advice)];
    }),
  ];
  return problems.map((problem) => setPublicFolder(problem, assets));
}

/** Returns pairs of files whose names differ only in case. */
function findCaseDuplicates(files: ReadonlySet<string>): [path: string, other: string][] {
  const firstPaths = new Map<string, string>();
  return [...files].toSorted().flatMap((path): [string, string][] => {
    const lowerCasePath = path.toLowerCase();
    const firstPath = firstPaths.get(lowerCasePath);
    if (firstPath === undefined) firstPaths.set(lowerCasePath, path);
    return firstPath === undefined ? [] : [[path, firstPath]];
  });
}

/** Replaces `public/` in a diagnostic's file name with the configured folder. */
export function setPublicFolder(diagnostic: Diagnostic, { publicFolder = 'public' }: Assets): Diagnostic {
  const [, ...steps] = diagnostic.file.split('/');
  return { ...diagnostic, file: [publicFolder, ...steps].filter(Boolean).join('/') };
}

const svgProblems = new WeakMap<ReadonlyMap<string, string>, Diagnostic[]>();

/** Checks the SVG files in `public/`. Caches the diagnostics for each `files` map. */
function checkSvgFiles(files: ReadonlyMap<string, string>, assets: Assets): Diagnostic[] {
  const cachedProblems = svgProblems.get(files);
  if (cachedProblems) return cachedProblems;
  const problems = [...files].flatMap(([path, text]) => {
    const lines = indexLines(text);
    return (assets.svgDiagnostics?.get(text) ?? checkSvg(text)).map((problem) =>
      toFileDiagnostic(
        { ...problem, advice: problem.advice ?? advice[problem.rule] },
        `public${path}`,
        lines,
      ),
    );
  });
  svgProblems.set(files, problems);
  return problems;
}

/** Paths of files that every build writes for hosts, browsers and search engines. */
const alwaysWrittenPaths = new Set([
  ...Object.values<string>(outputPaths),
  '/_headers',
  '/_redirects',
  '/vercel.json',
  '/nginx.conf',
]);
const appIconPath = /^\/(?:icon-192|icon-512|icon-maskable-512|apple-touch-icon)\.png$/;
const searchFilePattern = /^(?:list|words-.*|page-.*)\.json$/;
const pageFilePattern = /^(?:.+\.(?:sent|failed)\.html|.+-form\.json)$/;
const calendarPattern = /^(\/[^.]+)(?:\.\d+)?\.ics$/;

/** All paths that a build can write, whatever the date. */
export class OutputPaths {
  readonly #files: SiteFiles;
  readonly #graph: SiteGraph;
  readonly #site: Partial<Site>;

  constructor(files: SiteFiles, graph: SiteGraph) {
    [this.#files, this.#graph] = [files, graph];
    this.#site = files.site?.site ?? {};
  }

  /** Describes the output at a path, or returns `undefined` if there is none. */
  describe(path: string): string | undefined {
    const lastSlash = path.lastIndexOf('/');
    const [folder, name] = [path.slice(0, lastSlash) || '/', path.slice(lastSlash + 1)];
    const { theme, navigation } = this.#site;
    const hasIcons = theme?.logo !== undefined && isSvg(theme.logo);
    if (path === outputPaths.feed) return this.#hasLists() ? 'the feed that the build writes' : undefined;
    if (alwaysWrittenPaths.has(path) || (hasIcons && appIconPath.test(path)))
      return 'a file that every build writes';
    if (navigation?.search !== undefined && folder === searchFolder && searchFilePattern.test(name))
      return 'a file that the search needs';
    if (name === 'feed.xml') return this.#shows(folder, 'list') ? this.#ofPage(folder) : undefined;
    if (name === 'share.png') return this.#sharePicture(folder, path);
    const [, event] = calendarPattern.exec(path) ?? [];
    if (event !== undefined) {
      const page = event === '/index' ? '/' : event;
      return this.#shows(page, 'events') ? this.#ofPage(page) : undefined;
    }
    if (pageFilePattern.test(name)) return folder === '/404' ? undefined : this.#ofPage(folder);
    const route = dataPathToRoute(path);
    if (route !== undefined) return route === '/404' ? undefined : this.#ofPage(route);
    // Hosts also serve an `.html` file at the address of the page.
    return /\.(?:html|md)$/.test(name)
      ? this.#ofPage(pathToRoute(path.replace(/\.md$/, '.html')))
      : undefined;
  }

  /** The `robots` setting of the site. */
  get robots(): Site['robots'] | undefined {
    return this.#site.robots;
  }

  /** The paths that other programs on the same host handle. */
  get otherPrograms(): readonly string[] {
    return this.#graph.otherPrograms;
  }

  /** Describes the first page in a folder or its subfolders, or returns `undefined` if there is none. */
  describePageBelow(folder: string): string | undefined {
    const isInFolder = (path: string) => path === folder || path.startsWith(`${folder}/`);
    for (const { source, facts } of this.#files.pages)
      if (isInFolder(facts.route)) return `the page \`${source.file}\``;
    for (const [path, listRoute] of this.#graph.generated.sourceRoutes)
      if (isInFolder(path)) return describeGeneratedPage(listRoute);
    return undefined;
  }

  #ofPage(route: string): string | undefined {
    const page = this.#files.pages.find(({ facts }) => facts.route === route);
    if (page) return `a file that the build writes for \`${page.source.file}\``;
    const listRoute = this.#graph.generated.sourceRoutes.get(route);
    return listRoute === undefined
      ? undefined
      : `a file that the build writes for ${describeGeneratedPage(listRoute)}`;
  }

  #shows(route: string, kind: 'events' | 'list'): boolean {
    return this.#graph
      .pagesAt(route)
      .some((page) => this.#graph.resolveBlocks(page.blocks).some(({ summary }) => summary?.[kind]));
  }

  #hasLists(): boolean {
    const { pages, shared } = this.#files;
    return [...pages, ...shared].some(({ facts }) => collectLists(facts).length > 0);
  }

  /**
   * Describes the share image that the build draws at a path, or returns `undefined` if the page has a photo instead.
   */
  #sharePicture(folder: string, path: string): string | undefined {
    const { share = 'pages' } = this.#site;
    if (typeof share !== 'string') return undefined;
    if (share === 'pages') {
      const isOwn = this.#graph.pagesAt(folder).some(({ files }) => files.includes(path));
      return isOwn ? undefined : this.#ofPage(folder);
    }
    const isDrawn =
      folder === '/' ||
      (share === 'sections' && folder.lastIndexOf('/') === 0 && this.describePageBelow(folder) !== undefined);
    return isDrawn ? 'a share image that the build draws' : undefined;
  }
}

const describeGeneratedPage = (listRoute: string) =>
  `a page that the build generates for the list on \`${listRoute}\``;

/** Patterns of all paths that the build can write. Files at other paths cannot clash with the output. */
const possibleOutputPaths = [
  /^\/(?:assets|functions|_headers|_redirects)(?:\/|$)/,
  /\.(?:html|md|json|png|xml|txt|ics|conf|webmanifest)(?:\/|$)/,
  /\/[a-z0-9-]+$/,
];

/** Reports files and folders in `public/` that have the same path as an output of the build. */
function findPathClashes(files: Iterable<string>, outputs: OutputPaths): Diagnostic[] {
  const clashes = new Map<string, Diagnostic>();
  for (const file of files) {
    if (isInFolders(file, outputs.otherPrograms)) {
      clashes.set(file, createOtherProgramDiagnostic(`public${file}`, file));
      continue;
    }
    if (!possibleOutputPaths.some((pattern) => pattern.test(file))) continue;
    const steps = file.split('/').slice(1);
    for (const describe of steps.keys()) {
      const path = `/${steps.slice(0, describe + 1).join('/')}`;
      const clash = findClash(path, describe < steps.length - 1, outputs);
      if (!clash) continue;
      clashes.set(path, clash);
      break;
    }
  }
  return [...clashes.values()];
}

function findClash(path: string, isFolder: boolean, outputs: OutputPaths): Diagnostic | undefined {
  const kind = isFolder ? 'folder' : 'file';
  const report = (message: string) =>
    createFileDiagnostic(`public${path}`, 'same-address', message, `rename the ${kind}, or delete it`);
  const reason = getReservedRouteReason(path);
  if (reason !== undefined) return report(reason);
  const writer = outputs.describe(path);
  const address = path.replace(/(.)\/index\.html$/, '$1');
  if (writer !== undefined) return report(`this ${kind} has the address of ${writer}, \`${address}\``);
  if (isFolder || !/^(?:\/[a-z0-9-]+)+$/.test(path)) return undefined;
  const pageDescription = outputs.describePageBelow(path);
  return pageDescription === undefined
    ? undefined
    : report(`the build needs a folder in place of this file, for ${pageDescription}`);
}
