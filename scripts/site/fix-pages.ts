import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { checkSite, readFiles, type SiteReport } from '../../schema/check/check.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { applyFixes, type FixedText } from '../../schema/diagnostics/apply-fixes.ts';
import { getSiteTime } from '../system/project.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';

interface FixedPages {
  /** All files, with fixes applied. */
  files: SourceFile[];
  applied: FixedText['applied'];
  /** The report on the fixed files. */
  checked: SiteReport;
}

/**
 * The maximum number of rounds of checks and fixes, because a fix can reveal further diagnostics. No real page needs
 * this many.
 */
const maxRounds = 20;

/** Rules whose fixes can make a file longer in each round. */
const punctuationRules = new Set(['needs-quotes', 'unclosed-quote', 'unclosed-bracket', 'yaml-syntax']);
const hasPunctuationFix = (name: string, applied: FixedText['applied']) =>
  applied.some(({ diagnostic: { file, rule } }) => file === name && punctuationRules.has(rule));

/** The version of a file with the fewest diagnostics: its text, and the round that produced it. */
interface BestVersion {
  count: number;
  text: string;
  round: number;
  /** The number of later rounds that only made the file longer. */
  growthRounds: number;
}

function countByFile({ diagnostics }: SiteReport): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of diagnostics) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

/**
 * Checks and fixes files until no fixes are left. Checks all files, but changes only those for which `canChange`
 * returns true. Does not read the files in `alreadyReadFiles` again.
 */
export function fixPages(
  sources: readonly SourceFile[],
  assets: Assets,
  safety: Fix['safety'],
  canChange: (file: SourceFile) => boolean,
  alreadyReadFiles?: SiteFiles,
): FixedPages {
  let files = [...sources];
  const time = getSiteTime();
  let siteFiles = alreadyReadFiles;
  const checkFiles = () => {
    siteFiles = readFiles(files, siteFiles);
    return checkSite(siteFiles, assets, time);
  };
  let siteReport = checkFiles();
  let applied: (FixedText['applied'][number] & { round: number })[] = [];
  const counts = countByFile(siteReport);
  const bestByFile = new Map<string, BestVersion>(
    files.map(({ file, text }) => [file, { count: counts.get(file) ?? 0, text, round: -1, growthRounds: 0 }]),
  );
  const abandonedFiles = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const fixed = files.map((source) => ({
      source,
      ...applyFixes(
        source.text,
        siteReport.diagnostics.filter(
          ({ file }) => file === source.file && canChange(source) && !abandonedFiles.has(file),
        ),
        safety,
      ),
    }));
    const newFixes = fixed.flatMap((fixedPage) => fixedPage.applied);
    if (newFixes.length === 0) break;
    applied.push(...newFixes.map((fixedPage) => ({ ...fixedPage, round })));
    files = fixed.map(({ source, text }) => ({ ...source, text }));
    siteReport = checkFiles();
    const after = countByFile(siteReport);
    const worsenedFiles = new Map<string, BestVersion>();
    for (const { file, text } of files) {
      const count = after.get(file) ?? 0;
      const bestState = bestByFile.get(file);
      if (
        !bestState ||
        count < bestState.count ||
        (count === bestState.count && text.length <= bestState.text.length)
      )
        bestByFile.set(file, { count, text, round, growthRounds: 0 });
      // Only punctuation fixes can make a file grow in every round. Other fixes may lengthen it for a good reason: a
      // corrected name can reveal diagnostics whose fixes add text.
      else if (
        text.length > bestState.text.length &&
        hasPunctuationFix(file, newFixes) &&
        ++bestState.growthRounds === 2
      )
        worsenedFiles.set(file, bestState);
    }
    if (worsenedFiles.size === 0) continue;
    // Undo the last fixes in each worsened file, because these fixes only made the file longer.
    applied = applied.filter(
      (fixedPage) => fixedPage.round <= (worsenedFiles.get(fixedPage.diagnostic.file)?.round ?? round),
    );
    files = files.map((fixedPage) => ({
      ...fixedPage,
      text: worsenedFiles.get(fixedPage.file)?.text ?? fixedPage.text,
    }));
    siteReport = checkFiles();
    for (const file of worsenedFiles.keys()) abandonedFiles.add(file);
  }
  return { files, applied, checked: siteReport };
}

/** Applies the fix of one diagnostic to the text of its file. */
export function applyFix(text: string, diagnostic: Diagnostic): string {
  return applyFixes(text, [diagnostic], 'suggested').text;
}

/**
 * Adds a fix to a diagnostic that only suggests a similar name, such as the address of another page. `npm run fix` never
 * applies it, because the other name can mean something else. In the editor, the author decides.
 */
export function addNameFix(diagnostic: Diagnostic): Diagnostic {
  const { fix, didYouMean: newText, received, valid, range } = diagnostic;
  if (fix || newText === undefined || received === undefined || valid === undefined) return diagnostic;
  const title = `change \`${received}\` to \`${newText}\``;
  return { ...diagnostic, fix: { title, safety: 'suggested', edits: [{ range, newText }] } };
}
