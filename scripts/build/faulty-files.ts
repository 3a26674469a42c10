import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPage } from '../../schema/check/file-kinds.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { LoadedSite, SiteLoader } from '../site/load-site.ts';
import type { PageSource } from '../site/read-pages.ts';
import { readCachedJson, writeAtomic, writeCachedJson } from '../system/cache.ts';
import type { SiteFolders } from '../system/project.ts';
import { getOutputCacheFile } from './output-folder.ts';

/** Skipped files with errors. For each file, the build used its last version (`as before`) or left it out. */
export type SkippedFiles = ReadonlyMap<string, 'as before' | 'left out'>;

/** Returns the folder with copies of the files that a site was last built from. */
export const getTextsFolder = (site: SiteFolders, outputFolder: string): string =>
  getOutputCacheFile(site, outputFolder, 'pages');
const getStatesFile = (site: SiteFolders, outputFolder: string) =>
  getOutputCacheFile(site, outputFolder, 'pages.json');
const statesKey = 'pages 1';

/** Saves copies of the files that a site was built from, except for skipped files. */
export function saveTexts(
  site: SiteFolders,
  outputFolder: string,
  sources: readonly PageSource[],
  skipped: SkippedFiles,
): void {
  const lastStates = (readCachedJson(getStatesFile(site, outputFolder), statesKey) ?? {}) as Record<
    string,
    string
  >; // the type stored below
  const states: Record<string, string> = {};
  try {
    for (const source of sources) {
      const { path, stat = '' } = source;
      states[path] = skipped.has(source.file) ? '' : stat;
      if (skipped.has(source.file) || (stat !== '' && lastStates[path] === stat)) continue;
      writeAtomic(join(getTextsFolder(site, outputFolder), path), source.text);
    }
    for (const path of Object.keys(lastStates))
      if (states[path] === undefined) rmSync(join(getTextsFolder(site, outputFolder), path), { force: true });
  } catch {
    // If the cache is not writable, the next build leaves faulty pages out.
  }
  writeCachedJson(getStatesFile(site, outputFolder), statesKey, states);
}

/**
 * Checks a site again without its faulty files. Each faulty file is replaced with its last version in the folder
 * `texts` or, if that version also has errors, with a draft, so that nothing links to it. `unrenderableFiles` become
 * drafts at once. Returns `undefined` if errors remain.
 */
export async function checkWithoutInvalidFiles(
  invalidSite: LoadedSite,
  loader: SiteLoader,
  texts: string,
  unrenderableFiles: ReadonlySet<string> = new Set(),
): Promise<{ loaded: LoadedSite; skipped: SkippedFiles } | undefined> {
  const sourceByFile = new Map(invalidSite.files.sources.map((source) => [source.file, source]));
  const replacementByPath = new Map<string, PageSource | undefined>();
  const untriedReplacements = new Map<string, (PageSource | undefined)[]>();
  const skipped = new Map<string, 'as before' | 'left out'>();
  for (let loaded = invalidSite; ;) {
    // Ignore errors in the site's own blocks, because the pages that use these blocks have errors themselves.
    const errors = filterErrors(loaded.diagnostics).filter(({ rule }) => rule !== 'own-block');
    const unskippedFiles = [...unrenderableFiles].filter((file) => !skipped.has(file));
    const files = new Set([...errors.map(({ file }) => file), ...unskippedFiles]);
    if (files.size === 0) return { loaded, skipped };
    for (const file of files) {
      const source = sourceByFile.get(file);
      if (!source) return undefined;
      const replacements =
        untriedReplacements.get(file) ??
        listReplacements(source, unrenderableFiles.has(file) ? undefined : texts);
      untriedReplacements.set(file, replacements);
      if (replacements.length === 0) return undefined;
      const replacement = replacements.shift();
      replacementByPath.set(source.path, replacement);
      skipped.set(file, replacement && !isDraft(replacement) ? 'as before' : 'left out');
    }
    loaded = await loader.readInParallel((sources) =>
      sources.flatMap((source) =>
        replacementByPath.has(source.path) ? (replacementByPath.get(source.path) ?? []) : source,
      ),
    );
  }
}

/** Lists replacements for a faulty file, best first. An undefined replacement removes the file. */
function listReplacements({ path, file }: PageSource, texts: string | undefined): (PageSource | undefined)[] {
  const createSource = (text: string): PageSource => ({ path, file, text, isNew: false });
  const lastTextFile = texts === undefined ? '' : join(texts, path);
  return [
    ...(existsSync(lastTextFile) ? [createSource(readFileSync(lastTextFile, 'utf8'))] : []),
    ...(isPage(path) ? [createSource(draftText)] : []),
    ...(path === '_site.yaml' ? [] : [undefined]),
  ];
}

const draftText = `title: A page with errors
description: This page is left out of the site until its errors are fixed.
status: draft
blocks: [{ type: hero, heading: A page with errors }]
`;
const isDraft = ({ text }: PageSource) => text === draftText;
