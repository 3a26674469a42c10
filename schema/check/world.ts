import { Groups } from '../base/groups.ts';
import { textSum } from '../base/text-sum.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { AskedFacts, PagePlace } from './facts.ts';
import { fileState, photoSize } from './file-answers.ts';
import { ListedPages } from './listed-pages.ts';
import { namedIds } from './named-ids.ts';
import type { Answers, Asked } from './asked.ts';
import { type Answering, contextOf, type SharedBlocks } from './asking.ts';
import type { PostIndex } from './post-index.ts';
import type { LinkSource, ReferenceContext } from './reference-context.ts';
import { redirectTargets } from './redirects.ts';
import type { CommonFacts, SharedEntry } from './world-facts.ts';

/** Answers what files ask of each other, and knows which answers may have become others. */
export class World implements Answering {
  readonly lists = new ListedPages();
  /** By the path of the file. */
  readonly #places = new Map<string, PagePlace>();
  readonly #paths = new Groups();
  readonly #users = new Groups();
  readonly #redirects = new Map<string, PagePlace>();
  readonly #shared = new Map<string, SharedEntry>();
  readonly #touched = new Set<string>();
  /** Before that, nobody has an answer that could become another one. */
  #wasAsked = false;
  #targets: ReadonlyMap<string, string> | undefined;
  #lists: Partial<Record<string, { names: readonly string[]; sum?: string }>> = {};
  #common: CommonFacts = { assets: { icons: new Set(), pictures: new Set() } };

  putPage(before: PagePlace | undefined, now: PagePlace | undefined): void {
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
  putLists(before: AskedFacts | undefined, now: AskedFacts | undefined): void {
    this.#touch(...this.lists.put(before, now));
    if (!before || !now) this.#forgetList('folders');
  }

  /** Where a redirect leads in the end may change with every other one. */
  #putRedirect(before: PagePlace | undefined, now: PagePlace | undefined): void {
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
  putCommon(facts: CommonFacts): void {
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
  redirects(): PagePlace[] {
    return [...this.#redirects.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Whether all would be answered in the same way now. */
  stillAnswers(asked: Answers): boolean {
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
        return this.lists.stateOf(name);
      case '?':
        return this.lists.standingOf(name);
      default: {
        const list = this.#list(question);
        return (list.sum ??= textSum(list.names.join(' ')));
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
    return named?.names && namedIds(named.names, (name) => this.#shared.get(name)?.facts);
  }

  /** What a file may refer to, and use; whatever is looked up there is noted in `asked`. */
  context(asked: Asked): ReferenceContext & SharedBlocks {
    this.#wasAsked = true;
    return contextOf(this, this.#common, asked);
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

  #placesAt(address: string): PagePlace[] {
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
const suggested = (place: PagePlace | undefined): string | undefined =>
  place === undefined || place.unlisted || place.address === '/404' ? undefined : place.address;
