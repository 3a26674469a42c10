import type { Assets, PhotoProblem } from '../content/source-file.ts';
import type { CheckedBlock, SiteFile } from './read-file.ts';
import { type SharedFacts, type SharedPageFacts, type PageLookup, idsOnPage } from './facts.ts';
import type { FontCoverage } from '../content/font-facts.ts';
import { fontCoverageOf } from './font-coverage.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { ListFilter, PostIndex } from './list-selection.ts';
import { Groups } from './duplicates.ts';
import { hashText } from '../util.ts';
import { GeneratedPageIndex } from './generated-pages.ts';
import type { GroupedDependencies, Dependencies } from '../../legacy/schema/check/asked.ts';
import { type SiteQueries, createCheckContext, type SharedBlocks } from '../../legacy/schema/check/asking.ts';
import { redirectTargets } from './redirects.ts';

/** A shared block, and what changes whenever its file does. */
export interface SharedEntry {
  facts: SharedFacts;
  version: string;
  block(): CheckedBlock | undefined;
}

/** What every file is checked with. */
export interface SiteWideFacts {
  /** Nothing where `_site.yaml` could not be read. */
  site?: {
    dialogs: readonly string[];
    dialogForms: readonly string[];
    url?: string;
    pictureHosts?: readonly string[];
    embedHosts?: readonly string[];
    letters?: FontCoverage;
  };
  assets: Pick<Assets, 'icons' | 'pictures' | 'photos' | 'folders'>;
}

/** What `_site.yaml` says to every file, once it could be read. */
export function siteWideFacts(file: SiteFile | undefined, assets: Assets): SiteWideFacts['site'] {
  if (!file?.document) return undefined;
  const { dialogs, dialogForms, url, site } = file;
  return {
    dialogs,
    dialogForms,
    url,
    pictureHosts: site?.pictures.hosts,
    embedHosts: site?.embeds.hosts,
    letters: site && fontCoverageOf(site, assets),
  };
}

type Assets2 = SiteWideFacts['assets'];

/** What is known of a file in `public/`, in a word that is another one whenever that is. */
export function fileState({ pictures, photos, folders }: Assets2, address: string): string {
  const photo = photos?.get(address);
  if (photo && 'fault' in photo) return `photo ${photo.fault}`;
  if (pictures.has(address)) return 'file';
  return folders?.includes(address) ? 'folder' : '';
}

/** How wide and high a photo is, in the same way. */
export function photoSize({ photos }: Assets2, address: string): string {
  const photo = photos?.get(address);
  return photo && 'width' in photo ? `${photo.width} ${photo.height}` : '';
}

/** Names that something can refer to. */
export type Names = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

/** All that content can refer to. */
export interface ReferenceContext {
  icons: Names;
  /** Addresses of the files in `public/`. */
  pictures: Names;
  /** Why photos of `public/` cannot be shown, by their addresses. */
  photoProblems: { get(address: string): PhotoProblem | undefined };
  /** How wide and high photos of `public/` are, where that is known. */
  photoSizes: { get(address: string): readonly [width: number, height: number] | undefined };
  /** Folders in `public/` whose names are those of files. */
  folders: Pick<Names, 'has'>;
  addresses: Names;
  /** Where the pages that only send visitors on lead in the end. */
  redirects: Pick<ReadonlyMap<string, string>, 'get'>;
  drafts: Pick<ReadonlySet<string>, 'has'>;
  /** The names of the site's dialogs; nothing if they are not known. */
  dialogs?: Names;
  /** The ids of the forms in them. */
  dialogForms: Pick<ReadonlySet<string>, 'has'>;
  /** The ids of each page's blocks, by its address. */
  blockNames: Pick<ReadonlyMap<string, readonly string[]>, 'get'>;
  /** The address visitors know, without a slash at the end. */
  url?: string;
  /** Where pictures of other sites may come from; nothing if that is not known. */
  pictureHosts?: Pick<ReadonlySet<string>, 'has'>;
  /** The folders that hold pages. */
  postFolders: Names;
  /** What is known of the pages that a list chooses from, for just this list. */
  postsFor(choice: ListFilter, buttons: readonly string[]): Pick<PostIndex, 'said' | 'chosen'>;
  /** Nothing if that is not known, or all text is in fonts of the device. */
  letters?: FontCoverage;
  /** Which sites that are not known to everybody may be shown within pages. */
  embedHosts?: Pick<ReadonlySet<string>, 'has'>;
}

