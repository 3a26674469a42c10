import { resolve } from 'node:path';
import type { SourceFile } from '../../schema/base/source-file.ts';
import { WrongUse } from '../base/command.ts';
import { shownPath } from '../base/project.ts';
import type { DiagnosticsReport } from '../report/report.ts';
import { chosenFiles } from './chosen-files.ts';
import { diagnosticsSince } from './new-diagnostics.ts';
import { rememberedSite } from './known-site.ts';

/**
 * What somebody wants to know about the pages. The whole site is checked in any case, as pages depend on each
 * other.
 */
export interface PagesQuestion {
  folder: string;
  /** Only the diagnostics of these files, folders or patterns; none means all. */
  files: readonly string[];
  /** Only the diagnostics that came with the changes since this commit. */
  changed?: string;
  /** A text to check in place of what a file holds. Only its diagnostics are reported. */
  given?: { as: string; text: string };
}

/** Checks the pages as they are on disk now. */
export function checkedPages({ folder, files: named, changed, given }: PagesQuestion): DiagnosticsReport {
  const site = rememberedSite(folder);
  const { files, assets, notChecked, milliseconds, nextChange, ...found } = site.find(
    given && ((sources) => withGiven(sources, folder, given)),
  );
  const chosen = chosenFiles(given ? [given.as] : named, files);
  // Without `_site.yaml` nothing is right, whatever was asked.
  const diagnostics = found.diagnostics.filter(({ file, rule }) => chosen(file) || rule === 'missing-file');
  return {
    diagnostics:
      changed === undefined ? diagnostics : diagnosticsSince(changed, folder, diagnostics, files, assets),
    notChecked,
    files: files.filter(({ file }) => chosen(file)),
    milliseconds,
    nextChange,
  };
}

function withGiven(
  sources: readonly SourceFile[],
  folder: string,
  { as, text }: { as: string; text: string },
): SourceFile[] {
  const path = shownPath(as, resolve(folder));
  if (path.startsWith('..') || !/\.ya?ml$/.test(path))
    throw new WrongUse(`${as} is no place for a page: it must lie in ${folder} and end with .yaml.`);
  const file = shownPath(as);
  return [...sources.filter((source) => source.path !== path), { path, file, text }].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}
