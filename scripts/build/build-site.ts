import { resolve } from 'node:path';
import { openLastResult } from '../site/last-result.ts';
import { readSourceFiles } from '../site/read-pages.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import type { BuildOptions, BuildResult, ValidPagesBuild } from './run-build.ts';
import { matchesRecord } from './output-folder.ts';

/**
 * Builds a pages folder into `out`. If pages have errors that cannot be skipped, nothing is written. After a build
 * without problems, builds again only if the site or the output has changed.
 */
export async function buildSite({
  pages = 'pages',
  out = formatDisplayPath(getSiteFolders(pages).out),
  env = process.env,
  ...options
}: BuildOptions = {}): Promise<BuildResult> {
  const start = performance.now();
  const { compress = false, shard, watch } = options;
  const inputs = [resolve(out), compress, env['SUPABASE_URL'], env['SUPABASE_ANON_KEY']];
  const lastResult = shard ? undefined : openLastResult<ValidPagesBuild>('build', pages, inputs);
  if (lastResult?.value && matchesRecord(getSiteFolders(pages), out, lastResult.value.output)) {
    const { pages: count, next } = lastResult.value;
    watch?.begin({ pages: 0, images: 0, unchangedPages: count });
    const milliseconds = performance.now() - start;
    return {
      diagnostics: [],
      files: readSourceFiles(pages),
      milliseconds,
      pages: count,
      next,
      skipped: new Map(),
    };
  }
  // Loaded lazily, because loading takes longer than detecting that nothing has changed.
  return (await import('./run-build.ts')).runBuild(pages, out, env, options, lastResult);
}
