import { toRoute } from '../../schema/base/routes.ts';
import { isMapping } from '../../schema/base/data.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { formatCount } from '../../schema/base/text.ts';
import { diffWords, type TextPart } from './word-diff.ts';
import { type DataChange, compareData } from './data-changes.ts';
import { measureSimilarity } from './item-matches.ts';

/** A file that differs from an earlier version of the site. Paths are relative to the site folder. */
export interface ChangedFile {
  kind: 'new' | 'changed' | 'deleted' | 'moved';
  path: string;
  /** The previous path of a moved page. */
  from?: string;
  /** A value that identifies the current file content, such as a hash. */
  version: string;
  /** The text before the change. It is `undefined` for a new page, and for a file in `public/`. */
  before?: string;
  /** The current text. It is `undefined` for a deleted page, and for a file in `public/`. */
  after?: string;
}

/** A change in a file, described for authors, with its text differences. */
export interface ListedChange extends DataChange {
  /** The parts of the compared text: unchanged, deleted and new words. */
  parts: TextPart[];
}

/** A changed file, described for authors. */
export interface ListedFile {
  kind: ChangedFile['kind'];
  /** Paths relative to the site folder. A moved page has two paths, the old and the new one. Other files have one. */
  paths: string[];
  version: string;
  title: string;
  /** The route of the page, if the file is a page. */
  route?: string;
  oldRoute?: string;
  /** A hint for the author, such as the number of pages that use a shared block. */
  note?: string;
  changes: ListedChange[];
  /** The URL paths of a picture before and after the change. */
  pictures?: Pictures;
  /** The previous text of the page. */
  before?: string;
}

export type Pictures = NonNullable<DataChange['pictures']>;

/** Returns the current path of a changed file. */
export const toNewPath = ({ paths }: Pick<ListedFile, 'paths'>): string => paths.at(-1) ?? '';

/** Matches the extension of picture files that browsers can show, such as `team.JPG`. */
const pictureExtension = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** Maximum number of characters to compare. Longer texts take too long to compare and to review. */
const maxComparedLength = 400_000;

/**
 * Returns changed files, described for authors. `folder` is the name of the pages folder. `pages` returns the texts of
 * all pages, to count the pages that use a shared block.
 */
export const listChanges = (
  files: readonly ChangedFile[],
  folder: string,
  pages: () => readonly string[],
): ListedFile[] => detectMoves(files).map((file) => toListedFile(file, `${folder}/`, pages));

function toListedFile(file: ChangedFile, prefix: string, pages: () => readonly string[]): ListedFile {
  const { kind, path, version } = file;
  const paths = file.from === undefined ? [path] : [file.from, path];
  const commonFields = { kind, paths, version };
  if (!path.startsWith(prefix)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!pictureExtension.test(path)) return { ...commonFields, title: `File ${name}`, changes: [] };
    const sitePath = path.slice('public'.length);
    const pictures = {
      ...(kind !== 'new' && { before: sitePath }),
      ...(kind !== 'deleted' && { after: sitePath }),
    };
    return { ...commonFields, title: `Picture ${name}`, changes: [], pictures };
  }
  const pathInPages = path.slice(prefix.length);
  const [before, after] = [readData(file.before), readData(file.after)];
  const sharedBlockName = /^_shared\/(.+)\.ya?ml$/.exec(pathInPages)?.[1];
  const isPage = sharedBlockName === undefined && !pathInPages.startsWith('_');
  const oldRoute = file.from === undefined ? undefined : toRoute(file.from.slice(prefix.length));
  return {
    ...commonFields,
    title: toFileTitle(pathInPages, sharedBlockName, after ?? before),
    ...(isPage && { route: toRoute(pathInPages) }),
    ...(oldRoute !== undefined && { oldRoute }),
    ...(sharedBlockName !== undefined && {
      note: `Used on ${formatCount(pages().filter((text) => usesSharedBlock(text, sharedBlockName)).length, 'page')}.`,
    }),
    changes: describeChanges(file, pathInPages, before, after).map(addWordDiff),
    ...(file.before !== undefined && { before: file.before }),
  };
}

