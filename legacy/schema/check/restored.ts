import type { Variables } from '../../../schema/checker/variables.ts';
import type { SiteWideCache, CheckCache } from './file-state.ts';
import { SiteFiles } from '../../../schema/checker/check.ts';

/** Files of which it is known what they were, if the site's names are the same. */
export function restored(
  memory: CheckCache | undefined,
  variables: Variables,
  last: SiteWideCache,
): SiteFiles {
  const files = new SiteFiles(variables);
  files.rules.publicFileDiagnostics = last.public;
  // Pages show what is in the shared blocks.
  for (const [path, known] of memory?.shared ?? []) files.restoreShared(path, known);
  for (const [path, known] of memory?.pages ?? []) files.restorePage(path, known);
  if (memory) files.endRestore();
  if (memory && last.areUnique) files.rules.titles.areUnique();
  return files;
}
