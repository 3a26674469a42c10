import { hash } from 'node:crypto';
import { join } from 'node:path';
import { svgDiagnostics } from '../../schema/check/svg-rules.ts';
import type { Assets } from '../../schema/fields/source-file.ts';
import { engineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { siteOf } from '../system/project.ts';

type SvgFaults = NonNullable<Assets['svgFaults']>;

/** Returns a function that finds the faults of SVGs by their texts. Each text is parsed once, also by later commands. */
export function svgFaultsReader(pages: string): (texts: readonly string[]) => SvgFaults {
  const file = join(siteOf(pages).cache, 'check', 'svgs.json');
  let known: Map<string, ReturnType<typeof svgDiagnostics>> | undefined;
  return (texts) => {
    if (texts.length === 0) return new Map();
    const stored = known ? [...known] : (readCachedJson(file, engineHash()) ?? []);
    const before = new Map(stored as [string, ReturnType<typeof svgDiagnostics>][]); // as written below
    const hashed = texts.map((text) => [text, hash('sha1', text)] as const);
    known = new Map(hashed.map(([text, key]) => [key, before.get(key) ?? svgDiagnostics(text)]));
    if (hashed.some(([, key]) => !before.has(key))) writeCachedJson(file, engineHash(), [...known]);
    const faults = known;
    return new Map(hashed.map(([text, key]) => [text, faults.get(key) ?? []]));
  };
}
