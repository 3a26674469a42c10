import { type FileResult, type FileWithFacts, type PageFacts, type SharedFacts } from './facts.ts';
import { filesIn, pageFacts, referencesOf, sharedFacts } from './read-facts.ts';
import {
  type Diagnostic,
  type DiagnosticInFile,
  type DiagnosticInit,
  filterErrors,
  sortDiagnostics,
} from '../diagnostics/diagnostic.ts';
import { isBelow, routeOf } from '../content/routes.ts';
import type { Assets, SourceFile } from '../content/source-file.ts';
import { pushTo } from '../util.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { checkFile, checkSiteFile, type InSite } from './check-file.ts';
import { duplicateTitles, groupAddresses, similarNames, tagSpellings } from './duplicates.ts';
import {
  belowOtherProgram,
  fileNameDiagnostics,
  hasReservedName,
  isPage,
  isRegularFileName,
  isShared,
  noErrorPage,
  noHomePage,
  noSiteFile,
  reservedNameDiagnostic,
} from './file-names.ts';
import { fontDiagnostics } from './font-coverage.ts';
import {
  checkSearch,
  hiddenLinks,
  HiddenPages,
  hiddenSiteLinks,
  pastBlocks,
  pastAnnouncement,
} from './hidden-pages.ts';
import { uncheckedLists } from './list-rules.ts';
import { oldAddressProblems } from './old-addresses.ts';
import { earlyArticles, outOfDateBlocks } from './out-of-date.ts';
import { ParsedFiles } from './parsed-files.ts';
import { OutputPaths, publicFileDiagnostics } from './public-files.ts';
import { isOwnBlock, type ParsedSharedBlock, type ParsedSite, readSiteFile } from './read-file.ts';
import { recipeTextProblems } from './recipe-texts.ts';
import { redirectProblems } from './redirects.ts';
import { shareLetters } from './share-letters.ts';
import { pageProblems, sharedProblems } from './site-problems.ts';
import { type LinkSource, SiteGraph, type SiteFiles } from './site-graph.ts';
import { unlinkedPages, unusedPictures, unusedShared, usedFiles } from './unused.ts';
import { type SiteReport, websiteOf } from './website.ts';

export type { Website, SiteReport } from './website.ts';

const noResult: FileResult = { diagnostics: [], quality: [], unread: [], notChecked: [] };

type ResultOfFile = readonly [file: string, result: FileResult];

/** A checked site, with all that the check of one of its pages needs. */
export interface CheckedSite {
  report: SiteReport;
  files: SiteFiles;
  graph: SiteGraph;
  hidden: HiddenPages;
  /** The problems of pages and shared blocks, by the file that is named in diagnostics. */
  results: ReadonlyMap<string, FileResult>;
}

