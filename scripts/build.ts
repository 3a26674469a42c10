import { type Output, defineCommand, parseOptions, runAsProgram } from './system/command.ts';
import { count } from './system/format.ts';
import { Progress } from './system/progress.ts';
import type { BuildWatch, RenderedPageFiles } from './build/page-files.ts';
import { filterErrors } from '../schema/diagnostics/diagnostic.ts';
import { displayPath, siteOf, siteOptions } from './system/project.ts';
import { reportDiagnostics } from './reporters/pretty.ts';
import { shardFrom, buildSite } from './build/build-site.ts';

const maxShown = 5;

/** Tells on a stream how far a build is, and in the end, where it is asked for, what it made. */
export function logProgress(
  stream: Output,
  env: NodeJS.ProcessEnv,
): BuildWatch & { end(isVerbose: boolean): void } {
  const progress = new Progress(stream, env);
  const start = performance.now();
  const made: RenderedPageFiles[] = [];
  let anew = { pages: 0, images: 0, unchangedPages: 0 };
  return {
    begin: (all) => {
      anew = all;
      progress.begin(all.pages + all.images);
    },
    made: (pages, images) => {
      made.push(...pages);
      progress.done(pages.length + images);
    },
    end: (isVerbose) => {
      progress.end();
      if (!isVerbose) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      stream.write(
        `Made in ${seconds} s: ${count(anew.pages, 'page')}, ${count(anew.images, 'share image')}. ` +
          `As before: ${count(anew.unchangedPages, 'page')}.\n`,
      );
      const most = (
        what: string,
        by: (page: RenderedPageFiles) => number,
        shown: (page: RenderedPageFiles) => string,
      ) => {
        const pages = made.toSorted((a, b) => by(b) - by(a)).slice(0, maxShown);
        if (pages.length > 0)
          stream.write(`${what}: ${pages.map((page) => `${page.path} (${shown(page)})`).join(', ')}.\n`);
      };
      most(
        'Slowest',
        (page) => page.milliseconds,
        (page) => `${page.milliseconds.toFixed(1)} ms`,
      );
      most(
        'Heaviest',
        (page) => page.bytes,
        (page) => `${Math.round(page.bytes / 1000)} kB`,
      );
    },
  };
}

export const build = defineCommand(async ({ args, stdout, stderr, env }) => {
  const { values } = parseOptions(args, {
    ...siteOptions,
    out: { type: 'string' },
    compress: { type: 'boolean' },
    shard: { type: 'string' },
    verbose: { type: 'boolean' },
  });
  const out = values.out ?? displayPath(siteOf(values.pages).out);
  const shard = values.shard === undefined ? undefined : shardFrom(values.shard);
  const work = logProgress(stderr, env);
  const built = await buildSite(values.pages, out, env, {
    compress: values.compress ?? false,
    shard,
    watch: work,
    say: (text) => stderr.write(text),
  }).finally(() => work.end(values.verbose ?? false));
  reportDiagnostics(built, stderr, env);
  if (filterErrors(built.diagnostics).length > 0) {
    stderr.write(`Nothing was built; ${out}/ is as it was.\n`);
    return 1;
  }
  const part = shard ? `, part ${shard.number} of ${shard.of}` : '';
  stdout.write(`${count(built.pages, 'page')} built in ${out}/${part}.\n`);
  if (built.next !== undefined) stdout.write(`${built.next}\n`);
  return 0;
});

if (import.meta.main) await runAsProgram(build);
