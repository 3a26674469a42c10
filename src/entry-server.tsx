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
import { Glyph, Icons } from './design/icon.tsx';
import { type DrawnPicture, type PictureData, Pictures, PictureWatch } from './design/picture-data.ts';
import { srcSet } from './design/picture.tsx';
import { type Announced, type PageReading, type Part, Reading } from './design/reading.ts';
import { DialogBox, DrawnBlock, FreshBlock, HiddenTitle, Island, loadComponent } from './page/block.tsx';
import { Footer, Header } from './page/header-footer.tsx';
import { SearchHead, ShareHead } from './page/page-head.tsx';
import type { FirstView, PageView } from './page/page-view.ts';
import { Backend, type BackendProject, type FormPost, Post } from './services/functions.ts';

/** A page ready to be put into the frame of `index.html`. */
export interface Rendered {
  head: string;
  /** What may come last in the head, since no visitor waits for it. */
  shareHead: string;
  body: string;
  pictures: DrawnPicture[];
}
export interface Renderer {
  /** `post` makes the page an answer to a form post (see services/functions.ts). */
  render(page: PageView, site: Site, backend: BackendProject, post?: Omit<FormPost, 'page'>): Rendered;
}
export type { Announced, BackendProject, DrawnPicture, FormPost, PageReading, PageView, Part, PictureData };

/** Loads every block's component and returns the renderer. */
export async function openRenderer(): Promise<Renderer> {
  await Promise.all((Object.keys(registry) as BlockType[]).map(loadComponent)); // the registry's keys are the block types
  return {
    render(page, site, backend, post) {
      // No prefixes: every browser that knows popovers knows these rules without. Class names do not depend on it.
      const cache = createCache({ key: 'css', stylisPlugins: [] });
      const styles = createEmotionServer(cache);
      const pictures: DrawnPicture[] = [];
      const watch = (picture: DrawnPicture) => void pictures.push(picture);
      const wrap = (children: ReactNode) => (
        <CacheProvider value={cache}>
          <Icons value={page.icons}>
            <Pictures value={page.pictures}>
              <PictureWatch value={watch}>
                <Reading value={page.reading}>
                  <Backend value={backend}>
                    <Post value={{ page: page.path, ...post }}>{children}</Post>
                  </Backend>
                </Reading>
              </PictureWatch>
            </Pictures>
          </Icons>
        </CacheProvider>
      );
      const blocks = page.blocks.map((block, index) => {
        if (registry[block.type].wakes)
          return <Island key={index} block={block} first={index === 0} number={index} />;
        const drawn = renderToStaticMarkup(wrap(<FreshBlock block={block} first={index === 0} />));
        const html = drawn.slice(drawn.indexOf('>') + 1, -'</section>'.length);
        return <DrawnBlock key={index} block={block} html={html} />;
      });
      const dialogs = Object.entries(page.dialogs).map(([name, dialog], index) => (
        <DialogBox
          key={name}
          name={name}
          dialog={dialog}
          number={blocks.length + index}
          sign={<Glyph name="close" />}
        />
      ));
      // The browser's tree begins inside <main> too (see app.tsx).
      const main = renderToString(
        wrap(
          <>
            <HiddenTitle page={page} />
            {blocks}
            {dialogs}
          </>,
        ),
      );
      const header = renderToStaticMarkup(wrap(<Header site={site} path={page.path} />));
      const footer = renderToStaticMarkup(wrap(<Footer site={site} path={page.path} />));
      const body = `${header}<main id="content" tabindex="-1">${main}</main>${footer}<div class="for-screen-readers" role="status" id="announcer"></div>`;
      const css = styles.constructStyleTagsFromChunks(styles.extractCriticalToChunks(body));
      return {
        head: `${renderToStaticMarkup(<SearchHead page={page} />)}${siteHead(site)}${pictures.map(preloadTag).join('')}<style>${baseCss(site.theme)}</style>${css}`,
        shareHead: renderToStaticMarkup(<ShareHead page={page} />),
        body: `${body}${firstView(page, backend)}`,
        pictures,
      };
    },
  };
}

/** The site's icon, and the fonts, which are fetched before the styles ask for them. */
function siteHead({ theme }: Site): string {
  const fonts = fontFiles[theme.fonts].map(
    (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
  );
  return `<link rel="icon" href="${theme.logo ?? '/favicon.svg'}">${fonts.join('')}`;
}

function firstView(page: PageView, backend: BackendProject): string {
  const blocks = page.blocks.map((block) => (registry[block.type].wakes ? block : block.type));
  const view: FirstView = {
    path: page.path,
    name: page.name,
    backend,
    blocks,
    pictures: picturesIn(blocks, page.pictures),
    dialogs: page.dialogs,
  };
  // `<` would end the element if a text held `</script>`.
  return `<script type="application/json" id="page">${JSON.stringify(view).replaceAll('<', '\\u003c')}</script>`;
}

/** Those of the pictures that are named somewhere in `data`. */
function picturesIn(data: unknown, pictures: PageView['pictures']): PageView['pictures'] {
  const text = JSON.stringify(data);
  return Object.fromEntries(Object.entries(pictures).filter(([src]) => text.includes(`"${src}"`)));
}

/** Lets a browser fetch what visitors see first before it has read that far. A photo's fallback is for browsers that hardly exist. */
function preloadTag(picture: DrawnPicture): string {
  if (!picture.leads) return '';
  const versions = srcSet(picture, 'avif');
  const file =
    versions === ''
      ? `href="${escape(picture.src)}"`
      : `type="image/avif" imagesrcset="${versions}" imagesizes="${picture.sizes}"`;
  return `<link rel="preload" as="image" ${file} fetchpriority="high">`;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
