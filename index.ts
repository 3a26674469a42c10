import type { BuildOptions, BuildResult } from './scripts/build/run-build.ts';
import type { DiagnosticsReport } from './scripts/reporters/report.ts';
import type { SiteChanges } from './scripts/report/site-changes.ts';
import type { ReportOptions } from './scripts/report/site-report.ts';
import type { DevOptions } from './scripts/server/dev-server.ts';
import type { PreviewOptions, RunningServer } from './scripts/server/preview.ts';
import type { SiteServer } from './scripts/server/static-server.ts';
import type { CheckOptions } from './scripts/site/run-check.ts';
import type { FixOptions, FixResult } from './scripts/site/fix-site.ts';
import type { SiteConfig } from './scripts/site/site-config.ts';
import type { MoveResult, MoveRequest } from './scripts/site/move-in-site.ts';

/*
 * The public API. Commands are thin shells over these functions.
 *
 * A site is a folder of pages (by default `pages`) with `public/` next to it. A build runs the pipeline load → check →
 * plan → pages (each: resolve → render) → write. `check` stops after the second step, and `dev` resolves and renders
 * pages on request.
 *
 * Functions throw a `UsageError` for invalid options, and a `CommandError` for system errors such as a full disk. Their
 * messages are meant for users.
 */

/** Checks the pages of a site. Problems in pages are returned as diagnostics, not thrown. */
export const check = async (options: CheckOptions = {}): Promise<DiagnosticsReport> =>
  (await import('./scripts/site/check-pages.ts')).checkPages(options);

/** Builds a site. If pages have errors that cannot be skipped, writes nothing. Otherwise, replaces the whole output. */
export const build = async (options: BuildOptions = {}): Promise<BuildResult> =>
  (await import('./scripts/build/build-site.ts')).buildSite(options);

/** Starts a development server for a site. Open pages show saved changes at once. */
export const dev = async (options: DevOptions = {}): Promise<RunningServer> =>
  (await import('./scripts/server/dev-server.ts')).startDev(options);

/** Like `dev`, but each page also has an editor. */
export const edit = (options: Omit<DevOptions, 'editing'> = {}): Promise<RunningServer> =>
  dev({ ...options, editing: true });

/** Serves a built site with its headers and redirects, and a working contact form. */
export const preview = async (options: PreviewOptions = {}): Promise<SiteServer> =>
  (await import('./scripts/server/preview.ts')).startPreview(options);

/** Fixes problems in the pages of a site. Comments and the order of settings stay unchanged. */
export const fix = async (options: FixOptions = {}): Promise<FixResult> =>
  (await import('./scripts/site/fix-site.ts')).fixSite(options);

/** Moves a page, a folder or a file, or renames the id of a block, and updates all references to it. */
export const move = async (options: MoveRequest): Promise<MoveResult> =>
  (await import('./scripts/site/move-in-site.ts')).moveInSite(options);

/** Compares a site with an earlier version, page by page. */
export const report = async (options: ReportOptions): Promise<SiteChanges> =>
  (await import('./scripts/report/site-report.ts')).reportChanges(options);

export type {
  BuildOptions,
  BuildResult,
  CheckOptions,
  DevOptions,
  DiagnosticsReport,
  FixOptions,
  FixResult,
  MoveResult,
  MoveRequest,
  PreviewOptions,
  ReportOptions,
  RunningServer,
  SiteChanges,
  SiteConfig,
  SiteServer,
};

/** Returns the configuration unchanged. Use it so that TypeScript checks the settings. */
export const defineConfig = (config: SiteConfig): SiteConfig => config;

export type { Diagnostic } from './schema/diagnostics/diagnostic.ts';
