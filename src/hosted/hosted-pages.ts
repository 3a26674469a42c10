import { publicPath } from '../../schema/fields/file-types.ts';
import { wordsOfLanguage } from '../../schema/fields/words.ts';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { type EditedSite } from '../../scripts/editing/answer-edit.ts';
import { openPages } from '../../scripts/editing/answer-pages.ts';
import { Journal, type JournalStore } from '../../scripts/editing/journal.ts';
import { markedTexts } from '../../scripts/editing/marked-texts.ts';
import { type PageRecipes, parsePageRecipe } from '../../scripts/editing/page-recipes.ts';
import { ShownPages } from '../../scripts/editing/shown-pages.ts';
import { contentTypeOf } from '../../scripts/system/content-types.ts';
import { escape } from '../../scripts/system/format.ts';
import { openRenderer, type OwnViewError, type PageView, type Renderer } from '../render/entry-server.tsx';
import { parse } from '../editor/unsaved-changes.ts';
import type { DrawnPage } from './frame-host.ts';
import { HostedFiles } from './hosted-files.ts';
import { ownCode } from './own-code.ts';
import type { Opened } from './workspace-state.ts';

const backend = { address: '', anonymousKey: '' };
const recipes = import.meta.glob<string>('../../recipes/{blocks,pages,site/pages}/*.yaml', {
  query: '?raw',
  import: 'default',
});
const recipeAt = (path: string) => recipes[`../../recipes/${path}.yaml`];

const journalKey = 'pagewright-journal';
/** Maximum number of changes to store. More would slow down each edit, and might not fit into the storage. */
const maxStored = 50;

/** Stores the journal until this tab is closed. */
const sessionJournal: JournalStore = {
  read: () => parse(sessionStorage.getItem(journalKey), []),
  write(entries) {
    try {
      sessionStorage.setItem(journalKey, JSON.stringify(entries.slice(-maxStored)));
    } catch {
      // The storage quota is exceeded.
      sessionStorage.removeItem(journalKey);
    }
  },
};

/** Renders the pages of a hosted site, and answers the requests of their editor. */
export class HostedPages {
  readonly files: HostedFiles;
  readonly edited: EditedSite;
  /** Answers requests about whole pages. */
  readonly answerPages: ReturnType<typeof openPages>;
  readonly #opened: Opened;
  readonly #renderer = ownCode.then(openRenderer);
  readonly #shown: ShownPages;
  /** Data URLs of pictures, by hash or path. */
  readonly #pictures = new Map<string, Promise<string>>();

  constructor(opened: Opened, changed: () => void) {
    this.#opened = opened;
    this.files = new HostedFiles(opened, changed);
    const site = {
      files: this.files,
      journal: new Journal(this.files, () => new Date(), sessionJournal),
      lastWebsite: () => opened.site.lastWebsite,
      checked: () => opened.site.checked,
      now: () => new Date(),
    };
    this.#shown = new ShownPages({
      ...site,
      sized: (website) => Promise.resolve(website),
      picture: () => undefined,
    });
    this.edited = {
      ...site,
      isStarting: false,
      get words() {
        const { language = 'en', words } = opened.site.lastWebsite?.site ?? {};
        return wordsOfLanguage(language, words);
      },
      texts: (route) => this.#texts(route),
      recipe: (type, layout) =>
        (recipeAt(`blocks/${type}-${layout}`) ?? recipeAt(`blocks/${type}`) ?? (() => ''))(),
    };
    this.answerPages = openPages({
      ...site,
      recipes: readRecipes,
      draw: async (page, website) =>
        toDocument(await this.#draw(await this.#shown.viewOf(page, website), website, page)),
    });
  }

  /** Renders a page with the current changes. Returns undefined without a valid site. */
  async draw(route: string): Promise<DrawnPage | undefined> {
    const shown = await this.#shown.at(route, this.#opened.site.checked, true);
    return shown && { ...(await this.#draw(shown.view, shown.website, shown.page)), route };
  }

  /** Returns the HTML document of a page without scripts. */
  async drawStill(route: string): Promise<string | undefined> {
    const drawn = await this.draw(route);
    return drawn && toDocument(drawn);
  }

  async #draw(view: PageView, website: Website, page: SitePage): Promise<DrawnPage> {
    const site = await this.#shown.siteAround(website, page);
    const renderer = await this.#renderer;
    const { styles, body } = drawOrExplain(() => renderer.render(view, site, backend));
    return {
      route: page.path,
      title: view.title,
      language: site.language,
      styles: styles.replaceAll(/@font-face\s*\{[^}]*\}/g, ''),
      body: await this.#withPictures(body),
    };
  }

  async #texts(route: string): ReturnType<EditedSite['texts']> {
    const { checked } = this.#opened.site;
    const shown = await this.#shown.at(route, checked, true);
    if (!shown) return undefined;
    const site = await this.#shown.siteAround(shown.website, shown.page);
    const renderer = await this.#renderer;
    return markedTexts(shown, site, checked, (view, marked) => renderer.render(view, marked, backend).body);
  }

  /** Returns the HTML of a page with pictures as data URLs, and without other resources and scripts. */
  async #withPictures(body: string): Promise<string> {
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

  /** Returns the data URL of a picture, or undefined if there is none. */
  async pictureUrl(path: string): Promise<string | undefined> {
    const { host, pictures } = this.#opened;
    const type = contentTypeOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    if (!type.startsWith('image/')) return undefined;
    const [added, entry] = [pictures.all.get(path.slice(1)), this.#opened.site.asset(path)];
    const key = entry?.sha ?? path;
    const load = () => (added ? Promise.resolve(added) : entry && host.blob(entry.sha));
    const known =
      this.#pictures.get(key) ??
      load()
        ?.then((bytes) => dataAddress(new Blob([bytes], { type })))
        .catch(() => 'data:,');
    if (known) this.#pictures.set(key, known);
    return known;
  }
}

type Drawing = Pick<ReturnType<Renderer['render']>, 'styles' | 'body'>;

/** Renders a page. If an own block of the site throws an error, renders a message instead. */
function drawOrExplain(draw: () => Drawing): Drawing {
  try {
    return draw();
  } catch (problem) {
    const { ownView, message } = problem as OwnViewError; // other errors have no `ownView`
    if (ownView === undefined) throw problem;
    const note = `The block \`${ownView}\` throws an error, so this page cannot be shown: ${message}`;
    return { styles: '', body: `<main><p role="alert">${escape(note)}</p></main>` };
  }
}

const toDocument = ({ language, styles, body }: DrawnPage): string =>
  `<!doctype html><html lang="${language}"><head>${styles}</head><body>${body}</body></html>`;

async function readRecipes(): Promise<PageRecipes> {
  const named = Object.entries(recipes).flatMap(([path, read]) => {
    const [, name] = /\/pages\/([\w-]+)\.yaml$/.exec(path) ?? [];
    return name === undefined || path.includes('/site/') ? [] : [{ name, read }];
  });
  const pages = named.map(async ({ name, read }) => parsePageRecipe(name, await read()));
  return { pages: await Promise.all(pages), site: (await recipeAt('site/pages/_site')?.()) ?? '' };
}

/** Returns a data URL. The content security policy of the frame does not allow blob URLs. */
const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
