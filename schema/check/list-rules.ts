import { sameName } from '../diagnostics/same-name.ts';
import type { Path } from '../base/data.ts';
import { closedListLabels, type DiagnosticInit, nameLabels } from '../diagnostics/diagnostic.ts';
import type { PostList } from '../blocks/block-definition.ts';
import { hasGeneratedPages } from './page-summary.ts';
import type { SiteGraph } from './site-graph.ts';
import type { BlockFacts } from './facts.ts';

/** The problems of the lists of a page or shared block. There is a place in `blocks` for each, and paths start there. */
export function listProblems(
  blocks: readonly BlockFacts[],
  isShared: boolean,
  site: SiteGraph,
): [at: number, problem: DiagnosticInit][] {
  let archives = 0;
  return blocks.flatMap(({ summary, tags = [] }, at) => {
    const { list } = summary ?? {};
    if (!list) return [];
    const isOneTooMany = hasGeneratedPages(list) && (isShared || ++archives > 1);
    const problems = [
      ...(isOneTooMany ? [secondArchive(list, isShared)] : []),
      ...choiceProblems(filterTags(tags), list, site),
      ...(tags.length > 0 && isOnSeveralPages(list, site) ? [lostFilter] : []),
    ];
    return problems.map((one): [number, DiagnosticInit] => [at, one]);
  });
}

/** The tags by which visitors filter a list, with their places in its block. */
const filterTags = (tags: readonly string[]): [path: Path, tag: string][] =>
  tags.map((tag, index) => [['tags', index, 'tag'], tag]);

const isOnSeveralPages = (list: PostList, { posts }: SiteGraph) =>
  list.by === undefined && [...posts.listed(list, '')].length > (list.perPage ?? Infinity);

const lostFilter: DiagnosticInit = {
  path: ['tags'],
  part: 'name',
  rule: 'lost-filter',
  message: 'this list has several pages, so visitors cannot filter it by tags',
  label: 'these buttons are not shown',
  advice: 'increase or remove `perPage`, or add a list with `by: tag` for a page per tag',
};

function secondArchive({ by }: PostList, shared: boolean): DiagnosticInit {
  const key = by === undefined ? 'perPage' : 'by';
  return {
    path: [key],
    part: 'name',
    rule: 'one-archive',
    message: shared
      ? `a list with \`${key}\` must stand in a page itself, not in a block that pages share`
      : 'this page has a list already of which the build makes further pages',
    label: 'a page has one such list',
    advice: shared
      ? `delete this line, or move the block into the page`
      : 'delete this line, or move the block to a page of its own',
  };
}

function choiceProblems(
  tags: readonly (readonly [path: Path, tag: string])[],
  list: PostList,
  site: SiteGraph,
): DiagnosticInit[] {
  const { from, tag, author, when, kind = when && 'event' } = list;
  if (from === undefined) return [];
  if (!site.folders.has(from)) return [missingFolder(from, [...site.folders])];
  const { count, isUncertain, hasUnknown } = site.posts.wordsOf(from);
  const unknown = unknownWords(tags, list, from, site);
  // Invalid pages have diagnostics already, and may have the words or be chosen.
  if (unknown.length > 0) return hasUnknown ? [] : unknown.map((one) => unknownName({ ...one, from }));
  const isEmpty = !hasOutside(list) && site.posts.chosen({ from, kind, tag, author }).length === 0;
  return isEmpty && !isUncertain ? [nothingChosen({ ...list, kind }, from, count)] : [];
}

const outsideOf = ({ items = [] }: PostList) =>
  items.flatMap((item) => (typeof item === 'string' ? [] : item));
const hasOutside = (list: PostList) => outsideOf(list).length > 0;

interface UnknownWord {
  what: 'tag' | 'author';
  path: Path;
  value: string;
  known: ReadonlySet<string>;
}

/** The tags and authors that a list asks for and that no page in its folder is known to have. */
function unknownWords(
  tags: readonly (readonly [path: Path, tag: string])[],
  list: PostList,
  from: string,
  site: SiteGraph,
): UnknownWord[] {
  const { tags: tagsOfPages, authors } = site.posts.wordsOf(from);
  const known = new Set([...tagsOfPages, ...outsideOf(list).flatMap((one) => one.tags ?? [])]);
  const named = [
    { what: 'tag', path: ['tag'], value: list.tag, known },
    { what: 'author', path: ['author'], value: list.author, known: authors },
    ...tags.map(([path, value]) => ({ what: 'tag', path, value, known }) as const),
  ] as const;
  return named.flatMap(({ what, path, value, known }) =>
    value === undefined || known.has(value) ? [] : [{ what, path: [...path], value, known }],
  );
}

/** What is not known of the lists because of pages with faults. */
export function uncheckedLists(blocks: readonly BlockFacts[], site: SiteGraph): string[] {
  const folders = blocks.flatMap(({ tags = [], summary }) => {
    const { list } = summary ?? {};
    const from = list?.from;
    if (from === undefined || !site.folders.has(from) || !site.posts.wordsOf(from).hasUnknown) return [];
    return unknownWords(filterTags(tags), list ?? {}, from, site).length > 0 ? [from] : [];
  });
  return [...new Set(folders)].map(
    (from) => `the tags and authors that lists of \`${from}\` ask for, because of the errors of its pages`,
  );
}

function missingFolder(from: string, folders: readonly string[]): DiagnosticInit {
  return {
    path: ['from'],
    rule: 'missing-folder',
    message: `no page lies in the folder \`${from}\``,
    advice: 'name another folder, or write the first page in it',
    ...nameLabels(from, folders),
  };
}

function unknownName({ what, path, value, from, known }: UnknownWord & { from: string }): DiagnosticInit {
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
        ? 'write another one, or add it to the `tags` of a page there'
        : 'write the name as the article does',
    ...closedListLabels(value, names, sameName(value, names)),
    note: names.length === 0 && what === 'tag' ? 'no page there has `tags` yet' : undefined,
  };
}

function nothingChosen({ kind, when }: PostList, from: string, count: number): DiagnosticInit {
  const isEmpty = count === 0;
  const condition = kind === 'event' || kind === 'job' ? `with \`type: ${kind}\`` : `of \`kind: ${kind}\``;
  return {
    path: [kind === undefined || isEmpty ? 'from' : when === undefined ? 'kind' : 'when'],
    rule: 'empty-list',
    message: isEmpty
      ? `no page in \`${from}\` can be listed`
      : `no page in \`${from}\` that visitors can open is chosen by this list`,
    label: 'this list stays empty',
    advice:
      kind === undefined
        ? 'publish a page there, or leave the list out until then'
        : `publish a page ${condition} there, or leave the list out until then`,
  };
}
