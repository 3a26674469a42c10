import { formatCommand } from '../system/command-text.ts';
import { createHash } from 'node:crypto';
import { memoize } from '../../schema/base/cache.ts';
import {
  type Lines,
  indexLines,
  removeByteOrderMark,
  getLineText,
} from '../../schema/diagnostics/positions.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { filterErrors, type Diagnostic, type Fix } from '../../schema/diagnostics/diagnostic.ts';

/** The result of a check, which is the input of all report formats. */
export interface DiagnosticsReport {
  diagnostics: readonly Diagnostic[];
  notChecked: readonly string[];
  files: readonly SourceFile[];
  milliseconds: number;
  /** A sentence about the next scheduled change to the site. */
  nextChange?: string | undefined;
}

export interface FormatOptions {
  color: boolean;
  /** The terminal width in columns. */
  columns: number;
  /** Whether to show all diagnostics, not only the first ones of each rule. */
  all?: boolean;
  /**
   * Returns the path of a file relative to the repository. Terminal reports use paths relative to the working
   * directory.
   */
  repositoryPath(file: string): string;
  time: Date;
}

/**
 * Returns a function that returns the lines of a file, given its displayed path. For a deleted file, it returns
 * `undefined`.
 */
export function createLineReader(files: readonly SourceFile[]): (file: string) => Lines | undefined {
  const sourceByFile = new Map(files.map((source) => [source.file, source]));
  // Files are read lazily, so only files with diagnostics are read.
  const readCached = memoize(Infinity, (file) => {
    const text = readSourceText(sourceByFile.get(file));
    return { lines: text === undefined ? undefined : indexLines(removeByteOrderMark(text)) };
  });
  return (file) => readCached(file).lines;
}

function readSourceText(source: SourceFile | undefined): string | undefined {
  try {
    return source?.text;
  } catch {
    // The file was deleted after it was checked.
    return undefined;
  }
}

/** Sorts errors before warnings. Keeps the order within each severity. */
export const sortErrorsFirst = (diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));

/** Counts the files, and the diagnostics by severity and by kind of fix. */
export function countDiagnostics({ diagnostics, files }: DiagnosticsReport) {
  const errors = filterErrors(diagnostics).length;
  const countFixes = (safety: Fix['safety']) =>
    diagnostics.filter(({ fix }) => fix?.safety === safety).length;
  return {
    files: files.length,
    errors,
    warnings: diagnostics.length - errors,
    safeFixes: countFixes('safe'),
    suggestedFixes: countFixes('suggested'),
  };
}

export function formatFixCommand(safety: Fix['safety']): string {
  return formatCommand('fix', safety === 'safe' ? '' : '--suggested');
}

export const formatShowAllCommand = (): string => formatCommand('validate', '--all');

export function formatExplainCommand(rule: string): string {
  return formatCommand('validate', `--explain ${rule}`);
}

export type PrettyOptions = Pick<FormatOptions, 'color' | 'columns' | 'all'>;

/** Computes a fingerprint of each diagnostic to compare runs. Fingerprints do not depend on line numbers. */
export function computeFingerprints(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): Map<Diagnostic, string> {
  const readLines = createLineReader(files);
  const countByIdentity = new Map<string, number>();
  return new Map(
    diagnostics.map((diagnostic) => {
      const lines = readLines(diagnostic.file);
      const identityJson = JSON.stringify([
        diagnostic.rule,
        diagnostic.file,
        diagnostic.message,
        lines ? getLineText(lines, diagnostic.range.start.line).trim() : '',
      ]);
      // Number equal diagnostics, which occur if a file has identical lines.
      const number = countByIdentity.get(identityJson) ?? 0;
      countByIdentity.set(identityJson, number + 1);
      return [diagnostic, createHash('sha256').update(`${identityJson}${number}`).digest('hex').slice(0, 32)];
    }),
  );
}
