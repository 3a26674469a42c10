import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { engineCache, engineFolder, getSiteFolders } from '../../scripts/system/project.ts';
import { fixturePages } from './fixture-site.ts';
import { runCommand } from './run-command.ts';

/**
 * The build time of all test sites, in seconds since 1970. It is fixed, so that tests do not depend on the current day.
 */
export const fixtureBuildTime: string =
  process.env['SOURCE_DATE_EPOCH'] || String(Date.parse('2026-11-01T12:00Z') / 1000);

/** How long an unused build is kept, in milliseconds: one day. */
const maxUnusedMs = 24 * 60 * 60_000;

/**
 * Returns the folder of a cached build of a site, without compressed copies. The cache key is a hash of the code and
 * the site. The build is shared, so tests must not write to it. With `mayWarn`, the site may have warnings.
 */
export const buildCachedSite = (pagesFolder: string, { mayWarn = false } = {}): Promise<string> =>
  buildOnce(contentHash(pagesFolder), (out) => build(pagesFolder, out, mayWarn));

/** Returns the folder of a cached build of the hosted editor. */
export const buildCachedEditor = (): Promise<string> =>
  buildOnce(`editor-${codeHash()}`, async (out) => {
    // Import the command lazily, because the setup of test projects also uses this file and cannot load the server.
    const { edit } = await import('../../scripts/commands/edit.ts');
    const { code, err } = await runCommand(edit, ['--static', out, '--demo']);
    if (code !== 0) throw new Error(err);
  });

/** Returns the path of a cached folder. If the folder does not exist, calls `fill` to create its content first. */
async function buildOnce(name: string, fill: (out: string) => Promise<void>): Promise<string> {
  const folder = join(engineCache, 'test-sites', name);
  const out = join(folder, 'dist');
  if (exists(out)) {
    utimesSync(folder, new Date(), new Date());
    return out;
  }
  removeUnusedBuilds();
  mkdirSync(join(folder, '..'), { recursive: true });
  const draftFolder = mkdtempSync(`${folder}-`);
  await fill(join(draftFolder, 'dist'));
  try {
    renameSync(draftFolder, folder);
  } catch (error) {
    // Another test run may have built the same site in the meantime. If so, use its folder.
    if (!exists(out)) throw error;
    rmSync(draftFolder, { recursive: true });
  }
  return out;
}

/** Returns the folder of the built fixture site. */
export const buildCachedFixture = (): Promise<string> => buildCachedSite(fixturePages);

async function build(pagesFolder: string, out: string, mayWarn: boolean): Promise<void> {
  const { SOURCE_DATE_EPOCH: originalTime } = process.env;
  process.env['SOURCE_DATE_EPOCH'] = fixtureBuildTime;
  try {
    const { diagnostics } = await buildSite({ pages: pagesFolder, out });
    const problems = mayWarn ? filterErrors(diagnostics) : diagnostics;
    if (problems.length > 0) throw new Error(problems.map(formatDiagnostic).join('\n'));
  } finally {
    if (originalTime === undefined) delete process.env['SOURCE_DATE_EPOCH'];
  }
}

/** Returns a hash of everything that a build depends on. */
function contentHash(pagesFolder: string): string {
  const content = globFiles(getSiteFolders(pagesFolder).folder, ['pages/**/*', 'public/**/*']);
  return hashFiles(`${process.version} ${fixtureBuildTime} ${codeHash()}`, content);
}

/** The hash of the code, computed once because the code does not change while tests run. */
let cachedCodeHash: string | undefined;
const codeHash = () =>
  (cachedCodeHash ??= hashFiles(
    '',
    globFiles(engineFolder, [
      '{schema,src,scripts,supabase}/**/*',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
    ]),
  ));

const globFiles = (folder: string, patterns: string[]) =>
  globSync(patterns, { cwd: folder })
    .toSorted()
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile());

function hashFiles(start: string, files: readonly { name: string; path: string }[]): string {
  const hash = createHash('sha256').update(start);
  for (const { name, path } of files) hash.update(`\n${name}\n`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function removeUnusedBuilds(): void {
  for (const folder of globSync(join(engineCache, 'test-sites/*')))
    if (Date.now() - statSync(folder).mtimeMs > maxUnusedMs) rmSync(folder, { recursive: true, force: true });
}

const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
