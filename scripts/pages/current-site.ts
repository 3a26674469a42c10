import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { siteOf } from '../base/project.ts';
import { listFiles, listPublic } from './list-files.ts';
import { KnownSite, type ReadSite } from './known-site.ts';

/**
 * A site as it is on disk whenever it is asked for. Watching a folder does not report everything: neither
 * what happens while the watching starts, nor a second change right behind a first.
 */
export function currentSite(pages: string): () => ReadSite {
  const known = new KnownSite(pages);
  let fingerprint = siteFingerprint(pages);
  let site = known.read();
  return () => {
    const now = siteFingerprint(pages);
    if (now !== fingerprint) [fingerprint, site] = [now, known.read()];
    return site;
  };
}

/** Is another one whenever a page or a file of `public/` was added, changed or removed. */
function siteFingerprint(pages: string): string {
  const { public: folder } = siteOf(pages);
  return [[pages, listFiles(pages)] as const, [folder, listPublic(folder)] as const]
    .flatMap(([root, { files, others }]) => [...files, ...others].map((path) => join(root, path)))
    .map((file) => {
      const { mtimeMs, size } = lstatSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}
