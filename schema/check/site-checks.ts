import { isInFolders, toRoute } from '../base/routes.ts';
import type { Assets } from '../fields/source-file.ts';
import type { Diagnostic, DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import { checkTagsAndAuthors, checkDuplicateTitles } from './duplicates.ts';
import {
  createOtherProgramDiagnostic,
  checkFileName,
  hasReservedName,
  isRegularFileName,
  checkErrorPage,
  checkHomePage,
  createMissingSiteFileDiagnostic,
  createNonPageDiagnostic,
  createReservedNameDiagnostic,
} from './file-names.ts';
import { isNonPageFile, isPage, isShared } from './file-kinds.ts';
import { checkCustomFonts } from './font-coverage.ts';
import {
  checkSearch,
  checkHiddenLinks,
  HiddenPages,
  checkHiddenSiteLinks,
  checkAnnouncement,
  checkPastBlocks,
} from './hidden-pages.ts';
import { checkOldAddresses } from './old-addresses.ts';
import { checkEarlyArticles, checkOutOfDateBlocks } from './out-of-date.ts';
import { OutputPaths, checkPublicFiles } from './public-files.ts';
import { isInvalidOnWindows } from './unintended-files.ts';
import { collectPublicFiles, collectReferences } from './read-facts.ts';
import type { ParsedSite } from './read-file.ts';
import { checkRedirects } from './redirects.ts';
import { checkShareLetters } from './share-letters.ts';
import { SiteGraph, type SiteFiles } from './site-graph.ts';
import {
  checkUnlinkedPages,
  checkUnusedPictures,
  checkUnusedShared,
  collectUsedFiles,
} from './unused-content.ts';

/** The inputs of site checks. */
export interface SiteContext {
  files: SiteFiles;
  assets: Assets;
  graph: SiteGraph;
  hidden: HiddenPages;
  outputs: OutputPaths;
  /** The files in `public/` that the site refers to. */
  usedFiles: ReadonlySet<string>;
}

/** Creates the inputs of site checks. */
export function createSiteContext(files: SiteFiles, assets: Assets, now: Date): SiteContext {
  const { site } = files;
  const graph = new SiteGraph(files, assets);
  const pages = files.pages.map(({ facts }) => facts);
  return {
    files,
    assets,
    graph,
    hidden: new HiddenPages(pages, graph.generated, site?.site?.zone, now),
    outputs: new OutputPaths(files, graph),
    usedFiles: collectUsedFiles(files, collectPublicFiles(site?.fields ?? [])),
  };
}

type Check<Found> = (context: SiteContext) => readonly Found[];

/** Checks for wrong file names and missing files. */
const fileChecks: readonly Check<Diagnostic>[] = [
  ({ files: { site, sources } }) => (site ? [] : [createMissingSiteFileDiagnostic(sources)]),
  ({ files: { site }, graph, hidden }) => (site ? checkHomePage(site, graph, hidden) : []),
  ({ files: { site }, graph, hidden }) => (site ? checkErrorPage(site, graph, hidden) : []),
  ({ files: { sources } }) => sources.filter(hasReservedName).map(createReservedNameDiagnostic),
  ({ files: { sources } }) => sources.filter(({ path }) => isNonPageFile(path)).map(createNonPageDiagnostic),
  checkPageNames,
  ({ assets }) => assets.blockProblems ?? [],
  ({ assets, usedFiles, outputs }) => checkPublicFiles(assets, usedFiles, outputs),
];

/** Checks that compare pages with each other and with the site settings. */
const siteChecks: readonly Check<DiagnosticInFile>[] = [
  ({ files }) => checkDuplicateTitles(files.pages),
  ({ files, graph }) => checkTagsAndAuthors(files.pages, graph),
  createSettingsCheck((site, { hidden }) => checkHiddenSiteLinks(site, hidden)),
  createSettingsCheck((site, { hidden }) => checkAnnouncement(site, hidden)),
  createSettingsCheck((site, { files, hidden }) =>
    checkSearch(
      site,
      files.pages.map(({ facts }) => facts),
      hidden,
    ),
  ),
  createSettingsCheck((site, { graph, outputs }) => checkOldAddresses(site, graph, outputs)),
  ({ files, graph, hidden }) => checkHiddenLinks(files, graph, hidden),
  ({ files, graph, hidden }) => checkPastBlocks(files, graph, hidden),
  ({ files, graph, hidden }) => checkOutOfDateBlocks(files, graph, hidden),
  ({ files, hidden }) => checkEarlyArticles(files, hidden),
  ({ graph }) =>
    checkRedirects(
      graph.redirects,
      (path) => graph.routes.has(path) || graph.files.has(path) || graph.isOtherProgram(path),
    ),
  ({ graph }) => graph.generated.findConflicts((route) => graph.pagesAt(route)),
  createSettingsCheck((site, { files, assets }) => checkShareLetters(site, files.pages, assets)),
];

/** Checks for unused content. They run only if there are no errors, because invalid files may use the content. */
const unusedChecks: readonly Check<DiagnosticInFile>[] = [
  ({ files, graph, hidden }) =>
    checkUnlinkedPages(files, graph, collectReferences(files.site ? [files.site] : [])).filter(
      ([path]) => hidden.byRoute.get(toRoute(path))?.state !== 'over',
    ),
  ({ files, graph }) => checkUnusedShared(files, graph),
];

/** Checks file names, and reports missing files. */
export const checkSiteFiles = (context: SiteContext): Diagnostic[] =>
  fileChecks.flatMap((check) => check(context));

/**
 * Compares pages with each other and with the site settings. `letters` lists letters that custom fonts lack, each with
 * a file that uses it.
 */
export const checkWholeSite = (
  context: SiteContext,
  letters: readonly (readonly [letters: string, file: string])[],
): Diagnostic[] => {
  const { files, assets } = context;
  return [
    ...locateInFiles(
      files,
      siteChecks.flatMap((check) => check(context)),
    ),
    ...(files.site ? checkCustomFonts(files.site, assets, letters) : []),
  ];
};

/** Reports pages, shared blocks and pictures that nothing uses. */
export const checkUnused = (context: SiteContext): Diagnostic[] => [
  ...locateInFiles(
    context.files,
    unusedChecks.flatMap((check) => check(context)),
  ),
  ...checkUnusedPictures(context.assets, context.usedFiles),
];

/** Converts a check of settings to a site check that reports diagnostics in `_site.yaml`. */
function createSettingsCheck(
  check: (site: ParsedSite, context: SiteContext) => readonly DiagnosticInit[],
): Check<DiagnosticInFile> {
  return (context) => {
    const { site } = context.files;
    return site ? check(site, context).map((problem) => ['_site.yaml', problem] as const) : [];
  };
}

function checkPageNames({ files: { sources }, graph }: SiteContext): Diagnostic[] {
  const fileByRoute = new Map<string, string>();
  return sources.flatMap((source) => {
    const { path, file, unread } = source;
    if (!isPage(path)) return [];
    const route = toRoute(path);
    const pagesAtRoute = graph.pagesAt(route);
    if (isInFolders(route, graph.otherPrograms)) return [createOtherProgramDiagnostic(file, route)];
    if (isRegularFileName(path) && !isInvalidOnWindows(path) && pagesAtRoute.length === 1) return [];
    const otherFile = fileByRoute.get(route);
    fileByRoute.set(route, otherFile ?? file);
    return unread === 'a-link' || unread === 'a-name'
      ? []
      : checkFileName(source, otherFile, pagesAtRoute.find((page) => page.path === path)?.redirect);
  });
}

/** Locates problems in their files. Skips files that cannot be parsed. */
function locateInFiles(
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
