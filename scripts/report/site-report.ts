import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeOf } from '../../schema/base/routes.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { rangeAt } from '../../schema/diagnostics/positions.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import type { ListedChange, ListedFile } from '../editing/change-list.ts';
import { changeList, type EarlierState } from '../hand-in/changed-files.ts';
import { Git } from '../hand-in/git.ts';
import type { PageTask } from '../build/page-files.ts';
import { ownViewProblem } from '../site/own-blocks.ts';
import { assertPagesFolder } from '../site/read-pages.ts';
import { CommandError } from '../system/errors.ts';
import { displayPath, type SiteFolders, siteOf } from '../system/project.ts';
import { causeFinder, type PlannedSite } from './causes.ts';
import { type ChangedPage, changedPages } from './changed-pages.ts';
import { commonCommit, withEarlierSite } from './earlier-site.ts';
import { readCurrent, readEarlier, type SiteVersion } from './site-version.ts';
import type { ReportedFile, ReportedPage, SiteChanges } from './site-changes.ts';
import { writePictures } from './write-pictures.ts';

export interface ReportOptions {
  pages?: string;
  /** A commit, a branch or a tag. */
  base: string;
  /** A folder for pictures of pages before and after, and a document with them. */
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
  const site = siteOf(pages);
  const git = new Git(site.folder, env);
  const commit = await commonCommit(git, base);
  return withEarlierSite(git, site, commit, async (earlier) => {
    const earlierPages = join(earlier.folder, displayPath(site.pages, site.folder));
    const now = await readCurrent(pages, earlierPages, env);
    const was = await readEarlier(earlierPages, pages, env);
    const texts = () => now.loaded.files.pages.map(({ source }) => source.text);
    const { files } = await changeList({ git, site }, texts, earlier);
    const seen = await seenPages(was, now, files, site);
    const faulty = new Set(now.skipped.keys());
    const changes: SiteChanges = {
      base,
      commit,
      pages: seen.map(({ page }) => page),
      files: files.map((file) => reportedFile(file, seen, faulty, earlier, site)),
      diagnostics: [
        ...newDiagnostics(was, now, earlier.folder, site.folder),
        ...seen.flatMap(({ page, error }) => (error && ownViewProblem(pages, error, page.route)) ?? []),
      ],
      ...(!(was.plan && now.plan) && {
        notCompared: `Pages are not compared, because \`_site.yaml\` ${now.plan ? `had errors at ${base}` : 'has errors'}.`,
      }),
      pageCount: now.plan?.livePages.length ?? 0,
    };
    return pictures === undefined ? changes : withPictures(pictures, changes, was, now, seen);
  });
}

/**
 * Writes pictures of pages, first those changed by files that affect few pages. Without a browser, writes only the
 * report.
 */
async function withPictures(
  folder: string,
  changes: SiteChanges,
  was: SiteVersion,
  now: SiteVersion,
  seen: readonly SeenPage[],
): Promise<SiteChanges> {
  const pageCounts = new Map(changes.files.map(({ file, pages }) => [file, pages.length]));
  const countPages = ({ page }: SeenPage) => Math.min(...page.files.map((file) => pageCounts.get(file) ?? 0));
  const pages = seen.toSorted((one, other) => countPages(one) - countPages(other));
  const plans = was.plan && now.plan && { before: was.plan, after: now.plan };
  try {
    await writePictures(folder, plans, pages, changes);
    return changes;
  } catch (problem) {
    if (!(problem instanceof CommandError)) throw problem;
    const changesWithProblem = { ...changes, pictureProblem: problem.message };
    await writePictures(folder, undefined, pages, changesWithProblem);
    return changesWithProblem;
  }
}

/** A changed page with the files that caused the change, and its render tasks. */
interface SeenPage {
  page: ReportedPage;
  causes: readonly ListedFile[];
  before: PageTask | undefined;
  after: PageTask | undefined;
  error: ChangedPage['error'];
}

