import { join } from 'node:path';
import type { Website } from '../../schema/check/check.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { listFontFiles } from '../assets/built-in-fonts.ts';
import { listCatalogueEntries } from '../catalogue/examples.ts';
import { createCatalogueFile, listCataloguePaths } from '../catalogue/files.ts';
import { cataloguePath } from '../catalogue/preview.ts';
import { listOwnPrograms } from '../site/own-blocks.ts';
import type { SiteFolders } from '../system/project.ts';
import { loadBundle, openRenderer } from './bundle.ts';
import { writeOutput } from './output.ts';

/**
 * Writes the block catalogue of a site. The catalogue must be served at the root of a host. Returns the number of
 * examples, and the diagnostics about the examples.
 */
export async function buildCatalogue(
  { site }: Website,
  folders: SiteFolders,
  outputFolder: string,
  print: (text: string) => void,
): Promise<{ exampleCount: number; exampleDiagnostics: Diagnostic[] }> {
  const { renderer } = await loadBundle();
  const rendererPromise = openRenderer(renderer, listOwnPrograms(folders.pages, '/assets/own'));
  // Remove the path from the URL, because the site may be served below a path, but the catalogue is at the root.
  const rootSite = { ...site, url: new URL(site.url).origin };
  const diagnosticByPosition = new Map<string, Diagnostic>();
  await writeOutput(outputFolder, folders, print, async (output) => {
    for (const path of listCataloguePaths()) {
      const file = await createCatalogueFile(path, rootSite, () => rendererPromise, folders.pages);
      if (!file) throw new Error(`The catalogue has no ${path}.`);
      // If a view in the header fails, it fails in every example, so report it once.
      if (file.diagnostic)
        diagnosticByPosition.set(
          `${file.diagnostic.file}:${file.diagnostic.range.start.line}`,
          file.diagnostic,
        );
      if (path === cataloguePath) output.put('index.html', file.text);
      output.put(path.endsWith('.svg') ? path : `${path}/index.html`, file.text);
    }
    for (const [urlPath, file] of listFontFiles(site.theme)) output.copy(urlPath, file);
    for (const file of Object.values(site.theme.ownFonts ?? {}))
      output.copy(file, join(folders.public, file));
  });
  return {
    exampleCount: listCatalogueEntries().flatMap(({ examples: exampleCount }) => exampleCount).length,
    exampleDiagnostics: [...diagnosticByPosition.values()],
  };
}
