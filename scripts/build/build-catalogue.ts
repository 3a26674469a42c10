import { join } from 'node:path';
import type { Website } from '../../schema/check/check.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { fontFilesOf } from '../assets/built-in-fonts.ts';
import { catalogue } from '../catalogue/examples.ts';
import { catalogueFile, cataloguePaths } from '../catalogue/files.ts';
import { cataloguePath } from '../catalogue/preview.ts';
import { ownPrograms } from '../site/own-blocks.ts';
import type { SiteFolders } from '../system/project.ts';
import { bundle, openRenderer } from './bundle.ts';
import { writeOutput } from './output.ts';

/**
 * Writes the block catalogue of a site, which must be served at the root of a host. Returns the number of examples, and
 * their diagnostics.
 */
export async function buildCatalogue(
  { site }: Website,
  folders: SiteFolders,
  out: string,
  print: (text: string) => void,
): Promise<{ examples: number; faults: Diagnostic[] }> {
  const { renderer } = await bundle();
  const open = openRenderer(renderer, ownPrograms(folders.pages, '/assets/own'));
  // The site itself may be served below a path.
  const own = { ...site, url: new URL(site.url).origin };
  const faults = new Map<string, Diagnostic>();
  await writeOutput(out, folders, print, async (output) => {
    for (const path of cataloguePaths()) {
      const file = await catalogueFile(path, own, () => open, folders.pages);
      if (!file) throw new Error(`The catalogue has no ${path}.`);
      // If a view in the header fails, it fails in every example, so report it once.
      if (file.fault) faults.set(`${file.fault.file}:${file.fault.range.start.line}`, file.fault);
      if (path === cataloguePath) output.put('index.html', file.text);
      output.put(path.endsWith('.svg') ? path : `${path}/index.html`, file.text);
    }
    for (const [address, file] of fontFilesOf(site.theme)) output.copy(address, file);
    for (const file of Object.values(site.theme.ownFonts ?? {}))
      output.copy(file, join(folders.public, file));
  });
  return { examples: catalogue().flatMap(({ examples }) => examples).length, faults: [...faults.values()] };
}
