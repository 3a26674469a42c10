import type { Block } from '../content/blocks/index.ts';
import {
  type Hidden,
  checkSearch,
  hiddenSiteLinks,
  HiddenPages,
  pastAnnouncement,
  hiddenLinks,
  pastAlerts,
} from './hidden-pages.ts';
import {
  entriesOf,
  type PageState,
  type SharedState,
  hasHiddenResults,
  isStateOf,
  type CachedFile,
  nothing,
  readState,
  fileStateOf,
  contentHash,
  type SiteWideCache,
  type CachedFileFacts,
  cacheEntryOf,
  type CheckCache,
} from '../../legacy/schema/check/file-state.ts';
import type { Site } from '../content/site.ts';
import { postsOf, withGeneratedPages } from './generated-pages.ts';
import { sitePage, type SitePage, hasGeneratedPages } from './page-summary.ts';
import type { PostIndex } from './list-selection.ts';
import { mentionsOn, LinkIndex, unusedShared } from './unused.ts';
import type { Website, Checked } from './website.ts';
import { LastValue } from '../util.ts';
import { routeOf } from '../content/routes.ts';
import type { Assets, SourceFile } from '../content/source-file.ts';
import {
  type Diagnostic,
  type DiagnosticInFile,
  type DiagnosticInit,
  filterErrors,
  type InData,
  sortDiagnostics,
} from '../diagnostics/diagnostic.ts';
import {
  type Mentions,
  type PageFacts,
  type PageLookup,
  type SharedFacts,
  reuseIfEqual,
  pageFacts,
  sharedFacts,
  mentionsOf,
} from './facts.ts';
import {
  fileNameDiagnostics,
  isRegularFileName,
  isPage,
  isShared,
  hasReservedName,
  noErrorPage,
  noSiteFile,
  reservedNameDiagnostic,
} from './file-names.ts';
import {
  linkedFileDiagnostics,
  pictureFileDiagnostics,
  twinDiagnostics,
  pathClashes,
  OutputPaths,
} from './public-files.ts';
import { redirectFindings, liveRedirects } from './redirects.ts';
import { TagIndex, TitleIndex } from './duplicates.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import {
  type GroupedDependencies,
  groupByAnswer,
  type Dependencies,
  Dependents,
} from '../../legacy/schema/check/asked.ts';
import { checkPage, type FileResult, checkShared, checkSiteFile, type CheckContext } from './check-file.ts';
import type { Variables } from './variables.ts';
import { readPage, readSharedBlock, type SiteFile, readSiteFile } from './read-file.ts';
import { SiteGraph, type SiteWideFacts, siteWideFacts } from './site-graph.ts';
import { type OpenParts, ReadTogether } from '../../legacy/schema/check/read-together.ts';
import { fontDiagnostics, withFontFacts } from './font-coverage.ts';
import { restored } from '../../legacy/schema/check/restored.ts';
import { type PartMaterial, partMaterial } from '../../legacy/schema/check/site-part.ts';

/** The pages of a site that can be rendered, by their addresses. */
export class SitePages {
  readonly #shared: (name: string) => SharedState | undefined;
  #pages: Map<string, SitePage> | undefined;
  #made: { site: Site; pages: Map<string, SitePage> } | undefined;
  #posts: { language: string; index: PostIndex } | undefined;
  #timed: Website['timed'] | undefined;

  #hidden: ReadonlyMap<string, Hidden> = new Map();
  #day: string | undefined;

  constructor(shared: (name: string) => SharedState | undefined) {
    this.#shared = shared;
  }

