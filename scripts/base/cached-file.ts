import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file beside its place and then moves it, so that an interruption leaves no incomplete one. */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const beside = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(beside, content);
  renameSync(beside, file);
}

const making = new Map<string, Promise<void>>();

/** A file of a cache, named after all that it depends on: made if it is missing, once for all who ask. */
export async function cachedFile(file: string, make: () => Promise<Uint8Array>): Promise<string> {
  if (existsSync(file)) return file;
  const work =
    making.get(file) ??
    make()
      .then((content) => writeWhole(file, content))
      .finally(() => making.delete(file));
  making.set(file, work);
  await work;
  return file;
}
