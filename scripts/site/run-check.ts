import { spawnSync } from 'node:child_process';
import { posix, resolve } from 'node:path';
import type { SourceFile, Assets } from '../../schema/fields/source-file.ts';
import { UsageError } from '../system/errors.ts';
import { formatDisplayPath, getSiteTime as momentOfCheck } from '../system/project.ts';
import { check } from '../../schema/check/check.ts';
import { checkByConfig } from './config-hooks.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { computeFingerprints, type DiagnosticsReport } from '../reporters/report.ts';
import { createFileFilter } from './file-filter.ts';
import type { LastResult } from './last-result.ts';
import { openSiteLoader } from './load-site.ts';
import { findNextScheduledChange } from './next-change.ts';
import { isCheckedFile } from './read-pages.ts';
import { getQuietPeriodMs, retryWhileFilesChange } from './retry-while-files-change.ts';

/** Which diagnostics to report. The whole site is always checked, because pages depend on each other. */
export interface CheckOptions {
  pages?: string;
  /** The files, folders or patterns whose diagnostics are reported. An empty list means all files. */
  files?: readonly string[];
  /** A commit. Only diagnostics that were added by changes since this commit are reported. */
  changed?: string | undefined;
  /** Text to check in place of the content of the file `as`. Only the diagnostics of this file are reported. */
  given?: { as: string; text: string } | undefined;
}

/** The stored result of a check without diagnostics. */
export type CleanCheckResult = Pick<DiagnosticsReport, 'nextChange'>;

/**
 * Selects the diagnostics that changes since `base` have added: all diagnostics in changed files, and new diagnostics
 * in other files.
 */
function selectNewDiagnostics(
  base: string,
  folder: string,
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  { icons, publicFolder, files: pictures }: Assets,
): Diagnostic[] {
  const root = runGit(
    resolve(folder),
    ['rev-parse', '--show-toplevel'],
    `${folder} is not in a git repository, so changes cannot be determined.`,
  ).trim();
  const start = runGit(
    root,
    ['merge-base', base, 'HEAD'],
    `git finds no common ancestor of ${base} and the current commit. In CI, fetch the full history.`,
  ).trim();
  const toRepositoryPath = (file: string) => formatDisplayPath(file, root);
  const changedFiles = new Set([
    ...listGitPaths(root, ['diff', '--name-only', '--no-renames', '-z', start]),
    ...listGitPaths(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const otherDiagnostics = diagnostics.filter(({ file }) => !changedFiles.has(toRepositoryPath(file)));
  if (otherDiagnostics.length === 0) return [...diagnostics];

  const earlierFiles = readFilesAtCommit(start, root, folder, toRepositoryPath);
  // Only deleted pictures matter. If a page shows a new picture, the page itself has changed.
  const deleted = listGitPaths(root, ['diff', '--name-only', '--no-renames', '--diff-filter=D', '-z', start]);
  const deletedPictures = deleted.flatMap((path) => /(?:^|\/)public(\/.+)$/.exec(path)?.[1] ?? []);
  const earlierDiagnostics = check(
    earlierFiles,
    { icons, publicFolder, files: new Set([...pictures, ...deletedPictures]) },
    momentOfCheck(),
  ).diagnostics;
  const earlierFingerprints = new Set(computeFingerprints(earlierDiagnostics, earlierFiles).values());
  const fingerprints = computeFingerprints(diagnostics, files);
  return diagnostics.filter(
    (diagnostic) =>
      changedFiles.has(toRepositoryPath(diagnostic.file)) ||
      !earlierFingerprints.has(fingerprints.get(diagnostic) ?? ''),
  );
}

/** Reads the pages folder at a commit. */
function readFilesAtCommit(
  commit: string,
  root: string,
  folder: string,
  toRepositoryPath: (file: string) => string,
): SourceFile[] {
  const pages = toRepositoryPath(folder);
  const prefix = pages === '' ? '' : `${pages}/`;
  const allPaths = listGitPaths(root, ['ls-tree', '-r', '-z', '--name-only', commit, '--', prefix || '.']);
  const checkedPaths = allPaths.filter(isCheckedFile);
  const folderPath = formatDisplayPath(folder) || '.';
  const texts = readTextsAtCommit(commit, root, checkedPaths);
  return checkedPaths.toSorted().map((path) => ({
    path: path.slice(prefix.length),
    file: posix.join(folderPath, path.slice(prefix.length)),
    text: texts.get(path) ?? '',
  }));
}

/** Reads all files with one git process, because one process per file would take seconds. */
function readTextsAtCommit(commit: string, root: string, files: readonly string[]): Map<string, string> {
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: files.map((file) => `${commit}:${file}\n`).join(''),
    maxBuffer: 1024 ** 3,
  });
  const texts = new Map<string, string>();
  let offset = 0;
  for (const file of files) {
    const end = stdout.indexOf('\n', offset);
    const size = Number(stdout.subarray(offset, end).toString().split(' ').at(-1));
    texts.set(file, stdout.subarray(end + 1, end + 1 + size).toString('utf8'));
    offset = end + 1 + size + 1;
  }
  return texts;
}

function runGit(folder: string, args: string[], usageMessage?: string): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  if (status === 0) return stdout;
  if (error) throw new UsageError(`git could not be started: ${error.message}.`);
  throw usageMessage === undefined
    ? new Error(`git ${args.join(' ')}: ${stderr}`)
    : new UsageError(usageMessage);
}

