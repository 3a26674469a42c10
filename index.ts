import type { BuildOptions, BuildResult } from './scripts/build/build-site.ts';
import type { DiagnosticsReport } from './scripts/reporters/report.ts';
import type { DevOptions } from './scripts/server/dev-server.ts';
import type { PreviewOptions, RunningServer } from './scripts/server/preview.ts';
import type { SiteServer } from './scripts/server/static-server.ts';
import type { CheckOptions } from './scripts/source/check-pages.ts';
import type { FixOptions, FixResult } from './scripts/source/fix-site.ts';
import type { MovedInSite, MoveInSiteOptions } from './scripts/source/move-in-site.ts';

/*
 * Pagewright as functions: the commands are thin shells over them, and nothing else is public. A site is a folder of
 * pages (by default `pages`) with `public/` beside it. Its way is load → check → resolve → render → write: `check`
 * goes the first two steps, `build` goes all of them, and `dev` goes them for one page when a browser asks for it.
 *
 * Wrong use throws a `UsageError`, and what the system refuses a `CommandError`; both messages are for people.
 */

/** Checks the pages of a site. Throws nothing for faults in them: those are the diagnostics. */
export const check = async (options: CheckOptions = {}): Promise<DiagnosticsReport> =>
  (await import('./scripts/source/check-pages.ts')).checkPages(options);

/** Builds a site. If there are errors, nothing is written; otherwise the output is replaced as a whole. */
export const build = async (options: BuildOptions = {}): Promise<BuildResult> =>
  (await import('./scripts/build/build-site.ts')).buildSite(options);

/** Serves a site that is being written: a saved page is shown at once. */
export const dev = async (options: DevOptions = {}): Promise<RunningServer> =>
  (await import('./scripts/server/dev-server.ts')).startDev(options);

/** Like `dev`, with pages that change their files. */
export const edit = (options: Omit<DevOptions, 'editing'> = {}): Promise<RunningServer> =>
  dev({ ...options, editing: true });

/** Serves a built site as a host does, with the function that takes messages. */
export const preview = async (options: PreviewOptions = {}): Promise<SiteServer> =>
  (await import('./scripts/server/preview.ts')).startPreview(options);

/** Applies the fixes of diagnostics. Comments and the order of settings stay. */
export const fix = async (options: FixOptions = {}): Promise<FixResult> =>
  (await import('./scripts/source/fix-site.ts')).fixSite(options);

/** Moves a page, a folder, a file or the id of a block, with all that mentions it. */
export const move = async (options: MoveInSiteOptions): Promise<MovedInSite> =>
  (await import('./scripts/source/move-in-site.ts')).moveInSite(options);

export type {
  BuildOptions,
  BuildResult,
  CheckOptions,
  DevOptions,
  DiagnosticsReport,
  FixOptions,
  FixResult,
  MovedInSite,
  MoveInSiteOptions,
  PreviewOptions,
  RunningServer,
  SiteServer,
};
export type { Diagnostic } from './schema/diagnostics/diagnostic.ts';
