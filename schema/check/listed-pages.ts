import { textSum } from '../base/text-sum.ts';
import type { AskedFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { madeOf } from './made-pages.ts';
import { foldersOf, PostIndex } from './post-index.ts';
import { isArchive, type Post, type PostList } from './post-list.ts';

/** What the pages of a site say to each other's lists, and which pages the build makes of these. */
export class ListedPages {
  readonly posts = new PostIndex();
  readonly #archives = new Map<string, PostList>();
  #sums = new Map<string, string>();
  #made: ReadonlyMap<string, string> | undefined = new Map();
  #madeBefore: ReadonlyMap<string, string> = new Map();

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
    this.#sums.clear();
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

  /** The addresses that have come or gone since this was asked before. */
  takeChanged(): string[] {
    const [before, now] = [this.#madeBefore, this.made];
    if (before === now) return [];
    this.#madeBefore = now;
    return [...new Set([...before.keys(), ...now.keys()])].filter((one) => before.has(one) !== now.has(one));
  }

  /** Another text whenever lists of a folder may choose other pages, or none; nothing where no page is. */
  sumOf(folder: string): string {
    const known = this.#sums.get(folder);
    if (known !== undefined) return known;
    const said = new Set([...this.posts.below(folder)].map(choiceOf));
    const sum = said.size === 0 ? '' : textSum([...said].toSorted().join('\n'));
    this.#sums.set(folder, sum);
    return sum;
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
            advice: 'rename this file',
          },
        ];
      }),
    );
  }
}

const choiceOf = ({ isLive, onlyByHand, isUncertain, kinds, tags, author }: Post) =>
  JSON.stringify([isLive, onlyByHand, isUncertain, kinds, tags, author]);
