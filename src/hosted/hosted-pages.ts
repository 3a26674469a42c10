import { publicPath } from '../../schema/fields/file-types.ts';
import { wordsOfLanguage } from '../../schema/fields/words.ts';
import { type EditedSite } from '../../scripts/editing/answer-edit.ts';
import { markedTexts } from '../../scripts/editing/marked-texts.ts';
import { ShownPages } from '../../scripts/editing/shown-pages.ts';
import { contentTypeOf } from '../../scripts/system/content-types.ts';
import { openRenderer } from '../render/entry-server.tsx';
import type { DrawnPage } from './frame-host.ts';
import { HostedFiles } from './hosted-files.ts';
import type { HostedSite } from './hosted-site.ts';
import type { Opened } from './workspace-state.ts';

const backend = { address: '', anonymousKey: '' };
const recipes = import.meta.glob<string>('../../recipes/blocks/*.yaml', { query: '?raw', import: 'default' });

/** The pages of a hosted site: how they look, and what answers their editor. */
export class HostedPages {
  readonly edited: EditedSite;
  readonly #opened: Opened;
  readonly #site: HostedSite;
  readonly #renderer = openRenderer();
  readonly #shown: ShownPages;
  /** Pictures as addresses with their data, by hash or path. */
  readonly #pictures = new Map<string, Promise<string>>();

  constructor(opened: Opened, changed: (path: string) => void) {
    const { site, uncommitted } = opened;
    [this.#opened, this.#site] = [opened, site];
    const now = () => new Date();
    this.#shown = new ShownPages({
      get lastWebsite() {
        return site.lastWebsite;
      },
      now,
      sized: (website) => Promise.resolve(website),
      picture: () => undefined,
    });
    this.edited = {
      files: new HostedFiles(site, uncommitted, changed),
      isStarting: false,
      get words() {
        const { language = 'en', words } = site.lastWebsite?.site ?? {};
        return wordsOfLanguage(language, words);
      },
      checked: () => site.checked,
      now,
      texts: (route) => this.#texts(route),
      recipe: (type, layout) => {
        const fileOf = (name: string) => recipes[`../../recipes/blocks/${name}.yaml`];
        return (fileOf(`${type}-${layout}`) ?? fileOf(type) ?? (() => Promise.resolve('')))();
      },
    };
  }

  /** A page as it looks now. Undefined without a site. */
  async draw(route: string): Promise<DrawnPage | undefined> {
    const shown = await this.#shown.at(route, this.#site.checked, true);
    if (!shown) return undefined;
    const site = await this.#shown.siteAround(shown.website, shown.page);
    const { styles, body } = (await this.#renderer).render(shown.view, site, backend);
    return {
      route,
      title: shown.view.title,
      language: site.language,
      styles: styles.replaceAll(/@font-face\s*\{[^}]*\}/g, ''),
      body: await this.#withPictures(body),
    };
  }

  async #texts(route: string): ReturnType<EditedSite['texts']> {
    const { checked } = this.#site;
    const shown = await this.#shown.at(route, checked, true);
    if (!shown) return undefined;
    const site = await this.#shown.siteAround(shown.website, shown.page);
    const renderer = await this.#renderer;
    return markedTexts(shown, site, checked, (view, marked) => renderer.render(view, marked, backend).body);
  }

  /** The HTML of a page with its pictures as data, without what else it would load or run. */
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

  /** A picture as an address with its data. Undefined if it is not there. */
  async pictureUrl(path: string): Promise<string | undefined> {
    const { host, pictures } = this.#opened;
    const type = contentTypeOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    if (!type.startsWith('image/')) return undefined;
    const [added, entry] = [pictures.all.get(path.slice(1)), this.#site.asset(path)];
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

/** The policy of the frame allows no other addresses. */
const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
