import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serveSite } from '../../scripts/server/static-server.ts';
import { findChromium } from '../../scripts/system/chromium.ts';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { buildCachedSite } from './built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The pages folder that is tested, set in vitest.config.ts. */
    pages: string;
    /** The URL of the built site, without a trailing slash. */
    site: string;
    /** The folder of the built site, which tests must not change. */
    out: string;
    /** The folder in which the site's messages are stored. */
    data: string;
    /** The path of the Chromium executable. */
    chromium: string;
  }
}

/** Builds the pages of a test project once, and serves the site to all tests of the project. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const { pages } = project.getProvidedContext();
  const out = await buildCachedSite(pages);
  const data = mkdtempSync(join(tmpdir(), 'pagewright-'));
  // The default limits are too low, because all tests share one IP address, and many send messages without JavaScript.
  const env = { ...process.env, MESSAGES_PER_ADDRESS: '1000', MESSAGES_PER_HOUR: '10000' };
  const { cache } = getSiteFolders(pages);
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
