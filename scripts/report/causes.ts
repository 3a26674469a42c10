import { basename } from 'node:path';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { PageTask } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import type { ListedFile } from '../editing/change-list.ts';
import type { LoadedSite } from '../site/load-site.ts';
import type { SiteFolders } from '../system/project.ts';
import type { ChangedPage } from './changed-pages.ts';

/** A site version with a build plan, so that its pages can be rendered. */
export interface PlannedSite {
  loaded: LoadedSite;
  plan: BuildPlan;
}

/** Returns a function that finds the changed files that have caused the changes on a page. */
export function createCauseFinder(
  files: readonly ListedFile[],
  versions: readonly PlannedSite[],
  folders: SiteFolders,
): (changedPage: ChangedPage) => ListedFile[] {
  const prefix = `${basename(folders.pages)}/`;
  const blocksByVersion = versions.map(({ loaded }) => collectSharedBlocks(loaded));
  const siteSettingsFiles = files.filter(({ paths }) => paths[0] === `${prefix}_site.yaml`);
  const framesJson = JSON.stringify(versions.map(({ plan }) => plan.website.site));
  const isInFrame = (file: ListedFile) =>
    listReferences(file).some((reference) => mentionsReference(framesJson, reference));
  const frameFiles = siteSettingsFiles.length > 0 ? siteSettingsFiles : files.filter(isInFrame);
  // Any file can change the frame. For example, the first list of articles adds a feed link to all pages.
  const frameCauses = frameFiles.length > 0 ? frameFiles : files;
  return ({ route, before, after, isFrameChanged }) => {
    const usedBlocks = new Set(blocksByVersion.flatMap((blocks) => blocks.get(route) ?? []));
    const showsFile = before && after ? createUsageCheck(before, after) : () => false;
    const causes = files.filter(
      (file) =>
        file.route === route ||
        file.oldRoute === route ||
        file.paths.some((path) => usedBlocks.has(getSharedBlockName(path, prefix) ?? '')) ||
        showsFile(file),
    );
    // Frame files can also change page content, because pages use variables and built-in words of the site.
    return isFrameChanged || causes.length === 0 ? [...new Set([...frameCauses, ...causes])] : causes;
  };
}

const getSharedBlockName = (path: string, prefix: string): string | undefined =>
  path.startsWith(`${prefix}_shared/`)
    ? path.slice(`${prefix}_shared/`.length).replace(/\.ya?ml$/, '')
    : undefined;

/** Returns the names of the shared blocks on each page, by route. */
const collectSharedBlocks = ({ files }: LoadedSite): Map<string, string[]> =>
  new Map(files.pages.map(({ facts }) => [facts.route, facts.blocks.flatMap(({ use }) => use ?? [])]));

/** Lists the strings with which other files refer to a changed file: its routes, or its path in `public/`. */
const listReferences = ({ route, oldRoute, paths }: ListedFile): string[] =>
  route === undefined
    ? paths.flatMap((path) => (path.startsWith('public/') ? [path.slice('public'.length)] : []))
    : [route, ...(oldRoute === undefined ? [] : [oldRoute])];

function mentionsReference(json: string, reference: string): boolean {
  const start = JSON.stringify(reference).slice(0, -1);
  return json.includes(`${start}"`) || json.includes(`${start}#`);
}

/** Returns a function that tests whether a page shows changed data from a file. */
function createUsageCheck(before: PageTask, after: PageTask): (file: ListedFile) => boolean {
  const tasks = [before, after];
  const otherPagesJson = [tasks.map(pickOtherPagesData), tasks.map(({ page }) => page.hiddenLinks)]
    .filter(([earlierValue, currentValue]) => isDifferent(earlierValue, currentValue))
    .map((data) => JSON.stringify(data))
    .join();
  return (file) => {
    const references = listReferences(file);
    if (file.route !== undefined)
      return (
        file.route !== after.page.path &&
        references.some((reference) => mentionsReference(otherPagesJson, reference))
      );
    return references.some(
      (reference) =>
        isDifferent(before.input.pictures[reference], after.input.pictures[reference]) ||
        isDifferent(before.input.files[reference], after.input.files[reference]) ||
        (/\.svg$/i.test(reference) && tasks.some(({ page }) => page.pictures.includes(reference))),
    );
  };
}

/** Returns the data from other pages that a page shows. */
const pickOtherPagesData = ({ input }: PageTask): Partial<RenderInput> => {
  const { pictures: _, files: __, ...otherPagesData } = input;
  return otherPagesData;
};

const isDifferent = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);