/** Checks a site by the facts of its files. Only files with a problem are parsed again, to locate it. */
export function checkSite(files: SiteFiles, assets: Assets, now: Date): CheckedSite {
  const { site, sources } = files;
  const graph = new SiteGraph(files, assets);
  const pages = files.pages.map(({ facts }) => facts);
  const hidden = new HiddenPages(pages, graph.generated, site?.site?.zone, now);
  const siteResult = site ? checkSiteFile(site, graph) : noResult;
  const fileResults = checkFiles(files, graph);
  const results = [siteResult, ...fileResults.map(([, result]) => result)];
  const locate = (problems: readonly DiagnosticInFile[]) => locateIn(files, problems);
  const locateInSite = (problems: readonly DiagnosticInit[]) =>
    problems.flatMap((problem) => (site?.document ? locateDiagnostic(site.document, problem) : []));
  const missingLetters = [[site?.document?.file ?? '', siteResult] as const, ...fileResults].flatMap(
    ([file, { letters }]) => (letters === undefined ? [] : [[letters, file] as const]),
  );
  const outputs = new OutputPaths(files, graph);
  const visibleFiles = usedFiles(files, filesIn(site?.fields ?? []));
  const sameAddresses = groupAddresses(files.pages, graph);
  const placeOf = ([path, { path: at }]: DiagnosticInFile) => `${path} ${at.join('.')}`;
  const reported = new Set(sameAddresses.map(placeOf));
  const isNotReported = (problem: DiagnosticInFile) => !reported.has(placeOf(problem));
  const diagnostics = [
    ...(site
      ? [...noHomePage(site, graph, hidden), ...noErrorPage(site, graph, hidden)]
      : [noSiteFile(sources)]),
    ...sources.filter(hasReservedName).map(reservedNameDiagnostic),
    ...nameDiagnostics(sources, graph),
    ...results.flatMap((result) => result.diagnostics),
    ...publicFileDiagnostics(assets, visibleFiles, outputs),
    ...locate(duplicateTitles(files.pages)),
    ...locate(sameAddresses),
    ...locate(tagSpellings(files.pages, graph).filter(isNotReported)),
    ...locate(similarNames(files.pages, graph).filter(isNotReported)),
    ...results.flatMap(({ quality }) => quality),
    ...locateInSite(
      site
        ? [
            ...hiddenSiteLinks(site, hidden),
            ...pastAnnouncement(site, hidden),
            ...checkSearch(site, pages, hidden),
            ...oldAddressProblems(site, graph, outputs),
          ]
        : [],
    ),
    ...locate([
      ...hiddenLinks(files, graph, hidden),
      ...pastBlocks(files, graph, hidden),
      ...outOfDateBlocks(files, graph, hidden),
      ...earlyArticles(files, hidden, assets),
    ]),
    ...locate(recipeTextProblems(files, graph, assets)),
    ...locate(
      redirectProblems(
        graph.redirects,
        (path) => graph.routes.has(path) || graph.files.has(path) || graph.isOtherProgram(path),
      ),
    ),
    ...locate(graph.generated.conflicts((route) => graph.pagesAt(route))),
    ...(site ? fontDiagnostics(site, assets, missingLetters) : []),
    ...(site ? locateInSite(shareLetters(site, files.pages, assets)) : []),
  ];
  const hasErrors = filterErrors(diagnostics).length > 0;
  // Seemingly unused files may be referred to by invalid content.
  if (!hasErrors) {
    const isNotOver = ([path]: DiagnosticInFile) => hidden.all.get(routeOf(path))?.state !== 'over';
    const unlinked = unlinkedPages(files, graph, referencesOf(site ? [site] : []));
    diagnostics.push(
      ...locate(unlinked.filter(isNotOver)),
      ...locate(unusedShared(files, graph)),
      ...unusedPictures(assets, visibleFiles),
    );
  }
  const report = {
    ...(site?.site && { website: websiteOf(site.site, files, graph, assets, hidden) }),
    diagnostics: sortDiagnostics(diagnostics),
    notChecked: [
      ...siteResult.unread,
      ...(site?.document
        ? []
        : ['dialogs and `{{names}}`, because there is no `_site.yaml` that can be read']),
      ...fileResults.flatMap(([, { unread }]) => unread),
      ...(hasErrors
        ? ['which pages, shared blocks and pictures nothing leads to, because of the errors']
        : []),
      ...uncheckedLists(
        [...files.pages, ...files.shared].flatMap(({ facts }) => facts.blocks),
        graph,
      ),
      ...results.flatMap(({ notChecked }) => notChecked),
    ],
  };
  return { report, files, graph, hidden, results: new Map(fileResults) };
}

/** The problems of a page, unless they only show beside other pages. */
export function resultOfPage(
  file: FileWithFacts<PageFacts>,
  parsed: ParsedFiles,
  graph: SiteGraph,
): FileResult | undefined {
  const { facts } = file;
  const { route, draft, redirect } = facts;
  const here: LinkSource = { page: route, draft, isRedirect: redirect !== undefined };
  const found = pageProblems(facts, here, graph);
  if (!found) return facts.result;
  const page = parsed.page(file);
  return checkFile(page, page.entries.filter(isOwnBlock), route, { found, here, site: graph });
}

const checkSharedFile = (file: ParsedSharedBlock, inSite: InSite) =>
  checkFile(file, file.block ? [file.block] : [], undefined, inSite);

