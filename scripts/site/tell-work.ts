import type { Output } from '../base/command.ts';
import { count } from '../base/count.ts';
import { Progress } from '../report/progress.ts';
import type { BuildWatch, MadePage } from './build-work.ts';

const mostShown = 5;

/** Tells on a stream how far a build is, and in the end, where it is asked for, what it made. */
export function tellWork(
  stream: Output,
  env: NodeJS.ProcessEnv,
): BuildWatch & { end(isVerbose: boolean): void } {
  const progress = new Progress(stream, env);
  const start = performance.now();
  const made: MadePage[] = [];
  let anew = { pages: 0, images: 0, keptPages: 0 };
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
          `As before: ${count(anew.keptPages, 'page')}.\n`,
      );
      const most = (what: string, by: (page: MadePage) => number, shown: (page: MadePage) => string) => {
        const pages = made.toSorted((a, b) => by(b) - by(a)).slice(0, mostShown);
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
