import { getBuildDay } from '../../schema/resolve/visibility.ts';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { Site } from '../../schema/site/site.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { toHtmlText, createPageDocument } from '../outputs/documents.ts';
import { createEngineDocument } from '../outputs/engine-document.ts';
import { toViewProblem } from '../site/own-blocks.ts';
import { escapeMarkup } from '../system/format.ts';
import { highlightPage } from '../../schema/resolve/highlight.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import type { Example } from './examples.ts';
import { getSamplePictureSize } from './sample-pictures.ts';
import { getSamplePage } from './sample-site.ts';

/** The path of the catalogue. The paths of its previews begin with it. */
export const cataloguePath = '/__blocks';

/** Returns the path of the preview of an example. */
export const getPreviewPath = ({ type, layout }: Example): string =>
  `${cataloguePath}/${type}/${layout}`.replace(/\/$/, '');

/** Disables forms and links to other pages. Runs in the document of an example. */
function preventNavigation(): void {
  for (const kind of ['click', 'submit'])
    addEventListener(
      kind,
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        const leavesPage = link?.getAttribute('href')?.startsWith('#') === false;
        if (kind === 'submit' || leavesPage) event.preventDefault();
      },
      true,
    );
}

/** Elements for the head of a preview. They hide everything except the block. */
const previewHead = `<style>body>:not(main){display:none}</style><script>(${preventNavigation.toString()})()</script>`;

const picturePattern = /(?<=["'( ,])((?:\/[\w.~%-]+)*)(\/(?:pictures|people|logos)\/[\w-]+\.svg)/g;

/** An example as an HTML document. If one of the site's own views throws an error, the document shows `diagnostic`. */
export interface Preview {
  text: string;
  diagnostic?: Diagnostic;
}

/** Renders an example in the theme of a site. `pages` is the pages folder of the site. */
export async function renderPreview(
  example: Example,
  site: Site,
  renderer: Renderer,
  pagesFolder: string,
): Promise<Preview> {
  try {
    return { text: await renderPreviewDocument(example, site, renderer) };
  } catch (error) {
    const diagnostic = toViewProblem(pagesFolder, error, getPreviewPath(example));
    if (!diagnostic) throw error;
    return { text: createDiagnosticDocument(diagnostic), diagnostic };
  }
}

function createDiagnosticDocument({ file, range, message }: Diagnostic): string {
  const position = `${file}:${range.start.line}:${range.start.column}`;
  const body = `<main><p><b>This block cannot be shown.</b></p><p><code>${escapeMarkup(position)}</code></p><p>${escapeMarkup(message)}</p></main>`;
  return createEngineDocument({ title: 'This block cannot be shown', css: 'main{padding:1rem}', body });
}

/** Renders an example as an HTML document in the theme of a site. */
export async function renderPreviewDocument(
  example: Example,
  site: Site,
  renderer: Renderer,
): Promise<string> {
  const { page, website } = getSamplePage(example, site);
  const input = createRenderInputs(
    website,
    { get: getSamplePictureSize },
    getBuildDay(website.site, website.now),
  )(page);
  const view = await highlightPage(resolvePage(page, input, website.site));
  const renderedPage = renderer.render(view, website.site, { address: '', anonymousKey: '' });
  const document = createPageDocument(
    renderedPage,
    { site: website.site, start: '', stylePolicy: () => '' },
    `<meta name="robots" content="noindex">${previewHead}`,
  );
  const base = getBasePath(site.url);
  return toHtmlText(document).replaceAll(picturePattern, (match, before: string, path: string) =>
    before === base ? `${base}${cataloguePath}${path}` : match,
  );
}
