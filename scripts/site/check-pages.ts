import type { DiagnosticsReport } from '../reporters/report.ts';
import type { CheckOptions, CleanCheckResult } from './run-check.ts';
import { createFileFilter } from './file-filter.ts';
import { openLastResult } from './last-result.ts';
import { readSourceFiles } from './read-pages.ts';

/** Checks the pages on disk. Skips a site that had no diagnostics in the last check and has not changed since then. */
export async function checkPages(options: CheckOptions = {}): Promise<DiagnosticsReport> {
  const { pages = 'pages', files = [], changed, given } = options;
  const start = performance.now();
  const last = given ? undefined : openLastResult<CleanCheckResult>('check', pages);
  if (last?.value && changed === undefined) {
    const sources = readSourceFiles(pages);
    const isChosen = createFileFilter(files, sources);
    return {
      diagnostics: [],
      notChecked: [],
      files: sources.filter(({ file }) => isChosen(file)),
      milliseconds: performance.now() - start,
      nextChange: last.value.nextChange,
    };
  }
  // Imported lazily, because loading the checker takes longer than detecting that no file has changed.
  return (await import('./run-check.ts')).runCheck(options, last);
}
