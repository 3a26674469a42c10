import { errorsIn } from '../../schema/diagnostics/diagnostic.ts';
import { bundle } from '../bundle/bundle.ts';
import { engineFolder, shownPath, siteOf } from '../base/project.ts';
import { bundleFingerprint } from '../bundle/bundle-fingerprint.ts';
import { finishJournal } from '../output/finish-journal.ts';
import { lookAhead } from '../output/look-ahead.ts';
import { demandOwnFolder } from '../output/out-folder.ts';
import { whyNotBuilt } from '../output/why-not-built.ts';
import { nextChange } from '../pages/next-change.ts';
import { rememberedSite } from '../pages/known-site.ts';
import { demandPagesFolder } from '../pages/source-files.ts';
import type { DiagnosticsReport } from '../report/report.ts';
import { backendProject } from '../serve/backend-project.ts';
import { openRenderers } from './make-anew.ts';
import { SameBuild } from './same-build.ts';
import { type WriteOptions, writeSite } from './write-site.ts';

/** What the checks found, how many pages were built, and what the day changes of them next. */
type Built = Omit<DiagnosticsReport, 'notChecked'> & { pages: number; next?: string | undefined };

/** Pages folder → `out`. With errors nothing is written. */
export async function buildSite(
  pages: string,
  out: string,
  env = process.env,
  options: WriteOptions = {},
): Promise<Built> {
  try {
    return await checkAndWrite(pages, out, env, options);
  } catch (problem) {
    throw whyNotBuilt(problem, out);
  }
}

async function checkAndWrite(
  pages: string,
  out: string,
  env: NodeJS.ProcessEnv,
  options: WriteOptions,
): Promise<Built> {
  const site = siteOf(pages);
  demandPagesFolder(pages);
  finishJournal(out, site);
  demandOwnFolder(out, site);
  const backend = backendProject(env);
  const { shard, compress } = options;
  const choices = [backend, bundleFingerprint(engineFolder), shard, compress, shownPath(pages)];
  const same = new SameBuild(site, out, choices);
  const before = same.last();
  if (before) {
    options.watch?.begin({ pages: 0, images: 0, keptPages: before.pages });
    return { diagnostics: [], files: [], pages: before.pages, milliseconds: 0, next: before.next };
  }
  same.forget();
  const program = new URL('./site-thread.ts', import.meta.url);
  const looking = lookAhead(out, site.cache);
  const known = rememberedSite(pages, { program, threads: options.threads, keep: true });
  try {
    const { website, diagnostics, files, milliseconds } = known.read(same.seen);
    const besides = () => known.remember();
    if (!website || errorsIn(diagnostics).length > 0) {
      besides();
      return { diagnostics, files, pages: 0, milliseconds };
    }
    const { assets, loader, renderer } = await bundle();
    openRenderers(known, renderer);
    const code = { assets, backend, start: `<script>${loader}</script>`, renderer };
    const written = await writeSite(website, known, site, code, out, {
      besides,
      seen: await looking.seen(),
      ...options,
    });
    const next = nextChange(website);
    if (diagnostics.length === 0)
      same.note({
        pages: written,
        from: website.now.getTime(),
        until: next?.at.getTime(),
        next: next?.words,
      });
    return { diagnostics, files, pages: written, milliseconds, next: next?.words };
  } finally {
    known.closeReaders();
    looking.close();
  }
}
