import { collectLinks } from '../../schema/check/facts.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import { collectReferences } from '../../schema/check/read-facts.ts';
import { applyOperation } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { MoveRefused } from '../../schema/move/move-refused.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import { updateSchemaComment } from '../../schema/move/schema-comment.ts';
import { getValueAt } from '../../schema/base/data.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { UsageError } from '../system/errors.ts';
import { formatCount } from '../../schema/base/text.ts';
import type { SearchablePage } from './page-list.ts';
import { resolveNewPageFile } from './page-addresses.ts';
import type { Journal } from './journal.ts';

/** A file that contains links to a page. */
export interface LinkingFile {
  /** The page title, or a description of the file if it is not a page. */
  title: string;
  /** The route of the page, if the file is a page. */
  route?: string;
  /** The number of links to the page. */
  links?: number;
}

/** The messages to show after a change, and after the change is undone. */
type ChangeMessages = Parameters<Journal['apply']>[1];

/** Returns the SHA-256 hash of a text, in hexadecimal. */
export const hashText = (text: string): Promise<string> =>
  hashBytes('SHA-256', new TextEncoder().encode(text));

/** Returns the hash of a file's bytes, in hexadecimal. */
export async function hashBytes(
  algorithm: 'SHA-1' | 'SHA-256',
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the content of a page file. Throws if the file cannot be edited. */
export function readPage(files: EditableFiles, { file }: SearchablePage): string {
  const { path } = file.source;
  const text = files.read(path);
  if (text === undefined)
    throw new UsageError(`\`${path}\` was deleted or cannot be edited. Reload the list.`);
  return text;
}

/** Returns the content of a page file. Throws if the file has changed since the author loaded it. */
export async function readUnchanged(
  files: EditableFiles,
  page: SearchablePage,
  version: string,
): Promise<string> {
  const text = readPage(files, page);
  if ((await hashText(text)) !== version)
    throw new UsageError('This page has changed since it was loaded, so nothing was changed. Reload it.');
  return text;
}

/** Returns the files that link to a page: pages, shared blocks and the site settings. */
export function findLinkingFiles(
  { route }: SearchablePage,
  pages: readonly SearchablePage[],
  { files }: CheckedSite,
): LinkingFile[] {
  const linksToPage = (references: Parameters<typeof collectLinks>[0]) =>
    collectLinks(references).includes(route);
  return [
    ...(linksToPage(collectReferences(files.site ? [files.site] : [])) ? [{ title: wholeSiteTitle }] : []),
    ...files.shared.flatMap(({ facts }) =>
      linksToPage(facts.references) ? [{ title: toSharedBlockTitle(facts.name) }] : [],
    ),
    ...pages.flatMap((page) =>
      page.route !== route && linksToPage(page.file.facts.references)
        ? [{ title: page.title, route: page.route }]
        : [],
    ),
  ];
}

const wholeSiteTitle = 'Menu, footer and settings of the whole site';
const toSharedBlockTitle = (name: string) => `Shared block “${name}”`;

export const describeDeletion = ({ title }: SearchablePage): ChangeMessages => ({
  message: `“${title}” was deleted.`,
  undoneMessage: `“${title}” was restored.`,
});

/** Returns the file for a draft that has the content of a page, but a different title and address. */
export function copyPage(
  { file }: SearchablePage,
  text: string,
  { title, address }: { title: string; address: string },
  { files: { sources } }: CheckedSite,
): FileChange {
  const path = resolveNewPageFile(address, sources);
  const order = createSettingOrder('page.yaml');
  const setSetting = (currentText: string, name: string, value: string) => {
    const currentValue = getValueAt(parseTree(currentText.replace(/^\uFEFF/, '')).data, [name]);
    if (currentValue === value) return currentText;
    const operation =
      typeof currentValue === 'string'
        ? ({ do: 'set', path: [name], old: currentValue, new: value } as const)
        : ({ do: 'add', path: [name], new: value } as const);
    return applyOperation(currentText, operation, order);
  };
  try {
    const copy = setSetting(setSetting(text, 'title', title), 'status', 'draft');
    return { path, before: undefined, after: updateSchemaComment(copy, file.source.path, path) };
  } catch (error) {
    if (error instanceof EditRefused) throw new UsageError(`This page was not copied: ${error.message}.`);
    throw error;
  }
}

/** Plans a page move, including updates of all links. Throws a usage error if the page cannot have the address. */
export async function planPageMove(
  page: SearchablePage,
  address: string,
  { files, assets }: CheckedSite,
  site: { files: EditableFiles; now(): Date },
  pages: readonly SearchablePage[],
) {
  const { sources } = files;
  const canChange = (file: (typeof sources)[number]) =>
    file.unread === undefined && site.files.read(file.path) === file.text;
  const options = {
    from: page.route,
    to: address,
    redirect: true,
    mayChange: canChange,
    now: site.now(),
    read: files,
  };
  const plan = planOrUsageError(() => planMove(sources, assets, options));
  const pagesByPath = new Map(pages.map((listedPage) => [listedPage.file.source.path, listedPage]));
  const linkingFiles = plan.changed.flatMap(({ before: { path }, mentions }): LinkingFile[] => {
    if (mentions === 0) return [];
    const linkingPage = pagesByPath.get(path);
    if (linkingPage) return [{ title: linkingPage.title, route: linkingPage.route, links: mentions }];
    const [, name] = /^_shared\/(.+)\.yaml$/.exec(path) ?? [];
    return [{ title: name === undefined ? wholeSiteTitle : toSharedBlockTitle(name), links: mentions }];
  });
  const links = linkingFiles.reduce((sum, listedPage) => sum + (listedPage.links ?? 0), 0);
  const changes = toFileChanges(plan);
  const linkSummary =
    links === 0
      ? ''
      : ` ${formatCount(links, 'link')} on ${formatCount(linkingFiles.length, 'page')} ${links === 1 ? 'was' : 'were'} updated.`;
  const messages: ChangeMessages = {
    message: `“${page.title}” was moved to ${plan.target.to}.${linkSummary}`,
    undoneMessage: `“${page.title}” was moved back to ${page.route}, and all links were restored.`,
  };
  const move = {
    /** A hash of the changes. It shows whether the plan has changed since the author reviewed it. */
    key: await hashText(JSON.stringify(changes)),
    linkingFiles,
    links,
    /** The number of subpages that also move. */
    below: plan.target.pages.size - 1,
    /**
     * The redirects that the move adds, as pairs of the old and the new address of a page, or of a file generated for a
     * page.
     */
    redirects: [...listRedirectedPages(plan), ...plan.redirectedAddresses],
    /** The old addresses that get no redirect, because `_site.yaml` cannot be changed. */
    lost: plan.addressesWithoutRedirect,
    /**
     * The lines that mention the old address in running text, such as `about/us.yaml:12`. The move does not change
     * them.
     */
    remaining: plan.remaining.map(({ file, line }) => `${file}:${line}`),
  };
  return { move, changes, messages };
}

/**
 * Merges the changes in a move into one change per file, because a moved page and its redirect may have the same path.
 */
function toFileChanges({ changed, redirects, deletedRedirects: replaced }: MovePlan): FileChange[] {
  const textsBefore = new Map(
    [...changed.map((change) => change.before), ...replaced].map(({ path, text }) => [path, text]),
  );
  const textsAfter = new Map(
    [...changed.map((change) => change.after), ...redirects].map(({ path, text }) => [path, text]),
  );
  const paths = new Set([...textsBefore.keys(), ...textsAfter.keys()]);
  return [...paths].map((path) => ({ path, before: textsBefore.get(path), after: textsAfter.get(path) }));
}

function listRedirectedPages({ redirects, target }: MovePlan): (readonly [string, string])[] {
  const redirectPaths = new Set(redirects.map(({ path }) => path));
  return [...target.pages].flatMap(([{ source, facts }, route]) =>
    redirectPaths.has(source.path) ? [[facts.route, route] as const] : [],
  );
}

function planOrUsageError(plan: () => MovePlan): MovePlan {
  try {
    return plan();
  } catch (error) {
    throw error instanceof MoveRefused ? new UsageError(error.message) : error;
  }
}
