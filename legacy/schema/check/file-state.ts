import type { SourceFile } from '../../../schema/content/source-file.ts';
import type { Block } from '../../../schema/content/blocks/index.ts';
import type { Diagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import type { FileResult } from '../../../schema/checker/check-file.ts';
import { reuseIfEqual, type PageFacts, type SharedFacts } from '../../../schema/checker/facts.ts';
import type { PageFile, SharedFile } from '../../../schema/checker/read-file.ts';
import type { GroupedDependencies } from './asked.ts';

/** What is known of a file, as plain data that can be kept. */
export interface CachedFile<Facts> {
  /** Another one with each change of the file. */
  version: string;
  facts: Facts;
  found: FileResult;
  /** Nothing before it is checked. */
  asked?: GroupedDependencies;
  /** Of a shared block: who uses it, and what is wrong with it there. */
  onPages?: string;
  /** What rules over all files have found in it, by the text of the finding. */
  locateDiagnostic?: Record<string, Diagnostic>;
}

/** What is known of a file that may be of either kind. */
export type CachedFileFacts = CachedFile<PageFacts | SharedFacts>;

/** A file as it was read and checked the last time. */
export interface State<File, Facts> extends CachedFile<Facts> {
  source: SourceFile;
  /** What the file says. It is read again after `forget`. */
  file(): File;
  forget(): void;
}
export type PageState = State<PageFile, PageFacts> & { entries?: readonly Entry[] };
/** A block of a page, or the name of one that it shares. */
type Entry = { block?: Block } | { use: string };
export type SharedState = State<SharedFile, SharedFacts>;

/** All that is known of a site, as plain data: what was found holds for as long as the code is the same. */
export interface CheckCache {
  common: SiteWideCache;
  pages: readonly (readonly [path: string, CachedFile<PageFacts>])[];
  shared: readonly (readonly [path: string, CachedFile<SharedFacts>])[];
}

/** What every file was read and checked with. */
export interface SiteWideCache {
  /** The site's variables. */
  names: string;
  /** What else `_site.yaml` says to every file. */
  site: string;
  /** What was in `public/`, where that is known. */
  assets?: string;
  /** What was found there. */
  public?: { version: string; diagnostics: Diagnostic[] };
  /** Whether no two pages have the same title or description. */
  areUnique?: boolean;
}

export const nothing: FileResult = {
  diagnostics: [],
  quality: [],
  inShared: [],
  unreadableFile: [],
  notChecked: [],
};
/** What changes whenever a file does. */
export const contentHash = (source: SourceFile) => `${source.unread ?? ''} ${source.version ?? source.text}`;

/** Whether a file is known as it is now. What is not known at all need not be read for that. */
export const isStateOf = <One extends { version: string }>(
  known: One | undefined,
  source: SourceFile,
): known is One => known !== undefined && known.version === contentHash(source);

/** Whether more was found in a file than what the site shows of it. */
export const hasHiddenResults = ({
  diagnostics,
  quality,
  inShared,
  unreadableFile: notRead,
  notChecked,
  letters,
}: FileResult): boolean =>
  diagnostics.length + quality.length + inShared.length + notRead.length + notChecked.length > 0 ||
  letters !== undefined;

/** A file of which this is known; it is read when somebody asks what it says. */
export function fileStateOf<File, Facts>(
  known: CachedFile<Facts>,
  source: SourceFile,
  read: (source: SourceFile) => File,
  now?: File,
): State<File, Facts> {
  return new FileState(known, source, read, now);
}

/** A class, as there may be ten thousand of these. */
class FileState<File, Facts> implements State<File, Facts> {
  version: string;
  facts: Facts;
  found: FileResult;
  asked: GroupedDependencies | undefined;
  onPages: string | undefined;
  locateDiagnostic: Record<string, Diagnostic> | undefined;
  source: SourceFile;
  readonly #read: (source: SourceFile) => File;
  #file: File | undefined;

  constructor(
    { version, facts, found, asked, onPages, locateDiagnostic: located }: CachedFile<Facts>,
    source: SourceFile,
    read: (source: SourceFile) => File,
    now: File | undefined,
  ) {
    this.version = version;
    this.facts = facts;
    this.found = found;
    this.asked = asked;
    this.onPages = onPages;
    this.locateDiagnostic = located;
    this.source = source;
    this.#read = read;
    this.#file = now;
  }

  file(): File {
    return (this.#file ??= this.#read(this.source));
  }

  forget(): void {
    this.#file = undefined;
  }
}

/** A file that has been read just now, and is not checked yet. */
export function readState<File, Facts extends object>(
  source: SourceFile,
  before: Facts | undefined,
  read: (source: SourceFile) => File,
  factsOf: (source: SourceFile, file: File) => Facts,
): State<File, Facts> {
  const file = read(source);
  const facts = reuseIfEqual(before, factsOf(source, file));
  return fileStateOf({ version: contentHash(source), facts, found: nothing }, source, read, file);
}

/** The blocks of a page: all that is still asked of it once it is checked, and a small part of its file. */
export const entriesOf = (state: PageState): readonly Entry[] =>
  (state.entries ??= state
    .file()
    .entries.map((entry) => ('use' in entry ? { use: entry.use } : { block: entry.block })));

/** What is known of files, without what only this process has. */
export function cacheEntryOf<Facts>({
  version,
  facts,
  found,
  asked,
  onPages,
  locateDiagnostic: located,
}: CachedFile<Facts>): CachedFile<Facts> {
  return { version, facts, found, asked, onPages, locateDiagnostic: located };
}
