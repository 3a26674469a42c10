import { hash } from 'node:crypto';
import { collectValues } from '../../schema/base/data.ts';
import { getDocumentPath } from '../../schema/base/routes.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { OwnViewError } from '../../src/render/entry-server.tsx';
import { type PageTask, createPageWriter } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';

/** A page whose output has changed. A new page has no `before`, a deleted page no `after`. */
export interface ChangedPage {
  route: string;
  before?: PageTask | undefined;
  after?: PageTask | undefined;
  /** Whether the frame of the page differs: the head, the header or the footer. */
  isFrameChanged: boolean;
  /** Set if one of the site's own views cannot render the page. */
  error?: OwnViewError | undefined;
}

/** A page of a build plan, with its blocks. */
type WholeTask = PageTask & { page: SitePage };

/**
 * Finds the pages whose HTML differs between two site versions, and the pages that show one of the `replacedPictures`.
 * Renders only pages whose inputs differ.
 */
export async function findChangedPages(
  before: BuildPlan,
  after: BuildPlan,
  replacedPictures: ReadonlySet<string>,
): Promise<ChangedPage[]> {
  const [earlierTasks, currentTasks] = [mapTasksByRoute(before), mapTasksByRoute(after)];
  const errors = new Map<string, OwnViewError>();
  const [hashEarlierHtml, hashCurrentHtml] = [createHtmlHasher(before), createHtmlHasher(after, errors)];
  const isSameSite = createSiteKey(before) === createSiteKey(after);
  const isFrameReplaced = listFramePictures(after).some((src) => replacedPictures.has(src));
  const hasDifferentHtml = async (earlierTask: WholeTask, currentTask: WholeTask) =>
    (await hashEarlierHtml(earlierTask)) !== (await hashCurrentHtml(currentTask));
  const pageChanges: ChangedPage[] = [];
  for (const [route, task] of currentTasks) {
    const earlierTask = earlierTasks.get(route);
    const hasSameKey = earlierTask?.key === task.key;
    // Compare frames separately: a new theme or menu changes all frames, and frames render faster than whole pages.
    const isFrameChanged =
      earlierTask !== undefined &&
      (isFrameReplaced ||
        (!isSameSite && (await hasDifferentHtml(removeBlocks(earlierTask), removeBlocks(task)))));
    const showsReplacedPicture = task.page.pictures.some((src) => replacedPictures.has(src));
    const isChanged =
      !earlierTask ||
      isFrameChanged ||
      showsReplacedPicture ||
      (!hasSameKey && (await hasDifferentHtml(earlierTask, task)));
    const error = errors.get(route);
    if (isChanged || error)
      pageChanges.push({ route, before: earlierTask, after: task, isFrameChanged, error });
  }
  for (const [route, task] of earlierTasks)
    if (!currentTasks.has(route)) pageChanges.push({ route, before: task, isFrameChanged: false });
  return pageChanges;
}

const mapTasksByRoute = ({ pages }: BuildPlan): Map<string, WholeTask> =>
  new Map(pages.map((task) => [task.page.path, task as WholeTask])); // pages planned in this thread have blocks

const createSiteKey = ({ material: { site, tags } }: BuildPlan): string => JSON.stringify([site, tags]);

/** Lists the pictures that are in the frame of every page. */
const listFramePictures = ({ website: { site } }: BuildPlan): string[] => [
  ...collectValues(site, 'src'),
  ...(site.theme.logo === undefined ? [] : [site.theme.logo]),
];

const removeBlocks = ({ page, ...task }: WholeTask): WholeTask => ({
  ...task,
  page: { ...page, blocks: [] },
});

/**
 * Returns a function that renders a page and returns the hash of its HTML. Adds errors in the site's own views to
 * `errors`.
 */
function createHtmlHasher(
  { material }: BuildPlan,
  errors = new Map<string, OwnViewError>(),
): (task: WholeTask) => Promise<string> {
  let html = '';
  let document = '';
  const write = createPageWriter(material, (path, content) => {
    if (path === document) html = hash('sha1', content);
  });
  return async (task) => {
    document = getDocumentPath(task.page.path).slice(1);
    const { error } = await write(task);
    if (error) errors.set(task.page.path, error);
    return error ? '' : html;
  };
}