function checkFiles({ pages, shared, parsed }: SiteFiles, graph: SiteGraph): ResultOfFile[] {
  const onPages = new Map<string, DiagnosticInit[]>();
  const pageResults = pages.flatMap((file): ResultOfFile[] => {
    const result = resultOfPage(file, parsed, graph);
    for (const [name, problem] of result?.inShared ?? []) pushTo(onPages, name, problem);
    return result ? [[file.source.file, result]] : [];
  });
  const sharedResults = shared.flatMap((file): ResultOfFile[] => {
    const { source, facts } = file;
    // Shared blocks are checked as part of the first page that uses them.
    const [user] = graph.usersOf(facts.name);
    const here: LinkSource = { page: user?.route, draft: user?.draft, isShared: true };
    const found = sharedProblems(facts, here, onPages.get(facts.name) ?? [], graph);
    const result = found ? checkSharedFile(parsed.shared(file), { found, here, site: graph }) : facts.result;
    return result ? [[source.file, result]] : [];
  });
  return [...sharedResults, ...pageResults];
}

function nameDiagnostics(sources: readonly SourceFile[], graph: SiteGraph): Diagnostic[] {
  const files = new Map<string, string>();
  return sources.flatMap((source) => {
    const { path, file, unread } = source;
    if (!isPage(path)) return [];
    const route = routeOf(path);
    const same = graph.pagesAt(route);
    if (isBelow(route, graph.otherPrograms)) return [belowOtherProgram(file, route)];
    if (isRegularFileName(path) && same.length === 1) return [];
    const otherFile = files.get(route);
    files.set(route, otherFile ?? file);
    return unread === 'a-link'
      ? []
      : fileNameDiagnostics(source, otherFile, same.find((page) => page.path === path)?.redirect);
  });
}

/** Locates problems in files. Skips files that cannot be parsed. */
function locateIn(
  { site, pages, shared, parsed }: SiteFiles,
  problems: readonly DiagnosticInFile[],
): Diagnostic[] {
  if (problems.length === 0) return [];
  const files = new Map([...pages, ...shared].map((file) => [file.source.path, file]));
  return problems.flatMap(([path, problem]) => {
    const file = files.get(path);
    if (path === '_site.yaml') return site?.document ? locateDiagnostic(site.document, problem) : [];
    if (!file) return [];
    const { document } = isShared(path) ? parsed.shared(file) : parsed.page(file);
    return document ? locateDiagnostic(document, problem) : [];
  });
}

/** Reads the files of a site. Those that are as they were `before` are not read again. */
export function readFiles(sources: readonly SourceFile[], before?: SiteFiles): SiteFiles {
  const siteSource = sources.find(isSiteFile);
  const isSameSite =
    before !== undefined && contentKey(before.sources.find(isSiteFile)) === contentKey(siteSource);
  const known = new Map(
    isSameSite ? [...before.pages, ...before.shared].map((file) => [file.source.path, file]) : [],
  );
  const site = isSameSite ? before.site : siteSource && readSiteFile(siteSource);
  const parsed = isSameSite ? before.parsed : new ParsedFiles(site?.variables, site?.language);
  return siteFilesOf(sources, site, parsed, (source) => {
    const file = { source, key: contentKey(source) };
    const unchanged = known.get(source.path);
    if (unchanged?.key === file.key) return { ...unchanged, source };
    const facts = isShared(source.path)
      ? sharedFacts(source, parsed.shared(file))
      : pageFacts(source, parsed.page(file));
    return { ...file, facts };
  });
}

const isSiteFile = ({ path }: SourceFile) => path === '_site.yaml';
const contentKey = (source: SourceFile | undefined) =>
  source ? `${source.unread ?? ''} ${source.text}` : '';

/** Groups the files of a site. `read` returns the facts of a file. */
export function siteFilesOf(
  sources: readonly SourceFile[],
  site: ParsedSite | undefined,
  parsed: ParsedFiles,
  read: (source: SourceFile) => FileWithFacts<PageFacts | SharedFacts>,
): SiteFiles {
  const files = sources.filter(({ path }) => isPage(path) || isShared(path)).map(read);
  const inOrder = files.toSorted((a, b) => (a.source.path < b.source.path ? -1 : 1));
  const isOfPage = (file: FileWithFacts): file is FileWithFacts<PageFacts> => 'route' in file.facts;
  const isOfShared = (file: FileWithFacts): file is FileWithFacts<SharedFacts> => 'name' in file.facts;
  return { sources, site, parsed, pages: inOrder.filter(isOfPage), shared: inOrder.filter(isOfShared) };
}

export const check = (sources: readonly SourceFile[], assets: Assets, now = new Date()): SiteReport =>
  checkSite(readFiles(sources), assets, now).report;
