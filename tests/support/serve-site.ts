import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveSite } from '../../scripts/server/static-server.ts';
import { findChromium } from '../../scripts/system/chromium.ts';
import { siteOf } from '../../scripts/system/project.ts';
import { builtSite } from './built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The pages folder that the project's tests are about; vitest.config.ts names it. */
    pages: string;
    /** Address of the built site, without a slash at the end. */
    site: string;
    /** Folder of the built site. Tests do not write to it. */
    out: string;
    /** Folder that its messages are kept in. */
    data: string;
    /** The path of a Chromium. */
    chromium: string;
  }
}

/** Builds the pages of a project once, and serves them for all of its tests. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const { pages } = project.getProvidedContext();
  const out = await builtSite(pages);
  const data = mkdtempSync(join(tmpdir(), 'pagewright-'));
  // All tests come from one address, many of them without script.
  const env = { ...process.env, MESSAGES_PER_ADDRESS: '1000', MESSAGES_PER_HOUR: '10000' };
  const { cache } = siteOf(pages);
  const server = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1', env });
  project.provide('chromium', await findChromium());
  project.provide('site', server.address);
  project.provide('out', out);
  project.provide('data', data);
  return async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  };
}
