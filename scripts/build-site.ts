import type { Fault } from '../schema/fault.ts';
import { backendProject } from './backend-project.ts';
import { bundle } from './bundle.ts';
import { readSite } from './read-site.ts';
import { writeSite } from './write-site.ts';

/** Pages folder → `out`. With faults nothing is written. */
export async function buildSite(pages: string, out: string): Promise<{ faults: Fault[]; pages: number }> {
  const backend = backendProject();
  const { website, faults } = readSite(pages);
  if (!website || faults.length > 0) return { faults, pages: 0 };
  const code = await bundle();
  const press = { site: website.site, renderer: await code.openRenderer(), backend, start: `<script>${code.loader}</script>` };
  return { faults, pages: await writeSite(website, code.assets, press, out) };
}
