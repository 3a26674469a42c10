import type { Assets, PhotoProblem } from '../content/source-file.ts';
import {
  type Diagnostic,
  type DiagnosticInit,
  fileDiagnostic,
  type DiagnosticInFile,
} from '../diagnostics/diagnostic.ts';
import type { Mentions, PageFacts, PageLookup, SharedFacts } from './facts.ts';
import { withoutHash } from '../content/routes.ts';
import { unshownPhotos } from './public-files.ts';
import { redirectTargets } from './redirects.ts';

/** How often each name was given. */
export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #given = new Map<string, readonly string[]>();

  /** Puts other names in the place of those that `by` gave before; whether any has come or gone by that. */
  put(by: string, names: readonly string[]): boolean {
    const before = this.#given.get(by) ?? [];
    if (before.length === names.length && names.every((name, at) => name === before[at])) return false;
    let isChanged = false;
    for (const name of names) {
      const count = this.#counts.get(name) ?? 0;
      this.#counts.set(name, count + 1);
      isChanged ||= count === 0;
    }
    for (const name of before) {
      const count = this.#counts.get(name) ?? 0;
      if (count > 1) this.#counts.set(name, count - 1);
      else this.#counts.delete(name);
      isChanged ||= count === 1;
    }
    if (names.length > 0) this.#given.set(by, names);
    else this.#given.delete(by);
    return isChanged;
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }
}

const unlinked: DiagnosticInit = {
  path: [],
  part: 'first',
  rule: 'unlinked-page',
  message: 'no page, menu or footer links to this page',
  label: 'visitors cannot find it',
  advice: 'link to it, or write `status: draft` until it is ready',
  note: 'write `index: false` if only those shall find it who know its address',
};

/** A file of `public/` that is only there to be shown. */
const belowFolder = /^\/.+\/.+\.(?:svg|png|jpe?g|webp|avif|mp4|webm|vtt)$/i;

/** What all files lead to and show, and what nothing does. */
export class LinkIndex {
  readonly #links = new Tally();
  readonly #files = new Tally();
  #faults: { of: Assets['photos']; found: [string, PhotoProblem][] } | undefined;
  #unlinked: DiagnosticInFile[] | undefined;
  #pictures: { of: ReadonlySet<string>; unused: Diagnostic[] } | undefined;

  /** Notes what a file leads to and shows: one that says nothing, nothing. */
  put(path: string, { links, files }: Mentions): void {
    if (this.#links.put(path, links)) this.#unlinked = undefined;
    if (this.#files.put(path, files)) this.#pictures = undefined;
  }

  /** Says that there are other pages than before. */
  forgetPages(): void {
    this.#unlinked = undefined;
  }

  /** Pages that nothing leads to. */
  unlinkedPages(
    pages: Iterable<PageFacts>,
    redirects: readonly PageLookup[],
    listed: () => Iterable<string>,
  ): DiagnosticInFile[] {
    if (this.#unlinked) return this.#unlinked;
    const linked = new Set(['/', '/404', ...listed()]);
    for (const [from, to] of redirectTargets(redirects))
      if (this.#links.has(from)) linked.add(withoutHash(to));
    const found: DiagnosticInFile[] = [];
    for (const { place } of pages) {
      if (!place.isRead || place.draft || place.unlisted || place.redirect !== undefined) continue;
      if (!this.#links.has(place.address) && !linked.has(place.address)) found.push([place.path, unlinked]);
    }
    return (this.#unlinked = found);
  }

  /** Photos that cannot be shown, and are not to be. */
  damagedPhotos(photos: Assets['photos']): Diagnostic[] {
    const { of, found } = this.#faults ?? {};
    const faults = of === photos && found ? found : faultsIn(photos);
    this.#faults = { of: photos, found: faults };
    return unshownPhotos(faults.filter(([address]) => !this.#files.has(address)));
  }

  /** Pictures, films and subtitles that no page shows. */
  unusedPictures(pictures: ReadonlySet<string>): Diagnostic[] {
    if (this.#pictures?.of === pictures) return this.#pictures.unused;
    const unused = [...pictures]
      .filter((file) => belowFolder.test(file) && !this.#files.has(file))
      .map((file) =>
        fileDiagnostic(
          `public${file}`,
          'unused-picture',
          'no page shows this file',
          'show it somewhere, or delete it',
        ),
      );
    this.#pictures = { of: pictures, unused };
    return unused;
  }
}

function faultsIn(photos: Assets['photos']): [address: string, fault: PhotoProblem][] {
  return [...(photos ?? [])].flatMap(([address, photo]): [string, PhotoProblem][] =>
    'fault' in photo ? [[address, photo.fault]] : [],
  );
}

/** What visitors of a page get to and see, through its shared blocks too; a link to itself leads nowhere. */
export function mentionsOn(
  { place, mentions }: PageFacts,
  shared: (name: string) => SharedFacts | undefined,
): Mentions {
  const { address, draft, uses } = place;
  if (draft) return { links: [], files: mentions.files };
  const all = [...mentions.links, ...uses.flatMap((name) => shared(name)?.mentions.links ?? [])];
  return { links: all.filter((link) => link !== address), files: mentions.files };
}

/** Shared blocks that no page uses. */
export function unusedShared(
  shared: readonly SharedFacts[],
  isUsed: (name: string) => boolean,
): DiagnosticInFile[] {
  const unused = shared.filter(({ name, isBlock }) => isBlock && !isUsed(name));
  return unused.map(({ path, name }) => [
    path,
    {
      path: [],
      part: 'first',
      rule: 'unused-shared-block',
      message: 'no page uses this shared block',
      label: 'visitors never see it',
      advice: `write \`- use: ${name}\` where it belongs, or delete the file`,
    },
  ]);
}
