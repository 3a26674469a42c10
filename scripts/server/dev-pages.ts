import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { getOwnDefinitions } from '../../schema/blocks/index.ts';
import type { BackendProject, OwnViewError, Renderer } from '../../src/render/entry-server.tsx';
import { readPictureSize } from '../assets/pictures.ts';
import { addPublishedSizes } from '../assets/published-sizes.ts';
import { type PagePreview, PagePreviews, replaceInvalidBlocks } from '../editing/page-previews.ts';
import type { RenderContext } from '../outputs/documents.ts';
import type { LoadedSite } from '../site/load-site.ts';
import type { DevSite } from '../site/dev-site.ts';
import { toViewProblem } from '../site/own-blocks.ts';
import { getSiteTime, type SiteFolders } from '../system/project.ts';

/** Previews the pages of a site in a local folder. */
export class DevPages extends PagePreviews {
  readonly #folders: SiteFolders;
  readonly #backend: BackendProject;
  readonly #loadRenderer: () => Promise<Renderer>;

  constructor(
    live: DevSite,
    folders: SiteFolders,
    backend: BackendProject,
    loadRenderer: () => Promise<Renderer>,
  ) {
    super({
      lastWebsite: () => live.lastWebsite,
      now: getSiteTime,
      addFileSizes: (website, pages) => addPublishedSizes(website, pages, folders),
      picture: (src, website) => readPictureSize(src, website, folders.public),
    });
    [this.#folders, this.#backend, this.#loadRenderer] = [folders, backend, loadRenderer];
  }

  /** Like `preview` in the base class, but adds the errors in the site's own views to `faults`. */
  override async preview(path: string, loaded: LoadedSite, isOpen = false): Promise<PagePreview | undefined> {
    const shownPage = await super.preview(path, loaded, isOpen);
    if (!shownPage || getOwnDefinitions().key === '') return shownPage;
    const { renderer, site } = await this.context(shownPage.website, shownPage.page);
    const [problems, missing] = [new Map(shownPage.problems), new Set(shownPage.missing)];
    for (;;) {
      try {
        const { slotError } = renderer.render(
          replaceInvalidBlocks({ ...shownPage, problems }),
          site,
          this.#backend,
        );
        if (slotError !== undefined) throw slotError;
      } catch (error) {
        const diagnostic = toViewProblem(this.#folders.pages, error, path);
        const { block } = error as OwnViewError; // other errors have no diagnostic
        if (diagnostic && !missing.has(block)) {
          problems.set(block, [...(problems.get(block) ?? []), diagnostic]);
          missing.add(block);
          continue;
        }
      }
      return { ...shownPage, problems, missing };
    }
  }

  async context(website: Website, page: SitePage): Promise<RenderContext> {
    return {
      site: await this.resolveFrameSite(website, page),
      renderer: await this.#loadRenderer(),
      backend: this.#backend,
      start: '<script type="module" src="/src/client/loader.ts"></script>',
      // Omit the style policy, because Vite adds its own styles.
      stylePolicy: () => '',
    };
  }
}
