import type { PictureData, PageView } from '../../schema/resolve/page-view.ts';
import type {
  ArticlePreview,
  PageContextValue,
  RenderedList,
  TextHeading,
} from '../../schema/resolve/page-context.ts';
import { getUnshownChange, toClientData } from '../page/client-data.ts';
import type { ReactNode } from 'react';
import { answerScript } from '../../schema/fields/form-rules.ts';
import { encodePath } from '../../schema/fields/file-types.ts';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { Site } from '../../schema/site/site.ts';
import { isSlotName } from '../../schema/site/slots.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import { registry } from '../blocks/registry.tsx';
import { hasExtendedLatin } from '../ui/fonts.ts';
import { Glyph } from '../ui/icon.tsx';
import type { PictureCrop, PictureVersion, RenderedPicture } from '../ui/picture-data.ts';
import { BackendContext, type BackendProject, type FormPost } from '../ui/page-context.ts';
import { toSrcSet } from '../ui/picture-data.ts';
import { loadComponent } from '../page/block-loader.ts';
import type { LoadProgram, OwnView } from '../page/own-view.tsx';
import { type OwnViewError, renderBlock } from '../page/own-view-error.ts';
import { type OwnViews, registerViews } from '../page/own-views.ts';
import type { SlotViews } from '../page/slot.tsx';
import { Dialogs } from '../page/dialogs.tsx';
import { LastPageChange } from '../page/page-change.tsx';
import type { LiveFrame, LiveMessage, LivePage } from '../page/live-page.ts';
import { StaticBlock, VisuallyHiddenTitle } from '../page/block.tsx';
import { Island } from '../page/island.tsx';
import { PageContexts } from '../page/page-contexts.tsx';
import { renderRobotsTags, renderShareTags } from '../page/head.tsx';
import { renderFrame } from './frame.tsx';
import { renderHead, renderIsland, renderStatic, createStaticBlockRenderer } from './page-part.tsx';
import { toStyleTags } from './page-styles.ts';
import { anchorScript, getBasePath } from '../../schema/base/routes.ts';
import { setBase, toSiteUrl } from '../ui/site-url.ts';

/** A rendered page, ready to be inserted into `index.html`. */
export interface RenderedPage {
  head: string;
  /** The `<style>` elements, which are inserted after the head. Many pages share the same string. */
  styles: string;
  /** Head tags that do not affect page loading. */
  shareHead: string;
  body: string;
  pictures: RenderedPicture[];
  /**
   * The error in a view in a slot of the header or footer. If there is an error, the page contains no views in slots.
   */
  slotError?: unknown;
}
export interface Renderer {
  /** Renders a page. If `post` is set, the page is the response to a form submission (see respond.ts). */
  render(page: PageView, site: Site, backend: BackendProject, post?: Omit<FormPost, 'page'>): RenderedPage;
  /** Returns the page data that browsers load on navigation. */
  pageData(page: PageView): string;
  /** Renders the header, footer and styles of a page for the dev server. */
  frame(page: PageView, site: Site): LiveFrame;
}
export type {
  LiveFrame,
  LiveMessage,
  LivePage,
  ArticlePreview,
  OwnView,
  OwnViewError,
  OwnViews,
  BackendProject,
  PictureCrop,
  PageContextValue,
  PageView,
  PictureData,
  PictureVersion,
  RenderedPicture,
  RenderedList,
  TextHeading,
};

/** The site's own blocks that a hosted editor includes. The program of each block is named after its type. */
export interface HostedBlocks {
  key: string;
  types: readonly string[];
  /** For each block that is not included, the first file with errors, by block type. */
  faulty: Readonly<Record<string, string>>;
  views: OwnViews;
}

/** The site's own views, and a function that loads their programs. */
export interface OwnCode {
  views: OwnViews;
  load: LoadProgram;
}

