import { createHash } from 'node:crypto';
import { type Lines, linesOf, withoutByteOrderMark, lineText } from '../../schema/diagnostics/positions.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import { filterErrors, type Diagnostic, type Fix } from '../../schema/diagnostics/diagnostic.ts';

/** What one run of the checker found: all that a format needs. */
export interface DiagnosticsReport {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  files: readonly SourceFile[];
  milliseconds: number;
  /** What the day changes of the site next, in a sentence. */
  nextChange?: string | undefined;
}

/** How a report is to be written. */
export interface FormatOptions {
  color: boolean;
  /** Columns of the terminal. */
  columns: number;
  /** Whether people see every diagnostic, and not only the first few of each rule. */
  all?: boolean;
  /** A file's path in the repository, for other programs; people see the path from the working directory. */
  repositoryPath(file: string): string;
  time: Date;
}

/** The lines of each file by its shown path. */
export function linesByFile(files: readonly SourceFile[]): (file: string) => Lines | undefined {
  let sources: ReadonlyMap<string, SourceFile> | undefined;
  const found = new Map<string, Lines>();
  return (file) => {
    const known = found.get(file);
    // Only a file with a diagnostic has to be read for it.
    sources ??= new Map(files.map((source) => [source.file, source]));
    const text = known ? undefined : sources.get(file)?.text;
    if (known || text === undefined) return known;
    const lines = linesOf(withoutByteOrderMark(text));
    found.set(file, lines);
    return lines;
  };
}

/** How many diagnostics of each severity there are, and how many a command can fix. */
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
  return safety === 'safe' ? 'npm run fix' : 'npm run fix -- --suggested';
}

export const allCommand = 'npm run validate -- --all';

export function explainCommand(rule: string): string {
  return `npm run validate -- --explain ${rule}`;
}

export type PrettyOptions = Pick<FormatOptions, 'color' | 'columns' | 'all'>;

/** A name for each diagnostic that stays the same when its line moves, so that two runs can be compared. */
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
      // The same line may stand in a file twice, with the same diagnostic.
      const number = seen.get(about) ?? 0;
      seen.set(about, number + 1);
      return [diagnostic, createHash('sha256').update(`${about}${number}`).digest('hex').slice(0, 32)];
    }),
  );
}
