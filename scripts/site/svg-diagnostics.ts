import { hash } from 'node:crypto';
import { join } from 'node:path';
import { checkSvg } from '../../schema/check/svg-rules.ts';
import type { Assets } from '../../schema/fields/source-file.ts';
import { getEngineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { getSiteFolders } from '../system/project.ts';

type SvgDiagnostics = ReturnType<typeof checkSvg>;

/**
 * Returns a function that finds the problems in SVG source code. Each SVG is parsed once, and the results are cached on
 * disk.
 */
export function createSvgDiagnosticsReader(
  pagesFolder: string,
): (texts: readonly string[]) => NonNullable<Assets['svgDiagnostics']> {
  const file = join(getSiteFolders(pagesFolder).cache, 'check', 'svgs.json');
  let cachedDiagnostics: ReadonlyMap<string, SvgDiagnostics> | undefined;
  return (texts) => {
    if (texts.length === 0) return new Map();
    const before =
      cachedDiagnostics ??
      new Map((readCachedJson(file, getEngineHash()) ?? []) as [string, SvgDiagnostics][]); // written below
    const results = texts.map((text) => {
      const key = hash('sha1', text);
      return { text, key, diagnostics: before.get(key) ?? checkSvg(text) };
    });
    cachedDiagnostics = new Map(results.map(({ key, diagnostics }) => [key, diagnostics]));
    if (results.some(({ key }) => !before.has(key)))
      writeCachedJson(file, getEngineHash(), [...cachedDiagnostics]);
    return new Map(results.map(({ text, diagnostics }) => [text, diagnostics]));
  };
}
