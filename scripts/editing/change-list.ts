import { routeOf } from '../../schema/base/routes.ts';
import { isMapping } from '../../schema/base/data.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { count } from '../../schema/base/text.ts';
import { changedWords, type TextPart } from './changed-words.ts';
import { type DataChange, dataChanges } from './data-changes.ts';
import { similarity } from './matched-items.ts';

/** A file that differs from an earlier version of the site. Paths are relative to the site folder. */
export interface ChangedFile {
  kind: 'new' | 'changed' | 'deleted' | 'moved';
  path: string;
  /** The previous path of a moved page. */
  from?: string;
  /** Identifies the current content. */
  version: string;
  /** The previous and current text of a page. Undefined for a new or deleted file, and in `public/`. */
  before?: string;
  after?: string;
}

/** A change with its differences, described for authors. */
export interface ListedChange extends DataChange {
  /** The differences, word by word. */
  parts: TextPart[];
}

/** A changed file, described for authors. */
export interface ListedFile {
  kind: ChangedFile['kind'];
  /** Relative to the site folder. A moved page has its old and new path. */
  paths: string[];
  version: string;
  title: string;
  /** The address of the page, if it has one. */
  route?: string;
  oldRoute?: string;
  /** A hint for the author, such as the number of pages that use a shared block. */
  note?: string;
  changes: ListedChange[];
  /** The paths of a picture on the site, before and after the change. */
  pictures?: Pictures;
  /** The previous text of a page. */
  before?: string;
}

export type Pictures = NonNullable<DataChange['pictures']>;

/** Returns the path of a file after the change. */
export const currentPath = ({ paths }: Pick<ListedFile, 'paths'>): string => paths.at(-1) ?? '';

/** Extensions of pictures that browsers can show. */
const pictureEnding = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Maximum length of texts to compare, in characters. Longer ones take too long to compare and to review. */
const maxText = 400_000;

/**
 * Describes changed files for authors. `folder` is the name of the pages folder. `pages` returns the texts of all pages,
 * to count those that use a shared block.
 */
export const listChanges = (
  files: readonly ChangedFile[],
  folder: string,
  pages: () => readonly string[],
): ListedFile[] => withMoves(files).map((file) => toListedFile(file, `${folder}/`, pages));

function toListedFile(file: ChangedFile, prefix: string, pages: () => readonly string[]): ListedFile {
  const { kind, path, version } = file;
  const paths = file.from === undefined ? [path] : [file.from, path];
  const common = { kind, paths, version };
  if (!path.startsWith(prefix)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!pictureEnding.test(path)) return { ...common, title: `File ${name}`, changes: [] };
    const own = path.slice('public'.length);
    const pictures = { ...(kind !== 'new' && { before: own }), ...(kind !== 'deleted' && { after: own }) };
    return { ...common, title: `Picture ${name}`, changes: [], pictures };
  }
  const inner = path.slice(prefix.length);
  const [before, after] = [readData(file.before), readData(file.after)];
  const shared = /^_shared\/(.+)\.ya?ml$/.exec(inner)?.[1];
  const isPage = shared === undefined && !inner.startsWith('_');
  const oldRoute = file.from === undefined ? undefined : routeOf(file.from.slice(prefix.length));
  return {
    ...common,
    title: titleOf(inner, shared, after ?? before),
    ...(isPage && { route: routeOf(inner) }),
    ...(oldRoute !== undefined && { oldRoute }),
    ...(shared !== undefined && {
      note: `Used on ${count(pages().filter((text) => uses(text, shared)).length, 'page')}.`,
    }),
    changes: changesOf(file, inner, before, after).map(withParts),
    ...(file.before !== undefined && { before: file.before }),
  };
}

/** Returns the data of a text, after recovery from syntax errors. Returns undefined if a part cannot be recovered. */
function readData(text: string | undefined): unknown {
  if (text === undefined || text.length > maxText) return undefined;
  const { document, refused } = readYaml('', text);
  return refused === undefined && document.leftOut.length === 0 ? document.data : undefined;
}

const uses = (text: string, name: string): boolean =>
  [...text.matchAll(/\buse: *["']?([^"'\s,}#]+)/g)].some(([, used]) => used === name);

function titleOf(inner: string, shared: string | undefined, data: unknown): string {
  if (inner === '_site.yaml') return 'Whole site';
  if (shared !== undefined) return `Shared block “${shared}”`;
  const title = isMapping(data) ? data['title'] : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : routeOf(inner);
}

function changesOf(
  { before: old, after: now, kind }: ChangedFile,
  inner: string,
  before: unknown,
  after: unknown,
): DataChange[] {
  if (kind === 'new' || kind === 'deleted') {
    const text = kind === 'new' ? after : before;
    const description = isMapping(text) ? text['description'] : undefined;
    if (typeof description !== 'string') return [];
    return [
      {
        where: [],
        path: ['description'],
        ...(kind === 'new' ? { after: description } : { before: description }),
      },
    ];
  }
  if (before === undefined || after === undefined) {
    const isLong = [old, now].some((text = '') => text.length > maxText);
    const reason = isLong ? 'it is too long' : `its YAML ${after === undefined ? 'has' : 'had'} errors`;
    const note = `Changed. Its settings are not compared, because ${reason}`;
    return old === now ? [] : [{ where: ['Text of the file'], path: [], note }];
  }
  const found = dataChanges(inner, before, after);
  if (found.length > 0 || old === now) return found;
  const onlyNotes = notesIn(old ?? '') !== notesIn(now ?? '');
  return [
    {
      where: [],
      path: [],
      note: `Only the ${onlyNotes ? 'notes' : 'spacing'} in the file changed. Visitors see no difference`,
    },
  ];
}

const notesIn = (text: string): string =>
  (text.match(/(?:^|\s)#.*$/gm) ?? []).map((note) => note.trim()).join('\n');

function withParts(change: DataChange): ListedChange {
  const { before, after } = change;
  const parts: TextPart[] =
    before !== undefined && after !== undefined
      ? changedWords(before, after)
      : before !== undefined
        ? [{ kind: 'old', text: before }]
        : after !== undefined
          ? [{ kind: 'new', text: after }]
          : [];
  return { ...change, parts };
}

/** Minimum share of equal lines for a new page to count as a moved one. */
const sameEnough = 0.5;

/** Detects moves: pairs pages that were deleted or replaced by a redirect with new pages of similar text. */
function withMoves(files: readonly ChangedFile[]): ChangedFile[] {
  const removed = files.filter(
    ({ kind, before, after }) =>
      before !== undefined && (kind === 'deleted' || (kind === 'changed' && after?.startsWith('redirect:'))),
  );
  const pairs = files
    .filter(({ kind, after }) => kind === 'new' && after !== undefined)
    .flatMap((to) =>
      removed.map((from) => ({ from, to, same: similarity(linesIn(from.before), linesIn(to.after)) })),
    )
    .filter(({ same }) => same >= sameEnough)
    .toSorted((a, b) => b.same - a.same);
  const moved = new Map<ChangedFile, ChangedFile>();
  for (const { from, to } of pairs)
    if (!moved.has(to) && ![...moved.values()].includes(from)) moved.set(to, from);
  const from = new Set(moved.values());
  return files.flatMap((file): ChangedFile[] => {
    if (from.has(file)) return [];
    const before = moved.get(file);
    return before ? [{ ...file, kind: 'moved', from: before.path, before: before.before ?? '' }] : [file];
  });
}

const linesIn = (text = ''): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');
