import type { SourceFile } from '../base/source-file.ts';
import type { Block } from '../blocks/index.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Found } from './check-file.ts';
import { keptFacts, type PageFacts, type SharedFacts } from './facts.ts';
import type { PageFile, SharedFile } from './read-files.ts';
import type { SitePage } from './page-summary.ts';
import type { Asked, World } from './world.ts';

/** What is known of a file, as plain data that can be kept. */
export interface Known<Facts> {
  /** Another one with each change of the file. */
  version: string;
  facts: Facts;
  found: Found;
  /** Nothing before it is checked. */
  asked?: readonly (readonly [question: string, answer: string])[];
  /** Of a shared block: who uses it, and what is wrong with it there. */
  onPages?: string;
}

/** A file as it was read and checked the last time. */
export interface State<File, Facts> extends Known<Facts> {
  source: SourceFile;
  /** What the file says. It is read again after `forget`. */
  file(): File;
  forget(): void;
  /** The world that has last given the answers. */
  world?: World;
}
export type PageState = State<PageFile, PageFacts> & { page?: SitePage; entries?: readonly Entry[] };
/** A block of a page, or the name of one that it shares. */
type Entry = { block?: Block } | { use: string };
export type SharedState = State<SharedFile, SharedFacts>;

/** All that is known of a site, as plain data: what was found holds for as long as the code is the same. */
export interface SiteMemory {
  /** The site's variables, with which every file was read. */
  names: string;
  /** What every file was checked with. */
  site: string;
  pages: [path: string, Known<PageFacts>][];
  shared: [path: string, Known<SharedFacts>][];
  /** What was found in `public/`. */
  public?: { version: string; diagnostics: Diagnostic[] };
}

export const nothing: Found = { diagnostics: [], quality: [], inShared: [], notRead: [], notChecked: [] };
/** What changes whenever a file does. */
export const versionOf = (source: SourceFile) => `${source.unread ?? ''} ${source.version ?? source.text}`;

/** Whether what was found in a file is true still. */
export function holds(state: State<object, object>, world: World): boolean {
  if (!state.asked || (state.world !== world && !world.stillAnswers(state.asked))) return false;
  state.world = world;
  return true;
}

/** The blocks of a page: all that is still asked of it once it is checked, and a small part of its file. */
export const entriesOf = (state: PageState): readonly Entry[] =>
  (state.entries ??= state
    .file()
    .entries.map((entry) => ('use' in entry ? { use: entry.use } : { block: entry.block })));

/** Notes with what a file was checked. */
export function checkedIn(state: State<object, object>, world: World, asked: Asked): void {
  [state.world, state.asked] = [world, [...asked]];
}

/** The files as they are now; a file that is as before is not read again. */
export function readAll<File, Facts extends object>(
  sources: readonly SourceFile[],
  before: ReadonlyMap<string, State<File, Facts>>,
  kept: ReadonlyMap<string, Known<Facts>> | undefined,
  factsOf: (source: SourceFile, file: File) => Facts,
  read: (source: SourceFile) => File,
): Map<string, State<File, Facts>> {
  const states = sources.map((source): State<File, Facts> => {
    const [version, last] = [versionOf(source), before.get(source.path)];
    if (last?.version === version) return last;
    const known = kept?.get(source.path);
    let file: File | undefined;
    const state = {
      source,
      version,
      file: () => (file ??= read(source)),
      forget: () => (file = undefined),
    };
    if (known?.version === version) return { ...known, ...state };
    return { ...state, facts: keptFacts(last?.facts, factsOf(source, state.file())), found: nothing };
  });
  return new Map(states.map((state) => [state.source.path, state]));
}

/** What is known of files, without what only this process has. */
export function knownOf<Facts>(states: ReadonlyMap<string, Known<Facts>>): [string, Known<Facts>][] {
  return [...states].map(([path, { version, facts, found, asked, onPages }]) => [
    path,
    { version, facts, found, asked, onPages },
  ]);
}

/** Whether files are what was known of them, and no more. */
export function areKnown(
  states: ReadonlyMap<string, Known<object>>,
  known: readonly (readonly [string, Known<object>])[],
): boolean {
  const isKnown = ([path, { found, facts }]: readonly [string, Known<object>]) =>
    states.get(path)?.found === found && states.get(path)?.facts === facts;
  return states.size === known.length && known.every(isKnown);
}
