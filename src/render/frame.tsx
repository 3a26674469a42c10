import type { IconElements } from '../../schema/fields/icons.ts';
import type { PageHeader } from '../../schema/resolve/page-view.ts';
import type { ComponentType } from 'react';
import { encodePath } from '../../schema/fields/file-types.ts';
import { memoize } from '../../schema/base/cache.ts';
import type { Site } from '../../schema/site/site.ts';
import { baseCss } from '../ui/theme-css.ts';
import { FilesContext, LinkLanguages, noFiles } from '../ui/page-context.ts';
import { Icons } from '../ui/icon.tsx';
import { siteFonts, type SiteFonts } from '../ui/fonts.ts';
import { ariaCurrent, type CurrentLink } from '../page/current-link.ts';
import { Footer } from '../page/footer.tsx';
import { Header } from '../page/header.tsx';
import type { HeaderProps } from '../page/logo.tsx';
import { renderBlock } from '../page/own-view-error.ts';
import { Slots, type SlotViews } from '../page/slot.tsx';
import { type PagePart, renderStatic } from './page-part.tsx';
import { siteUrl } from '../ui/site-url.ts';

const noIcons: Readonly<Record<string, IconElements>> = {};

/** The header or the footer. If a view in a slot throws an error, all slots are empty. */
interface FramePart extends PagePart {
  error?: unknown;
}

/** The parts that all pages of a site share. */
interface PageFrame {
  /** Returns the tags of the icon and of the fonts. */
  firstFiles(hasRareLetter: boolean): string;
  /** Returns the `<style>` elements of a page: the shared ones, and those in `own`. */
  styles(own: string, hasRareLetter: boolean): string;
  header(path: string, own?: PageHeader): FramePart;
  footer(path: string, own?: PageHeader): FramePart;
}

/** Renders header and footer once for all pages with the same current links. */
export function renderFrame(site: Site, slots: SlotViews): PageFrame {
  const fonts = siteFonts(site);
  const base = baseCss(site, fonts);
  const withBase = (faces: string) => memoize(500, (own) => `<style>${faces}${base}</style>${own}`);
  const [usual, rare] = [withBase(''), withBase(fonts.rareFaces)];
  return {
    firstFiles: firstFiles(site, fonts),
    styles: (own, hasRareLetter) => (hasRareLetter ? rare : usual)(own),
    header: renderFramePart(Header, site, slots),
    footer: renderFramePart(Footer, site, slots),
  };
}

/** Returns a function that creates the tag of the icon and the tags that preload the fonts. */
function firstFiles({ theme }: Site, fonts: SiteFonts): (hasRareLetter: boolean) => string {
  const icon = `<link rel="icon" href="${siteUrl(encodePath(theme.logo ?? '/favicon.svg'))}">`;
  const preloads = (files: readonly string[]) =>
    files
      .map((file) => `<link rel="preload" href="${siteUrl(file)}" as="font" type="font/woff2" crossorigin>`)
      .join('');
  const [always, also] = [icon + preloads(fonts.files), preloads(fonts.rareFiles)];
  return (hasRareLetter) => (hasRareLetter ? always + also : always);
}

/** Returns a function that renders the header or the footer: the shared one, or that of a page with overrides. */
function renderFramePart(
  Part: ComponentType<HeaderProps>,
  site: Site,
  slots: SlotViews,
): PageFrame['header'] {
  const linkLanguages = Object.fromEntries(
    Object.entries(site.linkLanguages ?? {}).filter(([, language]) => language !== site.language),
  );
  const renderWith = (views: SlotViews, mark: CurrentLink, own?: PageHeader) =>
    renderStatic(
      <Icons value={site.icons ?? noIcons}>
        <FilesContext value={site.fileWords ?? noFiles}>
          <LinkLanguages value={linkLanguages}>
            <Slots value={views}>
              <Part site={site} mark={mark} own={own} />
            </Slots>
          </LinkLanguages>
        </FilesContext>
      </Icons>,
    );
  const render = (mark: CurrentLink, own?: PageHeader): FramePart => {
    try {
      return renderBlock(-1, () => renderWith(slots, mark, own));
    } catch (error) {
      return { ...renderWith({}, mark, own), error };
    }
  };
  const ofDefault = cacheByCurrentLinks(render);
  return (path, own) => {
    const mark: CurrentLink = (to, covers) => ariaCurrent(to, path, covers);
    return own ? render(mark, own) : ofDefault(path);
  };
}

/**
 * Caches a part that depends on the path only through the current links. It has the same links on every page, so
 * pages with the same current links share its HTML.
 */
function cacheByCurrentLinks(render: (mark: CurrentLink) => FramePart): (path: string) => FramePart {
  let links: Parameters<CurrentLink>[] = [];
  const parts = new Map<string, FramePart>();
  const marksOn = (path: string) =>
    links.map(([to, covers]) => ariaCurrent(to, path, covers) ?? 'no').join(' ');
  return (path) => {
    const cached = parts.get(marksOn(path));
    if (cached) return cached;
    links = [];
    const part = render((...link) => {
      links.push(link);
      return ariaCurrent(link[0], path, link[1]);
    });
    parts.set(marksOn(path), part);
    return part;
  };
}
