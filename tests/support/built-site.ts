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
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { engineCache, engineFolder, siteOf } from '../../scripts/system/project.ts';
import { fixturePages } from './fixture-site.ts';

/** The moment as of which sites are built, so that tests do not depend on the day. */
const moment = process.env['SOURCE_DATE_EPOCH'] || String(Date.parse('2026-11-01T12:00Z') / 1000);

/** Builds of other code or pages are deleted after a day without use. */
const keptForMs = 24 * 60 * 60_000;

/**
 * The folder of a built site, without compressed copies. It is built once and kept for later runs, by the content of
 * the code and of the site, so tests must not write to it.
 */
export async function builtSite(pages: string): Promise<string> {
  const folder = join(engineCache, 'test-sites', contentHash(pages));
  const out = join(folder, 'dist');
  if (isThere(out)) {
    utimesSync(folder, new Date(), new Date());
    return out;
  }
  removeUnused();
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  await build(pages, join(draft, 'dist'));
  try {
    renameSync(draft, folder);
  } catch (problem) {
    // Another run has built the same site meanwhile.
    if (!isThere(out)) throw problem;
    rmSync(draft, { recursive: true });
  }
  return out;
}

/** The built fixture site. */
export const builtFixture = (): Promise<string> => builtSite(fixturePages);

async function build(pages: string, out: string): Promise<void> {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  process.env['SOURCE_DATE_EPOCH'] = moment;
  try {
    const { diagnostics } = await buildSite(pages, out);
    if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  } finally {
    if (given === undefined) delete process.env['SOURCE_DATE_EPOCH'];
  }
}

/** A hash of all that a build depends on. */
function contentHash(pages: string): string {
  const site = siteOf(pages);
  const hash = createHash('sha256').update(`${process.version} ${moment} ${site.pages}`);
  const code = globSync(
    ['{schema,src,scripts,supabase}/**/*.*', 'index.html', 'vite.config.ts', 'package-lock.json'],
    {
      cwd: engineFolder,
    },
  );
  const content = globSync(['pages/**/*.*', 'public/**/*.*'], { cwd: site.folder });
  for (const [root, files] of [
    [engineFolder, code],
    [site.folder, content],
  ] as const)
    for (const file of files.toSorted())
      if (statSync(join(root, file)).isFile())
        hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

function removeUnused(): void {
  for (const folder of globSync(join(engineCache, 'test-sites/*')))
    if (Date.now() - statSync(folder).mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true });
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