async function seenPages(
  was: SiteVersion,
  now: SiteVersion,
  files: readonly ListedFile[],
  site: SiteFolders,
): Promise<SeenPage[]> {
  if (!was.plan || !now.plan) return [];
  const replaced = new Set(
    files.flatMap(({ kind, paths }) =>
      kind === 'changed' && /^public\/.*\.svg$/i.test(paths[0] ?? '') ? [paths[0]?.slice(6) ?? ''] : [],
    ),
  );
  const changed = await changedPages(was.plan, now.plan, replaced);
  const versions = [was, now] as readonly PlannedSite[]; // both have a plan
  const causesOf = causeFinder(files, versions, site);
  const moves = new Map(
    files.flatMap(({ kind, route, oldRoute }) =>
      kind === 'moved' && route !== undefined && oldRoute !== undefined ? [[route, oldRoute] as const] : [],
    ),
  );
  const earlierTasks = new Map(changed.map(({ route, before }) => [route, before]));
  const removedRoutes = new Set(changed.flatMap(({ route, after }) => (after ? [] : [route])));
  const isMove = ({ route, before }: ChangedPage) => !before && removedRoutes.has(moves.get(route) ?? '');
  const movedAway = new Set(changed.filter(isMove).map(({ route }) => moves.get(route)));
  // A page that is left out because of errors is not listed as removed: the report lists its errors.
  const leftOut = new Set(
    now.loaded.files.sources.flatMap(({ path, file }) =>
      now.skipped.get(file) === 'left out' ? [routeOf(path)] : [],
    ),
  );
  return changed
    .filter(({ route, after }) => after || !(movedAway.has(route) || leftOut.has(route)))
    .map((one): SeenPage => {
      const { route, after } = one;
      const causes = causesOf(one);
      const kind = isMove(one) ? 'moved' : !one.before ? 'added' : after ? 'changed' : 'removed';
      const oldRoute = kind === 'moved' ? moves.get(route) : undefined;
      const before = oldRoute === undefined ? one.before : earlierTasks.get(oldRoute);
      const title = (after ?? before)?.page.title ?? route;
      const names = causes.map((file) => fileName(file, site));
      return {
        page: { kind, route, ...(oldRoute !== undefined && { oldRoute }), title, files: names },
        causes,
        before,
        after,
        error: one.error,
      };
    });
}

const fileName = ({ paths }: ListedFile, { folder }: SiteFolders): string =>
  displayPath(join(folder, paths.at(-1) ?? ''));

function reportedFile(
  file: ListedFile,
  seen: readonly SeenPage[],
  faulty: ReadonlySet<string>,
  earlier: EarlierState,
  site: SiteFolders,
): ReportedFile {
  const { kind, title, pictures, route, oldRoute, paths, changes } = file;
  const name = fileName(file, site);
  const old = paths.length > 1 ? displayPath(join(site.folder, paths[0] ?? '')) : undefined;
  const lineOf = lineFinder(
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
    ...(old !== undefined && { oldFile: old }),
    changes: changes.map((change) => ({
      where: change.where,
      ...(change.note !== undefined && { note: change.note }),
      parts: change.parts,
      line: lineOf(change),
    })),
    pages: seen.filter(({ causes }) => causes.includes(file)).map(({ page }) => page.route),
    isFaulty: faulty.has(name),
  };
}

/** Returns a function that finds the line of a change. For a deleted value, it is the line of the surrounding one. */
function lineFinder(file: string, isGone: boolean): (change: ListedChange) => number {
  let document: ReturnType<typeof readYaml>['document'] | undefined;
  return ({ path, after, note }) => {
    document ??= readYaml(file, readFileSync(file, 'utf8')).document;
    const isDeleted = !isGone && after === undefined && !note?.startsWith('Moved');
    const place = isDeleted ? path.slice(0, -1) : path;
    const { from, to } = document.span({ path: place, part: place.length > 0 ? 'entry' : 'value' });
    return rangeAt(document.lines, from, to).start.line;
  };
}

/** Returns the diagnostics that are new, regardless of lines that have moved. */
function newDiagnostics(was: SiteVersion, now: SiteVersion, folder: string, current: string): Diagnostic[] {
  const [old, shown] = [displayPath(folder), displayPath(current)];
  const here = shown === '' ? '' : `${shown}/`;
  const keyOf = ({ rule, file, message }: Diagnostic) =>
    JSON.stringify([rule, file, message]).replaceAll(`${old}/`, here);
  const left = new Map<string, number>();
  for (const one of was.diagnostics) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return now.diagnostics.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count <= 0;
  });
}
