import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { siteCode } from '../build/run-build.ts';
import { type BuildPlan, planPages } from '../build/plan-pages.ts';
import { wholeBuild } from '../build/shards.ts';
import { checkWithoutFaulty, type SkippedFiles } from '../build/skip-faulty.ts';
import { emptyFactsCache, type FactsCache, readFactsCache } from '../site/facts-cache.ts';
import { type LoadedSite, loadSite, SiteLoader } from '../site/load-site.ts';
import { openOwnBlocks, shareOwnBlocks } from '../site/own-blocks.ts';
import { siteOf } from '../system/project.ts';

/** A version of a site for the comparison. */
export interface SiteVersion {
  loaded: LoadedSite;
  /** The diagnostics of all files, including skipped files. */
  diagnostics: readonly Diagnostic[];
  /** Undefined without a valid `_site.yaml`. */
  plan: BuildPlan | undefined;
  /** The files with errors. */
  skipped: SkippedFiles;
}

/** Reads the current version of the site. Pages with errors have their earlier text. */
export async function readCurrent(
  pages: string,
  earlierPages: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  await openOwnBlocks(pages);
  const loader = loadSite(pages);
  const loaded = await loader.readInParallel();
  loader.save();
  return versionOf(pages, loader, loaded, earlierPages, env);
}

/** Reads the earlier version of the site. Reuses the results of the current version for unchanged files. */
export async function readEarlier(
  earlierPages: string,
  pages: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  const photos = (of: string) => join(siteOf(of).cache, 'check/photos.json');
  if (existsSync(photos(pages))) cpSync(photos(pages), photos(earlierPages));
  shareOwnBlocks(pages, earlierPages);
  const loader = new SiteLoader(earlierPages, factsWithoutDiagnostics(readFactsCache(pages)));
  return versionOf(earlierPages, loader, await loader.readInParallel(), '', env);
}

/** Returns the facts of files without diagnostics: diagnostics contain the file names of the current site. */
const factsWithoutDiagnostics = ({ variables, files }: FactsCache): FactsCache => ({
  ...emptyFactsCache(),
  variables,
  files: new Map([...files].filter(([, { facts }]) => facts.result === undefined)),
});

async function versionOf(
  pages: string,
  loader: SiteLoader,
  read: LoadedSite,
  texts: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  const { diagnostics } = read;
  const hasErrors = filterErrors(diagnostics).length > 0;
  const valid = hasErrors ? await checkWithoutFaulty(read, loader, texts) : undefined;
  const { loaded, skipped } = valid ?? { loaded: read, skipped: new Map() };
  const { website } = loaded;
  const plan =
    website && (valid || !hasErrors)
      ? await planPages(website, siteOf(pages), await siteCode(website, pages, env), wholeBuild)
      : undefined;
  return { loaded, diagnostics, plan, skipped };
}
