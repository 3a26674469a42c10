import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { BlockType } from '../schema/blocks/index.ts';
import type { Site } from '../schema/site.ts';
import { registry } from './blocks/index.tsx';
import { baseCss } from './design/base.ts';
import { fontFiles } from './design/font.ts';
import { Glyph } from './design/icon.tsx';
import { type PictureData, PictureListener, type RenderedPicture } from './design/picture-data.ts';
import { srcSet } from './design/picture.tsx';
import type { ArticlePreview, PageReading, TextHeading } from './design/reading.ts';
import { BlockView, StaticBlock } from './page/block.tsx';
import { loadComponent } from './page/components.ts';
import { Dialogs } from './page/dialogs.tsx';
import { firstView } from './page/first-view.ts';
import { Footer } from './page/footer.tsx';
import { Header } from './page/header.tsx';
import { HiddenTitle } from './page/hidden-title.tsx';
import { Island } from './page/island.tsx';
import { PageData } from './page/page-data.tsx';
import { SearchHead, ShareHead } from './page/page-head.tsx';
import type { PageView } from './page/page-view.ts';
import { Backend, type BackendProject, type FormPost } from './services/functions.ts';

/** A page ready to be put into the frame of `index.html`. */
export interface Rendered {
  head: string;
  /** What may come last in the head, since no visitor waits for it. */
  shareHead: string;
  body: string;
  pictures: RenderedPicture[];
}
export interface Renderer {
  /** `post` makes the page an answer to a form post (see services/functions.ts). */
  render(page: PageView, site: Site, backend: BackendProject, post?: Omit<FormPost, 'page'>): Rendered;
}
export type {
  ArticlePreview,
  BackendProject,
  PageReading,
  PageView,
  PictureData,
  RenderedPicture,
  TextHeading,
};

/** Loads every block's component and returns the renderer. */
export async function openRenderer(): Promise<Renderer> {
  const types = Object.keys(registry) as BlockType[]; // its keys are the block types
  await Promise.all(types.map(loadComponent));
  return { render };
}

const render: Renderer['render'] = (page, site, backend, post) => {
  // No vendor prefixes: browsers that support popovers need none. Class names do not depend on it.
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
    const section = renderToStaticMarkup(wrap(<BlockView block={block} first={index === 0} />));
    const html = section.slice(section.indexOf('>') + 1, -'</section>'.length);
    return <StaticBlock key={index} block={block} html={html} />;
  });
  // The browser's tree begins inside <main> too (see app.tsx).
  const main = renderToString(
    wrap(
      <>
        <HiddenTitle page={page} />
        {blocks}
        <Dialogs page={page} icon={<Glyph name="close" />} />
      </>,
    ),
  );
  const body = [
    renderToStaticMarkup(wrap(<Header site={site} path={page.path} />)),
    `<main id="content" tabindex="-1">${main}</main>`,
    renderToStaticMarkup(wrap(<Footer site={site} path={page.path} />)),
    '<div class="for-screen-readers" role="status" id="announcer"></div>',
  ].join('');
  // `<` would end the element if a text held `</script>`.
  const data = JSON.stringify(firstView(page, backend)).replaceAll('<', '\\u003c');
  return {
    head: [
      renderToStaticMarkup(<SearchHead page={page} />),
      ...firstFiles(site),
      ...pictures.filter(({ priority }) => priority).map(preload),
      `<style>${baseCss(site.theme)}</style>`,
      styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(body)),
    ].join(''),
    shareHead: renderToStaticMarkup(<ShareHead page={page} />),
    body: `${body}<script type="application/json" id="page">${data}</script>`,
    pictures,
  };
};

/** The site's icon, and the fonts, which are fetched before the styles ask for them. */
const firstFiles = ({ theme }: Site) => [
  `<link rel="icon" href="${theme.logo ?? '/favicon.svg'}">`,
  ...fontFiles[theme.fonts].map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  ),
];

/** Lets a browser fetch the picture that visitors see first early; of a photo only the newest format. */
function preload(picture: RenderedPicture): string {
  const versions = srcSet(picture, 'avif');
  const file =
    versions === ''
      ? { href: picture.src }
      : { type: 'image/avif', imageSrcSet: versions, imageSizes: picture.sizes };
  return renderToStaticMarkup(<link rel="preload" as="image" {...file} fetchPriority="high" />);
}
