import type { Fault } from '../schema/fault.ts';
import { backendProject } from './backend-project.ts';
import { bundle } from './bundle.ts';
import { publicFolder, readSite } from './read-site.ts';
import { readPictures } from './site-pictures.ts';
import { writeSite } from './write-site.ts';

/** Pages folder → `out`. With faults nothing is written. */
export async function buildSite(pages: string, out: string): Promise<{ faults: Fault[]; pages: number }> {
  const backend = backendProject();
  const { website, faults } = readSite(pages);
  if (!website || faults.length > 0) return { faults, pages: 0 };
  const code = await bundle();
  const folder = publicFolder(pages);
  const press = { site: website.site, renderer: await code.openRenderer(), backend, start: `<script>${code.loader}</script>`, pictures: await readPictures(website, folder, { versions: true }), drawn: [] };
  return { faults, pages: await writeSite(website, { assets: code.assets, publicFolder: folder }, press, out) };
}
