import { basename, join, resolve } from 'node:path';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { assertRealFolders, createEditableFiles } from '../site/editable-pages.ts';
import type { LoadedSite, SiteLoader } from '../site/load-site.ts';
import { CommandError, formatSystemError } from '../system/errors.ts';
import { readFileState } from '../system/files.ts';
import { formatDisplayPath } from '../system/project.ts';

/**
 * A file change that an assistant requests: the new file content, or the replacement of a passage that occurs exactly
 * once.
 */
export type FileChange = { file: string } & ({ text: string } | { old: string; new: string });

/** A file in the pages folder with its new content. */
export interface ChangedText {
  /** The path in the pages folder. */
  path: string;
  before: string | undefined;
  after: string;
}

/** The error for a refused request. Its message is meant for the assistant. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
}

/** Returns the path in the pages folder for `pages/about.yaml` or `about.yaml`. */
export function toPagesPath(pagesFolder: string, file: string): string {
  const name = basename(resolve(pagesFolder));
  const path = file.replace(/^\.\//, '').startsWith(`${name}/`) ? file.slice(file.indexOf('/') + 1) : file;
  const isSafePath = path.split('/').every((part) => /^[^.\\\0][^\\\0]*$/.test(part));
  if (!isSafePath || !path.endsWith('.yaml') || path.length > 200)
    throw new RequestRefused(
      `${JSON.stringify(file.slice(0, 100))} is not a file in the pages folder. Use a path such as \`pages/about/us.yaml\`.`,
    );
  return path;
}

/** Applies changes to files in order, without writing the files. Returns the changed files with their new content. */
export function applyChanges(pagesFolder: string, changes: readonly FileChange[]): ChangedText[] {
  const texts = new Map<string, ChangedText>();
  for (const change of changes) {
    const path = toPagesPath(pagesFolder, change.file);
    const earlierChange = texts.get(path);
    const before = earlierChange ? earlierChange.before : readCurrentText(pagesFolder, path);
    const latestText = earlierChange?.after ?? before;
    texts.set(path, {
      path,
      before,
      after: 'text' in change ? change.text : replacePart(change, path, latestText),
    });
  }
  return [...texts.values()];
}

/** Returns the content of a file, or `undefined` if the file does not exist. */
function readCurrentText(pagesFolder: string, path: string): string | undefined {
  const text = createEditableFiles(pagesFolder).read(path);
  if (text !== undefined) return text;
  if (readFileState(join(pagesFolder, path)))
    throw new RequestRefused(
      `\`${path}\` cannot be changed, because it is a link, a folder or not a text file.`,
    );
  try {
    assertRealFolders(pagesFolder, path);
  } catch (error) {
    throw error instanceof CommandError ? new RequestRefused(error.message) : error;
  }
  return undefined;
}

function replacePart(
  { old, new: replacement }: { old: string; new: string },
  path: string,
  text = '',
): string {
  const offset = text.indexOf(old);
  if (old === '' || offset === -1)
    throw new RequestRefused(
      `\`old\` is not in \`${path}\`. Read the file with \`page\` and copy the part exactly.`,
    );
  if (text.includes(old, offset + 1))
    throw new RequestRefused(
      `\`old\` is in \`${path}\` more than once. Include the line above or below the part.`,
    );
  return text.slice(0, offset) + replacement + text.slice(offset + old.length);
}

/** The result of a check of changed files: their diagnostics, and new errors in other files. */
export interface CheckedTexts {
  ownDiagnostics: Diagnostic[];
  otherErrors: Diagnostic[];
  loaded: LoadedSite;
}

/** Checks the site as if the changed files were already on disk. */
export async function checkTexts(
  loader: SiteLoader,
  pagesFolder: string,
  texts: readonly ChangedText[],
): Promise<CheckedTexts> {
  const knownKeys = new Set(loader.read().diagnostics.map(toDiagnosticKey));
  const changedSources = new Map(
    texts.map(({ path, after }): [string, SourceFile] => [
      path,
      { path, file: formatDisplayPath(join(pagesFolder, path)), text: after },
    ]),
  );
  const loaded = await loader.readInParallel((files) =>
    [...files.filter(({ path }) => !changedSources.has(path)), ...changedSources.values()].toSorted((a, b) =>
      a.path < b.path ? -1 : 1,
    ),
  );
  const files = new Set([...changedSources.values()].map(({ file }) => file));
  const ownDiagnostics = loaded.diagnostics.filter(({ file }) => files.has(file));
  const otherDiagnostics = loaded.diagnostics.filter(
    (diagnostic) => !files.has(diagnostic.file) && !knownKeys.has(toDiagnosticKey(diagnostic)),
  );
  return { ownDiagnostics, otherErrors: filterErrors(otherDiagnostics), loaded };
}

const toDiagnosticKey = ({ rule, file, message }: Diagnostic): string =>
  JSON.stringify([rule, file, message]);

/** Writes all files. Writes none of them if another program has changed one of the files in the meantime. */
export function writeTexts(pagesFolder: string, texts: readonly ChangedText[]): void {
  try {
    createEditableFiles(pagesFolder).changeAll(texts.filter(({ before, after }) => before !== after));
  } catch (error) {
    const reason = error instanceof CommandError ? error.message : formatSystemError(error);
    throw new RequestRefused(
      `Nothing was written: ${reason ?? 'another program has just changed one of the files'}. Read the files again.`,
    );
  }
}
