import { type Diagnostic, filterErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { type CheckedSite, resultOfPage } from './check.ts';
import { type FileResult, type FileWithFacts, listsOf, type PageFacts } from './facts.ts';
import { hasGeneratedPages } from './page-summary.ts';
import { websiteWithPage } from './website.ts';

/** A site after one of its pages has been checked again. */
export interface CheckedAgain {
  site: CheckedSite;
  /** Whether a full check would give the same result. If not, only the diagnostics of the page are up to date. */
  isWhole: boolean;
}

const emptyResult: FileResult = { diagnostics: [], quality: [], unread: [], notChecked: [] };

/**
 * Checks one changed page again, without checking the other pages. Returns `undefined` if this is not
 * possible. The graph is updated in place, so the previous site must not be used for another such check.
 */
export function checkPageAgain(site: CheckedSite, file: FileWithFacts<PageFacts>): CheckedAgain | undefined {
  const { website, graph, hidden } = site;
  const { source, facts } = file;
  const at = site.files.pages.findIndex((page) => page.source.path === source.path);
  const before = site.files.pages[at];
  if (!website || !before || graph.pagesAt(facts.route).length > 1) return undefined;

  const last = site.results.get(source.file) ?? emptyResult;
  const ofLast = new Set([...last.diagnostics, ...last.quality]);
  const others = site.diagnostics.filter((one) => !ofLast.has(one));
  // These problems also depend on other pages.
  if (others.some((one) => one.file === source.file)) return undefined;

  const files = {
    ...site.files,
    sources: site.files.sources.map((one) => (one.path === source.path ? source : one)),
    pages: site.files.pages.with(at, file),
  };
  const leadsAsBefore = graph.replacePage(before.facts, facts);
  const result = resultOfPage(file, files.parsed, graph);
  const { diagnostics, quality } = result ?? emptyResult;
  const all = sortDiagnostics([...others, ...diagnostics, ...quality]);
  const hasErrors = filterErrors(all).length > 0;
  const results = new Map(site.results);
  if (result) results.set(source.file, result);
  else results.delete(source.file);
  return {
    site: {
      ...site,
      files,
      results,
      website: websiteWithPage(website, file, files, graph, hidden),
      diagnostics: all,
    },
    isWhole:
      leadsAsBefore &&
      hasErrors === filterErrors(site.diagnostics).length > 0 &&
      siteLevelKey(result) === siteLevelKey(last) &&
      crossPageKey(facts) === crossPageKey(before.facts) &&
      !listsOf(facts).some(hasGeneratedPages),
  };
}

/** Returns the diagnostics after a change of one page, or `undefined` if they need a full check. */
export function diagnosticsWithPage(
  site: CheckedSite,
  file: FileWithFacts<PageFacts>,
): readonly Diagnostic[] | undefined {
  const before = site.files.pages.find((page) => page.source.path === file.source.path);
  const again = checkPageAgain(site, file);
  if (again && before) site.graph.replacePage(file.facts, before.facts);
  return again?.isWhole ? again.site.diagnostics : undefined;
}

/** Identifies the results of a page that affect other files. */
const siteLevelKey = ({ unread, notChecked, letters, inShared = [] }: FileResult = emptyResult) =>
  JSON.stringify([unread, notChecked, letters, inShared]);

/**
 * Identifies the facts of a page that checks of other files and of the site depend on. Headings are left out
 * because `replacePage` compares them as link targets. No check reads the opening.
 */
function crossPageKey(facts: PageFacts): string {
  const blocks = facts.blocks.map(({ summary, ...block }) => ({
    ...block,
    headings: undefined,
    summary: { ...summary, opening: undefined },
  }));
  return JSON.stringify({ ...facts, blocks, characters: undefined, result: undefined });
}
