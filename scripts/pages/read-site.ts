import { KnownSite, type ReadSite } from './known-site.ts';

/** Reads and checks a pages folder: every diagnostic of every file, or a website. */
export function readSite(folder: string): ReadSite {
  return new KnownSite(folder).read();
}
