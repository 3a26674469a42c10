import { hash } from 'node:crypto';
import { collectValues } from '../../schema/base/data.ts';
import { documentPath } from '../../schema/base/routes.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { OwnViewError } from '../../src/render/entry-server.tsx';
import { type PageTask, pageWriter } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';

/** A page whose output has changed. A new page has no `before`, a deleted page no `after`. */
export interface ChangedPage {
  route: string;
  before?: PageTask | undefined;
  after?: PageTask | undefined;
  /** Whether its frame differs: the head, the header or the footer. */
  isFrameChanged: boolean;
  /** Set if one of the site's own views cannot render the page. */
  error?: OwnViewError | undefined;
}

/** A page of a build plan, with its blocks. */
type WholeTask = PageTask & { page: SitePage };

/**
 * Returns the pages whose HTML differs between two versions of a site, and those that show one of the
 * `replacedPictures`. Renders only pages whose inputs differ.
 */
export async function changedPages(
  before: BuildPlan,
  after: BuildPlan,
  replaced: ReadonlySet<string>,
): Promise<ChangedPage[]> {
  const [old, now] = [tasksByRoute(before), tasksByRoute(after)];
  const errors = new Map<string, OwnViewError>();
  const [oldHtml, newHtml] = [htmlHashes(before), htmlHashes(after, errors)];
  const isSameSite = siteKey(before) === siteKey(after);
  const isFrameReplaced = siteOfPlan(after).some((src) => replaced.has(src));
  const differs = async (was: WholeTask, is: WholeTask) => (await oldHtml(was)) !== (await newHtml(is));
  const changed: ChangedPage[] = [];
  for (const [route, task] of now) {
    const was = old.get(route);
    const isSame = was?.key === task.key;
    // Compare frames separately: a new theme or menu changes all of them, and they render faster than whole pages.
    const isFrameChanged =
      was !== undefined &&
      (isFrameReplaced || (!isSameSite && (await differs(withoutContent(was), withoutContent(task)))));
    const showsReplaced = task.page.pictures.some((src) => replaced.has(src));
    const isChanged = !was || isFrameChanged || showsReplaced || (!isSame && (await differs(was, task)));
    const error = errors.get(route);
    if (isChanged || error) changed.push({ route, before: was, after: task, isFrameChanged, error });
  }
  for (const [route, task] of old)
    if (!now.has(route)) changed.push({ route, before: task, isFrameChanged: false });
  return changed;
}

const tasksByRoute = ({ pages }: BuildPlan): Map<string, WholeTask> =>
  new Map(pages.map((task) => [task.page.path, task as WholeTask])); // pages planned in this thread have blocks

const siteKey = ({ material: { site, tags } }: BuildPlan): string => JSON.stringify([site, tags]);

/** Returns the pictures in the frame of all pages. */
const siteOfPlan = ({ website: { site } }: BuildPlan): string[] => [
  ...collectValues(site, 'src'),
  ...(site.theme.logo === undefined ? [] : [site.theme.logo]),
];

const withoutContent = ({ page, ...task }: WholeTask): WholeTask => ({
  ...task,
  page: { ...page, blocks: [] },
});

/** Returns a function that renders a page and returns a hash of its HTML. Adds errors of own views to `errors`. */
function htmlHashes(
  { material }: BuildPlan,
  errors = new Map<string, OwnViewError>(),
): (task: WholeTask) => Promise<string> {
  let html = '';
  let document = '';
  const write = pageWriter(material, (path, content) => {
    if (path === document) html = hash('sha1', content);
  });
  return async (task) => {
    document = documentPath(task.page.path).slice(1);
    const { error } = await write(task);
    if (error) errors.set(task.page.path, error);
    return error ? '' : html;
  };
}
