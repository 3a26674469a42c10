import { type Diagnostic, filterErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { type CheckedSite, checkPage } from './check.ts';
import { type FileResult, type FileWithFacts, collectLists, type PageFacts } from './facts.ts';
import { hasGeneratedPages } from './page-summary.ts';
import { updateWebsitePage } from './website.ts';

/** A site in which a single page was checked again. */
export interface RecheckedSite {
  site: CheckedSite;
  /** Whether a full check would give the same result. If not, only the page's own diagnostics are up to date. */
  isComplete: boolean;
}

const emptyResult: FileResult = { diagnostics: [], quality: [], unread: [], notChecked: [] };

/**
 * Checks only the changed page. Returns `undefined` if other pages must be checked again as well. Updates the graph in
 * place, so the previous site must not be passed to this function again.
 */
export function recheckPage(site: CheckedSite, file: FileWithFacts<PageFacts>): RecheckedSite | undefined {
  const { website, graph, hidden } = site;
  const { source, facts } = file;
  const index = site.files.pages.findIndex((page) => page.source.path === source.path);
  const previousPage = site.files.pages[index];
  if (!website || !previousPage || graph.pagesAt(facts.route).length > 1) return undefined;

  const previousResult = site.results.get(source.file) ?? emptyResult;
  const previousDiagnostics = new Set([...previousResult.diagnostics, ...previousResult.quality]);
  const otherDiagnostics = site.diagnostics.filter((diagnostic) => !previousDiagnostics.has(diagnostic));
  // If the file has diagnostics that are not among its page results, they depend on other pages.
  if (otherDiagnostics.some((diagnostic) => diagnostic.file === source.file)) return undefined;

  const files = {
    ...site.files,
    sources: site.files.sources.map((candidate) => (candidate.path === source.path ? source : candidate)),
    pages: site.files.pages.with(index, file),
  };
  const hasSameIds = graph.replacePage(previousPage.facts, facts);
  const result = checkPage(file, files.parsed, graph);
  const { diagnostics, quality } = result ?? emptyResult;
  const allDiagnostics = sortDiagnostics([...otherDiagnostics, ...diagnostics, ...quality]);
  const hasErrors = filterErrors(allDiagnostics).length > 0;
  const results = new Map(site.results);
  if (result) results.set(source.file, result);
  else results.delete(source.file);
  return {
    site: {
      ...site,
      files,
      results,
      website: updateWebsitePage(website, file, files, graph, hidden),
      diagnostics: allDiagnostics,
    },
    isComplete:
      hasSameIds &&
      hasErrors === filterErrors(site.diagnostics).length > 0 &&
      createSiteLevelKey(result) === createSiteLevelKey(previousResult) &&
      createCrossPageKey(facts) === createCrossPageKey(previousPage.facts) &&
      !collectLists(facts).some(hasGeneratedPages),
  };
}

/** Returns the site diagnostics after a change to one page, or `undefined` if a full check is necessary. */
export function diagnosePageChange(
  site: CheckedSite,
  file: FileWithFacts<PageFacts>,
): readonly Diagnostic[] | undefined {
  const previousPage = site.files.pages.find((page) => page.source.path === file.source.path);
  const rechecked = recheckPage(site, file);
  if (rechecked && previousPage) site.graph.replacePage(file.facts, previousPage.facts);
  return rechecked?.isComplete ? rechecked.site.diagnostics : undefined;
}

/** Combines the page results that affect other files into a string, to detect changes. */
const createSiteLevelKey = ({ unread, notChecked, letters, inShared = [] }: FileResult = emptyResult) =>
  JSON.stringify([unread, notChecked, letters, inShared]);

/**
 * Returns a string that changes when checks of other files or of the site could change. Excludes headings, because
 * `replacePage` compares them as link targets, and the opening, because no check reads it.
 */
function createCrossPageKey(facts: PageFacts): string {
  const blocks = facts.blocks.map(({ summary, ...block }) => ({
    ...block,
    headings: undefined,
    summary: { ...summary, opening: undefined },
  }));
  return JSON.stringify({ ...facts, blocks, characters: undefined, result: undefined });
}
