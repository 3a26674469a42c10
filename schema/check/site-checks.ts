import { isBelow, routeOf } from '../base/routes.ts';
import type { Assets } from '../fields/source-file.ts';
import type { Diagnostic, DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { nameProblems, duplicateTitles } from './duplicates.ts';
import {
  belowOtherProgram,
  fileNameDiagnostics,
  hasReservedName,
  isRegularFileName,
  noErrorPage,
  noHomePage,
  noSiteFile,
  nonPageDiagnostic,
  reservedNameDiagnostic,
} from './file-names.ts';
import { isNonPageFile, isPage, isShared } from './file-kinds.ts';
import { fontDiagnostics } from './font-coverage.ts';
import {
  checkSearch,
  hiddenLinks,
  HiddenPages,
  hiddenSiteLinks,
  pastAnnouncement,
  pastBlocks,
} from './hidden-pages.ts';
import { oldAddressProblems } from './old-addresses.ts';
import { earlyArticles, outOfDateBlocks } from './out-of-date.ts';
import { OutputPaths, publicFileDiagnostics } from './public-files.ts';
import { isInvalidOnWindows } from './unintended-files.ts';
import { publicFilesInFields, referencesOf } from './read-facts.ts';
import type { ParsedSite } from './read-file.ts';
import { redirectProblems } from './redirects.ts';
import { shareLetters } from './share-letters.ts';
import { SiteGraph, type SiteFiles } from './site-graph.ts';
import { unlinkedPages, unusedPictures, unusedShared, usedFiles } from './unused.ts';

/** The inputs of checks of the whole site. */
export interface SiteContext {
  files: SiteFiles;
  assets: Assets;
  graph: SiteGraph;
  hidden: HiddenPages;
  outputs: OutputPaths;
  /** The files of `public/` that the site refers to. */
  usedFiles: ReadonlySet<string>;
}

/** Creates the inputs of checks of the whole site. */
export function siteContext(files: SiteFiles, assets: Assets, now: Date): SiteContext {
  const { site } = files;
  const graph = new SiteGraph(files, assets);
  const pages = files.pages.map(({ facts }) => facts);
  return {
    files,
    assets,
    graph,
    hidden: new HiddenPages(pages, graph.generated, site?.site?.zone, now),
    outputs: new OutputPaths(files, graph),
    usedFiles: usedFiles(files, publicFilesInFields(site?.fields ?? [])),
  };
}

type Check<Found> = (context: SiteContext) => readonly Found[];

/** Checks which files exist, and their names. */
const fileChecks: readonly Check<Diagnostic>[] = [
  ({ files: { site, sources } }) => (site ? [] : [noSiteFile(sources)]),
  ({ files: { site }, graph, hidden }) => (site ? noHomePage(site, graph, hidden) : []),
  ({ files: { site }, graph, hidden }) => (site ? noErrorPage(site, graph, hidden) : []),
  ({ files: { sources } }) => sources.filter(hasReservedName).map(reservedNameDiagnostic),
  ({ files: { sources } }) => sources.filter(({ path }) => isNonPageFile(path)).map(nonPageDiagnostic),
  pageNames,
  ({ assets }) => assets.blockProblems ?? [],
  ({ assets, usedFiles, outputs }) => publicFileDiagnostics(assets, usedFiles, outputs),
];

/** Checks that compare pages and settings. */
const siteChecks: readonly Check<DiagnosticInFile>[] = [
  ({ files }) => duplicateTitles(files.pages),
  ({ files, graph }) => nameProblems(files.pages, graph),
  settingsCheck((site, { hidden }) => hiddenSiteLinks(site, hidden)),
  settingsCheck((site, { hidden }) => pastAnnouncement(site, hidden)),
  settingsCheck((site, { files, hidden }) =>
    checkSearch(
      site,
      files.pages.map(({ facts }) => facts),
      hidden,
    ),
  ),
  settingsCheck((site, { graph, outputs }) => oldAddressProblems(site, graph, outputs)),
  ({ files, graph, hidden }) => hiddenLinks(files, graph, hidden),
  ({ files, graph, hidden }) => pastBlocks(files, graph, hidden),
  ({ files, graph, hidden }) => outOfDateBlocks(files, graph, hidden),
  ({ files, hidden }) => earlyArticles(files, hidden),
  ({ graph }) =>
    redirectProblems(
      graph.redirects,
      (path) => graph.routes.has(path) || graph.files.has(path) || graph.isOtherProgram(path),
    ),
  ({ graph }) => graph.generated.conflicts((route) => graph.pagesAt(route)),
  settingsCheck((site, { files, assets }) => shareLetters(site, files.pages, assets)),
];

/** Checks that run only if there are no errors, because invalid content may use what seems unused. */
const unusedChecks: readonly Check<DiagnosticInFile>[] = [
  ({ files, graph, hidden }) =>
    unlinkedPages(files, graph, referencesOf(files.site ? [files.site] : [])).filter(
      ([path]) => hidden.all.get(routeOf(path))?.state !== 'over',
    ),
  ({ files, graph }) => unusedShared(files, graph),
];

/** Checks which files exist, and their names. */
export const filesDiagnostics = (context: SiteContext): Diagnostic[] =>
  fileChecks.flatMap((check) => check(context));

/** Compares pages and settings. `letters` has the letters that custom fonts lack, and the files that use them. */
export const siteDiagnostics = (
  context: SiteContext,
  letters: readonly (readonly [letters: string, file: string])[],
): Diagnostic[] => {
  const { files, assets } = context;
  return [
    ...locateIn(
      files,
      siteChecks.flatMap((check) => check(context)),
    ),
    ...(files.site ? fontDiagnostics(files.site, assets, letters) : []),
  ];
};

/** Reports pages, shared blocks and pictures that nothing uses. */
export const unusedDiagnostics = (context: SiteContext): Diagnostic[] => [
  ...locateIn(
    context.files,
    unusedChecks.flatMap((check) => check(context)),
  ),
  ...unusedPictures(context.assets, context.usedFiles),
];

/** Creates a check whose diagnostics are in `_site.yaml`. */
function settingsCheck(
  check: (site: ParsedSite, context: SiteContext) => readonly DiagnosticInit[],
): Check<DiagnosticInFile> {
  return (context) => {
    const { site } = context.files;
    return site ? check(site, context).map((problem) => ['_site.yaml', problem] as const) : [];
  };
}

function pageNames({ files: { sources }, graph }: SiteContext): Diagnostic[] {
  const fileAt = new Map<string, string>();
  return sources.flatMap((source) => {
    const { path, file, unread } = source;
    if (!isPage(path)) return [];
    const route = routeOf(path);
    const same = graph.pagesAt(route);
    if (isBelow(route, graph.otherPrograms)) return [belowOtherProgram(file, route)];
    if (isRegularFileName(path) && !isInvalidOnWindows(path) && same.length === 1) return [];
    const otherFile = fileAt.get(route);
    fileAt.set(route, otherFile ?? file);
    return unread === 'a-link' || unread === 'a-name'
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
