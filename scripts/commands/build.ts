import { type Output, defineCommand, runAsProgram } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { Progress } from '../system/progress.ts';
import type { RenderedPageFiles } from '../build/page-files.ts';
import type { BuildWatch } from '../build/render-pages.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { formatDisplayPath, outputOptions, getSiteFolders, siteOptions } from '../system/project.ts';
import { reportDiagnostics } from '../reporters/pretty.ts';
import { build as buildSite } from '../../index.ts';
import { parseShard } from '../build/shards.ts';

const maxListedFiles = 5;

/** Writes the progress of a build to a stream. With `--verbose`, also lists the slowest and largest pages. */
function logProgress(stream: Output, env: NodeJS.ProcessEnv): BuildWatch & { end(isVerbose: boolean): void } {
  const progress = new Progress(stream, env);
  const start = performance.now();
  const renderedPages: RenderedPageFiles[] = [];
  let stale = { pages: 0, images: 0, unchangedPages: 0 };
  const writeTopPages = (
    label: string,
    getValue: (page: RenderedPageFiles) => number,
    format: (value: number) => string,
  ) => {
    const topPages = renderedPages.toSorted((a, b) => getValue(b) - getValue(a)).slice(0, maxListedFiles);
    if (topPages.length === 0) return;
    stream.write(
      `${label}: ${topPages.map((page) => `${page.path} (${format(getValue(page))})`).join(', ')}.\n`,
    );
  };
  return {
    begin: (staleCounts) => {
      stale = staleCounts;
      renderedPages.length = 0;
      progress.begin(staleCounts.pages + staleCounts.images);
    },
    rendered: (pages, images) => {
      renderedPages.push(...pages);
      progress.done(pages.length + images);
    },
    end: (isVerbose) => {
      progress.end();
      if (!isVerbose) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      stream.write(
        `Rendered in ${seconds} s: ${formatCount(stale.pages, 'page')}, ${formatCount(stale.images, 'share image')}. ` +
          `Unchanged: ${formatCount(stale.unchangedPages, 'page')}.\n`,
      );
      writeTopPages(
        'Slowest',
        ({ milliseconds }) => milliseconds,
        (value) => `${value.toFixed(1)} ms`,
      );
      writeTopPages(
        'Largest',
        ({ bytes }) => bytes,
        (value) => `${Math.round(value / 1000)} kB`,
      );
    },
  };
}

export const build = defineCommand({
  name: 'build',
  description:
    'Builds the site. The output folder is only replaced if there are no errors, or if they are skipped.',
  options: {
    ...siteOptions,
    ...outputOptions,
    compress: { type: 'boolean', description: 'Also write compressed copies (.br, .gz)' },
    shard: {
      type: 'string',
      value: 'N/OF',
      description: 'Build one part of the site, to split a build across machines',
    },
    'skip-faulty': {
      type: 'boolean',
      description:
        'Build despite errors: keep the last version of faulty pages or leave them out, and exit with 1',
    },
    verbose: { type: 'boolean', description: 'Print the slowest and the largest pages' },
  },
  examples: ['--out preview', '--compress --verbose', '--shard 2/4'],
  async run({ values }, { stdout, stderr, env }) {
    const out = values.out ?? formatDisplayPath(getSiteFolders(values.pages).out);
    const shard = values.shard === undefined ? undefined : parseShard(values.shard);
    const watch = logProgress(stderr, env);
    const result = await buildSite({
      pages: values.pages,
      out,
      env,
      compress: values.compress ?? false,
      shard,
      skipFaulty: values['skip-faulty'],
      watch,
      print: (text) => stderr.write(text),
    }).finally(() => watch.end(values.verbose ?? false));
    reportDiagnostics(result, stderr, env);
    const hasErrors = filterErrors(result.diagnostics).length > 0;
    if (hasErrors && result.skipped.size === 0) {
      stderr.write(`Nothing was built. ${out}/ is unchanged.\n`);
      return 1;
    }
    const shardNote = shard ? `, part ${shard.number} of ${shard.of}` : '';
    stdout.write(`${formatCount(result.pages, 'page')} built in ${out}/${shardNote}.\n`);
    if (result.next !== undefined) stdout.write(`${result.next}\n`);
    for (const [file, state] of result.skipped)
      stderr.write(
        state === 'as before'
          ? `${file} has errors, so its last version was kept.\n`
          : `${file} has errors, so it was left out, together with all links to it.\n`,
      );
    return hasErrors ? 1 : 0;
  },
});

if (import.meta.main) await runAsProgram(build);
