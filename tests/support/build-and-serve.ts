import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { buildSite } from '../../scripts/build/build-site.ts';

/** A site that is built, and open to visitors. */
export interface BuiltSite {
  address: string;
  out: string;
  data: string;
  /** Closes it, and deletes the folder with all that it holds. */
  remove(): Promise<void>;
}

/** Builds a site into a folder for tests, and serves it. */
export async function buildAndServe(pages: string, folder: string): Promise<BuiltSite> {
  const [out, data, cache] = [join(folder, 'dist'), join(folder, 'data'), join(folder, 'cache')];
  const { diagnostics } = await buildSite(pages, out);
  if (filterErrors(diagnostics).length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
  const remove = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, out, data, remove };
}
