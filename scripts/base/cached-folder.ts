import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';

/**
 * A folder of a cache, named after all that it depends on: made beside its place if it is missing, so that an
 * interruption leaves no incomplete one.
 */
export async function cachedFolder(folder: string, make: (beside: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  // Not after the process: its threads may make the same folder at the same time.
  const beside = `${folder}.${randomUUID()}`;
  mkdirSync(beside, { recursive: true });
  try {
    await make(beside);
    renameSync(beside, folder);
  } catch (problem) {
    // Another may have been sooner.
    if (!existsSync(folder)) throw problem;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return folder;
}
