import { checkSite, readFiles, type SiteReport } from '../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';
import type { Example } from '../../schema/diagnostics/rules/rule.ts';
import { fixPages } from '../../scripts/site/fix-pages.ts';

// Checks and fixes the examples of rules inside a small site. The site's own files are parsed only once, to save time.

/** The small site without the files of any example. */
export const exampleSite: SiteFiles = readFiles(createExampleFiles({}));

/** Checks the small site together with the files of an example. */
export function checkExample(example: Example, now = new Date()): SiteReport {
  return checkSite(readFiles(createExampleFiles(example), exampleSite), createExampleAssets(example), now);
}

/** Applies fixes to an example until no fix is left, as `npm run fix` does. Returns the result. */
export function fixExample(
  example: Example,
  safety: Fix['safety'] = 'suggested',
): ReturnType<typeof fixPages> {
  return fixPages(createExampleFiles(example), createExampleAssets(example), safety, () => true, exampleSite);
}

/** Returns the content of the file at a path, or an empty string if there is no such file. */
export const findText = (files: readonly SourceFile[], path = 'index.yaml'): string =>
  files.find((file) => file.path === path)?.text ?? '';

/** Returns the text marked by a diagnostic, up to the end of the first marked line. */
export function getMarkedText(text: string, { range: { start, end } }: Diagnostic): string {
  const line = text.split('\n')[start.line - 1] ?? '';
  return line.slice(start.column - 1, start.line === end.line ? end.column - 1 : undefined);
}
