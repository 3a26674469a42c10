import { Remembered } from '../base/remembered.ts';
import { addressOf, type Assets, type SourceFile } from '../base/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Mentions, PageFacts, PagePlace, SharedFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { fileNameDiagnostics, isUsualName } from './file-names.ts';
import { linkedFileDiagnostics, pictureFileDiagnostics, twinDiagnostics } from './picture-files.ts';
import { redirectFindings } from './redirects.ts';
import { TagIndex } from './tags.ts';
import { takenAddresses } from './taken-addresses.ts';
import { TitleIndex } from './titles.ts';
import { LinkIndex, mentionsOn } from './unused.ts';
import type { WrittenAddresses } from './written-addresses.ts';

/** The rules over all files, each asked again only when something has changed that it asks about. */
export class SiteRules {
  readonly titles: TitleIndex;
  readonly tags = new TagIndex();
  readonly links = new LinkIndex();
  readonly #public = new Remembered<Diagnostic[]>();
  readonly #redirects = new Remembered<FileFinding[]>();
  readonly #names = new Remembered<Diagnostic[]>();
  /** What was found in `public/`, as it was then. */
  publicFound: { version: string; diagnostics: Diagnostic[] } | undefined;

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
        const address = addressOf(source.path);
        if (isUsualName(source.path) && filesAt(address).length === 1) return [];
        const twin = files.get(address);
        files.set(address, twin ?? source.file);
        return source.unread === 'a-link' ? [] : fileNameDiagnostics(source, twin);
      });
    });
  }

  /** What is wrong with the files in `public/`, whatever is shown of them. */
  publicFiles(assets: Assets, written: WrittenAddresses): Diagnostic[] {
    const found = [
      ...this.#publicTexts(assets),
      ...takenAddresses(assets.pictures, written),
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
    if (version !== undefined && this.publicFound?.version === version) return this.publicFound.diagnostics;
    const diagnostics = this.#public.of([pictureFiles, links], () => [
      ...pictureFileDiagnostics(pictureFiles),
      ...linkedFileDiagnostics(links),
    ]);
    this.publicFound = version === undefined ? undefined : { version, diagnostics };
    return diagnostics;
  }

  redirects(places: readonly PagePlace[]): FileFinding[] {
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
