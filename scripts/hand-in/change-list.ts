import { basename } from 'node:path';
import { routeOf } from '../../schema/base/routes.ts';
import { isMapping } from '../../schema/base/data.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { count } from '../system/format.ts';
import { type ChangedFile, changedFiles, type EarlierState, pathsOf } from './changed-files.ts';
import { changedWords, type TextPart } from './changed-words.ts';
import { type DataChange, dataChanges } from './data-changes.ts';
import type { Repository } from './repository.ts';

/** A change as people read it. */
export interface ListedChange extends DataChange {
  /** What differs, word by word. */
  parts: TextPart[];
}

/** A file of the list. */
export interface ListedFile {
  kind: ChangedFile['kind'];
  /** Below the folder of the site. A moved page has two. */
  paths: string[];
  version: string;
  title: string;
  /** The address of the page, if it has one. */
  route?: string;
  oldRoute?: string;
  /** What is worth knowing before it is handed in. */
  note?: string;
  changes: ListedChange[];
  isPicture: boolean;
  /** The text of a page in the last commit. */
  before?: string;
}

export interface ChangeList {
  files: ListedFile[];
  /** Changed files that are not of the site. */
  others: number;
}

/** What browsers show as a picture. */
const pictureEnding = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** More is too much to compare, and to read. */
const maxText = 400_000;

/** What differs from the last commit, or from an earlier state, in words. `pages` are the texts of all pages, which may use a shared block. */
export async function changeList(
  repository: Pick<Repository, 'git' | 'site'>,
  pages: () => readonly string[],
  earlier?: EarlierState,
): Promise<ChangeList> {
  const { files, others } = await changedFiles(repository, earlier);
  const prefix = `${basename(repository.site.pages)}/`;
  return { files: files.map((file) => listed(file, prefix, pages)), others };
}

function listed(file: ChangedFile, prefix: string, pages: () => readonly string[]): ListedFile {
  const { kind, path, version } = file;
  const common = { kind, paths: pathsOf(file), version };
  if (!path.startsWith(prefix)) {
    const isPicture = pictureEnding.test(path);
    const what = isPicture ? 'Picture' : 'File';
    return { ...common, title: `${what} ${basename(path)}`, changes: [], isPicture };
  }
  const inner = path.slice(prefix.length);
  const [before, after] = [dataOf(file.before), dataOf(file.after)];
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
    isPicture: false,
    ...(file.before !== undefined && { before: file.before }),
  };
}

/** The data of a text, also if its mistakes can be told. Undefined if a part of it cannot be read. */
function dataOf(text: string | undefined): unknown {
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
      note: `Only the ${onlyNotes ? 'notes' : 'spacing'} in the file changed. Visitors see the same`,
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