  /** Says which pages visitors cannot open now, and what day it is. */
  hide(hidden: ReadonlyMap<string, Hidden>, day: string): void {
    if (day !== this.#day) this.#made = undefined;
    this.#day = day;
    const isSame =
      hidden.size === this.#hidden.size &&
      [...hidden].every(([address, { state }]) => this.#hidden.get(address)?.state === state);
    if (isSame) return;
    this.#hidden = hidden;
    this.forget();
  }

  /** Says that a page has come or gone. */
  forget(): void {
    this.#pages = undefined;
    this.#made = this.#posts = this.#timed = undefined;
  }

  /** Puts a page that has changed in its place, where it is the only one of its address. */
  put(state: PageState, isOnly: boolean): void {
    const { address } = state.facts.place;
    const page = this.#pageOf(state);
    this.#made = this.#posts = this.#timed = undefined;
    if (page && isOnly && this.#pages?.has(address)) this.#pages.set(address, page);
    else if (page || this.#pages?.has(address)) this.forget();
  }

  /** The same with those that the build makes. */
  withMade(states: ReadonlyMap<string, PageState>, site: Site): Map<string, SitePage> {
    if (this.#made?.site !== site) {
      const written = this.all(states);
      const hasArchive = [...written.values()].some(({ lists }) => lists.some(hasGeneratedPages));
      const pages = hasArchive
        ? withGeneratedPages(written, this.posts(states, site), site, this.#day)
        : written;
      this.#made = { site, pages };
    }
    return this.#made.pages;
  }

  /** Which of them lists can show. */
  posts(states: ReadonlyMap<string, PageState>, site: Site): PostIndex {
    if (this.#posts?.language !== site.language)
      this.#posts = { language: site.language, index: postsOf(this.all(states).values(), site) };
    return this.#posts.index;
  }

  /** Those that the day changes something of. */
  timed(states: ReadonlyMap<string, PageState>): Website['timed'] {
    return (this.#timed ??= this.#timedIn(states));
  }

  #timedIn(states: ReadonlyMap<string, PageState>): Website['timed'] {
    const found: [path: string, page: SitePage][] = [];
    let inLists = false;
    for (const [path, state] of states) {
      const { summary } = state.found;
      const isTimed =
        summary &&
        (summary.publish !== undefined ||
          summary.expire !== undefined ||
          summary.ends.length > 0 ||
          state.facts.post?.ends !== undefined);
      const page = isTimed && this.#pageOf(state);
      if (page) found.push([path, page]);
      inLists ||= summary?.lists.some(({ when }) => when !== undefined) ?? false;
    }
    const inOrder = found.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { pages: inOrder.map(([, page]) => page), inLists };
  }

  /** All of them, in the order of their files. */
  all(states: ReadonlyMap<string, PageState>): Map<string, SitePage> {
    if (this.#pages) return this.#pages;
    const paths = [...states.keys()].toSorted();
    this.#pages = new Map();
    for (const path of paths) {
      const state = states.get(path);
      const page = state && this.#pageOf(state);
      if (page) this.#pages.set(page.path, page);
    }
    return this.#pages;
  }

  #pageOf(state: PageState): SitePage | undefined {
    const { summary } = state.found;
    if (!summary) return undefined;
    const versions: string[] = [];
    for (const [answer, questions] of state.asked ?? [])
      if (questions.some((one) => one.startsWith('+'))) versions.push(answer);
    const hidden = this.#hidden.get(summary.path)?.state;
    const status = hidden === undefined || hidden === 'not-made' ? summary.status : hidden;
    const links = this.#hidden.size > 0 ? this.#linksOn(state).filter((to) => this.#hidden.has(to)) : [];
    const version = [state.version, ...versions, ...links].join();
    const { post } = state.facts;
    const postNow = post && status !== summary.status ? { ...post, isLive: false } : post;
    const now = status === summary.status ? summary : { ...summary, status };
    const page = sitePage(now, version, () => this.blocksOf(state), postNow);
    return links.length > 0 ? Object.assign(page, { hiddenLinks: links }) : page;
  }

  #linksOn({ facts }: PageState): readonly string[] {
    return mentionsOn(facts, (name) => this.#shared(name)?.facts).links;
  }

  /** The blocks of a page, those included that it shares. */
  blocksOf(state: PageState): Block[] {
    return entriesOf(state).flatMap(
      (entry) => ('use' in entry ? this.#shared(entry.use)?.file().block?.block : entry.block) ?? [],
    );
  }
}

/** The rules over all files, each asked again only when something has changed that it asks about. */
export class SiteRules {
  readonly titles: TitleIndex;
  readonly tags = new TagIndex();
  readonly links = new LinkIndex();
  readonly #public = new LastValue<Diagnostic[]>();
  readonly #redirects = new LastValue<DiagnosticInFile[]>();
  readonly #names = new LastValue<Diagnostic[]>();
  /** What was found in `public/`, as it was then. */
  publicFileDiagnostics: { version: string; diagnostics: Diagnostic[] } | undefined;

  constructor(pages: () => Iterable<PageFacts>) {
    this.titles = new TitleIndex(pages);
  }

  putPage(
    before: PageFacts | undefined,
    now: PageFacts | undefined,
    shared: (name: string) => SharedFacts | undefined,
  ): void {
    this.titles.put(before, now);
    this.tags.put(before, now);
    this.putLinks(before, now, shared);
    const isSame = before?.place === now?.place && before?.post === now?.post && before?.lists === now?.lists;
    if (!isSame) this.links.forgetPages();
  }

  /** Notes what a page leads to, which is another thing too when one of its shared blocks is. */
  putLinks(
    before: PageFacts | undefined,
    now: PageFacts | undefined,
    shared: (name: string) => SharedFacts | undefined,
  ): void {
    if (now) this.links.put(now.place.path, mentionsOn(now, shared));
    else if (before) this.links.put(before.place.path, noMentions);
  }

  putShared(path: string, before: SharedFacts | undefined, now: SharedFacts | undefined): void {
    this.links.put(path, { links: [], files: now?.mentions.files ?? [] });
    if (before?.lists !== now?.lists) this.links.forgetPages();
  }

  /** What is wrong with the names of page files; `filesAt` knows those of an address. */
  fileNames(sources: readonly SourceFile[], filesAt: (address: string) => readonly string[]): Diagnostic[] {
    return this.#names.of([sources], () => {
      const files = new Map<string, string>();
      return sources.flatMap((source) => {
        const address = routeOf(source.path);
        if (isRegularFileName(source.path) && filesAt(address).length === 1) return [];
        const twin = files.get(address);
        files.set(address, twin ?? source.file);
        return source.unread === 'a-link' ? [] : fileNameDiagnostics(source, twin);
      });
    });
  }

  /** What is wrong with the files in `public/`, whatever is shown of them. */
  publicFiles(assets: Assets, written: OutputPaths): Diagnostic[] {
    const found = [
      ...this.#publicTexts(assets),
      ...pathClashes(assets.pictures, written),
      ...twinDiagnostics(assets.twins ?? []),
      ...this.links.damagedPhotos(assets.photos),
    ];
    return found.map((one) => inPublic(one, assets));
  }

  /** Pictures, films and subtitles that no page shows. */
  unusedPictures(assets: Assets): Diagnostic[] {
    return this.links.unusedPictures(assets.pictures).map((one) => inPublic(one, assets));
  }

  #publicTexts({ version, pictureFiles = noFiles, links = noLinks }: Assets): Diagnostic[] {
    if (version !== undefined && this.publicFileDiagnostics?.version === version)
      return this.publicFileDiagnostics.diagnostics;
    const diagnostics = this.#public.of([pictureFiles, links], () => [
      ...pictureFileDiagnostics(pictureFiles),
      ...linkedFileDiagnostics(links),
    ]);
    this.publicFileDiagnostics = version === undefined ? undefined : { version, diagnostics };
    return diagnostics;
  }

  redirects(places: readonly PageLookup[]): DiagnosticInFile[] {
    return this.#redirects.of(places, () => redirectFindings(places));
  }
}

/** A diagnostic of a file of `public/`, by the path to show. */
function inPublic(found: Diagnostic, { publicFolder = 'public' }: Assets): Diagnostic {
  const [, ...steps] = found.file.split('/');
  return { ...found, file: [publicFolder, ...steps].filter(Boolean).join('/') };
}

export const noMentions: Mentions = { links: [], files: [] };
const noFiles: ReadonlyMap<string, string> = new Map();
const noLinks: readonly string[] = [];

const noSource: SourceFile = { path: '', file: '', text: '' };

/** The page files of a site as they were read last, with all that follows from them for each other. */
export class SiteFiles {
  readonly pages = new Map<string, PageState>();
  readonly shared = new Map<string, SharedState>();
  readonly world = new SiteGraph();
  readonly rules = new SiteRules(() => this.pageFacts());
  readonly sitePages = new SitePages((name) => this.#sharedNamed.get(name));
  /** Pages of which more is to be told than what the site shows. */
  readonly noisy = new Set<string>();
  /** Pages that are public, or show something, for a time only. */
  readonly timed = new Set<string>();
  /** Files that have been read, or asked what is another thing now, and have not been checked since. */
  readonly unchecked = new Set<string>();
  /** Files of which something else is known than what was restored, or is not known any more. */
  readonly changed = new Set<string>();
  readonly #variables: Variables;
  readonly #sharedNamed = new Map<string, SharedState>();
  readonly #askers = new Dependents((path) => this.at(path)?.asked);

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  readonly #readPage = (source: SourceFile) => readPage(source, this.#variables);
  readonly #readShared = (source: SourceFile) => readSharedBlock(source, this.#variables);

  restorePage(path: string, known: CachedFile<PageFacts>): void {
    this.#putPage(path, fileStateOf(known, noSource, this.#readPage));
  }

  restoreShared(path: string, known: CachedFile<SharedFacts>): void {
    this.#putShared(path, fileStateOf(known, noSource, this.#readShared));
  }

  /** Says that all that was restored is as it was: nobody has to ask again. */
  endRestore(): void {
    this.world.endRestore();
    this.unchecked.clear();
    this.changed.clear();
  }

  at(path: string): PageState | SharedState | undefined {
    return this.pages.get(path) ?? this.shared.get(path);
  }

  paths(): string[] {
    return [...this.pages.keys(), ...this.shared.keys()];
  }

  /** Forgets the files that are not among these. */
  forgetOthers(sources: readonly SourceFile[]): void {
    const present = new Set(sources.map(({ path }) => path));
    for (const path of this.pages.keys()) if (!present.has(path)) this.#putPage(path, undefined);
    for (const path of this.shared.keys()) if (!present.has(path)) this.#putShared(path, undefined);
  }

  /** Takes a file; one that is as before is not read again. */
  take(source: SourceFile): void {
    const { path } = source;
    const known = this.at(path);
    if (isStateOf(known, source)) {
      if (known.source === noSource) known.source = source;
    } else if (isShared(path)) {
      const before = this.shared.get(path)?.facts;
      this.#putShared(path, readState(source, before, this.#readShared, sharedFacts));
    } else if (isPage(path)) {
      const before = this.pages.get(path)?.facts;
      this.#putPage(path, readState(source, before, this.#readPage, pageFacts));
    }
  }

  /** Takes a page that has been read apart. */
  takeRead(source: SourceFile, facts: PageFacts): void {
    const { path } = source;
    const known = { version: contentHash(source), facts: reuseIfEqual(this.pages.get(path)?.facts, facts) };
    this.#putPage(path, fileStateOf({ ...known, found: nothing }, source, this.#readPage));
  }

  #putPage(path: string, state: PageState | undefined): void {
    const before = this.pages.get(path)?.facts;
    if (state) this.pages.set(path, state);
    else this.pages.delete(path);
    this.world.putPage(before?.place, state?.facts.place);
    this.world.putLists(before, state?.facts);
    this.rules.putPage(before, state?.facts, this.#sharedFacts);
    if (!before || !state) this.sitePages.forget();
    this.#note(path, state);
  }

  #putShared(path: string, state: SharedState | undefined): void {
    const before = this.shared.get(path)?.facts;
    const { name } = state?.facts ?? before ?? { name: path };
    if (state) this.shared.set(path, state);
    else this.shared.delete(path);
    if (state) this.#sharedNamed.set(name, state);
    else this.#sharedNamed.delete(name);
    const block = () => state?.file().block;
    this.world.putShared(name, state && { facts: state.facts, version: state.version, block });
    this.rules.putShared(path, before, state?.facts);
    for (const user of this.world.usersOf(name)) {
      const facts = this.pages.get(user)?.facts;
      this.rules.putLinks(facts, facts, this.#sharedFacts);
    }
    this.#note(path, state);
  }

  readonly #sharedFacts = (name: string) => this.#sharedNamed.get(name)?.facts;

  timedFacts(): PageFacts[] {
    return [...this.timed].toSorted().flatMap((path) => this.pages.get(path)?.facts ?? []);
  }

  *pageFacts(): Iterable<PageFacts> {
    for (const { facts } of this.pages.values()) yield facts;
  }

  /** Lets go of the blocks of a page, which are read again when somebody asks. */
  forgetBlocks(address: string): void {
    for (const path of this.world.filesAt(address)) delete this.pages.get(path)?.entries;
  }

  repeatedTitles(): DiagnosticInFile[] {
    return this.rules.titles.findings((path) => this.pages.get(path)?.source);
  }

  /** Pages that nothing leads to. */
  unlinkedPages(redirects: readonly PageLookup[]): DiagnosticInFile[] {
    return this.rules.links.unlinkedPages(this.pageFacts(), redirects, () => this.#listedPages());
  }

  /** The pages that lists lead to. */
  *#listedPages(): Iterable<string> {
    for (const { place, lists } of this.pageFacts()) {
      if (place.draft) continue;
      const shared = place.uses.flatMap((name) => this.#sharedFacts(name)?.lists ?? []);
      for (const list of [...lists, ...shared])
        for (const { path } of this.world.lists.posts.listed(list, place.address)) yield path;
    }
  }

  /** What a rule over all files has found in one, at its place in the text; nothing if it cannot be read. */
  locate(path: string, found: DiagnosticInit): Diagnostic | undefined {
    const state = this.at(path);
    if (!state) return undefined;
    const key = JSON.stringify(found);
    const known = state.locateDiagnostic?.[key];
    const { document } = known ? {} : state.file();
    if (!document) return known;
    const diagnostic = locateDiagnostic(document, found);
    state.locateDiagnostic = { ...state.locateDiagnostic, [key]: diagnostic };
    this.changed.add(path);
    return diagnostic;
  }

  #note(path: string, state: PageState | SharedState | undefined): void {
    this.changed.add(path);
    if (state) this.unchecked.add(path);
    else this.unchecked.delete(path);
    this.#noteFound(path, state);
  }

  #noteFound(path: string, state: PageState | SharedState | undefined): void {
    if (state && hasHiddenResults(state.found) && this.pages.has(path)) this.noisy.add(path);
    else this.noisy.delete(path);
    const page = this.pages.get(path);
    if (page && (page.facts.place.time || page.found.summary?.ends.length)) this.timed.add(path);
    else this.timed.delete(path);
  }

  /** Checks the pages of `unchecked` but these; without variables, none is said to be unknown. */
  checkPages(variables: Variables | undefined, others: ReadonlySet<string> = new Set()): void {
    for (const path of this.unchecked) {
      const state = this.pages.get(path);
      if (!state || others.has(path)) continue;
      const asked: Dependencies = new Map();
      const context = { ...this.world.context(asked), variables };
      const found = checkPage(state.file(), state.facts.place.address, context);
      entriesOf(state);
      state.forget();
      this.noteChecked(path, state, found, groupByAnswer(asked));
    }
  }

  /** Notes what a file has been found with, and what it has asked for that. */
  noteChecked(
    path: string,
    state: PageState | SharedState,
    found: FileResult,
    asked: GroupedDependencies,
  ): void {
    state.found = found;
    state.asked = asked;
    this.unchecked.delete(path);
    this.changed.add(path);
    this.#askers.note(path, asked);
    this.#noteFound(path, state);
    const page = this.pages.get(path);
    if (page) this.sitePages.put(page, this.world.filesAt(page.facts.place.address).length === 1);
  }

  /** Looks which of all files have asked what has another answer now. */
  findOutdated(): void {
    for (const path of this.paths()) this.#lookAt(path);
  }

  /** The same, of those whose questions something has happened to. */
  findAskers(): void {
    const touched = this.world.takeTouched();
    if (touched.size === 0 || this.unchecked.size === this.pages.size + this.shared.size) return;
    for (const path of this.#askers.of(touched, this.paths())) this.#lookAt(path);
  }

  #lookAt(path: string): void {
    const state = this.at(path);
    if (state?.asked && !this.world.stillAnswers(state.asked)) this.unchecked.add(path);
  }
}

/** What is wrong in `_site.yaml` with the pages that are public now. */
export const siteNow = (
  site: SiteFile,
  pages: Iterable<{ facts: PageFacts }>,
  hidden: HiddenPages,
): DiagnosticInit[] => [
  ...hiddenSiteLinks(site, hidden),
  ...pastAnnouncement(site, hidden),
  ...checkSearch(site, pages, hidden),
];

const siteFile = '_site.yaml';
const noVariables: Variables = new Map();

/**
 * Checks a site again and again, as its files change. What was found in a file holds as long as the file, and
 * the answers to all that it asked of the others, are the same.
 */
export class SiteCheck {
  #files: SiteFiles | undefined;
  #memory: CheckCache | undefined;
  #common: SiteWideCache = { names: '', site: '' };
  #site: { version: string; file?: SiteFile; found?: FileResult; asked: Dependencies } = {
    version: '',
    asked: new Map(),
  };
  #sources: readonly SourceFile[] = [];
  #pageSources: readonly SourceFile[] = [];
  #reserved: readonly SourceFile[] = [];
  #assets: Assets = { icons: new Set(), pictures: new Set() };
  /** What `_site.yaml` says to every file. */
  #toAll: SiteWideFacts['site'];
  readonly #openParts: OpenParts;
  readonly #now: () => Date;

  /** `now` says for which moment is checked what depends on it. */
  constructor(memory?: CheckCache, openParts: OpenParts = () => [], now = () => new Date()) {
    [this.#memory, this.#openParts, this.#now] = [memory, openParts, now];
  }

  /** Lets go of the blocks of a page, which are read again when somebody asks. */
  forgetBlocks(address: string): void {
    this.#files?.forgetBlocks(address);
  }

  /** What pages can be read with apart. */
  partMaterial(): PartMaterial {
    const shared = [...(this.#files?.shared.values() ?? [])].map(({ source }) => source);
    return partMaterial(this.#site.file, { site: this.#toAll, assets: this.#assets }, shared);
  }

  /** These files, and those of which anything has changed since this was asked before, or was restored. */
  takeChanged(also: readonly string[] = []): {
    common: SiteWideCache;
    files: [path: string, known: CachedFileFacts | undefined][];
  } {
    const files = this.#files;
    const changed = [...new Set([...also, ...(files?.changed ?? [])])].map(
      (path): [string, CachedFileFacts | undefined] => {
        const state = files?.at(path);
        return [path, state && cacheEntryOf<PageFacts | SharedFacts>(state)];
      },
    );
    files?.changed.clear();
    return { common: this.#common, files: changed };
  }

  /**
   * Checks all files together: reads and validates each, then asks for references and for rules over all
   * pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author at
   * work; only without any error is it fit for visitors. Where `changed` is given, no file has come or gone
   * and all others are known to be as they were.
   */
  update(sources: readonly SourceFile[], assets: Assets, changed?: readonly SourceFile[]): Checked {
    const siteSource = (changed ?? sources).find(({ path }) => path === siteFile);
    if (siteSource || !changed) this.#readSite(siteSource);
    const { files, isNew } = this.#filesNow(assets);
    const together = new ReadTogether(files, this.#site.file, { site: this.#toAll, assets });
    if (changed && !isNew) for (const source of changed) files.take(source);
    else together.takeAll(sources, this.#openParts);
    if (!changed) {
      this.#sources = sources;
      this.#reserved = sources.filter(hasReservedName);
      this.#pageSources = sources.filter(({ path }) => isPage(path));
    }
    files.findAskers();
    if (this.#site.found && !files.world.stillAnswers(groupByAnswer(this.#site.asked)))
      this.#site.found = undefined;
    together.check();
    this.#checkAll(files);
    return this.#checked(files, assets);
  }

  #readSite(source: SourceFile | undefined): void {
    const version = source ? contentHash(source) : '';
    if (this.#site.version === version && source) return;
    this.#site = { version, file: source && readSiteFile(source), asked: new Map() };
  }

  /** The files as they were before, if the site's names are the same, with which every file is read. */
  #filesNow(assets: Assets): { files: SiteFiles; isNew: boolean } {
    const { variables = noVariables, fields } = this.#site.file ?? {};
    const names = JSON.stringify([...variables]);
    const toAll = siteWideFacts(this.#site.file, assets);
    this.#toAll = toAll;
    const memory = this.#memory;
    this.#memory = undefined;
    const last = memory?.common ?? this.#common;
    const now = { names, site: JSON.stringify(toAll) ?? '', assets: assets.version, public: last.public };
    this.#common = now;
    let files = names === last.names ? this.#files : undefined;
    const isNew = !files;
    files ??= restored(names === last.names ? memory : undefined, variables, last);
    this.#files = files;
    files.world.putCommon({ site: toAll, assets });
    files.rules.links.put(siteFile, fields ? mentionsOf(fields) : noMentions);
    const hasOtherIcons = !isNew && assets.icons !== this.#assets.icons;
    this.#assets = assets;
    if (now.site !== last.site || hasOtherIcons) {
      for (const path of files.paths()) files.unchecked.add(path);
      this.#site.found = undefined;
    } else if (assets.version === undefined || assets.version !== last.assets) files.findOutdated();
    return { files, isNew };
  }

  #checkAll(files: SiteFiles): void {
    const { world } = files;
    const { file } = this.#site;
    const context = (asked: Dependencies): CheckContext => ({
      ...world.context(asked),
      variables: file?.document && file.variables,
    });
    const onPages = new Map<string, Diagnostic<InData>[]>();
    for (const path of [...files.noisy].toSorted())
      for (const [name, found] of files.pages.get(path)?.found.inShared ?? [])
        onPages.set(name, [...(onPages.get(name) ?? []), found]);
    for (const [path, state] of files.shared) {
      const { name } = state.facts;
      const [found, user] = [onPages.get(name) ?? [], world.userOf(name)];
      const key = JSON.stringify([user, found]);
      if (state.onPages === key && !files.unchecked.has(path)) continue;
      const asked: Dependencies = new Map();
      state.onPages = key;
      const inShared = checkShared(state.file(), user, found, context(asked));
      files.noteChecked(path, state, inShared, groupByAnswer(asked));
    }
    if (!file || this.#site.found) return;
    this.#site.asked = new Map();
    this.#site.found = checkSiteFile(file, context(this.#site.asked));
  }

  #checked(files: SiteFiles, assets: Assets): Checked {
    const { world, rules, shared } = files;
    const { file: site, found: ofSite = nothing } = this.#site;
    const noisy = [...files.noisy].toSorted().flatMap((path) => files.pages.get(path)?.found ?? []);
    const all = [ofSite, ...[...shared.values()].map(({ found }) => found), ...noisy];
    const redirects = world.redirects();
    const hidden = new HiddenPages(files.timedFacts(), world.lists, site?.site?.zone, this.#now());
    files.sitePages.hide(hidden.all, hidden.day);
    const ofSiteNow = site ? siteNow(site, files.pages.values(), hidden) : [];
    const diagnostics = [
      ...(site ? noErrorPage(site, world, hidden) : [noSiteFile(this.#sources)]),
      ...this.#reserved.map(reservedNameDiagnostic),
      ...rules.fileNames(this.#pageSources, (address) => world.filesAt(address)),
      ...all.flatMap((found) => found.diagnostics),
      ...rules.publicFiles(assets, new OutputPaths(files, site?.site)),
      ...locatedIn(files, files.repeatedTitles()),
      ...locatedIn(files, rules.tags.findings()),
      ...all.flatMap(({ quality }) => quality),
      ...ofSiteNow.flatMap((found) => (site?.document ? locateDiagnostic(site.document, found) : [])),
      ...locatedIn(files, [...hiddenLinks(files, hidden), ...pastAlerts(files, hidden)]),
      ...locatedIn(files, rules.redirects(redirects)),
      ...locatedIn(files, world.lists.taken(world)),
      ...(site ? fontDiagnostics(site, assets, files, ofSite.letters) : []),
    ];
    this.#common.public = rules.publicFileDiagnostics;
    this.#common.areUnique = files.repeatedTitles().length === 0;
    const isRight = filterErrors(diagnostics).length === 0;
    if (isRight) {
      const facts = [...shared.values()].map((state) => state.facts);
      const isNotOver = ([path]: DiagnosticInFile) => hidden.all.get(routeOf(path))?.state !== 'over';
      const isUsed = (name: string) => world.usersOf(name).length > 0;
      diagnostics.push(
        ...locatedIn(files, files.unlinkedPages(redirects).filter(isNotOver)),
        ...locatedIn(files, unusedShared(facts, isUsed)),
        ...rules.unusedPictures(assets),
      );
    }
    const website = site?.site && {
      site: withFontFacts(site.site, assets),
      get pages() {
        return files.sitePages.withMade(files.pages, this.site);
      },
      get timed() {
        return files.sitePages.timed(files.pages);
      },
      get posts() {
        return files.sitePages.posts(files.pages, this.site);
      },
      now: hidden.now,
      hidden: hidden.all,
      redirects: liveRedirects(redirects).map(({ address, to }) => ({ path: address, to })),
      photos: assets.photos ?? new Map(),
      files: assets.sizes ?? new Map(),
    };
    return {
      ...(website && { website }),
      diagnostics: sortDiagnostics(diagnostics),
      notChecked: [
        ...ofSite.unreadableFile,
        ...(site?.document
          ? []
          : ['dialogs and `{{names}}`, because there is no `_site.yaml` that can be read']),
        ...all.slice(1).flatMap(({ unreadableFile: notRead }) => notRead),
        // What seems unused may be used where something is wrong.
        ...(isRight
          ? []
          : ['which pages, shared blocks and pictures nothing leads to, because of the errors']),
        ...all.flatMap((found) => found.notChecked),
      ],
    };
  }
}

function locatedIn(files: SiteFiles, findings: readonly DiagnosticInFile[]): Diagnostic[] {
  return findings.flatMap(([path, found]) => files.locate(path, found) ?? []);
}

export type { Checked, Website } from './website.ts';

/**
 * Checks all files together in one run: reads and validates each, then asks for references and for rules
 * over all pages. The website holds the pages that can be rendered in spite of the diagnostics, for an author
 * at work; only without any error is it fit for visitors.
 */
export function check(files: readonly SourceFile[], assets: Assets, now = new Date()): Checked {
  return new SiteCheck(undefined, undefined, () => now).update(files, assets);
}
