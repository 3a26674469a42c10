import { textSum } from '../base/text-sum.ts';
import type { AskedFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { madeOf } from './made-pages.ts';
import { type Choice, foldersOf, PostIndex } from './post-index.ts';
import { isArchive, type PostList } from './post-list.ts';

/** What the pages of a site say to each other's lists, and which pages the build makes of these. */
export class ListedPages {
  readonly posts = new PostIndex();
  readonly #archives = new Map<string, PostList>();
  #made: ReadonlyMap<string, string> | undefined = new Map();
  #madeBefore: ReadonlyMap<string, string> = new Map();
  #madeOn: { of: object; key: string; made: ReadonlySet<string> } | undefined;

  /** Puts what has become of a page; says to which questions the answers may be others now. */
  put(before: AskedFacts | undefined, now: AskedFacts | undefined): string[] {
    if (before?.post === now?.post && before?.lists === now?.lists && before?.place === now?.place) return [];
    this.#made = undefined;
    const address = (now ?? before)?.place.address ?? '';
    const archive = now?.place.draft === false ? now.lists.find(isArchive) : undefined;
    if (archive) this.#archives.set(address, archive);
    else this.#archives.delete(address);
    if (before?.post === now?.post) return [];
    this.posts.put(before?.post, now?.post);
    return foldersOf(address).map((folder) => `>${folder}`);
  }

  /** The addresses of the pages that the build makes, with those that they are made of. */
  get made(): ReadonlyMap<string, string> {
    return (this.#made ??= new Map(
      [...this.#archives].flatMap(([path, list]) =>
        [...madeOf(path, list, this.posts).keys()].map((address) => [address, path] as const),
      ),
    ));
  }

  /** Whether it depends on the day which pages are made, though no page is public for a time only. */
  get dependOnDay(): boolean {
    return [...this.#archives.values()].some(({ when }) => when !== undefined);
  }

  /** Those of them that are made on a day on which visitors cannot open these pages. */
  madeOn(day: string, hidden: ReadonlySet<string>): ReadonlySet<string> {
    const of = this.made;
    const key = [day, ...hidden].join(' ');
    if (this.#madeOn?.of === of && this.#madeOn.key === key) return this.#madeOn.made;
    const posts = hidden.size === 0 ? this.posts : this.posts.without(hidden);
    const made = new Set(
      [...this.#archives].flatMap(([path, list]) =>
        hidden.has(path) ? [] : [...madeOf(path, list, posts, day).keys()],
      ),
    );
    this.#madeOn = { of, key, made };
    return made;
  }

  /** The addresses that have come or gone since this was asked before. */
  takeChanged(): string[] {
    const [before, now] = [this.#madeBefore, this.made];
    if (before === now) return [];
    this.#madeBefore = now;
    return [...new Set([...before.keys(), ...now.keys()])].filter((one) => before.has(one) !== now.has(one));
  }

  /** Whether there is any page in a folder, of which more is asked then. */
  stateOf(folder: string): string {
    const [any] = this.posts.below(folder);
    return any ? 'folder' : '';
  }

  /** What the check of a list depends on, for a question as `listQuestion` makes it. */
  standingOf(question: string): string {
    const [choice, buttons] = JSON.parse(question) as [Choice, string[]]; // as it is made there
    const { tags, authors, count, isUncertain } = this.posts.said(choice.from ?? '');
    if (isUncertain) return 'uncertain';
    const { tag, author } = choice;
    const isKnown =
      [tag, ...buttons].every((one) => one === undefined || tags.has(one)) &&
      (author === undefined || authors.has(author));
    if (isKnown && this.posts.chosen(choice).length > 0) return 'right';
    return textSum(JSON.stringify([[...tags].toSorted(), [...authors].toSorted(), count]));
  }

  /** Page files at addresses where the build makes a page; `filesAt` has those of an address. */
  taken(site: { filesAt(address: string): readonly string[] }): FileFinding[] {
    return [...this.made].flatMap(([address, of]) =>
      site.filesAt(address).map((path): FileFinding => {
        return [
          path,
          {
            path: [],
            part: 'first',
            rule: 'made-address',
            message: `the build makes a page of the list on \`${of}\` at this address, \`${address}\``,
            label: 'this page and that one cannot both be here',
            advice: 'rename this file, or put the list on a page of another name',
          },
        ];
      }),
    );
  }
}

/** What asks for the standing of a list: what it chooses, and the tags by which visitors can filter. */
export const listQuestion = ({ from, kind, tag, author }: Choice, buttons: readonly string[]): string =>
  JSON.stringify([{ from, kind, tag, author }, buttons]);
