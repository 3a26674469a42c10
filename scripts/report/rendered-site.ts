import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { getBasePath, getDocumentPath, pathToRoute } from '../../schema/base/routes.ts';
import { listFontFiles } from '../assets/built-in-fonts.ts';
import { writePhotos, writePublicFiles } from '../assets/write-assets.ts';
import { type PageTask, createPageWriter } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import type { PutFile } from '../system/cache.ts';
import { getContentType } from '../system/content-types.ts';
import { CommandError } from '../system/errors.ts';
import { listFiles } from '../system/files.ts';

/** The body and type of a response. */
interface SiteFile {
  body: Buffer;
  contentType: string;
}

/**
 * The output files of a planned site, in memory. A page is rendered when it is added, and a photo is encoded when it is
 * read.
 */
export class RenderedSite {
  readonly #plan: BuildPlan;
  readonly #files = new Map<string, () => string | Buffer | Promise<string | Buffer>>();
  readonly #write: ReturnType<typeof createPageWriter>;

  private constructor(plan: BuildPlan) {
    this.#plan = plan;
    this.#write = createPageWriter(plan.material, (path, content) => {
      // Store a copy, because the writer reuses its buffer for the next file.
      const copy = Buffer.from(content);
      this.#files.set(toFilePath(path), () => copy);
    });
  }

  static async open(plan: BuildPlan): Promise<RenderedSite> {
    const { material, website, folders, pictures } = plan;
    const renderedSite = new RenderedSite(plan);
    await writePublicFiles(website.site, folders, pictures, renderedSite.#put);
    for (const file of listFiles(material.assets).files)
      await renderedSite.#put(join('assets', file), undefined, () => join(material.assets, file));
    for (const [urlPath, file] of listFontFiles(website.site.theme))
      await renderedSite.#put(urlPath, undefined, () => file);
    return renderedSite;
  }

  readonly #put: PutFile = async (path, _source, createContent) =>
    void this.#files.set(toFilePath(path), createContent);

  /** Renders a page and returns its URL. */
  async add(task: PageTask): Promise<string> {
    const { website, folders, pictures } = this.#plan;
    const { page, error } = await this.#write(task);
    if (error) throw new CommandError(error.message);
    const usedPhotos = { drawn: page.drawn, fallbacks: [...pictures.photos.keys()] };
    await writePhotos(website.site, pictures, usedPhotos, folders.cache, this.#put);
    return `${website.site.url.replace(/\/+$/, '')}${task.page.path}`;
  }

  /** Returns the file at a URL, or `undefined` if the site has no such file or the URL belongs to another site. */
  async read(address: string): Promise<SiteFile | undefined> {
    const { url } = this.#plan.website.site;
    const { origin, pathname } = new URL(address);
    const base = getBasePath(url);
    if (origin !== new URL(url).origin || !pathname.startsWith(base)) return undefined;
    const path = decodeURIComponent(pathname.slice(base.length));
    const createContent = this.#files.get(path) ?? this.#files.get(getDocumentPath(pathToRoute(path)));
    const file = await createContent?.();
    if (file === undefined) return undefined;
    const body = typeof file === 'string' ? await readFile(file) : file;
    return { body, contentType: getContentType(extname(path).slice(1) || 'html') };
  }
}

const toFilePath = (path: string): string => `/${path.replaceAll('\\', '/').replace(/^\/+/, '')}`;
