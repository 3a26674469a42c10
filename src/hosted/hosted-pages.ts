import { publicPath } from '../../schema/fields/file-types.ts';
import { resolveWords } from '../../schema/fields/words.ts';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { type EditedSite } from '../../scripts/editing/answer-edit.ts';
import { createPagesHandler } from '../../scripts/editing/answer-pages.ts';
import { Journal, type JournalStore } from '../../scripts/editing/journal.ts';
import { renderMarkedTexts } from '../../scripts/editing/marked-texts.ts';
import { type PageRecipes, parsePageRecipe } from '../../scripts/editing/page-recipes.ts';
import { PagePreviews } from '../../scripts/editing/page-previews.ts';
import { getContentType } from '../../scripts/system/content-types.ts';
import { escapeMarkup } from '../../scripts/system/format.ts';
import { openRenderer, type OwnViewError, type PageView, type Renderer } from '../render/entry-server.tsx';
import { parseJson } from '../editor/unsaved-changes.ts';
import type { FramePage } from './frame-host.ts';
import { toSiteId } from './host-api.ts';
import { HostedFiles } from './hosted-files.ts';
import { ownCode } from './own-code.ts';
import type { SiteSession } from './workspace-state.ts';

const backend = { address: '', anonymousKey: '' };
const recipes = import.meta.glob<string>('../../recipes/{blocks,pages,site/pages}/*.yaml', {
  query: '?raw',
  import: 'default',
});
const findRecipeLoader = (path: string) => recipes[`../../recipes/${path}.yaml`];

/**
 * Maximum number of changes to store for undo. More changes would slow down each edit, and might not fit into the
 * storage.
 */
const maxStoredChanges = 50;

/** Stores a journal of a site until this tab is closed. */
export function createSessionStore(name: string, { place }: Pick<SiteSession, 'place'>): JournalStore {
  const key = `${name} ${toSiteId(place)}`;
  return {
    read: () => parseJson(sessionStorage.getItem(key), []),
    write(entries) {
      try {
        sessionStorage.setItem(key, JSON.stringify(entries.slice(-maxStoredChanges)));
      } catch {
        // The browser's storage quota is exceeded.
        sessionStorage.removeItem(key);
      }
    },
  };
}

/** Renders the pages of a hosted site, and answers the requests that the editor sends. */
export class HostedPages {
  readonly files: HostedFiles;
  readonly edited: EditedSite;
  /** Answers requests about whole pages. */
  readonly answerPages: ReturnType<typeof createPagesHandler>;
  readonly #session: SiteSession;
  readonly #renderer = ownCode.then(openRenderer);
  readonly #previews: PagePreviews;
  /** Data URLs of pictures. The key is the hash of a committed picture, or the path of an uncommitted one. */
  readonly #pictures = new Map<string, Promise<string>>();

