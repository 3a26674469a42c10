import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toRoute } from '../../schema/base/routes.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { rangeAt } from '../../schema/diagnostics/positions.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import type { ListedChange, ListedFile } from '../editing/change-list.ts';
import { listSiteChanges, type EarlierState } from '../hand-in/changed-files.ts';
import { Git } from '../hand-in/git.ts';
import type { PageTask } from '../build/page-files.ts';
import { toViewProblem } from '../site/own-blocks.ts';
import { assertPagesFolder } from '../site/read-pages.ts';
import { CommandError } from '../system/errors.ts';
import { formatDisplayPath, type SiteFolders, getSiteFolders } from '../system/project.ts';
import { createCauseFinder, type PlannedSite } from './causes.ts';
import { type ChangedPage, findChangedPages } from './changed-pages.ts';
import { findCommonCommit, runWithEarlierSite } from './earlier-site.ts';
import { readCurrent, readEarlierVersion, type SiteVersion } from './site-version.ts';
import type { ReportedFile, ReportedPage, SiteChanges } from './site-changes.ts';
import { writePictures } from './write-pictures.ts';

export interface ReportOptions {
  pages?: string;
  /** The version to compare with: a commit, a branch or a tag. */
  base: string;
  /** The folder for the document with pictures of pages before and after the changes. */
  pictures?: string | undefined;
  env?: NodeJS.ProcessEnv;
}

/** Compares a site with its version at the common ancestor of HEAD and `base`. */
export async function reportChanges({
  pages = 'pages',
  base,
  pictures,
  env = process.env,
}: ReportOptions): Promise<SiteChanges> {
  assertPagesFolder(pages);
  const site = getSiteFolders(pages);
  const git = new Git(site.folder, env);
  const commit = await findCommonCommit(git, base);
  return runWithEarlierSite(git, site, commit, async (earlier) => {
    const earlierPages = join(earlier.folder, formatDisplayPath(site.pages, site.folder));
    const currentVersion = await readCurrent(pages, earlierPages, env);
    const earlierVersion = await readEarlierVersion(earlierPages, pages, env);
    const readTexts = () => currentVersion.loaded.files.pages.map(({ source }) => source.text);
    const { files } = await listSiteChanges({ git, site }, readTexts, earlier);
    const pagesWithCauses = await findPagesWithCauses(earlierVersion, currentVersion, files, site);
    const invalidFiles = new Set(currentVersion.skipped.keys());
    const changes: SiteChanges = {
      base,
      commit,
      pages: pagesWithCauses.map(({ page }) => page),
      files: files.map((file) => toReportedFile(file, pagesWithCauses, invalidFiles, earlier, site)),
      diagnostics: [
        ...findNewDiagnostics(earlierVersion, currentVersion, earlier.folder, site.folder),
        ...pagesWithCauses.flatMap(
          ({ page, error }) => (error && toViewProblem(pages, error, page.route)) ?? [],
        ),
      ],
      ...(!(earlierVersion.plan && currentVersion.plan) && {
        notCompared: `Pages are not compared, because \`_site.yaml\` ${currentVersion.plan ? `had errors at ${base}` : 'has errors'}.`,
      }),
      pageCount: currentVersion.plan?.livePages.length ?? 0,
    };
    return pictures === undefined
      ? changes
      : writeReportPictures(pictures, changes, earlierVersion, currentVersion, pagesWithCauses);
  });
}

/**
 * Writes the pictures document. Pages whose changes affect few other pages come first. If no browser is installed, the
 * document has no pictures, only the report.
 */
async function writeReportPictures(
  folder: string,
  changes: SiteChanges,
  earlierVersion: SiteVersion,
  currentVersion: SiteVersion,
  pagesWithCauses: readonly PageWithCauses[],
): Promise<SiteChanges> {
  const pageCounts = new Map(changes.files.map(({ file, pages }) => [file, pages.length]));
  const countPages = ({ page }: PageWithCauses) =>
    Math.min(...page.files.map((file) => pageCounts.get(file) ?? 0));
  const pages = pagesWithCauses.toSorted((a, b) => countPages(a) - countPages(b));
  const plans = earlierVersion.plan &&
    currentVersion.plan && { before: earlierVersion.plan, after: currentVersion.plan };
  try {
    await writePictures(folder, plans, pages, changes);
    return changes;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const changesWithProblem = { ...changes, pictureProblem: error.message };
    await writePictures(folder, undefined, pages, changesWithProblem);
    return changesWithProblem;
  }
}

/** A changed page with the files that caused the change, and its render tasks. */
interface PageWithCauses {
  page: ReportedPage;
  causes: readonly ListedFile[];
  before: PageTask | undefined;
  after: PageTask | undefined;
  error: ChangedPage['error'];
}

