import { type FileResult, type FileWithFacts, type PageFacts, type SharedFacts } from './facts.ts';
import { readPageFacts, readSharedFacts } from './read-facts.ts';
import { type DiagnosticInit, filterErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Assets, SourceFile } from '../fields/source-file.ts';
import { pushTo } from '../base/lists.ts';
import { checkFile, checkSiteFile } from './check-file.ts';
import { isPage, isShared } from './file-kinds.ts';
import { describeUncheckedLists } from './list-rules.ts';
import { ParsedFiles } from './parsed-files.ts';
import { type ParsedSite, readSiteFile } from './read-file.ts';
import {
  checkSiteFiles,
  createSiteContext,
  type SiteContext,
  checkWholeSite,
  checkUnused,
} from './site-checks.ts';
import type { LinkSource, SiteFiles, SiteGraph } from './site-graph.ts';
import { checkPageInSite, checkSharedInSite } from './site-problems.ts';
import { type SiteReport, createWebsite } from './website.ts';

export type { Website, SiteReport } from './website.ts';

const emptyResult: FileResult = { diagnostics: [], quality: [], unread: [], notChecked: [] };

type NamedResult = readonly [file: string, result: FileResult];

/** A checked site, with the data needed to check a single page again. */
export interface CheckedSite extends SiteReport, Pick<SiteContext, 'files' | 'assets' | 'graph' | 'hidden'> {
  /** The results for pages and shared blocks, by the file name that diagnostics use. */
  results: ReadonlyMap<string, FileResult>;
}

/** Checks a site using the facts about its files. Parses a file again only if its problems must be located. */
export function checkSite(files: SiteFiles, assets: Assets, now: Date): CheckedSite {
  const { site } = files;
  const context = createSiteContext(files, assets, now);
  const { graph, hidden } = context;
  const siteResult = site ? checkSiteFile(site, graph) : emptyResult;
  const fileResults = checkFiles(files, graph);
  const namedResults: NamedResult[] = [[site?.document?.file ?? '', siteResult], ...fileResults];
  const letters = namedResults.flatMap(([file, result]) =>
    result.letters === undefined ? [] : [[result.letters, file] as const],
  );
  const diagnostics = [
    ...checkSiteFiles(context),
    ...namedResults.flatMap(([, result]) => result.diagnostics),
    ...checkWholeSite(context, letters),
    ...namedResults.flatMap(([, { quality }]) => quality),
  ];
  const hasErrors = filterErrors(diagnostics).length > 0;
  if (!hasErrors) diagnostics.push(...checkUnused(context));
  return {
    ...(site?.site && { website: createWebsite(site.site, files, graph, assets, hidden) }),
    diagnostics: sortDiagnostics(diagnostics),
    notChecked: [
      ...siteResult.unread,
      ...(site?.document ? [] : ['dialogs and `{{names}}`, because `_site.yaml` is missing or unreadable']),
      ...fileResults.flatMap(([, { unread }]) => unread),
      ...(hasErrors ? ['which pages, shared blocks and pictures are unused, because of the errors'] : []),
      ...describeUncheckedLists(
        [...files.pages, ...files.shared].flatMap(({ facts }) => facts.blocks),
        graph,
      ),
      ...namedResults.flatMap(([, { notChecked }]) => notChecked),
    ],
    files,
    assets,
    graph,
    hidden,
    results: new Map(fileResults),
  };
}

/** Checks one page, except for rules that compare pages. Returns `undefined` if there are no problems. */
export function checkPage(
  file: FileWithFacts<PageFacts>,
  parsed: ParsedFiles,
  graph: SiteGraph,
): FileResult | undefined {
  const { facts } = file;
  const { route, draft, redirect } = facts;
  const linkSource: LinkSource = { page: route, draft, isRedirect: redirect !== undefined };
  const siteProblems = checkPageInSite(facts, linkSource, graph);
  if (!siteProblems) return facts.result;
  return checkFile(parsed.page(file), route, { siteProblems, linkSource, site: graph });
}