  constructor(session: SiteSession, onChange: () => void) {
    this.#session = session;
    this.files = new HostedFiles(session, onChange);
    const site = {
      files: this.files,
      journal: new Journal(this.files, () => new Date(), createSessionStore('pagewright-journal', session)),
      lastWebsite: () => session.site.lastWebsite,
      checked: () => session.site.checked,
      now: () => new Date(),
    };
    this.#previews = new PagePreviews({
      ...site,
      addFileSizes: (website) => Promise.resolve(website),
      picture: () => undefined,
    });
    this.edited = {
      ...site,
      isStarting: false,
      get words() {
        const { language = 'en', words } = session.site.lastWebsite?.site ?? {};
        return resolveWords(language, words);
      },
      texts: (route) => this.#renderTexts(route),
      recipe: (type, layout) =>
        (findRecipeLoader(`blocks/${type}-${layout}`) ?? findRecipeLoader(`blocks/${type}`) ?? (() => ''))(),
    };
    this.answerPages = createPagesHandler({
      ...site,
      recipes: readRecipes,
      renderStatic: async (page, website) =>
        toDocument(await this.#renderView(await this.#previews.createView(page, website), website, page)),
    });
  }

  /** Renders a page with the current changes. Returns `undefined` if there is no valid site. */
  async renderRoute(route: string): Promise<FramePage | undefined> {
    const preview = await this.#previews.preview(route, this.#session.site.checked, true);
    return preview && { ...(await this.#renderView(preview.view, preview.website, preview.page)), route };
  }

  /** Returns a page as an HTML document without scripts, or `undefined` if there is no valid site. */
  async renderDocument(route: string): Promise<string | undefined> {
    const renderedPage = await this.renderRoute(route);
    return renderedPage && toDocument(renderedPage);
  }

  async #renderView(view: PageView, website: Website, page: SitePage): Promise<FramePage> {
    const site = await this.#previews.resolveFrameSite(website, page);
    const renderer = await this.#renderer;
    const { styles, body } = renderOrExplain(() => renderer.render(view, site, backend));
    return {
      route: page.path,
      title: view.title,
      language: site.language,
      styles: styles.replaceAll(/@font-face\s*\{[^}]*\}/g, ''),
      body: await this.#inlinePictures(body),
    };
  }

  async #renderTexts(route: string): ReturnType<EditedSite['texts']> {
    const { checked } = this.#session.site;
    const preview = await this.#previews.preview(route, checked, true);
    if (!preview) return undefined;
    const site = await this.#previews.resolveFrameSite(preview.website, preview.page);
    const renderer = await this.#renderer;
    return renderMarkedTexts(
      preview,
      site,
      checked,
      (view, marked) => renderer.render(view, marked, backend).body,
    );
  }

  /** Returns the HTML of a page with its pictures as data URLs. Removes scripts and all other resources. */
  async #inlinePictures(body: string): Promise<string> {
    const { body: root } = new DOMParser().parseFromString(body, 'text/html');
    root.querySelectorAll('script,link,source,video,audio,iframe').forEach((element) => element.remove());
    const pictures = [...root.querySelectorAll('img')].map(async (picture) => {
      picture.removeAttribute('srcset');
      const [address = ''] = (picture.getAttribute('src') ?? '').split(/[?#]/);
      const path = publicPath(decodeURIComponent(address).replace(/^\//, ''));
      picture.src = (await this.pictureUrl(path)) ?? 'data:,';
    });
    await Promise.all(pictures);
    return root.innerHTML;
  }

  /** Returns the data URL of a picture, or `undefined` if the picture does not exist. */
  async pictureUrl(path: string): Promise<string | undefined> {
    const { host, pictures } = this.#session;
    const type = getContentType(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    if (!type.startsWith('image/')) return undefined;
    const [addedPicture, entry] = [pictures.all.get(path.slice(1)), this.#session.site.findAsset(path)];
    const key = addedPicture ? path : (entry?.sha ?? path);
    const load = () => (addedPicture ? Promise.resolve(addedPicture) : entry && host.blob(entry.sha));
    const pendingUrl =
      this.#pictures.get(key) ??
      load()
        ?.then((bytes) => toDataUrl(new Blob([bytes], { type })))
        .catch(() => 'data:,');
    if (pendingUrl) this.#pictures.set(key, pendingUrl);
    return pendingUrl;
  }
}

type RenderedView = Pick<ReturnType<Renderer['render']>, 'styles' | 'body'>;

/** Renders a page. If one of the site's own blocks throws an error, renders a message instead. */
function renderOrExplain(renderRoute: () => RenderedView): RenderedView {
  try {
    return renderRoute();
  } catch (error) {
    const { ownView, message } = error as OwnViewError; // other errors have no `ownView`
    if (ownView === undefined) throw error;
    const note = `The block \`${ownView}\` throws an error, so this page cannot be shown: ${message}`;
    return { styles: '', body: `<main><p role="alert">${escapeMarkup(note)}</p></main>` };
  }
}

const toDocument = ({ language, styles, body }: FramePage): string =>
  `<!doctype html><html lang="${language}"><head>${styles}</head><body>${body}</body></html>`;

async function readRecipes(): Promise<PageRecipes> {
  const pageRecipes = Object.entries(recipes).flatMap(([path, loadRecipe]) => {
    const [, name] = /\/pages\/([\w-]+)\.yaml$/.exec(path) ?? [];
    return name === undefined || path.includes('/site/') ? [] : [{ name, read: loadRecipe }];
  });
  const pages = pageRecipes.map(async ({ name, read: loadRecipe }) =>
    parsePageRecipe(name, await loadRecipe()),
  );
  return { pages: await Promise.all(pages), site: (await findRecipeLoader('site/pages/_site')?.()) ?? '' };
}

/** Converts a blob to a data URL, because the frame's content security policy does not allow blob URLs. */
const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
