import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pageEnding } from '../../schema/base/routes.ts';
import { isServableFile } from '../system/files.ts';
import type { Repository } from './repository.ts';

/** A file of the site that differs from the last commit. Paths are below the folder of the site. */
export interface ChangedFile {
  kind: 'new' | 'changed' | 'deleted' | 'moved';
  path: string;
  /** Where a moved page was before. */
  from?: string;
  /** Identifies what is on disk now. */
  version: string;
  /** The text of a page before and now. Undefined if there was, or is, no such file, and for files of `public/`. */
  before?: string;
  after?: string;
}

/** All paths of a change: a moved page has two. */
export const pathsOf = ({ path, from }: ChangedFile): string[] =>
  from === undefined ? [path] : [from, path];

/** The share of equal lines from which a new page is taken for a deleted one in another place. */
const sameEnough = 0.5;

/** A commit to compare with, and a folder with the files that the site had then. */
export interface EarlierState {
  commit: string;
  folder: string;
}

/**
 * The files of `pages/` and `public/` that differ from the last commit, or from an earlier state, and the number of
 * other files that do.
 */
export async function changedFiles(
  repository: Pick<Repository, 'git' | 'site'>,
  earlier?: EarlierState,
): Promise<{ files: ChangedFile[]; others: number }> {
  const { git, site } = repository;
  const commit = earlier?.commit ?? 'HEAD';
  const folders = [basename(site.pages), 'public'];
  const differing = await git.paths([
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--relative',
    commit,
    '--',
    ...folders,
  ]);
  const added = await git.paths(['ls-files', '--others', '--exclude-standard', '--', ...folders]);
  const committed = new Set(
    await git.paths(['ls-tree', '-r', '--name-only', commit, '--', ...folders.map((folder) => `${folder}/`)]),
  );
  const paths = [...new Set([...differing, ...added])]
    .filter((path) => isOfSite(path, repository))
    .toSorted();
  const files: ChangedFile[] = [];
  for (const path of paths) {
    const [was, version] = [committed.has(path), versionOf(repository, path)];
    const is = version !== 'gone';
    if (!was && !is) continue;
    const isPage = !path.startsWith('public/');
    files.push({
      kind: was ? (is ? 'changed' : 'deleted') : 'new',
      path,
      version,
      ...(isPage &&
        was && {
          before: earlier
            ? readFileSync(join(earlier.folder, path), 'utf8')
            : await committedText(repository, path),
        }),
      ...(isPage && is && { after: readFileSync(join(site.folder, path), 'utf8') }),
    });
  }
  const everything = await git.paths(['diff', '--name-only', '--no-renames', '--no-ext-diff', commit]);
  const prefix = (await git.known(['rev-parse', '--show-prefix'])) ?? '';
  const own = new Set(paths.map((path) => prefix + path));
  return { files: withMoves(files), others: everything.filter((path) => !own.has(path)).length };
}

/** Whether a file is one of the site: a page or a published file, and no link on the way. */
function isOfSite(path: string, { site }: Pick<Repository, 'site'>): boolean {
  const [, folder = '', inner = ''] = /^([^/]+)\/(.+)$/s.exec(path) ?? [];
  const isPage = folder === basename(site.pages);
  if (isPage && !pageEnding.test(inner)) return false;
  if (
    inner
      .split('/')
      .some((name, at) => name.startsWith('.') && !(at === 0 && name === '.well-known' && !isPage))
  )
    return false;
  const root = isPage ? site.pages : site.public;
  return stateOf(join(root, inner)) === undefined ? isBelowFolders(root, inner) : isServableFile(root, inner);
}

/** Whether what is there of the folders above a file are folders, not links that lead elsewhere. */
function isBelowFolders(root: string, inner: string): boolean {
  for (let above = dirname(inner); above !== '.'; above = dirname(above)) {
    const state = stateOf(join(root, above));
    if (state && !state.isDirectory()) return false;
  }
  return stateOf(root)?.isDirectory() ?? true;
}

function stateOf(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // A file is where one of the folders was.
    return undefined;
  }
}

/** Identifies the content of a file, or says that it is gone. */
export function versionOf({ site }: Pick<Repository, 'site'>, path: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(site.folder, path)))
      .digest('hex');
  } catch {
    return 'gone';
  }
}

/** The text of a page in the last commit, with line ends as on disk. */
export const committedText = async ({ git }: Pick<Repository, 'git'>, path: string): Promise<string> =>
  (await git.run(['cat-file', '--filters', `HEAD:./${path}`])).bytes.toString('utf8');

/** Any file in the last commit. */
export async function committedBytes({ git }: Repository, path: string): Promise<Buffer | undefined> {
  const { ok, bytes } = await git.run(['cat-file', '--filters', `HEAD:./${path}`]);
  return ok ? bytes : undefined;
}

/** Joins deleted pages and new ones that say the same. */
function withMoves(files: readonly ChangedFile[]): ChangedFile[] {
  const gone = files.filter(({ kind, before }) => kind === 'deleted' && before !== undefined);
  const pairs = files
    .filter(({ kind, after }) => kind === 'new' && after !== undefined)
    .flatMap((to) => gone.map((from) => ({ from, to, same: sameLines(from.before ?? '', to.after ?? '') })))
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

/** The share of lines that two texts have in common. */
function sameLines(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(/\r?\n/).filter((line) => line.trim() !== ''));
  const left = new Map<string, number>();
  for (const line of a ?? []) left.set(line, (left.get(line) ?? 0) + 1);
  let same = 0;
  for (const line of b ?? []) {
    const there = left.get(line) ?? 0;
    if (there === 0) continue;
    left.set(line, there - 1);
    same++;
  }
  return (2 * same) / Math.max(1, (a?.length ?? 0) + (b?.length ?? 0));
}
