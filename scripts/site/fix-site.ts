import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { FixedText } from '../../schema/diagnostics/apply-fixes.ts';
import type { DiagnosticsReport } from '../reporters/report.ts';
import { CommandError } from '../system/command.ts';
import { formatSystemError } from '../system/errors.ts';
import { ChangePlan } from '../system/change-plan.ts';
import { getSiteFolders } from '../system/project.ts';
import { isSameOnDisk } from './changed-file.ts';
import { createFileFilter } from './file-filter.ts';
import { fixPages } from './fix-pages.ts';
import { retryWhileFilesChange } from './retry-while-files-change.ts';
import { readSourceFiles, copyWithText } from './read-pages.ts';
import { createAssetsReader } from './read-public.ts';

export interface FixOptions {
  pages?: string;
  /** The files, folders or patterns to fix. An empty list means all files. */
  files?: readonly string[];
  /** Whether to also apply fixes that are guesses. */
  suggested?: boolean;
  /** Whether to leave all files on disk unchanged. */
  dryRun?: boolean;
}

/** A file that was changed by fixes. */
export interface FixedFile {
  before: SourceFile;
  after: SourceFile;
  /** Whether the file was not written, because another program has modified it. */
  isSkipped: boolean;
}

export interface FixResult {
  applied: FixedText['applied'];
  changed: FixedFile[];
  /** Files that were skipped, because they are not saved as UTF-8. */
  notUtf8: SourceFile[];
  /** The remaining diagnostics of the selected files. */
  report: DiagnosticsReport;
}

/** Applies the fixes of diagnostics. Comments and the order of settings stay unchanged. */
export async function fixSite({
  pages = 'pages',
  files: filePatterns = [],
  suggested = false,
  dryRun = false,
}: FixOptions = {}): Promise<FixResult> {
  const start = performance.now();
  const { before, isChosen, notUtf8, files, applied, checked } = await retryWhileFilesChange(pages, () => {
    const before = readSourceFiles(pages).map(copyWithText);
    const isChosen = createFileFilter(filePatterns, before);
    const notUtf8 = before.filter((source) => isChosen(source.file) && !isSameOnDisk(source));
    const canChange = (source: SourceFile) =>
      isChosen(source.file) && !notUtf8.some(({ file }) => file === source.file);
    // Measure the photos, so that the report has the same diagnostics as a check.
    const fixed = fixPages(before, createAssetsReader(pages)(), suggested ? 'suggested' : 'safe', canChange);
    return { ...fixed, before, isChosen, notUtf8 };
  });
  const fixed = files.flatMap((after, index) => {
    const source = before[index];
    return source && source.text !== after.text ? [{ before: source, after }] : [];
  });
  const changes = new ChangePlan(getSiteFolders(pages).cache);
  for (const { before, after } of fixed) changes.replace(before.file, after.text, before.text);
  const skipped = dryRun || fixed.length === 0 ? [] : changes.carryOut(toFixError, true);
  const fixedFiles = fixed.map((fixedFile): FixedFile => ({
    ...fixedFile,
    isSkipped: skipped.includes(fixedFile.before.file),
  }));
  const diagnostics = checked.diagnostics.filter(
    ({ file, rule }) => isChosen(file) || rule === 'missing-file',
  );
  const { notChecked } = checked;
  const milliseconds = performance.now() - start;
  return { applied, changed: fixedFiles, notUtf8, report: { diagnostics, notChecked, files, milliseconds } };
}

function toFixError(error: unknown, notUndone: readonly string[]): unknown {
  const reason = formatSystemError(error);
  const state =
    notUndone.length === 0 ? 'Nothing was changed' : `This could not be undone: ${notUndone.join(', ')}`;
  return reason === undefined ? error : new CommandError(`${state}: ${reason}.`);
}
