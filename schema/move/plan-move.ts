import { check, readFiles, type SiteReport } from '../check/check.ts';
import type { FileFacts, FileWithFacts, PageFacts } from '../check/facts.ts';
import { HiddenPages } from '../check/hidden-pages.ts';
import { isRegularFileName } from '../check/file-names.ts';
import { isPage } from '../check/file-kinds.ts';
import {
  getOwnFields,
  type PlacedFields,
  readPage,
  readSharedBlock,
  readSiteFile,
} from '../check/read-file.ts';
import { type SiteFiles, SiteGraph } from '../check/site-graph.ts';
import type { Assets, SourceFile } from '../fields/source-file.ts';
import { getValueAt } from '../base/data.ts';
import type { TextPartEdit, YamlDocument } from '../yaml/spans.ts';
import { findMentions, rewriteMentions } from './mentions.ts';
import { NewAddresses } from './new-addresses.ts';
import { collectDependentAddresses, addRedirects } from './further-addresses.ts';
import { toPageFile } from './page-address.ts';
import { type LinePosition, findRemainingLines } from './remaining-lines.ts';
import { updateSchemaComment } from './schema-comment.ts';
import { findTarget, type MoveTarget, type MoveContext, type MoveInput } from './target.ts';

/** A changed file in the pages folder. */
export interface ChangedFile {
  before: SourceFile;
  /** The file after the move. If the file itself moves, this has the new path. */
  after: SourceFile;
  /** The number of mentions that the move replaces in the file. */
  mentions: number;
}

/** All changes that a move makes. */
export interface MovePlan {
  target: MoveTarget;
  changed: ChangedFile[];
  /** New files at the old addresses of pages, which redirect visitors to the new addresses. */
  redirects: SourceFile[];
  /** Other public addresses that change, each with its new address. They become redirects in `_site.yaml`. */
  redirectedAddresses: ReadonlyMap<string, string>;
  /** Other public addresses that change, but get no redirect, because `_site.yaml` cannot be edited. */
  addressesWithoutRedirect: readonly string[];
  /** Redirect files that the move deletes, because the page that they lead to moves to their address. */
  deletedRedirects: SourceFile[];
  /** Lines that still contain an old address, such as comments and lines that cannot be parsed. */
  remaining: LinePosition[];
  /** All files in the pages folder after the move. */
  files: SourceFile[];
  /** Checks the site after the move. */
  check(): SiteReport;
}

/** The input of a move. */
export interface MoveOptions extends MoveInput {
  /** Whether to create redirects at the old addresses of pages. */
  redirect: boolean;
  /** The files with their facts, if the caller has already read them. */
  read?: SiteFiles;
  /** Returns whether the move may change the content of a file. */
  mayChange(file: SourceFile): boolean;
  now: Date;
}

