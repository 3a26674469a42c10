import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linksIn } from '../../schema/check/facts.ts';
import { referencesOf } from '../../schema/check/read-facts.ts';
import { edit } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { MoveRefused } from '../../schema/move/move-refused.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import { withSchemaComment } from '../../schema/move/schema-comment.ts';
import { valueAt } from '../../schema/base/data.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { matchesDisk } from '../site/changed-file.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { assertRealFolders, fileForRoute } from '../site/new-page.ts';
import { writeMove } from '../site/write-move.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { isServableFile } from '../system/files.ts';
import { count } from '../system/format.ts';
import { now, siteOf } from '../system/project.ts';
import { changeAllOrNone } from '../system/change-plan.ts';
import type { ListedPage } from './listed-pages.ts';
import type { RecentChange, RecentChanges } from './recent-changes.ts';

/** A file that mentions a page: the title of its page, or what else it is. */
export interface Mentioning {
  title: string;
  /** Only of pages. */
  route?: string;
  /** How often. */
  links?: number;
}

/** Identifies what a file says now. Throws if it is none of the site, or is reached by a link. */
export function versionOf(folder: string, { file }: ListedPage): string {
  return hashOf(bytesOf(folder, file.source.path));
}

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

function bytesOf(folder: string, path: string): Buffer {
  // The pages folder itself may be a link.
  if (!isServableFile(realpathSync(folder), path))
    throw new CommandError(`\`${path}\` is gone, or is no file that can be edited. Reload the list.`);
  return readFileSync(join(folder, path));
}

function assertVersion(folder: string, page: ListedPage, version: string): Buffer {
  const bytes = bytesOf(folder, page.file.source.path);
  if (hashOf(bytes) !== version)
    throw new CommandError('This page has changed since you looked, so nothing was done. Reload this page.');
  return bytes;
}

/** The pages, shared blocks and settings that link to a page. */
export function linksTo(
  { route }: ListedPage,
  pages: readonly ListedPage[],
  { files }: LoadedSite,
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

/** Deletes the file of a page, and folders that are empty then. */
export function deletePage(
  folder: string,
  page: ListedPage,
  version: string,
  recent: RecentChanges,
): RecentChange {
  if (page.route === '/') throw new CommandError('The home page cannot be deleted.');
  assertVersion(folder, page, version);
  const { path } = page.file.source;
  const words = { words: `“${page.title}” is deleted.`, undoneWords: `“${page.title}” is back, as it was.` };
  const change = () =>
    changeAllOrNone(siteOf(folder).cache, (changes) => {
      changes.delete(join(folder, path));
      changes.deleteEmptyFolders(dirname(join(folder, path)), folder);
    });
  return recent.make([path], words, change);
}

/** Copies a page to another address, as a draft with another title. */
export function copyPage(
  folder: string,
  page: ListedPage,
  { version, title, address }: { version: string; title: string; address: string },
  { files: { sources } }: LoadedSite,
): void {
  const old = page.file.source.path;
  const bytes = assertVersion(folder, page, version);
  const path = fileForRoute(address, sources);
  if (!isUtf8(bytes)) throw new CommandError('This page was not copied: it is not saved as UTF-8.');
  const text = copyOf(bytes.toString('utf8'), title);
  assertRealFolders(folder, path);
  changeAllOrNone(siteOf(folder).cache, (changes) =>
    changes.create(join(folder, path), withSchemaComment(text, old, path)),
  );
}

function copyOf(text: string, title: string): string {
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
    return set(set(text, 'title', title), 'status', 'draft');
  } catch (problem) {
    if (problem instanceof EditRefused)
      throw new CommandError(`This page was not copied: ${problem.message}.`);
    throw problem;
  }
}

/** What a move does, for the author. */
export interface PlannedMove {
  plan: MovePlan;
  /** Identifies the plan, as the files are now. */
  key: string;
  mentioning: Mentioning[];
  links: number;
  /** The pages below it that move along. */
  below: number;
  /** The old addresses that lead on, each with its new one: of pages, and of what the build makes for them. */
  leading: (readonly [from: string, to: string])[];
  /** Those that lead nowhere, as `_site.yaml` cannot be changed. */
  lost: readonly string[];
  /** `about/us.yaml:12`: lines that name the old address in a text. */
  remaining: string[];
}

/** Plans a move with all mentions. Throws a usage error if the page cannot have the address. */
export function plannedMove(
  page: ListedPage,
  address: string,
  pages: readonly ListedPage[],
  { files, assets }: LoadedSite,
): PlannedMove {
  const { sources } = files;
  const mayChange = (file: (typeof sources)[number]) => file.unread === undefined && matchesDisk(file);
  const move = { from: page.route, to: address, redirect: true, mayChange, now: now(), read: files };
  const plan = planOrUsageError(() => planMove(sources, assets, move));
  const { changed, redirects, replaced, remaining, target } = plan;
  const titles = new Map(pages.map((one) => [one.file.source.path, one]));
  const mentioning = changed.flatMap(({ before: { path }, mentions }): Mentioning[] => {
    if (mentions === 0) return [];
    const known = titles.get(path);
    if (known) return [{ title: known.title, route: known.route, links: mentions }];
    const [, name] = /^_shared\/(.+)\.yaml$/.exec(path) ?? [];
    return [{ title: name === undefined ? wholeSite : sharedBlock(name), links: mentions }];
  });
  const parts = changed.flatMap(({ before, after }) => [before.path, before.text, after.path, after.text]);
  const others = [...redirects, ...replaced].flatMap(({ path, text }) => [path, text]);
  return {
    plan,
    key: hashOf(JSON.stringify([parts, others])),
    mentioning,
    links: mentioning.reduce((sum, { links = 0 }) => sum + links, 0),
    below: target.pages.size - 1,
    leading: [...redirectedPages(plan), ...plan.left],
    lost: plan.lost,
    remaining: remaining.map(({ file, line }) => `${file}:${line}`),
  };
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

/** Carries out a move that the author has seen. */
export function movePage(
  folder: string,
  page: ListedPage,
  { plan, links, mentioning }: PlannedMove,
  recent: RecentChanges,
): RecentChange {
  const { changed, redirects, replaced, target } = plan;
  const paths = new Set([
    ...changed.flatMap(({ before, after }) => [before.path, after.path]),
    ...[...redirects, ...replaced].map(({ path }) => path),
  ]);
  for (const path of paths) assertRealFolders(folder, path);
  const rewritten =
    links === 0
      ? ''
      : ` ${count(links, 'link')} on ${count(mentioning.length, 'page')} ${links === 1 ? 'leads' : 'lead'} there now.`;
  const words = {
    words: `“${page.title}” is at ${target.to} now.${rewritten}`,
    undoneWords: `“${page.title}” is at ${page.route} again, and all links are as they were.`,
  };
  return recent.make([...paths], words, () => writeMove(plan, folder));
}
