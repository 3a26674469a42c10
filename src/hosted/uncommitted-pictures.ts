import { maxPictureBytes, pictureFolder, createPictureName } from '../../schema/edit/picture-name.ts';
import { hashBytes } from '../../scripts/editing/page-changes.ts';
import { type RepositoryLocation, toSiteId } from './host-api.ts';
import type { HostedSite } from './hosted-site.ts';
import type { UncommittedTexts } from './uncommitted-texts.ts';

const toCacheUrl = (path: string) => `https://pictures.invalid/${path}`;

/** The uncommitted pictures of a site, stored in this browser. */
export class UncommittedPictures {
  /** The picture files, by path in `public/`. */
  readonly all = new Map<string, Uint8Array<ArrayBuffer>>();
  /** The browser storage for pictures. Undefined if the browser offers no storage for this origin. */
  readonly #cache: Cache | undefined;

  private constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  static async open(location: RepositoryLocation): Promise<UncommittedPictures> {
    const cache = await caches.open(`pagewright-pictures ${toSiteId(location)}`).catch(() => undefined);
    const pictures = new UncommittedPictures(cache);
    await pictures.load();
    return pictures;
  }

  /** Loads the pictures that any window has stored in the browser. */
  async load(): Promise<void> {
    for (const { url } of (await this.#cache?.keys()) ?? []) {
      const path = decodeURIComponent(new URL(url).pathname.slice(1));
      const picture = this.all.has(path) ? undefined : await this.#cache?.match(url);
      if (picture) this.all.set(path, new Uint8Array(await picture.arrayBuffer()));
    }
  }

  /** Adds a picture to a site under a name that is not taken. Resolves to its path, or to an error message. */
  async add(file: File, site: HostedSite): Promise<{ path: string } | { message: string }> {
    const limitMessage = `A picture can be at most ${maxPictureBytes / 1_000_000} MB.`;
    if (file.size > maxPictureBytes) return { message: limitMessage };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const namedPicture = createPictureName(file.name, bytes);
    if ('problem' in namedPicture) return { message: `This picture was not added: ${namedPicture.problem}.` };
    await this.load();
    const toPath = (number: number) => `${pictureFolder}/${namedPicture.name(number)}`;
    let number = 1;
    while (site.hasAsset(toPath(number)) || this.all.has(toPath(number))) number++;
    const path = toPath(number);
    this.all.set(path, bytes);
    await this.#cache?.put(toCacheUrl(path), new Response(bytes)).catch(() => undefined);
    site.addAsset(path, bytes.length);
    return { path: `/${path}` };
  }

  /** Allows the pages of a site to refer to the pictures. */
  addTo(site: HostedSite): void {
    for (const [path, { length }] of this.all) if (!site.hasAsset(path)) site.addAsset(path, length);
  }

  /** Returns the pictures that the changed files use, by path. Other pictures may be unused after an undo. */
  findUsedIn(texts: UncommittedTexts): ReadonlyMap<string, Uint8Array> {
    const changedTexts = [...texts.all.values()].map(({ text = '' }) => text);
    return new Map([...this.all].filter(([path]) => changedTexts.some((text) => text.includes(`/${path}`))));
  }

  /**
   * Removes the pictures that the site contains by now. Pictures that were handed in stay until then, so that other
   * pages can use them and no other picture gets the same name. A picture that a changed file uses also stays if the
   * site contains a different picture with this name.
   */
  async removeCommitted(site: HostedSite, texts: UncommittedTexts): Promise<void> {
    const used = this.findUsedIn(texts);
    for (const [path, bytes] of this.all) {
      const committedHash = site.findAsset(`/${path}`)?.sha;
      if (committedHash === undefined) continue;
      if (used.has(path) && committedHash !== (await hashBlob(bytes))) continue;
      this.all.delete(path);
      await this.#cache?.delete(toCacheUrl(path));
    }
  }
}

/** Returns the git hash of a file with these bytes. */
async function hashBlob(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const blob = new Blob([`blob ${bytes.length}\0`, bytes]);
  return hashBytes('SHA-1', new Uint8Array(await blob.arrayBuffer()));
}
