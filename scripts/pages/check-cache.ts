import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import type { Checked } from '../../schema/check.ts';
import { writeWhole } from '../base/cached-file.ts';
import { engineFolder, siteOf } from '../base/project.ts';

export type Findings = Pick<Checked, 'diagnostics' | 'notChecked'>;

/** Where the last result for a pages folder is kept. */
export function cacheFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}

/** What `check` finds in these files; if it has looked at just the same the last time, what it found then. */
export function cachedFindings(
  files: readonly SourceFile[],
  assets: Assets,
  check: () => Findings,
  place: string,
): Findings {
  const key = keyOf(files, assets);
  const known = read(place, key);
  if (known) return known;
  const { diagnostics, notChecked } = check();
  write(place, key, { diagnostics, notChecked });
  return { diagnostics, notChecked };
}

/**
 * Everything that a result depends on: the checker with its packages, what it runs on, and all that it is
 * given.
 */
function keyOf(files: readonly SourceFile[], assets: Assets): string {
  const code = globSync(['schema/**/*.*', 'package.json', 'package-lock.json'], { cwd: engineFolder });
  const texts = code.toSorted().flatMap((file) => [file, readFileSync(join(engineFolder, file), 'utf8')]);
  const given = JSON.stringify([files, assets], (_, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value] : value,
  );
  return hashOf([process.version, ...texts, given]);
}

function hashOf(texts: Iterable<string>): string {
  const hash = createHash('sha256');
  // With its length in front, no text can run into the next.
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

/** A kept result begins with its key and the hash of the rest; what does not fit is as good as not there. */
function read(place: string, key: string): Findings | undefined {
  try {
    const [keptKey, hash, body = ''] = readFileSync(place, 'utf8').split('\n');
    const isCurrent = keptKey === key && hash === hashOf([body]);
    return isCurrent ? (JSON.parse(body) as Findings) : undefined; // written below, and whole
  } catch {
    return undefined;
  }
}

function write(place: string, key: string, findings: Findings): void {
  const body = JSON.stringify(findings);
  try {
    writeWhole(place, `${key}\n${hashOf([body])}\n${body}`);
  } catch {
    // A folder that cannot be written to costs time in the next run, and nothing else.
  }
}
