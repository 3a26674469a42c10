import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whole rooms rather than files by name: what bundles the code, what is bundled, and whatever they import.
 */
const sources = [
  '{schema,src}/**/*.*',
  'scripts/{base,bundle}/**/*.*',
  '{package,package-lock,tsconfig}.json',
  'vite.config.ts',
];

/** The files of an engine that its bundle depends on. */
export const bundleSources = (engine: string): string[] => globSync(sources, { cwd: engine }).toSorted();

/** Is another one whenever something changes that the bundle depends on. */
export function bundleFingerprint(engine: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of bundleSources(engine)) {
    const content = readFileSync(join(engine, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
