import type { Variables } from '../../../schema/checker/variables.ts';
import type { CommonMemory, SiteMemory } from './file-state.ts';
import { SiteFiles } from '../../../schema/checker/check.ts';

/** Files of which it is known what they were, if the site's names are the same. */
export function restored(
  memory: SiteMemory | undefined,
  variables: Variables,
  last: CommonMemory,
): SiteFiles {
  const files = new SiteFiles(variables);
  files.rules.publicFound = last.public;
  // Pages show what is in the shared blocks.
  for (const [path, known] of memory?.shared ?? []) files.restoreShared(path, known);
  for (const [path, known] of memory?.pages ?? []) files.restorePage(path, known);
  if (memory) files.endRestore();
  if (memory && last.areUnique) files.rules.titles.areUnique();
  return files;
}
