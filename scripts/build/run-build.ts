import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getBasePath } from '../../schema/base/routes.ts';
import type { Website } from '../../schema/check/check.ts';
import { type Diagnostic, filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { readBackendProject } from '../outputs/forms.ts';
import type { DiagnosticsReport } from '../reporters/report.ts';
import { openSiteLoader } from '../site/load-site.ts';
import { checkByConfig, createConfigOutputs, reportWrittenFiles } from '../site/config-hooks.ts';
import { listOwnPrograms, toViewProblem } from '../site/own-blocks.ts';
import { retryWhileFilesChange, getQuietPeriodMs } from '../site/retry-while-files-change.ts';
import { findNextScheduledChange } from '../site/next-change.ts';
import { assertPagesFolder } from '../site/read-pages.ts';
import type { LastResult } from '../site/last-result.ts';
import { resolveProgramFile, getSiteFolders } from '../system/project.ts';
import { openTarget } from './build-target.ts';
import { loadBundle } from './bundle.ts';
import { toBuildError } from './output.ts';
import { assertReplaceable, hashRecord, readRecord, restoreOutput } from './output-folder.ts';
import { createPageWriter, type SiteCode } from './page-files.ts';
import { planPages } from './plan-pages.ts';
import { preloadRenderers, type RenderedSite, renderPages, type RenderOptions } from './render-pages.ts';
import { type Shard, wholeBuild } from './shards.ts';
import { checkWithoutInvalidFiles, saveTexts, type SkippedFiles, getTextsFolder } from './faulty-files.ts';
import { writeSharedFiles, writeSite } from './write-site.ts';

export interface BuildOptions extends RenderOptions {
  pages?: string;
  /** The output folder. By default, `dist` next to the pages folder. */
  out?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether to write compressed copies of text files, for servers that do not compress responses themselves. */
  compress?: boolean;
  /** The part of the site to build. By default, the whole site. */
  shard?: Shard | undefined;
  /**
   * Whether to skip pages with errors. A skipped page keeps its last version, or is left out. The default is false in
   * CI, and otherwise the setting `skipFaulty` in `_site.yaml`.
   */
  skipFaulty?: boolean | undefined;
  /** Receives a message if the build has to wait for another build. */
  print?: (text: string) => void;
}

/** The result of a build: diagnostics, the number of pages, and a sentence about the next scheduled change. */
export type BuildResult = Omit<DiagnosticsReport, 'notChecked'> & {
  pages: number;
  next?: string | undefined;
  /** The skipped files. Empty if there were errors and nothing was built. */
  skipped: SkippedFiles;
};

/** The stored result of a build without diagnostics. */
export interface ValidPagesBuild extends Pick<BuildResult, 'pages' | 'next'> {
  /** A hash of the record of its output files. */
  output: string;
}

/** Builds a pages folder into `out`. Stores the result in `lastResult` if there are no problems. */
export async function runBuild(
  pagesFolder: string,
  outputFolder: string,
  env: NodeJS.ProcessEnv,
  options: Omit<BuildOptions, 'pages' | 'out' | 'env'>,
  lastResult: LastResult<ValidPagesBuild> | undefined,
): Promise<BuildResult> {
  try {
    return await retryWhileFilesChange(
      pagesFolder,
      () => buildOnce(pagesFolder, outputFolder, env, options, lastResult),
      ({ diagnostics }) => (filterErrors(diagnostics).length > 0 ? getQuietPeriodMs(diagnostics) : undefined),
    );
  } catch (error) {
    throw toBuildError(error, outputFolder);
  }
}

/** Pages that could not be rendered because of errors in the site's own views. */
interface FailedPages {
  files: ReadonlySet<string>;
  diagnostics: readonly Diagnostic[];
}

const noFailedPages: FailedPages = { files: new Set(), diagnostics: [] };

/**
 * Runs the build pipeline: load → check → plan → pages (each: resolve → render) → write. If pages fail, runs the
 * pipeline again without these pages.
 */
async function buildOnce(
  pagesFolder: string,
  outputFolder: string,
  env: NodeJS.ProcessEnv,
  options: Omit<BuildOptions, 'pages' | 'out' | 'env'>,
  lastResult: LastResult<ValidPagesBuild> | undefined,
  failedPages = noFailedPages,
): Promise<BuildResult> {
  const { threads, watch, skipFaulty, compress = false, shard = wholeBuild, print } = options;
  const folders = getSiteFolders(pagesFolder);
  assertPagesFolder(pagesFolder);
  restoreOutput(outputFolder);
  assertReplaceable(outputFolder, folders);
  const program = pathToFileURL(resolveProgramFile('scripts/build/render-worker.ts'));
  const loader = openSiteLoader(pagesFolder, { program, threads, keep: true });
  try {
    const loadedSite = await loader.readInParallel();
    const { files, milliseconds } = loadedSite;
    const diagnostics = [...loadedSite.diagnostics, ...failedPages.diagnostics];
    const hasErrors = filterErrors(diagnostics).length > 0;
    const shouldSkip = skipFaulty ?? (!env['CI'] && files.site?.site?.skipFaulty);
    const usableSite = !hasErrors
      ? { loaded: loadedSite, skipped: new Map() }
      : shouldSkip &&
        (await checkWithoutInvalidFiles(
          loadedSite,
          loader,
          getTextsFolder(folders, outputFolder),
          failedPages.files,
        ));
    const result = { diagnostics, files: files.sources, milliseconds };
    if (!usableSite || !usableSite.loaded.website) {
      loader.save();
      return { ...result, pages: 0, skipped: new Map() };
    }
    const { skipped } = usableSite;
    const { website } = usableSite.loaded;
    const configProblems = await checkByConfig(pagesFolder, website);
    if (configProblems.length > 0)
      return { ...result, diagnostics: [...diagnostics, ...configProblems], pages: 0, skipped: new Map() };
    const code = await loadSiteCode(website, pagesFolder, env);
    // Close the workers, because they would read the faulty files from disk instead of the text that replaces them.
    if (hasErrors) loader.closeReaders();
    preloadRenderers(loader, code.renderer);
    const plan = await planPages(website, folders, code, shard);
    const target = await openTarget(outputFolder, folders, print);
    let errors: RenderedSite['errors'] = new Map();
    try {
      let publicFiles: ReadonlySet<string> = new Set();
      const writePage = createPageWriter(plan.material, (path, content) => target.output.put(path, content));
      const renderedSite = await renderPages(
        plan,
        target,
        writePage,
        loader,
        { threads: hasErrors ? 0 : threads, watch },
        async () => {
          loader.save();
          publicFiles = await writeSharedFiles(plan, target);
        },
      );
      errors = renderedSite.errors;
      const configOutputs = await createConfigOutputs(pagesFolder, website);
      if (errors.size === 0)
        await writeSite(plan, renderedSite, publicFiles, configOutputs, target, compress);
    } finally {
      target.output.abandon();
    }
    if (errors.size > 0) {
      const toFile = (route: string) => loader.findPageFile(route)?.file ?? route;
      return await buildOnce(
        pagesFolder,
        outputFolder,
        env,
        options,
        lastResult,
        addFailedPages(failedPages, pagesFolder, errors, toFile),
      );
    }
    await reportWrittenFiles(pagesFolder, resolve(outputFolder), target.output.paths().toSorted());
    saveTexts(folders, outputFolder, files.sources, skipped);
    const next = findNextScheduledChange(website);
    const resultToStore = {
      pages: plan.pages.length,
      next: next?.words,
      output: hashRecord(readRecord(folders, outputFolder)),
    };
    if (diagnostics.length === 0) lastResult?.store(resultToStore, next?.at);
    return { ...result, pages: plan.pages.length, skipped, next: next?.words };
  } finally {
    loader.closeReaders();
  }
}

/**
 * Adds the pages with `errors` to the failed pages. If several pages have the same error, reports it only for the first
 * of them.
 */
function addFailedPages(
  { files, diagnostics }: FailedPages,
  pagesFolder: string,
  errors: RenderedSite['errors'],
  toFile: (route: string) => string,
): FailedPages {
  const errorsByStack = Map.groupBy(errors, ([, { stack }]) => stack);
  const addedDiagnostics = [...errorsByStack.values()].flatMap(
    ([first]) => (first && toViewProblem(pagesFolder, first[1], first[0])) ?? [],
  );
  return {
    files: new Set([...files, ...[...errors.keys()].map(toFile)]),
    diagnostics: [...diagnostics, ...addedDiagnostics],
  };
}

/** Loads the bundled code of a site, and reads the form backend from the environment variables. */
export async function loadSiteCode(
  { site }: Website,
  pagesFolder: string,
  env: NodeJS.ProcessEnv,
): Promise<SiteCode> {
  const { assets, loader, renderer, licenses } = await loadBundle();
  return {
    assets,
    backend: readBackendProject(env),
    start: `<script>${loader(getBasePath(site.url))}</script>`,
    renderer,
    licenses,
    own: listOwnPrograms(pagesFolder, '/assets/own'),
  };
}