function checkFiles({ pages, shared, parsed }: SiteFiles, graph: SiteGraph): NamedResult[] {
  const problemsBySharedBlock = new Map<string, DiagnosticInit[]>();
  const pageResults = pages.flatMap((file): NamedResult[] => {
    const result = checkPage(file, parsed, graph);
    for (const [name, problem] of result?.inShared ?? []) pushTo(problemsBySharedBlock, name, problem);
    return result ? [[file.source.file, result]] : [];
  });
  const sharedResults = shared.flatMap((file): NamedResult[] => {
    const { source, facts } = file;
    // Shared blocks are checked as part of the first page that uses them.
    const [firstUser] = graph.findUsers(facts.name);
    const linkSource: LinkSource = { page: firstUser?.route, draft: firstUser?.draft };
    const siteProblems = checkSharedInSite(
      facts,
      linkSource,
      problemsBySharedBlock.get(facts.name) ?? [],
      graph,
    );
    const result = siteProblems
      ? checkFile(parsed.shared(file), undefined, { siteProblems, linkSource, site: graph })
      : facts.result;
    return result ? [[source.file, result]] : [];
  });
  return [...sharedResults, ...pageResults];
}

/** Returns the facts about all site files. Reuses facts from `previous` for files that have not changed. */
export function readFiles(sources: readonly SourceFile[], previous?: SiteFiles): SiteFiles {
  const siteSource = sources.find(isSiteFile);
  const isSiteFileUnchanged =
    previous !== undefined && contentKey(previous.sources.find(isSiteFile)) === contentKey(siteSource);
  const previousFiles = new Map(
    isSiteFileUnchanged
      ? [...previous.pages, ...previous.shared].map((file) => [file.source.path, file])
      : [],
  );
  const site = isSiteFileUnchanged ? previous.site : siteSource && readSiteFile(siteSource);
  const parsed = isSiteFileUnchanged ? previous.parsed : new ParsedFiles(site?.variables, site?.language);
  return groupSiteFiles(sources, site, parsed, (source) => {
    const unchanged = previousFiles.get(source.path);
    return unchanged?.key === contentKey(source) ? { ...unchanged, source } : readFileFacts(source, parsed);
  });
}

/** Returns the facts about a page or a shared block. */
export function readFileFacts(
  source: SourceFile,
  parsed: ParsedFiles,
): FileWithFacts<PageFacts | SharedFacts> {
  const file = { source, key: contentKey(source) };
  const facts = isShared(source.path)
    ? readSharedFacts(source, parsed.shared(file))
    : readPageFacts(source, parsed.page(file));
  return { ...file, facts };
}

const isSiteFile = ({ path }: SourceFile) => path === '_site.yaml';
const contentKey = (source: SourceFile | undefined) =>
  source ? `${source.unread ?? ''} ${source.text}` : '';

/** Groups the site files by kind. `read` returns the facts about a file. */
export function groupSiteFiles(
  sources: readonly SourceFile[],
  site: ParsedSite | undefined,
  parsed: ParsedFiles,
  read: (source: SourceFile) => FileWithFacts<PageFacts | SharedFacts>,
): SiteFiles {
  const files = sources.filter(({ path }) => isPage(path) || isShared(path)).map(read);
  const sortedFiles = files.toSorted((a, b) => (a.source.path < b.source.path ? -1 : 1));
  const hasPageFacts = (file: FileWithFacts): file is FileWithFacts<PageFacts> => 'route' in file.facts;
  const hasSharedFacts = (file: FileWithFacts): file is FileWithFacts<SharedFacts> => 'name' in file.facts;
  return {
    sources,
    site,
    parsed,
    pages: sortedFiles.filter(hasPageFacts),
    shared: sortedFiles.filter(hasSharedFacts),
  };
}

export const check = (sources: readonly SourceFile[], assets: Assets, now = new Date()): SiteReport =>
  checkSite(readFiles(sources), assets, now);
