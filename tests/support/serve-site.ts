import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { findChromium } from '../../scripts/system/chromium.ts';
import { siteOf } from '../../scripts/system/project.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { buildSite } from '../../scripts/build/build-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The pages folder that the project's tests are about; vitest.config.ts names it. */
    pages: string;
    /** Address of the built site, without a slash at the end. */
    site: string;
    /** Folder of the built site. */
    out: string;
    /** Folder that its messages are kept in. */
    data: string;
    /** The path of a Chromium. */
    chromium: string;
  }
}

/** The moment as of which the sites are built, so that tests do not depend on the day. */
const moment = String(Date.parse('2026-11-01T12:00Z') / 1000);

async function buildAtMoment(pages: string, out: string) {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  process.env['SOURCE_DATE_EPOCH'] = given || moment;
  const built = await buildSite(pages, out, process.env, { compress: true });
  if (given === undefined) delete process.env['SOURCE_DATE_EPOCH'];
  return built;
}

/** Builds the pages of a project once, and serves them for all of its tests. */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const [out, data] = [join(folder, 'dist'), join(folder, 'data')];
  const { pages } = project.getProvidedContext();
  const { diagnostics } = await buildAtMoment(pages, out);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
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
    rmSync(folder, { recursive: true, force: true });
  };
}