/** Loads the components of all block types, and returns the renderer. */
export async function openRenderer(ownCode?: OwnCode): Promise<Renderer> {
  const views = Object.entries(ownCode?.views ?? {});
  // Views in slots are not registered for the browser, because the browser never renders the header or footer.
  registerViews(Object.fromEntries(views.filter(([name]) => !isSlotName(name))), ownCode?.load);
  const slots: SlotViews = {};
  for (const [name, view] of views)
    if (ownCode && isSlotName(name))
      slots[name] = await (await import('../page/own-view.tsx')).loadView(name, view, ownCode.load, registry);
  const types = Object.keys(registry) as BlockType[]; // the keys of the registry are the block types
  await Promise.all(types.map(loadComponent));
  const framesBySite = new WeakMap<Site, ReturnType<typeof renderFrame>>();
  const renderStaticBlocks = createStaticBlockRenderer();
  const lastFrame = new LatestResult<LiveFrame>();
  const getFrame = (site: Site) => {
    const frame = framesBySite.get(site) ?? renderFrame(site, slots);
    framesBySite.set(site, frame);
    return frame;
  };
  return {
    frame(page, site) {
      setBase(getBasePath(site.url), site.otherPrograms);
      const hasRareLetters = hasExtendedLatin(JSON.stringify(page));
      return lastFrame.getOrCompute([site, page.path, JSON.stringify(page.header), hasRareLetters], () => {
        const frame = getFrame(site);
        const [header, footer] = [frame.header(page.path, page.header), frame.footer(page.path, page.header)];
        const styles = frame.styles(toStyleTags([header, footer]), hasRareLetters);
        return { header: header.html, footer: footer.html, styles };
      });
    },
    pageData(page) {
      const data = JSON.stringify(page);
      return hasExtendedLatin(data)
        ? JSON.stringify({ ...page, extendedLatin: true } satisfies PageView)
        : data;
    },
    render(page, site, backend, post) {
      setBase(getBasePath(site.url), site.otherPrograms);
      const wrapInContexts = (children: ReactNode) => (
        <BackendContext value={backend}>
          <PageContexts page={page} post={post}>
            {children}
          </PageContexts>
        </BackendContext>
      );
      const frame = getFrame(site);
      const [header, footer] = [frame.header(page.path, page.header), frame.footer(page.path, page.header)];
      const title = renderStatic(<VisuallyHiddenTitle page={page} />);
      const lastChange = renderStatic(<LastPageChange updated={getUnshownChange(page)} />);
      const staticParts = renderStaticBlocks(page);
      const islands = page.blocks.map((block, number) => {
        if (staticParts[number]) return undefined;
        try {
          return renderIsland(wrapInContexts(<Island block={block} number={number} />));
        } catch (error) {
          // React catches errors inside islands. Rendering the failed block again as a static block throws the error.
          renderBlock(number, () =>
            renderStatic(wrapInContexts(<StaticBlock block={block} number={number} />)),
          );
          throw error;
        }
      });
      const dialogs =
        Object.keys(page.dialogs).length > 0
          ? renderIsland(wrapInContexts(<Dialogs page={page} icon={<Glyph name="close" />} />))
          : undefined;
      // Styles follow the order in which blocks were first rendered, not the order of the HTML.
      const parts = [...staticParts, ...islands, lastChange, dialogs, header, footer].filter(
        (part) => part !== undefined,
      );
      const pictures = parts.flatMap((part) => part.pictures);
      // The React tree starts inside `<main>`, because it starts there in the browser (see app.tsx).
      const blocks = staticParts.map((part, index) => part ?? islands[index]);
      const mainHtml = [title, ...blocks, lastChange, dialogs].map((part) => part?.html ?? '').join('');
      const visibleHtml = `${header.html}<main id="content" tabindex="-1">${mainHtml}</main>${footer.html}`;
      const view = toClientData(page, backend, site);
      const data = JSON.stringify(view);
      const hasRareLetters = hasExtendedLatin(visibleHtml) || hasExtendedLatin(data);
      const body =
        visibleHtml +
        renderScripts(
          visibleHtml,
          hasRareLetters ? JSON.stringify({ ...view, extendedLatin: true }) : data,
          post,
        );
      return {
        head: [
          renderHead(renderRobotsTags(page)),
          frame.firstFiles(hasRareLetters),
          ...pictures.filter(({ priority }) => priority).map(renderPreload),
        ].join(''),
        styles: frame.styles(toStyleTags(parts), hasRareLetters),
        shareHead: renderHead(renderShareTags(page)),
        body,
        pictures,
        slotError: header.error ?? footer.error,
      };
    },
  };
}

/**
 * Returns the HTML after the visible part of a page: the announcer for screen readers, the data for scripts, and small
 * scripts that only some pages need.
 */
function renderScripts(visibleHtml: string, data: string, post: Omit<FormPost, 'page'> | undefined): string {
  // Escapes `<`, because the text `</script>` would end the element.
  const json = data.replaceAll('<', '\\u003c');
  return (
    '<div class="for-screen-readers" role="status" id="announcer"></div>' +
    `<script type="application/json" id="page">${json}</script>` +
    (/ id="[^"]*[^\0-\x7F]/.test(visibleHtml) ? `<script>${anchorScript}</script>` : '') +
    (post?.status === 'success' ? `<script>${answerScript}</script>` : '')
  );
}

/** Returns the tag that preloads the first visible picture. Photos are only preloaded as AVIF. */
function renderPreload(picture: RenderedPicture): string {
  const versions = toSrcSet(picture, 'avif');
  const fileAttributes =
    versions === ''
      ? { href: toSiteUrl(encodePath(picture.src)) }
      : { type: 'image/avif', imageSrcSet: versions, imageSizes: picture.sizes };
  return renderHead(
    <link rel="preload" as="image" media={picture.media} {...fileAttributes} fetchPriority="high" />,
  );
}
