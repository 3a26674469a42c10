import { findSameName } from '../diagnostics/same-name.ts';
import type { Path } from '../base/data.ts';
import { createChoiceLabels, type DiagnosticInit, createNameLabels } from '../diagnostics/diagnostic.ts';
import type { PostList } from '../blocks/block-definition.ts';
import { hasGeneratedPages } from './page-summary.ts';
import type { SiteGraph } from './site-graph.ts';
import type { BlockFacts } from './facts.ts';

/** Checks the lists on a page or in a shared block. Returns each problem with the index of its block. */
export function checkLists(
  blocks: readonly BlockFacts[],
  isShared: boolean,
  site: SiteGraph,
): [at: number, problem: DiagnosticInit][] {
  let archiveCount = 0;
  return blocks.flatMap(({ summary, tags = [] }, index) => {
    const { list } = summary ?? {};
    if (!list) return [];
    const isSecondArchive = hasGeneratedPages(list) && (isShared || ++archiveCount > 1);
    const problems = [
      ...(isSecondArchive ? [createSecondArchiveDiagnostic(list, isShared)] : []),
      ...checkListFilters(toTagPaths(tags), list, site),
      ...(tags.length > 0 && hasSeveralPages(list, site) ? [lostFilterDiagnostic] : []),
    ];
    return problems.map((problem): [number, DiagnosticInit] => [index, problem]);
  });
}

/** Returns the filter tags of a list, with their paths in the block. */
const toTagPaths = (tags: readonly string[]): [path: Path, tag: string][] =>
  tags.map((tag, index) => [['tags', index, 'tag'], tag]);

const hasSeveralPages = (list: PostList, { posts }: SiteGraph) =>
  list.by === undefined && [...posts.listPosts(list, '')].length > (list.perPage ?? Infinity);

const lostFilterDiagnostic: DiagnosticInit = {
  path: ['tags'],
  part: 'name',
  rule: 'lost-filter',
  message: 'this list has several pages, so visitors cannot filter it by tags',
  label: 'these buttons are not shown',
  advice: 'increase or remove `perPage`, or add a list with `by: tag` for a page per tag',
};

function createSecondArchiveDiagnostic({ by }: PostList, shared: boolean): DiagnosticInit {
  const key = by === undefined ? 'perPage' : 'by';
  return {
    path: [key],
    part: 'name',
    rule: 'one-archive',
    message: shared
      ? `a list with \`${key}\` must be in the page itself, not in a shared block`
      : 'this page already has a list that generates pages',
    label: 'a page can have only one such list',
    advice: shared
      ? `delete this line, or move the block into the page`
      : 'delete this line, or move the block to another page',
  };
}

function checkListFilters(
  tags: readonly (readonly [path: Path, tag: string])[],
  list: PostList,
  site: SiteGraph,
): DiagnosticInit[] {
  const { from, tag, author, when, kind = when && 'event' } = list;
  if (from === undefined) return [];
  if (!site.folders.has(from)) return [createMissingFolderDiagnostic(from, [...site.folders])];
  const { count, isUncertain, hasUnknown } = site.posts.collectWords(from);
  const unknown = findUnknownWords(tags, list, from, site);
  // Pages with errors may have the unknown tags or belong in the list. Their errors have already been reported.
  if (unknown.length > 0)
    return hasUnknown
      ? []
      : unknown.map((unknownName) => createUnknownNameDiagnostic({ ...unknownName, from }));
  const isEmpty = !hasOutsidePosts(list) && site.posts.selectPosts({ from, kind, tag, author }).length === 0;
  return isEmpty && !isUncertain ? [createEmptyListDiagnostic({ ...list, kind }, from, count)] : [];
}

const getOutsidePosts = ({ items = [] }: PostList) =>
  items.flatMap((item) => (typeof item === 'string' ? [] : item));
const hasOutsidePosts = (list: PostList) => getOutsidePosts(list).length > 0;

interface UnknownWord {
  what: 'tag' | 'author';
  path: Path;
  value: string;
  known: ReadonlySet<string>;
}

/** Returns the tags and authors in a list's settings that no known page in the list's folder has. */
function findUnknownWords(
  tags: readonly (readonly [path: Path, tag: string])[],
  list: PostList,
  from: string,
  site: SiteGraph,
): UnknownWord[] {
  const { tags: pageTags, authors } = site.posts.collectWords(from);
  const known = new Set([...pageTags, ...getOutsidePosts(list).flatMap((post) => post.tags ?? [])]);
  const listNames = [
    { what: 'tag', path: ['tag'], value: list.tag, known },
    { what: 'author', path: ['author'], value: list.author, known: authors },
    ...tags.map(([path, value]) => ({ what: 'tag', path, value, known }) as const),
  ] as const;
  return listNames.flatMap(({ what, path, value, known }) =>
    value === undefined || known.has(value) ? [] : [{ what, path: [...path], value, known }],
  );
}

/** Describes the list settings that could not be checked because of invalid pages. */
export function describeUncheckedLists(blocks: readonly BlockFacts[], site: SiteGraph): string[] {
  const folders = blocks.flatMap(({ tags = [], summary }) => {
    const { list } = summary ?? {};
    const from = list?.from;
    if (from === undefined || !site.folders.has(from) || !site.posts.collectWords(from).hasUnknown) return [];
    return findUnknownWords(toTagPaths(tags), list ?? {}, from, site).length > 0 ? [from] : [];
  });
  return [...new Set(folders)].map(
    (from) => `the tags and authors in lists of \`${from}\`, because its pages have errors`,
  );
}

function createMissingFolderDiagnostic(from: string, folders: readonly string[]): DiagnosticInit {
  return {
    path: ['from'],
    rule: 'missing-folder',
    message: `there is no page in the folder \`${from}\``,
    advice: 'choose another folder, or create the first page in it',
    ...createNameLabels(from, folders),
  };
}

function createUnknownNameDiagnostic({
  what,
  path,
  value,
  from,
  known,
}: UnknownWord & { from: string }): DiagnosticInit {
  const names = [...known].toSorted();
  return {
    path,
    rule: what === 'tag' ? 'unknown-tag' : 'unknown-author',
    message:
      what === 'tag'
        ? `no page in \`${from}\` has the tag \`${value}\``
        : `no article in \`${from}\` has the author \`${value}\``,
    advice:
      what === 'tag'
        ? 'choose another one, or add it to the `tags` of a page there'
        : 'use the same spelling as the article',
    ...createChoiceLabels(value, names, findSameName(value, names)),
    note: names.length === 0 && what === 'tag' ? 'no page there has `tags` yet' : undefined,
  };
}

function createEmptyListDiagnostic({ kind, when }: PostList, from: string, count: number): DiagnosticInit {
  const isEmpty = count === 0;
  const condition = kind === 'event' || kind === 'job' ? `with \`type: ${kind}\`` : `of \`kind: ${kind}\``;
  return {
    path: [kind === undefined || isEmpty ? 'from' : when === undefined ? 'kind' : 'when'],
    rule: 'empty-list',
    message: isEmpty
      ? `no page in \`${from}\` can be listed`
      : `this list selects no page in \`${from}\` that visitors can open`,
    label: 'this list would be empty',
    advice:
      kind === undefined
        ? 'publish a page there, or remove the list until then'
        : `publish a page ${condition} there, or remove the list until then`,
  };
}
