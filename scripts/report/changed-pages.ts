import { hash } from 'node:crypto';
import { collectValues } from '../../schema/base/data.ts';
import { documentPath } from '../../schema/base/routes.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { OwnViewError } from '../../src/render/entry-server.tsx';
import { type PageTask, pageWriter } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';

/** A page whose output has changed. A new page has no `before`, a deleted one no `after`. */
export interface ChangedPage {
  route: string;
  before?: PageTask | undefined;
  after?: PageTask | undefined;
  /** Whether what surrounds its blocks differs: the head, the header or the footer. */
  isFrameChanged: boolean;
  /** Set if one of the site's own views cannot render the page. */
  error?: OwnViewError | undefined;
}

/** A page of a build plan: those of this thread have their blocks. */
type WholeTask = PageTask & { page: SitePage };

/**
 * The pages whose HTML differs between two versions of a site, and those that show one of the `replaced` pictures. Only
 * pages that were rendered from something else are rendered.
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
    // A frame is rendered in a fraction of the time of its page, and a new theme or menu changes those of all pages.
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
  new Map(pages.map((task) => [task.page.path, task as WholeTask])); // planned in this thread

const siteKey = ({ material: { site, tags } }: BuildPlan): string => JSON.stringify([site, tags]);

/** The pictures in the frame of each page. */
const siteOfPlan = ({ website: { site } }: BuildPlan): string[] => [
  ...collectValues(site, 'src'),
  ...(site.theme.logo === undefined ? [] : [site.theme.logo]),
];

const withoutContent = ({ page, ...task }: WholeTask): WholeTask => ({
  ...task,
  page: { ...page, blocks: [] },
});

/** Returns the function that renders a page and returns a hash of its HTML. Adds the errors of own views to `errors`. */
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
