import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { checkSite, readFiles, type SiteReport } from '../../schema/check/check.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { applyFixes, type Fixed } from '../../schema/diagnostics/apply-fixes.ts';
import { now } from '../system/project.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';

interface FixedPages {
  /** All files after the fixes. */
  files: SourceFile[];
  applied: Fixed['applied'];
  /** The report on the fixed files. */
  checked: SiteReport;
}

/** A fix can reveal further diagnostics. No page needs more rounds than this. */
const maxRounds = 20;

/** Rules whose fixes can make a file longer in each round. */
const ofSigns = new Set(['needs-quotes', 'unclosed-quote', 'unclosed-bracket', 'yaml-syntax']);
const hasFixOfSigns = (name: string, applied: Fixed['applied']) =>
  applied.some(({ diagnostic: { file, rule } }) => file === name && ofSigns.has(rule));

/** The state of a file with the fewest diagnostics: its text, and the round that led to it. */
interface Best {
  count: number;
  text: string;
  round: number;
  /** The number of later rounds that only made the file longer. */
  rounds: number;
}

function countByFile({ diagnostics }: SiteReport): Map<string, number> {
  const found = new Map<string, number>();
  for (const { file } of diagnostics) found.set(file, (found.get(file) ?? 0) + 1);
  return found;
}

/**
 * Checks and fixes until no fixes are left. Checks all files, but only changes those for which `canChange` returns
 * true. Files in `knownFiles` are not read again.
 */
export function fixPages(
  sources: readonly SourceFile[],
  assets: Assets,
  safety: Fix['safety'],
  mayChange: (file: SourceFile) => boolean,
  read?: SiteFiles,
): FixedPages {
  let files = [...sources];
  const time = now();
  let siteFiles = read;
  const check = () => {
    siteFiles = readFiles(files, siteFiles);
    return checkSite(siteFiles, assets, time);
  };
  let checked = check();
  let applied: (Fixed['applied'][number] & { round: number })[] = [];
  const counts = countByFile(checked);
  const best = new Map<string, Best>(
    files.map(({ file, text }) => [file, { count: counts.get(file) ?? 0, text, round: -1, rounds: 0 }]),
  );
  const left = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const fixed = files.map((source) => ({
      source,
      ...applyFixes(
        source.text,
        checked.diagnostics.filter(
          ({ file }) => file === source.file && mayChange(source) && !left.has(file),
        ),
        safety,
      ),
    }));
    const now = fixed.flatMap((one) => one.applied);
    if (now.length === 0) break;
    applied.push(...now.map((one) => ({ ...one, round })));
    files = fixed.map(({ source, text }) => ({ ...source, text }));
    checked = check();
    const after = countByFile(checked);
    const worse = new Map<string, Best>();
    for (const { file, text } of files) {
      const count = after.get(file) ?? 0;
      const known = best.get(file);
      if (!known || count < known.count || (count === known.count && text.length <= known.text.length))
        best.set(file, { count, text, round, rounds: 0 });
      // Only these rules: longer files are normal after other fixes, such as corrected names that reveal diagnostics.
      else if (text.length > known.text.length && hasFixOfSigns(file, now) && ++known.rounds === 2)
        worse.set(file, known);
    }
    if (worse.size === 0) continue;
    // Restore these files to the state before the fixes that only made them longer.
    applied = applied.filter((one) => one.round <= (worse.get(one.diagnostic.file)?.round ?? round));
    files = files.map((one) => ({ ...one, text: worse.get(one.file)?.text ?? one.text }));
    checked = check();
    for (const file of worse.keys()) left.add(file);
  }
  return { files, applied, checked };
}

/** Applies the fix of one diagnostic to the text of its file. */
export function fixOne(text: string, diagnostic: Diagnostic): string {
  return applyFixes(text, [diagnostic], 'suggested').text;
}
