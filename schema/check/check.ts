import { type FileResult, type FileWithFacts, type PageFacts, type SharedFacts } from './facts.ts';
import { pageFacts, sharedFacts } from './read-facts.ts';
import { type DiagnosticInit, filterErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import type { Assets, SourceFile } from '../fields/source-file.ts';
import { pushTo } from '../base/lists.ts';
import { checkFile, checkSiteFile } from './check-file.ts';
import { isPage, isShared } from './file-kinds.ts';
import { uncheckedLists } from './list-rules.ts';
import { ParsedFiles } from './parsed-files.ts';
import { type ParsedSite, readSiteFile } from './read-file.ts';
import {
  filesDiagnostics,
  siteContext,
  type SiteContext,
  siteDiagnostics,
  unusedDiagnostics,
} from './site-checks.ts';
import type { LinkSource, SiteFiles, SiteGraph } from './site-graph.ts';
import { pageProblems, sharedProblems } from './site-problems.ts';
import { type SiteReport, websiteOf } from './website.ts';

export type { Website, SiteReport } from './website.ts';

const noResult: FileResult = { diagnostics: [], quality: [], unread: [], notChecked: [] };

type ResultOfFile = readonly [file: string, result: FileResult];

/** A checked site with everything needed to check one of its pages again. */
export interface CheckedSite extends SiteReport, Pick<SiteContext, 'files' | 'assets' | 'graph' | 'hidden'> {
  /** The results of pages and shared blocks, by file name as in diagnostics. */
  results: ReadonlyMap<string, FileResult>;
}

/** Checks a site from the facts of its files. Parses only files with problems again, to locate them. */
export function checkSite(files: SiteFiles, assets: Assets, now: Date): CheckedSite {
  const { site } = files;
  const context = siteContext(files, assets, now);
  const { graph, hidden } = context;
  const siteResult = site ? checkSiteFile(site, graph) : noResult;
  const fileResults = checkFiles(files, graph);
  const all: ResultOfFile[] = [[site?.document?.file ?? '', siteResult], ...fileResults];
  const letters = all.flatMap(([file, result]) =>
    result.letters === undefined ? [] : [[result.letters, file] as const],
  );
  const diagnostics = [
    ...filesDiagnostics(context),
    ...all.flatMap(([, result]) => result.diagnostics),
    ...siteDiagnostics(context, letters),
    ...all.flatMap(([, { quality }]) => quality),
  ];
  const hasErrors = filterErrors(diagnostics).length > 0;
  if (!hasErrors) diagnostics.push(...unusedDiagnostics(context));
  return {
    ...(site?.site && { website: websiteOf(site.site, files, graph, assets, hidden) }),
    diagnostics: sortDiagnostics(diagnostics),
    notChecked: [
      ...siteResult.unread,
      ...(site?.document ? [] : ['dialogs and `{{names}}`, because `_site.yaml` is missing or unreadable']),
      ...fileResults.flatMap(([, { unread }]) => unread),
      ...(hasErrors ? ['which pages, shared blocks and pictures are unused, because of the errors'] : []),
      ...uncheckedLists(
        [...files.pages, ...files.shared].flatMap(({ facts }) => facts.blocks),
        graph,
      ),
      ...all.flatMap(([, { notChecked }]) => notChecked),
    ],
    files,
    assets,
    graph,
    hidden,
    results: new Map(fileResults),
  };
}

/** Checks one page, without the rules that compare pages. Returns `undefined` if there are no problems. */
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
  return checkFile(parsed.page(file), route, { found, here, site: graph });
}

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
    const here: LinkSource = { page: user?.route, draft: user?.draft };
    const found = sharedProblems(facts, here, onPages.get(facts.name) ?? [], graph);
    const result = found
      ? checkFile(parsed.shared(file), undefined, { found, here, site: graph })
      : facts.result;
    return result ? [[source.file, result]] : [];
  });
  return [...sharedResults, ...pageResults];
}

/** Reads the files of a site. Reuses the facts of files that have not changed since the previous read. */
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
    const unchanged = known.get(source.path);
    return unchanged?.key === contentKey(source) ? { ...unchanged, source } : withFacts(source, parsed);
  });
}

/** Reads the facts of a page or a shared block. */
export function withFacts(source: SourceFile, parsed: ParsedFiles): FileWithFacts<PageFacts | SharedFacts> {
  const file = { source, key: contentKey(source) };
  const facts = isShared(source.path)
    ? sharedFacts(source, parsed.shared(file))
    : pageFacts(source, parsed.page(file));
  return { ...file, facts };
}

const isSiteFile = ({ path }: SourceFile) => path === '_site.yaml';
const contentKey = (source: SourceFile | undefined) =>
  source ? `${source.unread ?? ''} ${source.text}` : '';

/** Groups the files of a site by kind. `read` returns the facts of a file. */
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
  checkSite(readFiles(sources), assets, now);
