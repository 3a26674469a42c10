import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contactFolder } from '../../../scripts/messages/store.ts';

/** Says that messages lie in a data directory that only an earlier version reads, if there are any. */
export function earlierMessages(directory: string): string[] {
  const folder = join(contactFolder(directory), 'postgres');
  if (!existsSync(join(folder, 'PG_VERSION'))) return [];
  return [
    `Messages that an earlier version kept lie in ${folder} and are not listed any more: ` +
      'docs/deploying.md says under "Messages of an earlier version" how to bring them here.',
  ];
}