/** Plans the move of a page, a folder with pages, or a file or folder in `public/`, or a change to a block id. */
export function planMove(sources: readonly SourceFile[], assets: Assets, options: MoveOptions): MovePlan {
  const files = options.read ?? readFiles(sources);
  const graph = new SiteGraph(files, assets);
  const site: MoveContext = { files, graph, assets };
  const target = findTarget(options, site);
  const newPaths = new Map(
    [...target.pages].map(([{ source }, route]) => [source.path, toPageFile(route, source.path)] as const),
  );
  const addresses = new NewAddresses(collectMovedAddresses(target, graph), graph);
  const publicRoutes = options.redirect
    ? findPublicPages(target, site, options.now)
    : new Map<never, string>();
  const furtherAddresses = collectDependentAddresses(publicRoutes, graph);
  let hasRedirects = false;
  const newPathSet = new Set(newPaths.values());
  const deletedRedirects = sources.filter(({ path }) => newPathSet.has(path) && !newPaths.has(path));
  const canMention = createMentionTest(target, site, addresses);
  const changed = sources.flatMap((fileOnDisk): ChangedFile[] => {
    const path = newPaths.get(fileOnDisk.path) ?? fileOnDisk.path;
    if (deletedRedirects.includes(fileOnDisk) || (path === fileOnDisk.path && !canMention(fileOnDisk)))
      return [];
    // Use a copy, because the original object changes if the file changes on disk in the meantime.
    const source = moveFile(fileOnDisk, fileOnDisk.path, fileOnDisk.text);
    const mayChange = options.mayChange(fileOnDisk);
    const { text, mentions } = mayChange
      ? rewriteFile(source, site, target, addresses)
      : { text: source.text, mentions: 0 };
    const siteText =
      path === '_site.yaml' && mayChange ? addRedirects(text, source.text, furtherAddresses) : undefined;
    hasRedirects ||= siteText !== undefined;
    const newText = siteText ?? (mayChange ? updateSchemaComment(text, source.path, path) : text);
    return path === source.path && newText === source.text
      ? []
      : [{ before: source, after: moveFile(source, path, newText), mentions }];
  });
  const redirects = [...publicRoutes].map(([{ source }, route]) =>
    moveFile(source, source.path, `redirect: ${route}\n`),
  );
  const removedPaths = new Set([
    ...changed.map(({ before }) => before.path),
    ...deletedRedirects.map(({ path }) => path),
  ]);
  const after = [
    ...sources.filter(({ path }) => !removedPaths.has(path)),
    ...changed.map((changedFile) => changedFile.after),
    ...redirects,
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const redirectSet = new Set(redirects);
  return {
    target,
    changed,
    redirects,
    redirectedAddresses: hasRedirects ? furtherAddresses : new Map(),
    addressesWithoutRedirect: hasRedirects ? [] : [...furtherAddresses.keys()],
    deletedRedirects,
    remaining: findRemainingLines(
      after.filter((file) => !redirectSet.has(file)),
      target,
      graph,
    ),
    files: after,
    check: () => check(after, moveAssets(assets, target.files), options.now),
  };
}

/**
 * Returns a function that tests whether a file may mention the target. The test uses facts, so most files need not be
 * parsed.
 */
function createMentionTest(
  { block, isFolder }: MoveTarget,
  { files, graph }: MoveContext,
  addresses: NewAddresses,
): (source: SourceFile) => boolean {
  // Facts do not contain the folders that lists name, or block ids, so any file may mention a folder or block id.
  if (block || isFolder) return () => true;
  const unrelatedPaths = new Set<string>();
  const recordUnrelated = ({ path, references }: FileFacts, routes: readonly string[]) => {
    if (!references.some((reference) => addresses.findChange(reference, routes))) unrelatedPaths.add(path);
  };
  for (const { facts } of files.pages) recordUnrelated(facts, [facts.route]);
  for (const { facts } of files.shared)
    recordUnrelated(
      facts,
      graph.findUsers(facts.name).map(({ route }) => route),
    );
  return ({ path }) => !unrelatedPaths.has(path);
}

/** Returns a copy of a file with a different path and content. */
function moveFile(
  { path: oldPath, file, isNew, unread }: SourceFile,
  path: string,
  text: string,
): SourceFile {
  return { path, file: file.slice(0, -oldPath.length) + path, text, isNew, ...(unread && { unread }) };
}

/** Returns all addresses that change when the target moves. */
function collectMovedAddresses(
  { from, to, pages, isFolder, files, block }: MoveTarget,
  { generated, posts }: SiteGraph,
) {
  const routes = new Map([...pages].map(([{ facts }, route]) => [facts.route, route]));
  for (const [route, list] of generated.sourceRoutes) {
    const newRoute = routes.get(list);
    if (newRoute !== undefined && route.startsWith(`${list}/`))
      routes.set(route, newRoute + route.slice(list.length));
  }
  const folders = pages.size > 0 && isFolder ? posts.listFolders() : [];
  const movedFolders = folders.filter((folder) => folder === from || folder.startsWith(`${from}/`));
  return {
    pages: routes,
    folders: new Map(movedFolders.map((folder) => [folder, to + folder.slice(from.length)])),
    publicFolder: new Map(isFolder && files.size > 0 ? [[from, to]] : []),
    files,
    anchors: block?.anchors ?? new Map<string, ReadonlyMap<string, string>>(),
  };
}

/** Replaces all mentions of old addresses in a file. Returns the new content, and the number of replaced mentions. */
function rewriteFile(
  source: SourceFile,
  { files, graph }: MoveContext,
  { block }: MoveTarget,
  addresses: NewAddresses,
): { text: string; mentions: number } {
  const { variables } = files.parsed;
  const readText = createReader(source, { files, graph });
  const { document, placedFields, routes } = readText(source.text);
  if (!document) return { text: source.text, mentions: 0 };
  const mentions = placedFields.flatMap((fields) => findMentions(fields, routes, addresses, variables));
  const ids = block && source.path === block.file ? createIdEdit(document, block) : [];
  const rewritten = rewriteMentions(
    source.text,
    document,
    [...mentions, ...ids],
    (text) => readText(text).document,
  );
  return { ...rewritten, mentions: Math.max(rewritten.mentions - ids.length, 0) };
}

function createIdEdit(
  document: YamlDocument,
  { path, oldId, newId }: NonNullable<MoveTarget['block']>,
): TextPartEdit[] {
  const hasOldId = getValueAt(document.data, path) === oldId;
  return hasOldId ? [{ path, within: { start: 0, length: oldId.length }, newText: newId }] : [];
}

interface ReadFile {
  document: YamlDocument | undefined;
  placedFields: readonly PlacedFields[];
  /** The pages that show the content of the file. */
  routes: readonly string[];
}

/** Returns a function that parses text as if it were the content of a file. */
function createReader(source: SourceFile, { files, graph }: Pick<MoveContext, 'files' | 'graph'>) {
  const { path } = source;
  const { variables } = files.parsed;
  const page = isPage(path) ? files.pages.find((file) => file.source.path === path) : undefined;
  const sharedFile = files.shared.find((file) => file.source.path === path);
  return (text: string): ReadFile => {
    const changedFile = { ...source, path, file: source.file, text };
    if (page) {
      const file = readPage(changedFile, variables);
      return { document: file.document, placedFields: getOwnFields(file), routes: [page.facts.route] };
    }
    if (sharedFile) {
      const { document, block } = readSharedBlock(changedFile, variables);
      const routes = graph.findUsers(sharedFile.facts.name).map(({ route }) => route);
      return { document, placedFields: block ? [block] : [], routes };
    }
    if (path !== '_site.yaml') return { document: undefined, placedFields: [], routes: [] };
    const { document, fields, toDocumentPath } = readSiteFile(changedFile);
    return {
      document,
      placedFields: document ? [{ document, fields, toDocumentPath: toDocumentPath }] : [],
      routes: [],
    };
  };
}

/** Returns the moved pages that visitors can already open before the move, each with its new route. */
function findPublicPages(
  { pages }: MoveTarget,
  { files, graph }: MoveContext,
  now: Date,
): ReadonlyMap<FileWithFacts<PageFacts>, string> {
  const facts = files.pages.map((page) => page.facts);
  const hiddenPages = new HiddenPages(facts, graph.generated, files.site?.site?.zone, now);
  return new Map(
    [...pages].filter(
      ([
        {
          source,
          facts: { draft, route },
        },
      ]) => isRegularFileName(source.path) && !draft && !hiddenPages.byRoute.has(route),
    ),
  );
}

/** Returns the assets after files in `public/` have moved. */
function moveAssets(assets: Assets, files: MoveTarget['files']): Assets {
  if (files.size === 0) return assets;
  const move = (path: string) => files.get(path) ?? path;
  const movePaths = <Value>(map: ReadonlyMap<string, Value> | undefined) =>
    map && new Map([...map].map(([path, value]) => [move(path), value] as const));
  return {
    ...assets,
    files: new Set([...assets.files].map(move)),
    svgs: movePaths(assets.svgs),
    photos: movePaths(assets.photos),
    fonts: movePaths(assets.fonts),
    sizes: movePaths(assets.sizes),
  };
}
