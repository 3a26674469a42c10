import type { SourceFile } from '../base/source-file.ts';
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import { located } from '../document/locate.ts';
import { type Answers, answersOf, type Asked, Askers } from './asked.ts';
import { checkPage, type Found } from './check-file.ts';
import {
  keptFacts,
  type PageFacts,
  pageFacts,
  type PagePlace,
  type SharedFacts,
  sharedFacts,
} from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import {
  entriesOf,
  isNoisy,
  isStateOf,
  type Known,
  nothing,
  type PageState,
  readState,
  type SharedState,
  stateOf,
  versionOf,
} from './file-state.ts';
import { isPage, isShared } from './file-names.ts';
import type { Variables } from '../validate/variables.ts';
import { readPage, readSharedBlock } from './read-files.ts';
import { SitePages } from './site-pages.ts';
import { SiteRules } from './site-rules.ts';
import { World } from './world.ts';

const noSource: SourceFile = { path: '', file: '', text: '' };

/** The page files of a site as they were read last, with all that follows from them for each other. */
export class SiteFiles {
  readonly pages = new Map<string, PageState>();
  readonly shared = new Map<string, SharedState>();
  readonly world = new World();
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
  readonly #askers = new Askers((path) => this.at(path)?.asked);

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  readonly #readPage = (source: SourceFile) => readPage(source, this.#variables);
  readonly #readShared = (source: SourceFile) => readSharedBlock(source, this.#variables);

  restorePage(path: string, known: Known<PageFacts>): void {
    this.#putPage(path, stateOf(known, noSource, this.#readPage));
  }

  restoreShared(path: string, known: Known<SharedFacts>): void {
    this.#putShared(path, stateOf(known, noSource, this.#readShared));
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
    const known = { version: versionOf(source), facts: keptFacts(this.pages.get(path)?.facts, facts) };
    this.#putPage(path, stateOf({ ...known, found: nothing }, source, this.#readPage));
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

  repeatedTitles(): FileFinding[] {
    return this.rules.titles.findings((path) => this.pages.get(path)?.source);
  }

  /** Pages that nothing leads to. */
  unlinkedPages(redirects: readonly PagePlace[]): FileFinding[] {
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
  locate(path: string, found: Finding): Diagnostic | undefined {
    const state = this.at(path);
    if (!state) return undefined;
    const key = JSON.stringify(found);
    const known = state.located?.[key];
    const { document } = known ? {} : state.file();
    if (!document) return known;
    const diagnostic = located(document, found);
    state.located = { ...state.located, [key]: diagnostic };
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
    if (state && isNoisy(state.found) && this.pages.has(path)) this.noisy.add(path);
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
      const asked: Asked = new Map();
      const context = { ...this.world.context(asked), variables };
      const found = checkPage(state.file(), state.facts.place.address, context);
      entriesOf(state);
      state.forget();
      this.noteChecked(path, state, found, answersOf(asked));
    }
  }

  /** Notes what a file has been found with, and what it has asked for that. */
  noteChecked(path: string, state: PageState | SharedState, found: Found, asked: Answers): void {
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