/** The page a reference stands on; nothing for what all pages share. */
export interface LinkSource {
  page?: string;
  draft?: boolean;
  /** Whether the page is a redirect: its reference says where it leads. */
  isRedirect?: boolean;
}

/** A diagnostic before it has its path. */
export type DiagnosticWithoutPath = Omit<DiagnosticInit, 'path'>;

/** Answers what files ask of each other, and knows which answers may have become others. */
export class SiteGraph implements SiteQueries {
  readonly lists = new GeneratedPageIndex();
  /** By the path of the file. */
  readonly #places = new Map<string, PageLookup>();
  readonly #paths = new Groups();
  readonly #users = new Groups();
  readonly #redirects = new Map<string, PageLookup>();
  readonly #shared = new Map<string, SharedEntry>();
  readonly #touched = new Set<string>();
  /** Before that, nobody has an answer that could become another one. */
  #wasAsked = false;
  #targets: ReadonlyMap<string, string> | undefined;
  #lists: Partial<Record<string, { names: readonly string[]; sum?: string }>> = {};
  #common: SiteWideFacts = { assets: { icons: new Set(), pictures: new Set() } };

  putPage(before: PageLookup | undefined, now: PageLookup | undefined): void {
    if (before === now) return;
    for (const place of [before, now]) if (place) this.#touch(`@${place.address}`, `#${place.address}`);
    if (before) {
      this.#places.delete(before.path);
      this.#paths.delete(before.address, before.path);
      for (const name of before.uses) this.#users.delete(name, before.path);
    }
    if (now) {
      this.#places.set(now.path, now);
      this.#paths.add(now.address, now.path);
      for (const name of now.uses) this.#users.add(name, now.path);
    }
    if (suggested(before) !== suggested(now)) this.#forgetList('pages');
    if (before?.redirect !== undefined || now?.redirect !== undefined) this.#putRedirect(before, now);
  }

  /** Puts what lists ask of a page, and those that it has. */
  putLists(before: SharedPageFacts | undefined, now: SharedPageFacts | undefined): void {
    this.#touch(...this.lists.put(before, now));
    if (!before || !now) this.#forgetList('folders');
  }

