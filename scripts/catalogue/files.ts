import type { Site } from '../../schema/site/site.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { contentTypes } from '../system/content-types.ts';
import { catalogue } from './examples.ts';
import { catalogueDocument } from './catalogue-page.ts';
import { cataloguePath, type Preview, previewExample, previewPath } from './preview.ts';
import { samplePicture } from './sample-pictures.ts';
import { articlePictures } from './sample-site.ts';

/** A file of the catalogue, with its content type. */
interface CatalogueFile extends Preview {
  type: string | undefined;
}

/** Returns the file of the catalogue at a path, if any. `pages` is the pages folder of the site. */
export async function catalogueFile(
  path: string,
  site: Site,
  renderer: () => Promise<Renderer>,
  pages: string,
): Promise<CatalogueFile | undefined> {
  if (path === cataloguePath) return { text: catalogueDocument(site), type: contentTypes['html'] };
  if (!path.startsWith(`${cataloguePath}/`)) return undefined;
  const rest = path.slice(cataloguePath.length);
  if (/^\/(?:pictures|people|logos)\/[\w-]+\.svg$/.test(rest))
    return { text: samplePicture(rest), type: contentTypes['svg'] };
  const example = catalogue()
    .flatMap((entry) => entry.examples)
    .find((one) => previewPath(one) === path);
  return (
    example && {
      ...(await previewExample(example, site, await renderer(), pages)),
      type: contentTypes['html'],
    }
  );
}

/** Returns the paths of all files of the catalogue. */
export function cataloguePaths(): string[] {
  const examples = catalogue().flatMap((entry) => entry.examples);
  const pictures = new Set(
    examples
      .flatMap(({ yaml }) => yaml.match(/\/(?:pictures|people|logos)\/[\w-]+\.svg/g) ?? [])
      .concat(articlePictures),
  );
  return [cataloguePath, ...examples.map(previewPath), ...[...pictures].map((path) => cataloguePath + path)];
}
