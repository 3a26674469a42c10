import { maxPicture, pictureFolder, pictureName } from '../../schema/edit/picture-name.ts';
import type { Place } from './host-api.ts';
import type { HostedSite } from './hosted-site.ts';

const addressOf = (path: string) => `https://pictures.invalid/${path}`;

/** The uncommitted pictures of a site, stored in this browser. */
export class UncommittedPictures {
  /** By path in `public/`. */
  readonly all = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Undefined if the browser offers no storage for this origin. */
  readonly #stored: Cache | undefined;

  private constructor(stored: Cache | undefined) {
    this.#stored = stored;
  }

  static async open({ api, repository, branch, folder }: Place): Promise<UncommittedPictures> {
    const name = `pagewright-pictures ${api} ${repository} ${branch} ${folder}`;
    const stored = await caches.open(name).catch(() => undefined);
    const pictures = new UncommittedPictures(stored);
    for (const { url } of (await stored?.keys()) ?? []) {
      const picture = await stored?.match(url);
      const path = decodeURIComponent(new URL(url).pathname.slice(1));
      if (picture) pictures.all.set(path, new Uint8Array(await picture.arrayBuffer()));
    }
    return pictures;
  }

  /** Adds a picture to a site under a free name. */
  async add(file: File, site: HostedSite): Promise<{ path: string } | { message: string }> {
    const limit = `A picture can have at most ${maxPicture / 1_000_000} MB.`;
    if (file.size > maxPicture) return { message: limit };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = pictureName(file.name, bytes);
    if ('problem' in found) return { message: `This picture was not added: ${found.problem}.` };
    let number = 1;
    while (site.hasAsset(`${pictureFolder}/${found.name(number)}`)) number++;
    const path = `${pictureFolder}/${found.name(number)}`;
    this.all.set(path, bytes);
    await this.#stored?.put(addressOf(path), new Response(bytes)).catch(() => undefined);
    site.addAsset(path, bytes.length);
    return { path: `/${path}` };
  }

  /** Allows the pages of a site to refer to the pictures. */
  offerTo(site: HostedSite): void {
    for (const [path, { length }] of this.all) site.addAsset(path, length);
  }

  /** Returns the pictures that a site uses. After an undo, a picture may be unused. */
  usedIn(site: HostedSite): ReadonlyMap<string, Uint8Array> {
    return new Map([...this.all].filter(([path]) => site.mentions(`/${path}`)));
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      this.all.delete(path);
      await this.#stored?.delete(addressOf(path));
    }
  }
}
