import type { SourceFile } from '../../schema/check.ts';
import type { Fault, Fix } from '../../schema/fault.ts';
import { type Lines, linesOf, withoutByteOrderMark } from '../../schema/lines.ts';

/** What one run of the checker found: all that a format needs. */
export interface FaultsReport {
  faults: readonly Fault[];
  notChecked: readonly string[];
  files: readonly SourceFile[];
  milliseconds: number;
}

/** The lines of each file by its shown path. */
export function linesByFile(files: readonly SourceFile[]): (file: string) => Lines | undefined {
  const found = new Map<string, Lines>();
  return (file) => {
    const known = found.get(file);
    if (known) return known;
    const source = files.find((one) => one.file === file);
    if (!source) return undefined;
    const lines = linesOf(withoutByteOrderMark(source.text));
    found.set(file, lines);
    return lines;
  };
}

/** `did you mean …` and what else a fault offers, in words: the fix and the command that applies it. */
export function fixLine(fix: Fix): string {
  return `${fix.title}   [${fix.safety}: \`${fixCommand(fix.safety)}\`]`;
}

export function fixCommand(safety: Fix['safety']): string {
  return safety === 'safe' ? 'npm run fix' : 'npm run fix -- --suggested';
}

export function explainCommand(rule: string): string {
  return `npm run validate -- --explain ${rule}`;
}
