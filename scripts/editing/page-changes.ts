import { linksIn } from '../../schema/check/facts.ts';
import type { CheckedSite } from '../../schema/check/check.ts';
import { referencesOf } from '../../schema/check/read-facts.ts';
import { edit } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { MoveRefused } from '../../schema/move/move-refused.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import { withSchemaComment } from '../../schema/move/schema-comment.ts';
import { valueAt } from '../../schema/base/data.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { UsageError } from '../system/errors.ts';
import { count } from '../../schema/base/text.ts';
import type { PageEntry } from './listed-pages.ts';
import { fileForRoute } from './page-addresses.ts';
import type { RecentChanges } from './recent-changes.ts';

/** A file that mentions a page: the title of its page, or what else it is. */
export interface Mentioning {
  title: string;
  /** Only of pages. */
  route?: string;
  /** How often. */
  links?: number;
}

/** Changes of whole pages, in words: what was done, and what the author reads when it is undone. */
type Words = Parameters<RecentChanges['make']>[1];

/** Identifies a text. */
export async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The text of the file of a page. Throws if it is none that can be edited. */
export function textOfPage(files: EditableFiles, { file }: PageEntry): string {
  const { path } = file.source;
  const text = files.read(path);
  if (text === undefined)
    throw new UsageError(`\`${path}\` is gone, or is no file that can be edited. Reload the list.`);
  return text;
}

/** The text of a page, if it is the one that the author has seen. */
export async function seenText(files: EditableFiles, page: PageEntry, version: string): Promise<string> {
  const text = textOfPage(files, page);
  if ((await hashOf(text)) !== version)
    throw new UsageError('This page has changed since you looked, so nothing was done. Reload this page.');
  return text;
}

/** The pages, shared blocks and settings that link to a page. */
export function linksTo(
  { route }: PageEntry,
  pages: readonly PageEntry[],
  { files }: CheckedSite,
): Mentioning[] {
  const leadsHere = (references: Parameters<typeof linksIn>[0]) => linksIn(references).includes(route);
  return [
    ...(leadsHere(referencesOf(files.site ? [files.site] : [])) ? [{ title: wholeSite }] : []),
    ...files.shared.flatMap(({ facts }) =>
      leadsHere(facts.references) ? [{ title: sharedBlock(facts.name) }] : [],
    ),
    ...pages.flatMap((page) =>
      page.route !== route && leadsHere(page.file.facts.references)
        ? [{ title: page.title, route: page.route }]
        : [],
    ),
  ];
}

const wholeSite = 'Menu, footer and settings of the whole site';
const sharedBlock = (name: string) => `Shared block “${name}”`;

/** What the author reads when a page is deleted. */
export const wordsOfDeletion = ({ title }: PageEntry): Words => ({
  words: `“${title}” is deleted.`,
  undoneWords: `“${title}” is back, as it was.`,
});

/** A copy of a page at another address, as a draft with another title. */
export function copyOfPage(
  { file }: PageEntry,
  text: string,
  { title, address }: { title: string; address: string },
  { files: { sources } }: CheckedSite,
): FileChange {
  const path = fileForRoute(address, sources);
  const order = settingOrder('page.yaml');
  const set = (now: string, name: string, value: string) => {
    const old = valueAt(parseTree(now.replace(/^\uFEFF/, '')).data, [name]);
    if (old === value) return now;
    const operation =
      typeof old === 'string'
        ? ({ do: 'set', path: [name], old, new: value } as const)
        : ({ do: 'add', path: [name], new: value } as const);
    return edit(now, operation, order).text;
  };
  try {
    const copy = set(set(text, 'title', title), 'status', 'draft');
    return { path, before: undefined, after: withSchemaComment(copy, file.source.path, path) };
  } catch (problem) {
    if (problem instanceof EditRefused) throw new UsageError(`This page was not copied: ${problem.message}.`);
    throw problem;
  }
}

/** Plans a move with all mentions. Throws a usage error if the page cannot have the address. */
export async function plannedMove(
  page: PageEntry,
  address: string,
  { files, assets }: CheckedSite,
  site: { files: EditableFiles; now(): Date },
  pages: readonly PageEntry[],
) {
  const { sources } = files;
  const mayChange = (file: (typeof sources)[number]) =>
    file.unread === undefined && site.files.read(file.path) === file.text;
  const options = { from: page.route, to: address, redirect: true, mayChange, now: site.now(), read: files };
  const plan = planOrUsageError(() => planMove(sources, assets, options));
  const titles = new Map(pages.map((one) => [one.file.source.path, one]));
  const mentioning = plan.changed.flatMap(({ before: { path }, mentions }): Mentioning[] => {
    if (mentions === 0) return [];
    const known = titles.get(path);
    if (known) return [{ title: known.title, route: known.route, links: mentions }];
    const [, name] = /^_shared\/(.+)\.yaml$/.exec(path) ?? [];
    return [{ title: name === undefined ? wholeSite : sharedBlock(name), links: mentions }];
  });
  const links = mentioning.reduce((sum, one) => sum + (one.links ?? 0), 0);
  const changes = changesOf(plan);
  const rewritten =
    links === 0
      ? ''
      : ` ${count(links, 'link')} on ${count(mentioning.length, 'page')} ${links === 1 ? 'leads' : 'lead'} there now.`;
  const words: Words = {
    words: `“${page.title}” is at ${plan.target.to} now.${rewritten}`,
    undoneWords: `“${page.title}” is at ${page.route} again, and all links are as they were.`,
  };
  const move = {
    /** Identifies the move, as the files are now. */
    key: await hashOf(JSON.stringify(changes)),
    mentioning,
    links,
    /** The pages below it that move along. */
    below: plan.target.pages.size - 1,
    /** The old addresses that lead on, each with its new one: of pages, and of what the build makes for them. */
    leading: [...redirectedPages(plan), ...plan.left],
    /** Those that lead nowhere, as `_site.yaml` cannot be changed. */
    lost: plan.lost,
    /** `about/us.yaml:12`: lines that name the old address in a text. */
    remaining: plan.remaining.map(({ file, line }) => `${file}:${line}`),
  };
  return { move, changes, words };
}

/** The files of a plan, each once: the old address of a page may get a redirect. */
function changesOf({ changed, redirects, replaced }: MovePlan): FileChange[] {
  const before = new Map(
    [...changed.map((one) => one.before), ...replaced].map(({ path, text }) => [path, text]),
  );
  const after = new Map(
    [...changed.map((one) => one.after), ...redirects].map(({ path, text }) => [path, text]),
  );
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].map((path) => ({ path, before: before.get(path), after: after.get(path) }));
}

function redirectedPages({ redirects, target }: MovePlan): (readonly [string, string])[] {
  const left = new Set(redirects.map(({ path }) => path));
  return [...target.pages].flatMap(([{ source, facts }, route]) =>
    left.has(source.path) ? [[facts.route, route] as const] : [],
  );
}

function planOrUsageError(plan: () => MovePlan): MovePlan {
  try {
    return plan();
  } catch (problem) {
    throw problem instanceof MoveRefused ? new UsageError(problem.message) : problem;
  }
}
