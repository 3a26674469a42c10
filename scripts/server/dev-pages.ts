import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { ownDefinitions } from '../../schema/blocks/index.ts';
import type { BackendProject, OwnViewError, Renderer } from '../../src/render/entry-server.tsx';
import { pictureSize } from '../assets/pictures.ts';
import { withPublishedSizes } from '../assets/published-sizes.ts';
import { type ShownPage, ShownPages, withoutFaulty } from '../editing/shown-pages.ts';
import type { RenderContext } from '../outputs/documents.ts';
import type { LoadedSite } from '../site/load-site.ts';
import type { DevSite } from '../site/dev-site.ts';
import { ownViewProblem } from '../site/own-blocks.ts';
import { now, type SiteFolders } from '../system/project.ts';

/** The pages of a site in a local folder. */
export class DevPages extends ShownPages {
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
      now,
      sized: (website, pages) => withPublishedSizes(website, pages, folders),
      picture: (src, website) => pictureSize(src, website, folders.public),
    });
    [this.#folders, this.#backend, this.#loadRenderer] = [folders, backend, loadRenderer];
  }

  /** Returns a page, with the errors of the site's own views added to its faults. */
  override async at(path: string, loaded: LoadedSite, isOpen = false): Promise<ShownPage | undefined> {
    const shown = await super.at(path, loaded, isOpen);
    if (!shown || ownDefinitions().key === '') return shown;
    const { renderer, site } = await this.context(shown.website, shown.page);
    const [faults, missing] = [new Map(shown.faults), new Set(shown.missing)];
    for (;;) {
      try {
        const { slotError } = renderer.render(withoutFaulty({ ...shown, faults }), site, this.#backend);
        if (slotError !== undefined) throw slotError;
      } catch (problem) {
        const diagnostic = ownViewProblem(this.#folders.pages, problem, path);
        const { block } = problem as OwnViewError; // other errors have no diagnostic
        if (diagnostic && !missing.has(block)) {
          faults.set(block, [...(faults.get(block) ?? []), diagnostic]);
          missing.add(block);
          continue;
        }
      }
      return { ...shown, faults, missing };
    }
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
