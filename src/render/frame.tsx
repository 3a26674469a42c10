import type { IconElements } from '../../schema/fields/icons.ts';
import type { PageHeader } from '../../schema/resolve/page-view.ts';
import type { ComponentType } from 'react';
import { encodePath } from '../../schema/fields/file-types.ts';
import { memoize } from '../../schema/base/cache.ts';
import type { Site } from '../../schema/site/site.ts';
import { createBaseCss } from '../ui/theme-css.ts';
import { FilesContext, LinkLanguagesContext, noFiles } from '../ui/page-context.ts';
import { IconsContext } from '../ui/icon.tsx';
import { createSiteFonts, type SiteFonts } from '../ui/fonts.ts';
import { toAriaCurrent, type GetAriaCurrent } from '../page/current-link.ts';
import { Footer } from '../page/footer.tsx';
import { Header } from '../page/header.tsx';
import type { HeaderProps } from '../page/logo.tsx';
import { renderBlock } from '../page/own-view-error.ts';
import { SlotsContext, type SlotViews } from '../page/slot.tsx';
import { type PagePart, renderStatic } from './page-part.tsx';
import { toSiteUrl } from '../ui/site-url.ts';

const noIcons: Readonly<Record<string, IconElements>> = {};

/** The header or the footer. If a view in a slot fails, all slots are empty and `error` is set. */
interface FramePart extends PagePart {
  error?: unknown;
}

/** The functions that render the parts that all pages of a site have in common. */
interface PageFrame {
  /** Returns the tags for the site icon and the fonts. */
  firstFiles(hasRareLetters: boolean): string;
  /** Returns the `<style>` elements of a page: the shared styles, and the page styles in `own`. */
  styles(own: string, hasRareLetters: boolean): string;
  header(path: string, own?: PageHeader): FramePart;
  footer(path: string, own?: PageHeader): FramePart;
}

/** Renders the header and footer once for all pages with the same current links. */
export function renderFrame(site: Site, slots: SlotViews): PageFrame {
  const fonts = createSiteFonts(site);
  const baseStyles = createBaseCss(site, fonts);
  const createStyleTags = (fontFaces: string) =>
    memoize(500, (pageStyles) => `<style>${fontFaces}${baseStyles}</style>${pageStyles}`);
  const [basicStyles, extendedStyles] = [createStyleTags(''), createStyleTags(fonts.rareFaces)];
  return {
    firstFiles: createFileTags(site, fonts),
    styles: (pageStyles, hasRareLetters) => (hasRareLetters ? extendedStyles : basicStyles)(pageStyles),
    header: renderFramePart(Header, site, slots),
    footer: renderFramePart(Footer, site, slots),
  };
}

/** Returns a function that creates the icon tag and the tags that preload fonts. */
function createFileTags({ theme }: Site, fonts: SiteFonts): (hasRareLetters: boolean) => string {
  const icon = `<link rel="icon" href="${toSiteUrl(encodePath(theme.logo ?? '/favicon.svg'))}">`;
  const toPreloads = (files: readonly string[]) =>
    files
      .map((file) => `<link rel="preload" href="${toSiteUrl(file)}" as="font" type="font/woff2" crossorigin>`)
      .join('');
  const [basicTags, extendedTags] = [icon + toPreloads(fonts.files), toPreloads(fonts.rareFiles)];
  return (hasRareLetters) => (hasRareLetters ? basicTags + extendedTags : basicTags);
}

/** Returns a function that renders the header or the footer of a page. Pages without overrides share the result. */
function renderFramePart(
  Part: ComponentType<HeaderProps>,
  site: Site,
  slots: SlotViews,
): PageFrame['header'] {
  const linkLanguages = Object.fromEntries(
    Object.entries(site.linkLanguages ?? {}).filter(([, language]) => language !== site.language),
  );
  const renderWithSlots = (views: SlotViews, getAriaCurrent: GetAriaCurrent, overrides?: PageHeader) =>
    renderStatic(
      <IconsContext value={site.icons ?? noIcons}>
        <FilesContext value={site.fileWords ?? noFiles}>
          <LinkLanguagesContext value={linkLanguages}>
            <SlotsContext value={views}>
              <Part site={site} mark={getAriaCurrent} own={overrides} />
            </SlotsContext>
          </LinkLanguagesContext>
        </FilesContext>
      </IconsContext>,
    );
  const render = (getAriaCurrent: GetAriaCurrent, overrides?: PageHeader): FramePart => {
    try {
      return renderBlock(-1, () => renderWithSlots(slots, getAriaCurrent, overrides));
    } catch (error) {
      return { ...renderWithSlots({}, getAriaCurrent, overrides), error };
    }
  };
  const renderDefault = cacheByCurrentLink(render);
  return (path, overrides) => {
    const getAriaCurrent: GetAriaCurrent = (to, covers) => toAriaCurrent(to, path, covers);
    return overrides ? render(getAriaCurrent, overrides) : renderDefault(path);
  };
}

/**
 * Caches a part that depends on the page path only through the `aria-current` attributes of its links. Pages with the
 * same current links share the HTML.
 */
function cacheByCurrentLink(
  render: (getAriaCurrent: GetAriaCurrent) => FramePart,
): (path: string) => FramePart {
  let links: Parameters<GetAriaCurrent>[] = [];
  const parts = new Map<string, FramePart>();
  const toCurrentLinkKey = (path: string) =>
    links.map(([to, covers]) => toAriaCurrent(to, path, covers) ?? 'no').join(' ');
  return (path) => {
    const cachedPart = parts.get(toCurrentLinkKey(path));
    if (cachedPart) return cachedPart;
    links = [];
    const part = render((...link) => {
      links.push(link);
      return toAriaCurrent(link[0], path, link[1]);
    });
    parts.set(toCurrentLinkKey(path), part);
    return part;
  };
}
