import type { FileWithFacts, PageFacts } from '../check/facts.ts';
import type { SiteFiles, SiteGraph } from '../check/site-graph.ts';
import { getDocumentPath, removeHash } from '../base/routes.ts';
import type { Assets } from '../fields/source-file.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { MoveRefused } from './move-refused.ts';
import { planFileMoves } from './new-files.ts';
import { planIdChange, type IdChange } from './new-id.ts';
import { assertPageAddress } from './page-address.ts';

/** The old and the new address, as the author wrote them. */
export interface MoveInput {
  from: string;
  to: string;
}

/** The site data that is needed to plan a move. */
export interface MoveContext {
  files: SiteFiles;
  graph: SiteGraph;
  assets: Assets;
}

/** What a move changes: the addresses of pages, the paths of files in `public/`, or a block id. */
export interface MoveTarget {
  /** The old address. */
  from: string;
  /** The new address. */
  to: string;
  /** The moved pages with their new routes. */
  pages: ReadonlyMap<FileWithFacts<PageFacts>, string>;
  /** Whether all pages or files below the address also move. */
  isFolder: boolean;
  /** The moved files in `public/`: new paths by old paths. */
  files: ReadonlyMap<string, string>;
  block?: IdChange;
}

/** Returns what moves when the author changes an address. Throws `MoveRefused` if the move is not possible. */
export function findTarget(request: MoveInput, site: MoveContext): MoveTarget {
  const from = toSiteRoute(request.from, site);
  const to = toSiteRoute(request.to, site);
  const [noPages, noFiles] = [new Map<FileWithFacts<PageFacts>, string>(), new Map<string, string>()];
  const { files } = site.assets;
  const isPublicPath = findPublicPrefix(request.from, site) !== undefined;
  if (from.includes('#') && !files.has(from)) {
    const block = planIdChange(from, request.to.startsWith('#') ? removeHash(from) + request.to : to, site);
    return {
      from,
      to: `${block.route}#${block.newId}`,
      pages: noPages,
      isFolder: false,
      files: noFiles,
      block,
    };
  }
  assertNoLink(from, site);
  const pages = isPublicPath ? [] : findPages(from, site);
  if (pages.length > 0) return createPagesTarget(from, to, pages, site);
  const isFolder = !files.has(from);
  const movedFiles = isFolder ? [...files].filter((file) => file.startsWith(`${from}/`)) : [from];
  if (from === '/' || movedFiles.length === 0) throw createTargetNotFoundError(from, site);
  const newFiles = planFileMoves(from, to, movedFiles, site);
  for (const file of newFiles.values()) assertNotOtherProgram(file, site.graph);
  return { from, to, pages: noPages, isFolder, files: newFiles };
}

/**
 * Returns the folder at the start of an author's input, such as `pages/`, or `undefined` if the input is an address.
 */
