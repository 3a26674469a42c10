import type { Assets, SourceFile } from '../../schema/content/source-file.ts';
import { check, type SiteReport } from '../../schema/checker/check.ts';
import { applyFixes, type Fixed } from '../../schema/diagnostics/apply-fixes.ts';
import { now } from '../system/project.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';

interface FixedPages {
  /** All files, as they read after the fixes. */
  files: SourceFile[];
  applied: Fixed['applied'];
  /** What is left. */
  checked: SiteReport;
}

/** A fix can uncover another diagnostic behind it; no page needs more rounds than this. */
const maxRounds = 20;

/**
 * Checks and fixes until there is nothing more to fix. Only files that `mayChange` are changed, but all are
 * checked.
 */
export function fixPages(
  sources: readonly SourceFile[],
  assets: Assets,
  safety: Fix['safety'],
  mayChange: (file: SourceFile) => boolean,
): FixedPages {
  let files = [...sources];
  const time = now();
  let checked = check(files, assets, time);
  const applied: Fixed['applied'] = [];
  for (let round = 0; round < maxRounds; round++) {
    const fixed = files.map((source) => ({
      source,
      ...applyFixes(
        source.text,
        checked.diagnostics.filter(({ file }) => file === source.file && mayChange(source)),
        safety,
      ),
    }));
    const now = fixed.flatMap((one) => one.applied);
    if (now.length === 0) break;
    applied.push(...now);
    files = fixed.map(({ source, text }) => ({ ...source, text }));
    checked = check(files, assets, time);
  }
  return { files, applied, checked };
}

/** Applies the fix of one diagnostic to the text of its file. */
export function fixOne(text: string, diagnostic: Diagnostic): string {
  return applyFixes(text, [diagnostic], 'suggested').text;
}
