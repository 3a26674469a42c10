// The types of the package. tests/unit/published-types.test.ts holds that they are those of index.ts, of which this is the
// part that others may rely on.

/** The values of environment variables. By default, those of the process. */
type Environment = Record<string, string | undefined>;

/** A site. Paths are relative to the working directory. */
interface SiteOptions {
  /** The folder of pages, with `public/` beside it. By default, `pages`. */
  pages?: string;
}

/** Line and column, from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** Edits that resolve a diagnostic: `safe` if the author can only have meant them, else `suggested`. */
export interface Fix {
  title: string;
  safety: 'safe' | 'suggested';
  edits: { range: Range; newText: string }[];
}

/** A problem in a file of a site. */
export interface Diagnostic {
  /** The name of the rule, which never changes its meaning. */
  rule: string;
  /** An error prevents publishing, a warning does not. */
  severity: 'error' | 'warning';
  /** One plain sentence, lower case, no full stop. */
  message: string;
  /** Relative to the working directory, such as `pages/about/us.yaml`. */
  file: string;
  range: Range;
  /** The path in the data of the file, for programs. */
  path: readonly (string | number)[];
  /** The place in the page, for people: `block 2 of 5 (stats) > items > item 3 > value`. */
  where?: string;
  /** How to fix it by hand, if there is no automatic fix. */
  advice?: string;
  fix?: Fix;
}

/** A file of the pages folder. */
export interface SourceFile {
  /** Relative to the pages folder: `about/us.yaml`. */
  path: string;
  /** Relative to the working directory. */
  file: string;
  readonly text: string;
}

export interface DiagnosticsReport {
  diagnostics: readonly Diagnostic[];
  files: readonly SourceFile[];
  milliseconds: number;
  /** The next scheduled change of the site, as a sentence. */
  nextChange?: string | undefined;
}

export interface CheckOptions extends SiteOptions {
  /** Only the diagnostics of these files, folders or patterns; none means all. */
  files?: readonly string[];
  /** Only the diagnostics that came with the changes since this commit. */
  changed?: string | undefined;
  /** A text to check instead of the text of a file. Only its diagnostics are reported. */
  given?: { as: string; text: string } | undefined;
}

export interface BuildOptions extends SiteOptions {
  /** By default, `dist` next to the pages. */
  out?: string;
  env?: Environment;
  /** Whether to write compressed copies of texts, for servers that do not compress themselves. */
  compress?: boolean;
  /** Whether pages with errors are skipped. By default, as `_site.yaml` says, and never in CI. */
  skipFaulty?: boolean | undefined;
  /** Receives messages about what the build waits for. */
  print?: (text: string) => void;
}

export interface BuildResult extends DiagnosticsReport {
  /** The number of pages. */
  pages: number;
  /** Empty if there were errors and nothing was built. */
  skipped: ReadonlyMap<string, 'as before' | 'left out'>;
}

interface ServerOptions extends SiteOptions {
  /** By default, the first free one from 3000. */
  port?: number | undefined;
  host?: string;
  /** The folder of messages from forms. By default, `.data` next to the pages. */
  data?: string | undefined;
  env?: Environment;
}

export type DevOptions = ServerOptions;

export interface PreviewOptions extends ServerOptions {
  /** By default, `dist` next to the pages. */
  out?: string | undefined;
}

export interface RunningServer {
  /** The address of the home page, without the last slash. */
  address: string;
  close(): Promise<void>;
}

export interface FixOptions extends SiteOptions {
  /** Files, folders or patterns to fix; none means all. */
  files?: readonly string[];
  /** Whether to apply fixes that are guesses, too. */
  suggested?: boolean;
  /** Whether to write nothing. */
  dryRun?: boolean;
}

export interface FixResult {
  applied: { diagnostic: Diagnostic; fix: Fix }[];
  changed: { before: SourceFile; after: SourceFile }[];
  /** The remaining diagnostics of the chosen files. */
  report: DiagnosticsReport;
}

export interface MoveRequest extends SiteOptions {
  /** The address of a page, a folder of pages, a file or folder of `public/`, or `/about#story` for a block. */
  from: string;
  to: string;
  /** Whether pages leave redirects. By default, they do. */
  redirect?: boolean;
  /** Whether to write nothing. */
  dryRun?: boolean;
}

export interface MoveResult {
  /** Files whose text was not changed, because they are not saved as UTF-8. */
  notUtf8: SourceFile[];
}

/*
 * Functions throw an error named `UsageError` for invalid options, and one named `CommandError` if the system refuses
 * something. Both messages are meant for users.
 */

/** Checks the pages of a site. Problems in pages are returned as diagnostics, not thrown. */
export function check(options?: CheckOptions): Promise<DiagnosticsReport>;

/** Builds a site. If there are errors that are not skipped, nothing is written; otherwise the output is replaced as a whole. */
export function build(options?: BuildOptions): Promise<BuildResult>;

/** Serves a site that is being edited. A saved page is shown at once. */
export function dev(options?: DevOptions): Promise<RunningServer>;

/** Like `dev`, with an editor in each page. */
export function edit(options?: DevOptions): Promise<RunningServer>;

/** Serves a built site with its headers and redirects, and a working contact form. */
export function preview(options?: PreviewOptions): Promise<RunningServer>;

/** Applies the fixes of diagnostics. Comments and the order of settings stay. */
export function fix(options?: FixOptions): Promise<FixResult>;

/** Moves a page, a folder, a file or the id of a block, with all that mentions it. */
export function move(options: MoveRequest): Promise<MoveResult>;

export interface ReportOptions extends SiteOptions {
  /** A commit, a branch or a tag. */
  base: string;
  /** A folder for pictures of the pages before and after, and a document that shows them. */
  pictures?: string | undefined;
}

/** A page that visitors see differently. */
export interface ReportedPage {
  kind: 'added' | 'changed' | 'moved' | 'removed';
  route: string;
  oldRoute?: string;
  title: string;
  /** The files through which it differs: its own, or others. */
  files: string[];
}

/** What has changed since a commit. */
export interface SiteChanges {
  base: string;
  commit: string;
  pages: ReportedPage[];
  /** Those that the changes have added. */
  diagnostics: Diagnostic[];
  /** Why pages could not be compared. */
  notCompared?: string;
  /** Why pages have no pictures, though they were asked for. */
  pictureProblem?: string;
}

/** Compares a site with an earlier version of it, page by page. */
export function report(options: ReportOptions): Promise<SiteChanges>;

/** The settings of a site for programmers, in `pagewright.config.ts`. */
export interface SiteConfig {
  /** Files with views in the place of built-in ones, by the type of their block: `{ hero: './hero.tsx' }`. */
  components?: Record<string, string>;
}

/** Returns the settings. It is there for their types. */
export function defineConfig(config: SiteConfig): SiteConfig;
