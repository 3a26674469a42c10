import { buildDay } from '../../schema/resolve/visibility.ts';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { Site } from '../../schema/site/site.ts';
import { basePath } from '../../schema/base/routes.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { htmlText, pageDocument } from '../outputs/documents.ts';
import { ownDocument } from '../outputs/own-document.ts';
import { ownViewProblem } from '../site/own-blocks.ts';
import { escape } from '../system/format.ts';
import { highlighted } from '../../schema/resolve/highlight.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import type { Example } from './examples.ts';
import { samplePictureSize } from './sample-pictures.ts';
import { samplePage } from './sample-site.ts';

/** The path of the catalogue. The paths of its previews begin with it. */
export const cataloguePath = '/__blocks';

/** Returns the path of the preview of an example. */
export const previewPath = ({ type, layout }: Example): string =>
  `${cataloguePath}/${type}/${layout}`.replace(/\/$/, '');

/** Runs in the document of an example: disables links to other pages and forms. */
function preventNavigation(): void {
  for (const kind of ['click', 'submit'])
    addEventListener(
      kind,
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        const isElsewhere = link?.getAttribute('href')?.startsWith('#') === false;
        if (kind === 'submit' || isElsewhere) event.preventDefault();
      },
      true,
    );
}

/** Hides everything except the block. */
const blockOnly = `<style>body>:not(main){display:none}</style><script>(${preventNavigation.toString()})()</script>`;

const picture = /(?<=["'( ,])((?:\/[\w.~%-]+)*)(\/(?:pictures|people|logos)\/[\w-]+\.svg)/g;

/** The document of an example. If one of the site's own views throws an error, it shows `diagnostic`. */
export interface Preview {
  text: string;
  fault?: Diagnostic;
}

/** Renders an example in the look of a site. `pages` is the pages folder of the site. */
export async function previewExample(
  example: Example,
  site: Site,
  renderer: Renderer,
  pages: string,
): Promise<Preview> {
  try {
    return { text: await previewDocument(example, site, renderer) };
  } catch (problem) {
    const fault = ownViewProblem(pages, problem, previewPath(example));
    if (!fault) throw problem;
    return { text: faultDocument(fault), fault };
  }
}

function faultDocument({ file, range, message }: Diagnostic): string {
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const body = `<main><p><b>This block cannot be shown.</b></p><p><code>${escape(place)}</code></p><p>${escape(message)}</p></main>`;
  return ownDocument({ title: 'This block cannot be shown', css: 'main{padding:1rem}', body });
}

/** Renders the document of an example in the look of a site. */
export async function previewDocument(example: Example, site: Site, renderer: Renderer): Promise<string> {
  const { page, website } = samplePage(example, site);
  const input = renderInputs(website, { get: samplePictureSize }, buildDay(website.site, website.now))(page);
  const view = await highlighted(resolvePage(page, input, website.site));
  const rendered = renderer.render(view, website.site, { address: '', anonymousKey: '' });
  const document = pageDocument(
    rendered,
    { site: website.site, start: '', stylePolicy: () => '' },
    `<meta name="robots" content="noindex">${blockOnly}`,
  );
  const base = basePath(site.url);
  return htmlText(document).replaceAll(picture, (all, before: string, path: string) =>
    before === base ? `${base}${cataloguePath}${path}` : all,
  );
}
