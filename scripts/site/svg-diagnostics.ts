import { hash } from 'node:crypto';
import { join } from 'node:path';
import { svgDiagnostics } from '../../schema/check/svg-rules.ts';
import type { Assets } from '../../schema/fields/source-file.ts';
import { engineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { siteOf } from '../system/project.ts';

type SvgDiagnostics = ReturnType<typeof svgDiagnostics>;

/** Returns a function that maps texts of SVGs to their diagnostics. Each text is parsed once; results are cached on disk. */
export function svgDiagnosticsReader(
  pages: string,
): (texts: readonly string[]) => NonNullable<Assets['svgDiagnostics']> {
  const file = join(siteOf(pages).cache, 'check', 'svgs.json');
  let cached: ReadonlyMap<string, SvgDiagnostics> | undefined;
  return (texts) => {
    if (texts.length === 0) return new Map();
    const before =
      cached ?? new Map((readCachedJson(file, engineHash()) ?? []) as [string, SvgDiagnostics][]); // as written below
    const read = texts.map((text) => {
      const key = hash('sha1', text);
      return { text, key, diagnostics: before.get(key) ?? svgDiagnostics(text) };
    });
    cached = new Map(read.map(({ key, diagnostics }) => [key, diagnostics]));
    if (read.some(({ key }) => !before.has(key))) writeCachedJson(file, engineHash(), [...cached]);
    return new Map(read.map(({ text, diagnostics }) => [text, diagnostics]));
  };
}
