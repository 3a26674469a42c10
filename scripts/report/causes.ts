import { basename } from 'node:path';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { PageTask } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import type { ListedFile } from '../editing/change-list.ts';
import type { LoadedSite } from '../site/load-site.ts';
import type { SiteFolders } from '../system/project.ts';
import type { ChangedPage } from './changed-pages.ts';

/** A version of a site whose pages can be rendered. */
export interface PlannedSite {
  loaded: LoadedSite;
  plan: BuildPlan;
}

/** Returns a function that finds the changed files that caused the changes of a page. */
export function causeFinder(
  files: readonly ListedFile[],
  versions: readonly PlannedSite[],
  folders: SiteFolders,
): (changed: ChangedPage) => ListedFile[] {
  const prefix = `${basename(folders.pages)}/`;
  const shared = versions.map(({ loaded }) => sharedBlocks(loaded));
  const ofSite = files.filter(({ paths }) => paths[0] === `${prefix}_site.yaml`);
  const frames = JSON.stringify(versions.map(({ plan }) => plan.website.site));
  const isInFrame = (file: ListedFile) => addressesOf(file).some((address) => mentions(frames, address));
  const inFrame = ofSite.length > 0 ? ofSite : files.filter(isInFrame);
  // Any file may change the frame: the first list of articles adds a link to its feed to all pages.
  const ofFrame = inFrame.length > 0 ? inFrame : files;
  return ({ route, before, after, isFrameChanged }) => {
    const used = new Set(shared.flatMap((blocks) => blocks.get(route) ?? []));
    const isShown = before && after ? shownFinder(before, after) : () => false;
    const found = files.filter(
      (file) =>
        file.route === route ||
        file.oldRoute === route ||
        file.paths.some((path) => used.has(sharedName(path, prefix) ?? '')) ||
        isShown(file),
    );
    // The content of pages may use variables and built-in words of the site.
    return isFrameChanged || found.length === 0 ? [...new Set([...ofFrame, ...found])] : found;
  };
}

const sharedName = (path: string, prefix: string): string | undefined =>
  path.startsWith(`${prefix}_shared/`)
    ? path.slice(`${prefix}_shared/`.length).replace(/\.ya?ml$/, '')
    : undefined;

/** Returns the names of the shared blocks on each page, by route. */
const sharedBlocks = ({ files }: LoadedSite): Map<string, string[]> =>
  new Map(files.pages.map(({ facts }) => [facts.route, facts.blocks.flatMap(({ use }) => use ?? [])]));

/** Returns the references to a changed file in other files: routes, or a path in `public/`. */
const addressesOf = ({ route, oldRoute, paths }: ListedFile): string[] =>
  route === undefined
    ? paths.flatMap((path) => (path.startsWith('public/') ? [path.slice('public'.length)] : []))
    : [route, ...(oldRoute === undefined ? [] : [oldRoute])];

function mentions(json: string, address: string): boolean {
  const start = JSON.stringify(address).slice(0, -1);
  return json.includes(`${start}"`) || json.includes(`${start}#`);
}

/** Returns a function that checks whether a page shows changed data of a file. */
function shownFinder(before: PageTask, after: PageTask): (file: ListedFile) => boolean {
  const both = [before, after];
  const ofOthers = [both.map(ofPages), both.map(({ page }) => page.hiddenLinks)]
    .filter(([one, other]) => differ(one, other))
    .map((data) => JSON.stringify(data))
    .join();
  return (file) => {
    const addresses = addressesOf(file);
    if (file.route !== undefined)
      return file.route !== after.page.path && addresses.some((address) => mentions(ofOthers, address));
    return addresses.some(
      (address) =>
        differ(before.input.pictures[address], after.input.pictures[address]) ||
        differ(before.input.files[address], after.input.files[address]) ||
        (/\.svg$/i.test(address) && both.some(({ page }) => page.pictures.includes(address))),
    );
  };
}

/** Returns the data of other pages that a page shows. */
const ofPages = ({ input }: PageTask): Partial<RenderInput> => {
  const { pictures: _, files: __, ...rest } = input;
  return rest;
};

const differ = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after);
