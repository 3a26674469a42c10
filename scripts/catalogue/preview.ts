import { buildDay } from '../../schema/resolve/visibility.ts';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { Site } from '../../schema/site/site.ts';
import { basePath } from '../../schema/base/routes.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { htmlText, pageDocument } from '../outputs/documents.ts';
import { highlighted } from '../../schema/resolve/highlight.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import type { Example } from './examples.ts';
import { samplePictureSize } from './sample-pictures.ts';
import { samplePage } from './sample-site.ts';

/** The address of the catalogue, and above those of its previews. */
export const cataloguePath = '/__blocks';

/** The address of an example on its own. */
export const previewPath = ({ type, layout }: Example): string =>
  `${cataloguePath}/${type}/${layout}`.replace(/\/$/, '');

/** Only the block is shown, and nothing leads away from it or is sent. */
const alone =
  '<style>body>:not(main){display:none}</style><script>' +
  "for (const kind of ['click', 'submit']) addEventListener(kind, (event) => {" +
  "const link = event.target.closest('a[href]');" +
  "if (kind === 'submit' || (link && !link.getAttribute('href').startsWith('#'))) event.preventDefault();" +
  '}, true)</script>';

const picture = /(?<=["'( ,])((?:\/[\w.~%-]+)*)(\/(?:pictures|people|logos)\/[\w-]+\.svg)/g;

/** The document of an example, drawn as this site draws its blocks. */
export async function previewDocument(example: Example, site: Site, renderer: Renderer): Promise<string> {
  const { page, website } = samplePage(example, site);
  const input = renderInputs(website, { get: samplePictureSize }, buildDay(website.site, website.now))(page);
  const view = await highlighted(resolvePage(page, input, website.site));
  const rendered = renderer.render(view, website.site, { address: '', anonymousKey: '' });
  const document = pageDocument(
    rendered,
    { site: website.site, start: '', stylePolicy: () => '' },
    `<meta name="robots" content="noindex">${alone}`,
  );
  const base = basePath(site.url);
  return htmlText(document).replaceAll(picture, (all, before: string, path: string) =>
    before === base ? `${base}${cataloguePath}${path}` : all,
  );
}
