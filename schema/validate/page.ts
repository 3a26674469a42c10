import { suggest } from '../base/did-you-mean.ts';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import { type Diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import { pageSettings, redirectSettings, useSettings } from '../page.ts';
import { shapeBlock, type ShapedBlock } from './block.ts';
import type { Repaired } from './tolerant-data.ts';
import { shape } from './validate.ts';

/** What stands in a page's list of blocks: a block of its own, or the name of a shared one. */
export type Entry = { at: Path } & (
  { shaped: ShapedBlock; use?: undefined } | { use: string; shaped?: undefined }
);

type Settings = ReturnType<typeof pageSettings.parse>;

/** A page file held against its schemas. */
export interface ShapedPage {
  kind: 'page';
  /** Nothing if the settings around the blocks have faults. */
  settings?: Settings;
  entries: Entry[];
  problems: Diagnostic<InData>[];
  repaired: Repaired;
  /** How many blocks are written, whether they can be read or not. */
  written: number;
}

export interface ShapedRedirect {
  kind: 'redirect';
  to?: string;
  problems: Diagnostic<InData>[];
  repaired: Repaired;
}

/** Holds the data of a page file against the schemas of a page, or of a redirect. */
export function shapePage(data: unknown): ShapedPage | ShapedRedirect {
  if (isRedirect(data)) {
    const { value, problems = [], repaired } = shape(redirectSettings, data, 'redirect');
    return { kind: 'redirect', to: value?.redirect, problems, repaired };
  }
  const { value, problems: own = [], repaired } = shape(pageSettings, data, 'page');
  const blocks =
    isMapping(repaired.data) && Array.isArray(repaired.data['blocks']) ? repaired.data['blocks'] : [];
  const problems = [...own];
  const entries = blocks.flatMap((block: unknown, index): Entry[] => {
    const at = repaired.original(['blocks', index]);
    if (isMapping(block) && 'use' in block && !('type' in block)) {
      // Whether there is such a file is asked where the files are known.
      const used = (shape(useSettings, block, '`use`').problems ?? []).filter(
        ({ rule }) => rule !== 'wrong-value',
      );
      problems.push(...used.map((problem) => movedTo(problem, (path) => [...at, ...path])));
      return typeof block['use'] === 'string' ? [{ at, use: block['use'] }] : [];
    }
    const shaped = shapeBlock(block);
    problems.push(...shaped.problems.map((problem) => movedTo(problem, (path) => [...at, ...path])));
    return [{ at, shaped }];
  });
  return { kind: 'page', settings: value, entries, problems, repaired, written: blocks.length };
}

function isRedirect(data: unknown): boolean {
  if (!isMapping(data)) return false;
  if ('redirect' in data) return true;
  return (
    !('blocks' in data) &&
    !('title' in data) &&
    Object.keys(data).some((key) => suggest(key, ['redirect']) !== undefined)
  );
}
