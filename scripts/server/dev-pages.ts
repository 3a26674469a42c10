import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { BackendProject, Renderer } from '../../src/render/entry-server.tsx';
import { pictureSize } from '../assets/pictures.ts';
import { withPublishedSizes } from '../assets/published-sizes.ts';
import { ShownPages } from '../editing/shown-pages.ts';
import type { RenderContext } from '../outputs/documents.ts';
import type { DevSite } from '../site/dev-site.ts';
import { now, type SiteFolders } from '../system/project.ts';

/** The pages of a site in a folder of this computer. */
export class DevPages extends ShownPages {
  readonly #backend: BackendProject;
  readonly #loadRenderer: () => Promise<Renderer>;

  constructor(
    live: DevSite,
    folders: SiteFolders,
    backend: BackendProject,
    loadRenderer: () => Promise<Renderer>,
  ) {
    super({
      get lastWebsite() {
        return live.lastWebsite;
      },
      now,
      sized: (website, pages) => withPublishedSizes(website, pages, folders),
      picture: (src, website) => pictureSize(src, website, folders.public),
    });
    [this.#backend, this.#loadRenderer] = [backend, loadRenderer];
  }

  async context(website: Website, page: SitePage): Promise<RenderContext> {
    return {
      site: await this.siteAround(website, page),
      renderer: await this.#loadRenderer(),
      backend: this.#backend,
      start: '<script type="module" src="/src/client/loader.ts"></script>',
      // Vite injects its own styles.
      stylePolicy: () => '',
    };
  }
}
