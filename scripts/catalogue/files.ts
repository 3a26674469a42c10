import type { Site } from '../../schema/site/site.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { contentTypes } from '../system/content-types.ts';
import { listCatalogueEntries } from './examples.ts';
import { createCatalogueDocument } from './catalogue-page.ts';
import { cataloguePath, type Preview, renderPreview, getPreviewPath } from './preview.ts';
import { drawSamplePicture } from './sample-pictures.ts';
import { articlePictures } from './sample-site.ts';

/** A catalogue file with its content type. */
interface CatalogueFile extends Preview {
  type: string | undefined;
}

/**
 * Creates the catalogue file at a path, or returns `undefined` if there is none. `pages` is the pages folder of the
 * site.
 */
export async function createCatalogueFile(
  path: string,
  site: Site,
  renderer: () => Promise<Renderer>,
  pagesFolder: string,
): Promise<CatalogueFile | undefined> {
  if (path === cataloguePath) return { text: createCatalogueDocument(site), type: contentTypes['html'] };
  if (!path.startsWith(`${cataloguePath}/`)) return undefined;
  const subpath = path.slice(cataloguePath.length);
  if (/^\/(?:pictures|people|logos)\/[\w-]+\.svg$/.test(subpath))
    return { text: drawSamplePicture(subpath), type: contentTypes['svg'] };
  const example = listCatalogueEntries()
    .flatMap((entry) => entry.examples)
    .find((candidate) => getPreviewPath(candidate) === path);
  return (
    example && {
      ...(await renderPreview(example, site, await renderer(), pagesFolder)),
      type: contentTypes['html'],
    }
  );
}

/** Lists the paths of all catalogue files. */
export function listCataloguePaths(): string[] {
  const examples = listCatalogueEntries().flatMap((entry) => entry.examples);
  const pictures = new Set(
    examples
      .flatMap(({ yaml }) => yaml.match(/\/(?:pictures|people|logos)\/[\w-]+\.svg/g) ?? [])
      .concat(articlePictures),
  );
  return [
    cataloguePath,
    ...examples.map(getPreviewPath),
    ...[...pictures].map((path) => cataloguePath + path),
  ];
}
