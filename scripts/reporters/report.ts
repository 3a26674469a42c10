import { commandText } from '../system/command-text.ts';
import { createHash } from 'node:crypto';
import { memoize } from '../../schema/base/cache.ts';
import { type Lines, linesOf, withoutByteOrderMark, lineText } from '../../schema/diagnostics/positions.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { filterErrors, type Diagnostic, type Fix } from '../../schema/diagnostics/diagnostic.ts';

/** The result of a check, which all report formats take as input. */
export interface DiagnosticsReport {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  files: readonly SourceFile[];
  milliseconds: number;
  /** The next scheduled change of the site, as a sentence. */
  nextChange?: string | undefined;
}

export interface FormatOptions {
  color: boolean;
  /** The width of the terminal. */
  columns: number;
  /** Whether all diagnostics are shown, not only the first of each rule. */
  all?: boolean;
  /**
   * Returns the path of a file in the repository. Terminal reports use paths from the working directory.
   */
  repositoryPath(file: string): string;
  time: Date;
}

/** Returns a function that looks up the lines of a file by its displayed path. */
export function linesByFile(files: readonly SourceFile[]): (file: string) => Lines | undefined {
  const sources = new Map(files.map((source) => [source.file, source]));
  // Only files with diagnostics are read.
  const read = memoize(Infinity, (file) => {
    const text = sourceText(sources.get(file));
    return { lines: text === undefined ? undefined : linesOf(withoutByteOrderMark(text)) };
  });
  return (file) => read(file).lines;
}

function sourceText(source: SourceFile | undefined): string | undefined {
  try {
    return source?.text;
  } catch {
    // The file was deleted after it was checked.
    return undefined;
  }
}

/** Sorts errors before warnings. Within each, the order does not change. */
export const errorsFirst = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));

/** Counts the files, and the diagnostics by severity and by kind of fix. */
export function countsOf({ diagnostics, files }: DiagnosticsReport) {
  const errors = filterErrors(diagnostics).length;
  const fixable = (safety: Fix['safety']) => diagnostics.filter(({ fix }) => fix?.safety === safety).length;
  return {
    files: files.length,
    errors,
    warnings: diagnostics.length - errors,
    safeFixes: fixable('safe'),
    suggestedFixes: fixable('suggested'),
  };
}

export function fixCommand(safety: Fix['safety']): string {
  return commandText('fix', safety === 'safe' ? '' : '--suggested');
}

export const allCommand = (): string => commandText('validate', '--all');

export function explainCommand(rule: string): string {
  return commandText('validate', `--explain ${rule}`);
}

export type PrettyOptions = Pick<FormatOptions, 'color' | 'columns' | 'all'>;

/** Returns a fingerprint of each diagnostic, to compare runs. It does not depend on line numbers. */
export function fingerprintsOf(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): Map<Diagnostic, string> {
  const linesOfFile = linesByFile(files);
  const seen = new Map<string, number>();
  return new Map(
    diagnostics.map((diagnostic) => {
      const lines = linesOfFile(diagnostic.file);
      const about = JSON.stringify([
        diagnostic.rule,
        diagnostic.file,
        diagnostic.message,
        lines ? lineText(lines, diagnostic.range.start.line).trim() : '',
      ]);
      // Identical lines of a file may have the same diagnostic.
      const number = seen.get(about) ?? 0;
      seen.set(about, number + 1);
      return [diagnostic, createHash('sha256').update(`${about}${number}`).digest('hex').slice(0, 32)];
    }),
  );
}
