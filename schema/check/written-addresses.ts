import { isSvg } from '../base/file-kinds.ts';
import { searchFolder } from '../base/search-files.ts';
import { addressOf } from '../base/source-file.ts';
import type { BlockType } from '../blocks/index.ts';
import type { Site } from '../site.ts';
import type { PageState, SharedState } from './file-state.ts';
import type { World } from './world.ts';

interface SiteFiles {
  pages: ReadonlyMap<string, PageState>;
  shared: ReadonlyMap<string, SharedState>;
  world: World;
}

/** What the build makes for hosts, browsers and search engines, whatever the pages are. */
const always = new Set([
  '/sitemap.xml',
  '/llms.txt',
  '/robots.txt',
  '/speculation-rules.json',
  '/manifest.webmanifest',
  '/_headers',
  '/_redirects',
  '/vercel.json',
  '/nginx.conf',
]);
const icon = /^\/(?:icon-192|icon-512|icon-maskable-512|apple-touch-icon)\.png$/;
const ofSearch = /^(?:list|words-.*|page-.*)\.json$/;
const ofPage = /^(?:index\.html|page\.json|.+-(?:sent|failed)\.html|.+-form\.json)$/;
const ofEvent = /^(\/[^.]+)(?:\.\d+)?\.ics$/;

/** Knows what the build writes, as far as it does not depend on a day. */
export class WrittenAddresses {
  readonly #files: SiteFiles;
  readonly #site: Partial<Site>;

  constructor(files: SiteFiles, site: Site | undefined) {
    this.#files = files;
    this.#site = site ?? {};
  }

  /** Says in words what is written to a file; nothing where none is. */
  at(address: string): string | undefined {
    const cut = address.lastIndexOf('/');
    const [folder, name] = [address.slice(0, cut) || '/', address.slice(cut + 1)];
    const { theme, navigation } = this.#site;
    const hasIcons = theme?.logo !== undefined && isSvg(theme.logo);
    if (always.has(address) || (hasIcons && icon.test(address)))
      return 'a file that the build makes by itself';
    if (navigation?.search !== undefined && folder === searchFolder && ofSearch.test(name))
      return 'a file that the search needs';
    if (address === '/404.html') return this.#ofPage('/404');
    if (address === '/feed.xml') return this.#hasLists() ? 'the feed that the build makes' : undefined;
    if (name === 'feed.xml') return this.#shows(folder, 'posts') ? this.#ofPage(folder) : undefined;
    if (name === 'share.png') return this.#sharePicture(folder, address);
    const [, event] = ofEvent.exec(address) ?? [];
    if (event !== undefined) {
      const page = event === '/index' ? '/' : event;
      return this.#shows(page, 'event') ? this.#ofPage(page) : undefined;
    }
    return ofPage.test(name) && folder !== '/404' ? this.#ofPage(folder) : undefined;
  }

  /** Names the first page that is written into a folder or below it. */
  pageBelow(folder: string): string | undefined {
    const isBelow = (address: string) => address === folder || address.startsWith(`${folder}/`);
    for (const [path, { source }] of this.#files.pages)
      if (isBelow(addressOf(path))) return `the page \`${source.file}\``;
    for (const [address, of] of this.#files.world.lists.made) if (isBelow(address)) return made(of);
    return undefined;
  }

  #ofPage(address: string): string | undefined {
    const { world, pages } = this.#files;
    const [path] = world.filesAt(address);
    if (path !== undefined) return `what the build writes for \`${pages.get(path)?.source.file}\``;
    const of = world.lists.made.get(address);
    return of === undefined ? undefined : `what the build writes for ${made(of)}`;
  }

  #factsAt(address: string) {
    const { world, pages } = this.#files;
    return world.filesAt(address).flatMap((path) => pages.get(path)?.facts ?? []);
  }

  #shows(address: string, type: BlockType & ('event' | 'posts')): boolean {
    return this.#factsAt(address).some(
      ({ post, lists, place }) =>
        (type === 'event' ? post?.kinds.includes(type) : lists.length > 0) === true ||
        place.uses.some((name) => this.#files.world.sharedBlock(name)?.type === type),
    );
  }

  #hasLists(): boolean {
    const { pages, shared } = this.#files;
    return [...pages.values(), ...shared.values()].some(({ facts }) => facts.lists.length > 0);
  }

  /** A photo of the author's may be called like the picture that is drawn where there is none. */
  #sharePicture(folder: string, address: string): string | undefined {
    const { share = 'pages' } = this.#site;
    if (typeof share !== 'string') return undefined;
    if (share === 'pages') {
      const isOwn = this.#factsAt(folder).some(({ mentions }) => mentions.files.includes(address));
      return isOwn ? undefined : this.#ofPage(folder);
    }
    const isDrawn =
      folder === '/' ||
      (share === 'sections' && folder.lastIndexOf('/') === 0 && this.pageBelow(folder) !== undefined);
    return isDrawn ? 'a picture that the build draws, with which links are shown' : undefined;
  }
}

const made = (of: string) => `a page that the build makes of the list on \`${of}\``;
