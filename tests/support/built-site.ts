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
import { engineCache, engineFolder, siteOf } from '../../scripts/system/project.ts';
import { fixturePages } from './fixture-site.ts';
import { runCommand } from './run-command.ts';

/** The build time of all sites, in seconds since 1970, so that tests do not depend on the current day. */
export const fixtureMoment: string =
  process.env['SOURCE_DATE_EPOCH'] || String(Date.parse('2026-11-01T12:00Z') / 1000);

/** Unused builds are deleted after a day. */
const keptForMs = 24 * 60 * 60_000;

/**
 * Returns the folder of a built site, without compressed copies. The build is cached by a hash of the code and the
 * site, so tests must not write to it. With `mayWarn`, the site may have warnings.
 */
export const builtSite = (pages: string, { mayWarn = false } = {}): Promise<string> =>
  builtOnce(contentHash(pages), (out) => build(pages, out, mayWarn));

/** Returns the folder of the built hosted editor, which is cached in the same way. */
export const builtEditor = (): Promise<string> =>
  builtOnce(`editor-${codeHash()}`, async (out) => {
    // Imported lazily: the setup of test projects also uses this file, and it cannot load the server.
    const { edit } = await import('../../scripts/commands/edit.ts');
    const { code, err } = await runCommand(edit, ['--static', out, '--demo']);
    if (code !== 0) throw new Error(err);
  });

/** Returns a cached folder. Calls `fill` first if it does not exist. */
async function builtOnce(name: string, fill: (out: string) => Promise<void>): Promise<string> {
  const folder = join(engineCache, 'test-sites', name);
  const out = join(folder, 'dist');
  if (isThere(out)) {
    utimesSync(folder, new Date(), new Date());
    return out;
  }
  removeUnused();
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  await fill(join(draft, 'dist'));
  try {
    renameSync(draft, folder);
  } catch (problem) {
    // Another run has built the same site in the meantime.
    if (!isThere(out)) throw problem;
    rmSync(draft, { recursive: true });
  }
  return out;
}

/** Returns the folder of the built fixture site. */
export const builtFixture = (): Promise<string> => builtSite(fixturePages);

async function build(pages: string, out: string, mayWarn: boolean): Promise<void> {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  process.env['SOURCE_DATE_EPOCH'] = fixtureMoment;
  try {
    const { diagnostics } = await buildSite({ pages, out });
    const faults = mayWarn ? filterErrors(diagnostics) : diagnostics;
    if (faults.length > 0) throw new Error(faults.map(formatDiagnostic).join('\n'));
  } finally {
    if (given === undefined) delete process.env['SOURCE_DATE_EPOCH'];
  }
}

/** Returns a hash of everything that a build depends on. */
function contentHash(pages: string): string {
  const content = filesIn(siteOf(pages).folder, ['pages/**/*', 'public/**/*']);
  return hashOf(`${process.version} ${fixtureMoment} ${codeHash()}`, content);
}

/** Computed once, because the code does not change while tests run. */
let knownCodeHash: string | undefined;
const codeHash = () =>
  (knownCodeHash ??= hashOf(
    '',
    filesIn(engineFolder, [
      '{schema,src,scripts,supabase}/**/*',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
    ]),
  ));

const filesIn = (folder: string, patterns: string[]) =>
  globSync(patterns, { cwd: folder })
    .toSorted()
    .map((name) => ({ name, path: join(folder, name) }))
    .filter(({ path }) => statSync(path).isFile());

function hashOf(start: string, files: readonly { name: string; path: string }[]): string {
  const hash = createHash('sha256').update(start);
  for (const { name, path } of files) hash.update(`\n${name}\n`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function removeUnused(): void {
  for (const folder of globSync(join(engineCache, 'test-sites/*')))
    if (Date.now() - statSync(folder).mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true });
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