const findFolderPrefix = (input: string, ...folders: string[]) =>
  folders.map((folder) => folder.replace(/\/*$/, '/')).find((folder) => input.startsWith(folder));

const findPublicPrefix = (input: string, { assets }: MoveContext) =>
  findFolderPrefix(input, 'public', assets.publicFolder ?? 'public');

/** Converts an author's input to an address: `about/us`, `/about/us/` and `pages/about/us.yaml` become `/about/us`. */
function toSiteRoute(input: string, site: MoveContext): string {
  const [source] = site.files.sources;
  const path = input.trim().normalize();
  const pagesPrefix = findFolderPrefix(path, 'pages', source?.file.slice(0, -source.path.length) ?? 'pages');
  const publicPrefix = findPublicPrefix(path, site);
  const pathInFolder = path.slice((pagesPrefix ?? publicPrefix ?? '').length);
  if (/^[a-z][a-z+.-]*:|^\/\/|(?:^|\/)\.\.?(?:\/|$)/i.test(pathInFolder))
    throw new MoveRefused(
      input,
      'is outside this site',
      'Write an address of this site, such as `/about/us`.',
    );
  const address = `/${(pagesPrefix === undefined ? pathInFolder : pathInFolder.replace(/\.ya?ml$/, '')).replace(/^\/+/, '')}`;
  return address.replace(/\/+$/, '').replace(/\/index$/, '') || '/';
}

/**
 * Throws `MoveRefused` if an address is a symbolic link, or below or above one, because the engine does not follow
 * symbolic links.
 */
function assertNoLink(from: string, { files, assets }: MoveContext): void {
  const isOnPath = (path: string) =>
    path === from || path.startsWith(`${from}/`) || from.startsWith(`${path}/`);
  const links = [
    ...files.sources.flatMap(({ path, unread }) =>
      unread === 'a-link' ? [`/${path}`, `/${path.replace(/\.ya?ml$/, '')}`] : [],
    ),
    ...(assets.symlinks ?? []).filter(Boolean),
  ];
  const link = links.find(isOnPath);
  if (link !== undefined)
    throw new MoveRefused(from, `cannot be moved: \`${link}\` is a symbolic link`, 'Move it by hand.');
}

/**
 * Returns the pages at or below an address, without redirects. Redirects stay in place, because visitors may know their
 * addresses.
 */
function findPages(from: string, { files, graph }: MoveContext): FileWithFacts<PageFacts>[] {
  if (from === '/') throw new MoveRefused(from, 'is the home page, which cannot be moved', '');
  if (from === '/404') throw new MoveRefused(from, 'is the error page, which cannot be moved', '');
  const list = graph.generated.sourceRoutes.get(from);
  if (list !== undefined)
    throw new MoveRefused(from, `is generated from the list on \`${list}\``, 'Move the page with the list.');
  const allPages = files.pages.filter(
    ({ facts: { route } }) => route === from || route.startsWith(`${from}/`),
  );
  const [redirect] = allPages.filter(({ facts }) => facts.route === from && facts.redirect !== undefined);
  const pages = allPages.filter(({ facts }) => facts.redirect === undefined);
  if (redirect && !pages.some(({ facts }) => facts.route !== from))
    throw new MoveRefused(
      from,
      `only redirects visitors to \`${redirect.facts.redirect}\``,
      'To redirect another address there as well, create a file at that address with the same `redirect` line.',
    );
  return pages;
}

function createPagesTarget(
  from: string,
  to: string,
  pages: readonly FileWithFacts<PageFacts>[],
  site: MoveContext,
): MoveTarget {
  const isFolder = pages.some(({ facts }) => facts.route !== from);
  assertPageAddress(to, isFolder);
  if (to === from) throw new MoveRefused(to, 'is the current address', '');
  if (isFolder && to.startsWith(`${from}/`))
    throw new MoveRefused(
      to,
      `is inside \`${from}\`, and a folder cannot be moved into itself`,
      'Choose an address outside this folder.',
    );
  const movedPages = new Map(
    pages.map((page) => [page, (to === '/' ? '' : to) + page.facts.route.slice(from.length) || '/'] as const),
  );
  for (const [page, route] of movedPages) assertRouteUnused(page.facts, route, movedPages, site);
  return { from, to, pages: movedPages, isFolder, files: new Map() };
}

/** Throws `MoveRefused` if a route is already in use. A page may replace a redirect that leads to the page itself. */
function assertRouteUnused(
  { route: oldRoute }: PageFacts,
  route: string,
  movedPages: MoveTarget['pages'],
  { files, graph, assets }: MoveContext,
): void {
  const advice = 'Choose another address.';
  if (graph.pagesAt(oldRoute).length > 1)
    throw new MoveRefused(oldRoute, 'is the address of two files', 'Rename or delete one of them first.');
  for (const page of files.pages) {
    if (page.facts.route !== route) continue;
    if (movedPages.has(page))
      throw new MoveRefused(
        oldRoute,
        `cannot move to \`${route}\`, because another page in this move has this address`,
        advice,
      );
    const target = page.facts.redirect === undefined ? undefined : graph.redirectTarget(route);
    if (target === undefined || removeHash(target) !== oldRoute)
      throw new MoveRefused(route, `is already the address of ${page.source.file}`, advice);
  }
  const list = graph.generated.sourceRoutes.get(route);
  if (list !== undefined) throw new MoveRefused(route, `is generated from the list on \`${list}\``, advice);
  if (graph.redirects.some((redirect) => redirect.file === '_site.yaml' && redirect.route === route))
    throw new MoveRefused(
      route,
      'is an old address in the `redirects` of `_site.yaml`',
      'Delete that redirect first, or choose another address.',
    );
  assertNotOtherProgram(route, graph);
  // A host would serve any of these files at the new address.
  const file = [route, getDocumentPath(route), `${route}/index.html`].find((path) => assets.files.has(path));
  if (file !== undefined)
    throw new MoveRefused(route, `is already the address of the file \`public${file}\``, advice);
}

/** Throws `MoveRefused` if an address belongs to another program, according to `otherPrograms` in `_site.yaml`. */
function assertNotOtherProgram(address: string, graph: SiteGraph): void {
  if (graph.isOtherProgram(address))
    throw new MoveRefused(
      address,
      'belongs to another program, according to `otherPrograms` in `_site.yaml`',
      'Choose another address.',
    );
}

function createTargetNotFoundError(from: string, { files, graph, assets }: MoveContext): MoveRefused {
  const folders = [...assets.files].map((file) => file.slice(0, file.lastIndexOf('/'))).filter(Boolean);
  const suggestion = suggestName(from, [
    ...files.pages.map(({ facts }) => facts.route),
    ...graph.folders,
    ...assets.files,
    ...folders,
  ]);
  return new MoveRefused(
    from,
    'is not the address of a page, or of a file or folder in `public/`',
    suggestion === undefined ? '' : `Did you mean \`${suggestion}\`?`,
  );
}
