import { hash } from 'node:crypto';
import { join } from 'node:path';
import { contentDigest, filesIn } from '../base/content-digest.ts';

/**
 * Whole rooms rather than files by name: what bundles the code, what is bundled, and whatever they import.
 */
const sources = [
  'schema',
  'src',
  'supabase/functions/_shared',
  'scripts/base',
  'scripts/bundle',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** The files of an engine that its bundle depends on. */
export const bundleSources = (engine: string): string[] => filesIn(engine, sources);

/** Is another one whenever something changes that the bundle depends on. */
export function bundleFingerprint(engine: string): string {
  const kept = join(engine, 'node_modules/.cache/pagewright/bundle.json');
  const digest = contentDigest(engine, sources, kept);
  return hash('sha256', `${process.version} ${digest}`).slice(0, 16);
}
