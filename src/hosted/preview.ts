import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { publicPath } from '../../schema/fields/file-types.ts';
import { routeOf } from '../../schema/base/routes.ts';
import { contentTypeOf } from '../../scripts/system/content-types.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { siteInLanguage } from '../../schema/resolve/site-in-language.ts';
import { activeSite, buildDay, siteForFrame } from '../../schema/resolve/visibility.ts';
import { openRenderer } from '../render/entry-server.tsx';
import { elementOf } from '../editor/chrome.ts';
import type { HostApi } from './host-api.ts';
import type { HostedSite } from './hosted-site.ts';

const backend = { address: '', anonymousKey: '' };

/** Draws a page with the components of the site, without its programs. */
export class Preview {
  readonly element = elementOf('div', 'preview');
  readonly #frame = document.createElement('iframe');
  readonly #note = elementOf('p', 'note');
  readonly #api: HostApi;
  readonly #renderer = openRenderer();
  readonly #pictures = new Map<string, Promise<string>>();
  #last = 0;

  constructor(api: HostApi) {
    this.#api = api;
    this.#frame.title = 'Preview';
    this.#frame.setAttribute('sandbox', '');
    this.element.append(this.#note, this.#frame);
  }

  async show(site: HostedSite, path: string): Promise<void> {
    const number = ++this.#last;
    const { website } = site;
    const page = website?.pages.get(routeOf(path));
    const isPage = !path.startsWith('_');
    this.#note.textContent =
      isPage && !page ? 'The preview follows when the faults of this page are fixed.' : '';
    if (!isPage) return void (this.#frame.srcdoc = '');
    if (!website || !page) return;
    const day = buildDay(website.site, new Date());
    const input = renderInputs(website, new Map(), day)(page);
    const own = siteInLanguage(website.site, page.language);
    const frame = siteForFrame(activeSite(website.site, day), website);
    const renderer = await this.#renderer;
    const view = resolvePage(page, input, own);
    const { styles, body } = renderer.render(view, siteInLanguage(frame, page.language), backend);
    const html = await this.#withPictures(site, body);
    // A later text may be drawn by now.
    if (number !== this.#last) return;
    const fontless = styles.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
    this.#frame.srcdoc = `<!doctype html><html lang="${own.language}"><head><meta charset="utf-8"><base target="_blank">${fontless}</head><body>${html}</body></html>`;
  }

  async #withPictures(site: HostedSite, body: string): Promise<string> {
    const { body: root } = new DOMParser().parseFromString(body, 'text/html');
    root.querySelectorAll('script,link,source,video,audio,iframe').forEach((element) => element.remove());
    const pictures = [...root.querySelectorAll('img')].map(async (picture) => {
      picture.removeAttribute('srcset');
      const [address = ''] = (picture.getAttribute('src') ?? '').split(/[?#]/);
      const path = publicPath(decodeURIComponent(address).replace(/^\//, ''));
      picture.src = (await this.#picture(site, path)) ?? 'data:,';
    });
    await Promise.all(pictures);
    return root.innerHTML;
  }

  #picture(site: HostedSite, path: string): Promise<string> | undefined {
    const entry = site.asset(path);
    const type = contentTypeOf(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    if (!entry || !type.startsWith('image/')) return undefined;
    const known =
      this.#pictures.get(entry.sha) ??
      this.#api
        .blob(entry.sha)
        .then((bytes) => addressOf(new Blob([bytes], { type })))
        .catch(() => 'data:,');
    this.#pictures.set(entry.sha, known);
    return known;
  }
}

/** A frame without an origin of its own reads no addresses of blobs. */
const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