  /** Where a redirect leads in the end may change with every other one. */
  #putRedirect(before: PageLookup | undefined, now: PageLookup | undefined): void {
    const touch = () => this.#touch(...[...this.#redirects.values()].map(({ address }) => `@${address}`));
    touch();
    if (before) this.#redirects.delete(before.path);
    if (now?.redirect !== undefined) this.#redirects.set(now.path, now);
    this.#targets = undefined;
    touch();
  }

  putShared(name: string, now: SharedEntry | undefined): void {
    const before = this.#shared.get(name);
    if (now) this.#shared.set(name, now);
    else this.#shared.delete(name);
    this.#touch(`+${name}`, ...this.usersOf(name).map((path) => `#${this.#places.get(path)?.address}`));
    if (!before || !now) this.#forgetList('shared');
  }

  /** A change of these is one for all files, and what is in `public/` is asked for by their answers. */
  putCommon(facts: SiteWideFacts): void {
    if (facts.assets.pictures !== this.#common.assets.pictures) delete this.#lists['files'];
    this.#common = facts;
  }

  /** Says that from now on somebody has asked already. */
  endRestore(): void {
    this.lists.takeChanged();
    this.#wasAsked = true;
  }

  /** The questions to which the answers may be others than when this was asked before. */
  takeTouched(): Set<string> {
    this.#touch(...this.lists.takeChanged().map((address) => `@${address}`));
    const touched = new Set(this.#touched);
    this.#touched.clear();
    return touched;
  }

  /** The pages that use a shared block, by the paths of their files. */
  usersOf(name: string): string[] {
    return this.#users.of(name);
  }

  /** The first page that uses a shared block, with which the block is checked. */
  userOf(name: string): LinkSource {
    const [first] = this.usersOf(name);
    const place = first === undefined ? undefined : this.#places.get(first);
    return place ? { page: place.address, draft: place.draft } : {};
  }

  /** The files of an address: more than one only by mistake. */
  filesAt(address: string): string[] {
    return this.#paths.of(address);
  }

  /** The pages that only send visitors on, in the order of their files. */
  redirects(): PageLookup[] {
    return [...this.#redirects.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Whether all would be answered in the same way now. */
  stillAnswers(asked: GroupedDependencies): boolean {
    return asked.every(([answer, questions]) => questions.every((one) => this.answer(one) === answer));
  }

  answer(question: string): string {
    const name = question.slice(1);
    switch (question[0]) {
      case '@':
        if (!this.#paths.has(name)) return this.lists.made.has(name) ? 'page ' : '';
        return `${this.#isDraft(name) ? 'draft' : 'page'} ${this.#targetOf(name) ?? ''}`;
      case '#':
        return this.idsOf(name)?.join(' ') ?? '?';
      case '+':
        return this.#shared.get(name)?.version ?? '';
      case '.':
        return fileState(this.#common.assets, name);
      case '=':
        return photoSize(this.#common.assets, name);
      case '>':
        return this.lists.fileStateOf(name);
      case '?':
        return this.lists.standingOf(name);
      default: {
        const list = this.#list(question);
        return (list.sum ??= hashText(list.names.join(' ')));
      }
    }
  }

  listed(list: string): readonly string[] {
    return this.#list(list).names;
  }

  get posts(): PostIndex {
    return this.lists.posts;
  }

  sharedBlock(name: string): CheckedBlock | undefined {
    return this.#shared.get(name)?.block();
  }

  idsOf(address: string): string[] | undefined {
    const named = this.#placesAt(address).findLast(
      ({ isRead, names, redirect }) => isRead && names && redirect === undefined,
    );
    return named?.names && idsOnPage(named.names, (name) => this.#shared.get(name)?.facts);
  }

  /** What a file may refer to, and use; whatever is looked up there is noted in `asked`. */
  context(asked: Dependencies): ReferenceContext & SharedBlocks {
    this.#wasAsked = true;
    return createCheckContext(this, this.#common, asked);
  }

  #touch(...questions: readonly string[]): void {
    if (!this.#wasAsked) return;
    for (const question of questions) this.#touched.add(question);
  }

  #forgetList(name: string): void {
    delete this.#lists[name];
    this.#touch(name);
  }

  #list(name: string): { names: readonly string[]; sum?: string } {
    const known = this.#lists[name];
    if (known) return known;
    const inOrder = (paths: Iterable<string>) => [...paths].toSorted();
    const names =
      name === 'files'
        ? [...this.#common.assets.pictures]
        : name === 'folders'
          ? inOrder(this.lists.posts.folders())
          : name === 'shared'
            ? inOrder(this.#shared.keys())
            : [
                ...new Set(
                  inOrder(this.#places.keys()).flatMap((path) => suggested(this.#places.get(path)) ?? []),
                ),
              ];
    return (this.#lists[name] = { names });
  }

  #placesAt(address: string): PageLookup[] {
    return this.#paths.of(address).flatMap((path) => this.#places.get(path) ?? []);
  }

  #isDraft(address: string): boolean {
    return this.#placesAt(address).some(({ draft }) => draft);
  }

  #targetOf(address: string): string | undefined {
    this.#targets ??= redirectTargets(this.redirects());
    return this.#targets.get(address);
  }
}

/** The address of a page, if it is one that others may be advised to link to. */
const suggested = (place: PageLookup | undefined): string | undefined =>
  place === undefined || place.unlisted || place.address === '/404' ? undefined : place.address;