async function findPagesWithCauses(
  earlierVersion: SiteVersion,
  currentVersion: SiteVersion,
  files: readonly ListedFile[],
  site: SiteFolders,
): Promise<PageWithCauses[]> {
  if (!earlierVersion.plan || !currentVersion.plan) return [];
  const replacedPictures = new Set(
    files.flatMap(({ kind, paths }) =>
      kind === 'changed' && /^public\/.*\.svg$/i.test(paths[0] ?? '') ? [paths[0]?.slice(6) ?? ''] : [],
    ),
  );
  const pageChanges = await findChangedPages(earlierVersion.plan, currentVersion.plan, replacedPictures);
  const versions = [earlierVersion, currentVersion] as readonly PlannedSite[]; // both have a plan
  const findCauses = createCauseFinder(files, versions, site);
  const oldRouteByRoute = new Map(
    files.flatMap(({ kind, route, oldRoute }) =>
      kind === 'moved' && route !== undefined && oldRoute !== undefined ? [[route, oldRoute] as const] : [],
    ),
  );
  const earlierTasks = new Map(pageChanges.map(({ route, before }) => [route, before]));
  const removedRoutes = new Set(pageChanges.flatMap(({ route, after }) => (after ? [] : [route])));
  const isMove = ({ route, before }: ChangedPage) =>
    !before && removedRoutes.has(oldRouteByRoute.get(route) ?? '');
  const movedAwayRoutes = new Set(pageChanges.filter(isMove).map(({ route }) => oldRouteByRoute.get(route)));
  // A page that is left out because of errors is not listed as removed. The report lists its errors.
  const leftOutRoutes = new Set(
    currentVersion.loaded.files.sources.flatMap(({ path, file }) =>
      currentVersion.skipped.get(file) === 'left out' ? [toRoute(path)] : [],
    ),
  );
  return pageChanges
    .filter(({ route, after }) => after || !(movedAwayRoutes.has(route) || leftOutRoutes.has(route)))
    .map((changedPage): PageWithCauses => {
      const { route, after } = changedPage;
      const causes = findCauses(changedPage);
      const kind = isMove(changedPage)
        ? 'moved'
        : !changedPage.before
          ? 'added'
          : after
            ? 'changed'
            : 'removed';
      const oldRoute = kind === 'moved' ? oldRouteByRoute.get(route) : undefined;
      const before = oldRoute === undefined ? changedPage.before : earlierTasks.get(oldRoute);
      const title = (after ?? before)?.page.title ?? route;
      const names = causes.map((file) => getFileName(file, site));
      return {
        page: { kind, route, ...(oldRoute !== undefined && { oldRoute }), title, files: names },
        causes,
        before,
        after,
        error: changedPage.error,
      };
    });
}

const getFileName = ({ paths }: ListedFile, { folder }: SiteFolders): string =>
  formatDisplayPath(join(folder, paths.at(-1) ?? ''));

function toReportedFile(
  file: ListedFile,
  pagesWithCauses: readonly PageWithCauses[],
  invalidFiles: ReadonlySet<string>,
  earlier: EarlierState,
  site: SiteFolders,
): ReportedFile {
  const { kind, title, pictures, route, oldRoute, paths, changes } = file;
  const name = getFileName(file, site);
  const oldFile = paths.length > 1 ? formatDisplayPath(join(site.folder, paths[0] ?? '')) : undefined;
  const findLine = createLineFinder(
    join(kind === 'deleted' ? earlier.folder : site.folder, paths.at(-1) ?? ''),
    kind === 'deleted',
  );
  return {
    kind,
    title,
    isPicture: pictures !== undefined,
    ...(route !== undefined && { route }),
    ...(oldRoute !== undefined && { oldRoute }),
    file: name,
    ...(oldFile !== undefined && { oldFile: oldFile }),
    changes: changes.map((change) => ({
      where: change.where,
      ...(change.note !== undefined && { note: change.note }),
      parts: change.parts,
      line: findLine(change),
    })),
    pages: pagesWithCauses.filter(({ causes }) => causes.includes(file)).map(({ page }) => page.route),
    isFaulty: invalidFiles.has(name),
  };
}

/** Returns a function that finds the line of a change. For a deleted value, finds the line of its parent. */
function createLineFinder(file: string, isFileDeleted: boolean): (change: ListedChange) => number {
  let document: ReturnType<typeof readYaml>['document'] | undefined;
  return ({ path, after, note }) => {
    document ??= readYaml(file, readFileSync(file, 'utf8')).document;
    const isDeleted = !isFileDeleted && after === undefined && !note?.startsWith('Moved');
    const targetPath = isDeleted ? path.slice(0, -1) : path;
    const { from, to } = document.span({ path: targetPath, part: targetPath.length > 0 ? 'entry' : 'value' });
    return rangeAt(document.lines, from, to).start.line;
  };
}

/**
 * Returns the diagnostics that the earlier version does not have. Ignores line numbers, because lines may have moved.
 */
function findNewDiagnostics(
  earlierVersion: SiteVersion,
  currentVersion: SiteVersion,
  folder: string,
  current: string,
): Diagnostic[] {
  const [earlierPath, currentPath] = [formatDisplayPath(folder), formatDisplayPath(current)];
  const currentPrefix = currentPath === '' ? '' : `${currentPath}/`;
  const toKey = ({ rule, file, message }: Diagnostic) =>
    JSON.stringify([rule, file, message]).replaceAll(`${earlierPath}/`, currentPrefix);
  const remainingCounts = new Map<string, number>();
  for (const diagnostic of earlierVersion.diagnostics)
    remainingCounts.set(toKey(diagnostic), (remainingCounts.get(toKey(diagnostic)) ?? 0) + 1);
  return currentVersion.diagnostics.filter((diagnostic) => {
    const count = remainingCounts.get(toKey(diagnostic)) ?? 0;
    remainingCounts.set(toKey(diagnostic), count - 1);
    return count <= 0;
  });
}
