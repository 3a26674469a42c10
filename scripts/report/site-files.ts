import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { basePath, documentPath, pathToRoute } from '../../schema/base/routes.ts';
import { fontFilesOf } from '../assets/built-in-fonts.ts';
import { writePhotos, writePublicFiles } from '../assets/write-assets.ts';
import { type PageTask, pageWriter } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import type { PutFile } from '../system/cache.ts';
import { contentTypeOf } from '../system/content-types.ts';
import { listFiles } from '../system/files.ts';

/** A file as a host sends it. */
interface SentFile {
  body: Buffer;
  contentType: string;
}

/** The files of a planned site. A page is rendered when it is added, and a photo encoded when it is asked for. */
export class SiteFiles {
  readonly #plan: BuildPlan;
  readonly #files = new Map<string, () => string | Buffer | Promise<string | Buffer>>();
  readonly #write: ReturnType<typeof pageWriter>;

  private constructor(plan: BuildPlan) {
    this.#plan = plan;
    this.#write = pageWriter(plan.material, (path, content) => {
      // The writer uses its memory again for the next file.
      const copy = Buffer.from(content);
      this.#files.set(pathToFile(path), () => copy);
    });
  }

  static async of(plan: BuildPlan): Promise<SiteFiles> {
    const { material, website, folders, pictures } = plan;
    const all = new SiteFiles(plan);
    await writePublicFiles(website.site, folders, pictures, all.#put);
    for (const file of listFiles(material.assets).files)
      await all.#put(join('assets', file), undefined, () => join(material.assets, file));
    for (const [address, file] of fontFilesOf(website.site.theme))
      await all.#put(address, undefined, () => file);
    return all;
  }

  readonly #put: PutFile = async (path, _source, make) => void this.#files.set(pathToFile(path), make);

  /** Adds a page, and returns its address. */
  async add(task: PageTask): Promise<string> {
    const { website, folders, pictures } = this.#plan;
    const { page } = await this.#write(task);
    const wanted = { drawn: page.drawn, fallbacks: [...pictures.photos.keys()] };
    await writePhotos(website.site, pictures, wanted, folders.cache, this.#put);
    return `${website.site.url.replace(/\/+$/, '')}${task.page.path}`;
  }

  /** What a host answers; undefined if it has no such file, or is another host. */
  async read(address: string): Promise<SentFile | undefined> {
    const { url } = this.#plan.website.site;
    const { origin, pathname } = new URL(address);
    const base = basePath(url);
    if (origin !== new URL(url).origin || !pathname.startsWith(base)) return undefined;
    const path = decodeURIComponent(pathname.slice(base.length));
    const make = this.#files.get(path) ?? this.#files.get(documentPath(pathToRoute(path)));
    const file = await make?.();
    if (file === undefined) return undefined;
    const body = typeof file === 'string' ? await readFile(file) : file;
    return { body, contentType: contentTypeOf(extname(path).slice(1) || 'html') };
  }
}

const pathToFile = (path: string): string => `/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`;
