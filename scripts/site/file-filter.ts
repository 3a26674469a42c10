import { globSync } from 'node:fs';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { UsageError } from '../system/errors.ts';
import { formatDisplayPath } from '../system/project.ts';

/**
 * Returns a function that tests whether the arguments of a command select a file. Arguments are files, folders or
 * patterns such as `pages/about/*.yaml`. Without arguments, all files are selected.
 */
export function createFileFilter(
  patterns: readonly string[],
  files: readonly SourceFile[],
): (file: string) => boolean {
  if (patterns.length === 0) return () => true;
  const selectedFiles = new Set<string>();
  for (const pattern of patterns) {
    const paths = new Set([pattern, ...globSync(pattern)].map((path) => formatDisplayPath(path)));
    const matchingFiles = files.filter(({ file }) =>
      [...paths].some((prefix) => prefix === '' || file === prefix || file.startsWith(`${prefix}/`)),
    );
    if (matchingFiles.length === 0) throw new UsageError(`${pattern} matches no file in the pages folder.`);
    for (const { file } of matchingFiles) selectedFiles.add(file);
  }
  return (file) => selectedFiles.has(file);
}