const listGitPaths = (folder: string, args: string[]) => runGit(folder, args).split('\0').filter(Boolean);

/** Checks the pages on disk. Stores the result in `last` if there are no diagnostics. */
export const runCheck = (
  options: CheckOptions,
  last: LastResult<CleanCheckResult> | undefined,
): Promise<DiagnosticsReport> =>
  retryWhileFilesChange(
    options.pages ?? 'pages',
    () => checkOnce(options, last),
    ({ diagnostics }) => getQuietPeriodMs(diagnostics),
  );

async function checkOnce(
  { pages: folder = 'pages', files: filePatterns = [], changed, given }: CheckOptions,
  last: LastResult<CleanCheckResult> | undefined,
): Promise<DiagnosticsReport> {
  const loader = openSiteLoader(folder);
  const site = await loader.readInParallel((files) =>
    given ? replaceTextInFiles(files, folder, given) : files,
  );
  if (!given) loader.save();
  const { assets, notChecked, milliseconds, website } = site;
  const isValid = website && filterErrors(site.diagnostics).length === 0;
  const allDiagnostics = isValid
    ? [...site.diagnostics, ...(await checkByConfig(folder, website))]
    : site.diagnostics;
  const files = site.files.sources;
  const nextChange = website && findNextScheduledChange(website);
  if (allDiagnostics.length + notChecked.length === 0)
    last?.store({ nextChange: nextChange?.words }, nextChange?.at);
  const isChosen = createFileFilter(given ? [given.as] : filePatterns, files);
  // A missing `_site.yaml` is always reported.
  const diagnostics = allDiagnostics.filter(({ file, rule }) => isChosen(file) || rule === 'missing-file');
  return {
    diagnostics:
      changed === undefined ? diagnostics : selectNewDiagnostics(changed, folder, diagnostics, files, assets),
    notChecked,
    files: files.filter(({ file }) => isChosen(file)),
    milliseconds,
    nextChange: nextChange?.words,
  };
}

function replaceTextInFiles(
  sources: readonly SourceFile[],
  folder: string,
  { as, text }: { as: string; text: string },
): SourceFile[] {
  const path = formatDisplayPath(as, resolve(folder));
  if (path.startsWith('..') || !/\.ya?ml$/.test(path))
    throw new UsageError(`${as} cannot be a page: its path must be in ${folder} and end with .yaml.`);
  const file = formatDisplayPath(as);
  return [...sources.filter((source) => source.path !== path), { path, file, text }].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}