/**
 * Returns the data in a YAML text, recovered from syntax errors if necessary. Returns `undefined` if any part cannot be
 * recovered.
 */
function readData(text: string | undefined): unknown {
  if (text === undefined || text.length > maxComparedLength) return undefined;
  const { document, refused } = readYaml('', text);
  return refused === undefined && document.skippedLines.length === 0 ? document.data : undefined;
}

const usesSharedBlock = (text: string, name: string): boolean =>
  [...text.matchAll(/\buse: *["']?([^"'\s,}#]+)/g)].some(([, usedName]) => usedName === name);

function toFileTitle(pathInPages: string, sharedBlockName: string | undefined, pageData: unknown): string {
  if (pathInPages === '_site.yaml') return 'Whole site';
  if (sharedBlockName !== undefined) return `Shared block “${sharedBlockName}”`;
  const title = isMapping(pageData) ? pageData['title'] : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : toRoute(pathInPages);
}

function describeChanges(
  { before: oldText, after: newText, kind }: ChangedFile,
  pathInPages: string,
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
    const isLong = [oldText, newText].some((text = '') => text.length > maxComparedLength);
    const reason = isLong ? 'it is too long' : `its YAML ${after === undefined ? 'has' : 'had'} errors`;
    const note = `Changed. The settings of this file are not compared, because ${reason}`;
    return oldText === newText ? [] : [{ where: ['File content'], path: [], note }];
  }
  const settingChanges = compareData(pathInPages, before, after);
  if (settingChanges.length > 0 || oldText === newText) return settingChanges;
  const hasCommentChanges = collectComments(oldText ?? '') !== collectComments(newText ?? '');
  return [
    {
      where: [],
      path: [],
      note: `Only the ${hasCommentChanges ? 'notes' : 'spacing'} in the file changed. Visitors see no difference`,
    },
  ];
}

const collectComments = (text: string): string =>
  (text.match(/(?:^|\s)#.*$/gm) ?? []).map((note) => note.trim()).join('\n');

function addWordDiff(change: DataChange): ListedChange {
  const { before, after } = change;
  const parts: TextPart[] =
    before !== undefined && after !== undefined
      ? diffWords(before, after)
      : before !== undefined
        ? [{ kind: 'old', text: before }]
        : after !== undefined
          ? [{ kind: 'new', text: after }]
          : [];
  return { ...change, parts };
}

/** Minimum share of equal lines, from 0 to 1, for a deleted page and a new page to count as a moved page. */
const minMoveSimilarity = 0.5;

/**
 * Detects moved pages. Pairs a page that was deleted or replaced by a redirect with a new page whose text is similar.
 */
function detectMoves(files: readonly ChangedFile[]): ChangedFile[] {
  const removedFiles = files.filter(
    ({ kind, before, after }) =>
      before !== undefined && (kind === 'deleted' || (kind === 'changed' && after?.startsWith('redirect:'))),
  );
  const candidates = files
    .filter(({ kind, after }) => kind === 'new' && after !== undefined)
    .flatMap((to) =>
      removedFiles.map((from) => ({
        from,
        to,
        same: measureSimilarity(splitNonEmptyLines(from.before), splitNonEmptyLines(to.after)),
      })),
    )
    .filter(({ same }) => same >= minMoveSimilarity)
    .toSorted((a, b) => b.same - a.same);
  const oldFileByNew = new Map<ChangedFile, ChangedFile>();
  for (const { from, to } of candidates)
    if (!oldFileByNew.has(to) && ![...oldFileByNew.values()].includes(from)) oldFileByNew.set(to, from);
  const from = new Set(oldFileByNew.values());
  return files.flatMap((file): ChangedFile[] => {
    if (from.has(file)) return [];
    const before = oldFileByNew.get(file);
    return before ? [{ ...file, kind: 'moved', from: before.path, before: before.before ?? '' }] : [file];
  });
}

const splitNonEmptyLines = (text = ''): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');
