import { hash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { Website } from '../../schema/check.ts';
import { engineKey } from '../base/engine-key.ts';
import { readKept, writeKept } from '../base/kept-json.ts';
import type { SiteFolders } from '../base/project.ts';
import type { Asked } from '../document/site-index.ts';
import type { BackendProject, RenderedPicture } from '../../src/entry-server.tsx';

/** A page as a build wrote it. */
export interface WrittenPage {
  /** Of its file, and of the blocks that it shares. */
  version: string;
  asked: Asked;
  files: string[];
  drawn: RenderedPicture[];
  /** The hashes of its scripts. */
  scripts: string[];
}

/** What the last build into an output wrote. */
export interface BuildMemory {
  pages: [path: string, page: WrittenPage][];
  /** What every other file was made from. */
  made: [path: string, recipe: string][];
}

/** What every page of a build depends on, besides itself and what it shows of others. */
export function buildKey({ site }: Website, backend: BackendProject, tags: string, bundle: string): string {
  return hash('sha1', JSON.stringify([engineKey(), bundle, site, backend, tags]));
}

const memoryFile = ({ cache }: SiteFolders, out: string) =>
  join(cache, 'build', `${basename(resolve(out))}-${hash('sha1', resolve(out)).slice(0, 8)}.json`);

/** What the last build with the same key wrote. */
export function readBuild(site: SiteFolders, out: string, key: string): BuildMemory {
  return (readKept(memoryFile(site, out), key) as BuildMemory | undefined) ?? { pages: [], made: [] };
}

export function writeBuild(site: SiteFolders, out: string, key: string, memory: BuildMemory): void {
  writeKept(memoryFile(site, out), key, memory);
}

/** Whether a build has made nothing anew: it takes the very objects that it was given. */
export function isAsBefore({ pages, made }: BuildMemory, last: BuildMemory): boolean {
  const known = new Map(last.pages);
  const recipes = new Map(last.made);
  return (
    pages.length === known.size &&
    made.length === recipes.size &&
    pages.every(([path, page]) => known.get(path) === page) &&
    made.every(([path, recipe]) => recipes.get(path) === recipe)
  );
}
