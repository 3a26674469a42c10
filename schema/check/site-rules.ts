import { Remembered } from '../base/remembered.ts';
import { addressOf, type Assets, type SourceFile } from '../base/source-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Mentions, PageFacts, SharedFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';
import { fileNameDiagnostics } from './file-names.ts';
import { linkedFileDiagnostics, pictureFileDiagnostics } from './picture-files.ts';
import { redirectFindings } from './redirects.ts';
import { repeatedTitles } from './titles.ts';
import { unusedFiles, unusedPictures } from './unused.ts';

/** The rules over all files, each asked again only when something has changed that it asks about. */
export class SiteRules {
  #names = new Remembered<Diagnostic[]>();
  #public = new Remembered<Diagnostic[]>();
  /** What was found in `public/`, as it was then. */
  publicFound: { version: string; diagnostics: Diagnostic[] } | undefined;
  #titles = new Remembered<FileFinding[]>();
  #redirects = new Remembered<FileFinding[]>();
  #unused = new Remembered<FileFinding[]>();
  #unusedPictures = new Remembered<Diagnostic[]>();

  /** What is wrong with the names of page files. */
  fileNames(sources: readonly SourceFile[]): Diagnostic[] {
    return this.#names.of(
      sources.flatMap(({ file, unread }) => [file, unread]),
      () => {
        const files = new Map<string, string>();
        return sources.flatMap((source) => {
          const address = addressOf(source.path);
          const twin = files.get(address);
          files.set(address, twin ?? source.file);
          return source.unread === 'a-link' ? [] : fileNameDiagnostics(source, twin);
        });
      },
    );
  }

  /** What is wrong with the files in `public/` themselves. */
  publicFiles({ version, pictureFiles = new Map<string, string>(), links = [] }: Assets): Diagnostic[] {
    if (version !== undefined && this.publicFound?.version === version) return this.publicFound.diagnostics;
    const diagnostics = this.#public.of([pictureFiles, links], () => [
      ...pictureFileDiagnostics(pictureFiles),
      ...linkedFileDiagnostics(links),
    ]);
    this.publicFound = version === undefined ? undefined : { version, diagnostics };
    return diagnostics;
  }

  titles(pages: readonly PageFacts[], fileAt: (path: string) => SourceFile | undefined): FileFinding[] {
    return this.#titles.of(
      pages.flatMap(({ place, titles }) => [place, titles]),
      () => repeatedTitles(pages, fileAt),
    );
  }

  redirects(pages: readonly PageFacts[]): FileFinding[] {
    const places = pages.map(({ place }) => place);
    return this.#redirects.of(places, () => redirectFindings(places));
  }

  /** Pages and shared blocks that nothing leads to. */
  unused(
    pages: readonly PageFacts[],
    shared: ReadonlyMap<string, SharedFacts>,
    site: Mentions,
  ): FileFinding[] {
    return this.#unused.of(
      [site, ...shared.values(), ...pages.flatMap(({ place, mentions }) => [place, mentions])],
      () => unusedFiles(pages, shared, site),
    );
  }

  unusedPictures(mentions: readonly Mentions[], pictures: ReadonlySet<string>): Diagnostic[] {
    return this.#unusedPictures.of([pictures, ...mentions], () => unusedPictures(mentions, pictures));
  }
}
