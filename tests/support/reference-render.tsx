import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { Helmet } from 'react-helmet-async';
import { answerScript } from '../../schema/content/form-rules.ts';
import { encodePath } from '../../schema/content/file-types.ts';
import { registry } from '../../src/blocks/index.tsx';
import { baseCss } from '../../src/components/base-css.ts';
import { siteFonts } from '../../src/components/fonts.ts';
import { Glyph } from '../../src/components/icon.tsx';
import { PictureListener, type RenderedPicture } from '../../src/components/picture-data.ts';
import { srcSet } from '../../src/components/picture.tsx';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { ariaCurrent, type CurrentLink } from '../../src/page/current-link.ts';
import { attributes, BlockView, VisuallyHiddenTitle } from '../../src/page/block.tsx';
import { Dialogs } from '../../src/page/dialogs.tsx';
import { clientData } from '../../src/page/page-view.ts';
import { Footer } from '../../src/page/footer.tsx';
import { Header } from '../../src/page/header.tsx';
import { Island } from '../../src/page/island.tsx';
import { PageData } from '../../src/page/page-contexts.tsx';
import { robotsTags, shareTags } from '../../src/page/head.tsx';
import { Backend } from '../../src/components/page-context.ts';

/**
 * The reference: React and Emotion render each page as a whole, and nothing is kept from one page to the
 * next. Components have to be loaded, as `openRenderer` does.
 */
export const referenceRender: Renderer['render'] = (page, site, backend, post) => {
  const cache = createCache({ key: 'css', stylisPlugins: [] });
  const styles = createEmotionServer(cache);
  const pictures: RenderedPicture[] = [];
  const wrap = (children: ReactNode) => (
    <CacheProvider value={cache}>
      <PictureListener value={(picture) => void pictures.push(picture)}>
        <Backend value={backend}>
          <PageData page={page} post={post}>
            {children}
          </PageData>
        </Backend>
      </PictureListener>
    </CacheProvider>
  );
  const blocks = page.blocks.map((block, index) => {
    if (registry[block.type].hydrates) return <Island key={index} block={block} number={index} />;
    const section = renderToStaticMarkup(wrap(<BlockView block={block} number={index} />));
    const Tag = /<h[1-6][ >]/.test(section) ? 'section' : 'div';
    const inside = section.slice(section.indexOf('>') + 1, -'</section>'.length);
    return <Tag key={index} {...attributes(block)} dangerouslySetInnerHTML={{ __html: inside }} />;
  });
  const main = renderToString(
    wrap(
      <>
        <VisuallyHiddenTitle page={page} />
        {blocks}
        <Dialogs page={page} icon={<Glyph name="close" />} />
      </>,
    ),
  );
  const mark: CurrentLink = (to, covers) => ariaCurrent(to, page.path, covers);
  const body = [
    renderToStaticMarkup(wrap(<Header site={site} mark={mark} own={page.header} />)),
    `<main id="content" tabindex="-1">${main}</main>`,
    renderToStaticMarkup(wrap(<Footer site={site} mark={mark} own={page.header} />)),
    '<div class="for-screen-readers" role="status" id="announcer"></div>',
  ].join('');
  const data = JSON.stringify(clientData(page, backend)).replaceAll('<', '\\u003c');
  const preloads = pictures
    .filter(({ priority }) => priority)
    .map((picture) => {
      const versions = srcSet(picture, 'avif');
      const file =
        versions === ''
          ? { href: encodePath(picture.src) }
          : { type: 'image/avif', imageSrcSet: versions, imageSizes: picture.sizes };
      return renderToStaticMarkup(<link rel="preload" as="image" {...file} fetchPriority="high" />);
    });
  return {
    head: [
      renderToStaticMarkup(<Helmet>{robotsTags(page)}</Helmet>),
      `<link rel="icon" href="${site.theme.logo ?? '/favicon.svg'}">`,
      ...siteFonts(site).files.map(
        (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
      ),
      ...preloads,
    ].join(''),
    styles:
      `<style>${baseCss(site, siteFonts(site))}</style>` +
      styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(body)),
    shareHead: renderToStaticMarkup(<Helmet>{shareTags(page)}</Helmet>),
    body:
      `${body}<script type="application/json" id="page">${data}</script>` +
      (post?.status === 'success' ? `<script>${answerScript}</script>` : ''),
    pictures,
  };
};
