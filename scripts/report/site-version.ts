import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { loadSiteCode } from '../build/run-build.ts';
import { type BuildPlan, planPages } from '../build/plan-pages.ts';
import { wholeBuild } from '../build/shards.ts';
import { checkWithoutInvalidFiles, type SkippedFiles } from '../build/faulty-files.ts';
import { createFactsCache, type FactsCache, readFactsCache } from '../site/facts-cache.ts';
import { type LoadedSite, openSiteLoader, SiteLoader } from '../site/load-site.ts';
import { openOwnBlocks, shareOwnBlocks } from '../site/own-blocks.ts';
import { getSiteFolders } from '../system/project.ts';

/** A site version to compare. */
export interface SiteVersion {
  loaded: LoadedSite;
  /** The diagnostics of all files, including skipped files. */
  diagnostics: readonly Diagnostic[];
  /** The build plan, or `undefined` if `_site.yaml` is invalid. */
  plan: BuildPlan | undefined;
  /** The files with errors, which are skipped. */
  skipped: SkippedFiles;
}

/** Reads the current version of the site. For pages with errors, uses the text from the earlier version. */
export async function readCurrent(
  pagesFolder: string,
  earlierPages: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  await openOwnBlocks(pagesFolder);
  const loader = openSiteLoader(pagesFolder);
  const loaded = await loader.readInParallel();
  loader.save();
  return loadVersion(pagesFolder, loader, loaded, earlierPages, env);
}

/** Reads the earlier version of the site. Reuses the results of the current version for unchanged files. */
export async function readEarlierVersion(
  earlierPages: string,
  pagesFolder: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  const getPhotoCache = (pagesFolder: string) => join(getSiteFolders(pagesFolder).cache, 'check/photos.json');
  if (existsSync(getPhotoCache(pagesFolder))) cpSync(getPhotoCache(pagesFolder), getPhotoCache(earlierPages));
  shareOwnBlocks(pagesFolder, earlierPages);
  const loader = new SiteLoader(earlierPages, removeFactsWithDiagnostics(readFactsCache(pagesFolder)));
  return loadVersion(earlierPages, loader, await loader.readInParallel(), '', env);
}

/** Removes cached facts with diagnostics, because diagnostics contain file names of the current version. */
const removeFactsWithDiagnostics = ({ variables, files }: FactsCache): FactsCache => ({
  ...createFactsCache(),
  variables,
  files: new Map([...files].filter(([, { facts }]) => facts.result === undefined)),
});

async function loadVersion(
  pagesFolder: string,
  loader: SiteLoader,
  readSite: LoadedSite,
  texts: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteVersion> {
  const { diagnostics } = readSite;
  const hasErrors = filterErrors(diagnostics).length > 0;
  const usableSite = hasErrors ? await checkWithoutInvalidFiles(readSite, loader, texts) : undefined;
  const { loaded, skipped } = usableSite ?? { loaded: readSite, skipped: new Map() };
  const { website } = loaded;
  const plan =
    website && (usableSite || !hasErrors)
      ? await planPages(
          website,
          getSiteFolders(pagesFolder),
          await loadSiteCode(website, pagesFolder, env),
          wholeBuild,
        )
      : undefined;
  return { loaded, diagnostics, plan, skipped };
}
