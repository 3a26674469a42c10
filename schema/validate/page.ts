import type { z } from 'zod';
import { suggest } from '../base/did-you-mean.ts';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import { type Diagnostic, type InData, movedTo } from '../diagnostics/diagnostic.ts';
import { pageSettings, redirectSettings, useSettings } from '../page.ts';
import { validateBlock, type ValidatedBlock } from './block.ts';
import { validate, type Validated } from './validate.ts';

/** What stands in a page's list of blocks: a block of its own, or the name of a shared one. */
export type Entry = { at: Path } & (
  | { block: ValidatedBlock; use?: undefined }
  | { use: string; block?: undefined }
);

/** A page file held against its schemas; without a value if the settings around the blocks are not valid. */
export interface ValidatedPage extends Validated<z.output<typeof pageSettings>> {
  entries: Entry[];
  /** How many blocks are written, whether they can be read or not. */
  written: number;
}

/** A page file that only sends visitors on, held against its schema. */
export interface ValidatedRedirect extends Validated<z.output<typeof redirectSettings>> {
  entries?: undefined;
}

/** Holds the data of a page file against the schemas of a page, or of a redirect. */
export function validatePage(data: unknown): ValidatedPage | ValidatedRedirect {
  if (isRedirect(data)) return validate(redirectSettings, data, 'redirect');
  const { value, diagnostics, corrected } = validate(pageSettings, data, 'page');
  const blocks =
    isMapping(corrected.data) && Array.isArray(corrected.data['blocks']) ? corrected.data['blocks'] : [];
  const entries = blocks.flatMap((block: unknown, index): Entry[] => {
    const at = corrected.original(['blocks', index]);
    const add = (found: readonly Diagnostic<InData>[]) =>
      diagnostics.push(...found.map((one) => movedTo(one, (path) => [...at, ...path])));
    if (isMapping(block) && 'use' in block && !('type' in block)) {
      // Whether there is such a file is asked where the files are known.
      add(validate(useSettings, block, '`use`').diagnostics.filter(({ rule }) => rule !== 'wrong-value'));
      return typeof block['use'] === 'string' ? [{ at, use: block['use'] }] : [];
    }
    const validated = validateBlock(block);
    add(validated.diagnostics);
    return [{ at, block: validated }];
  });
  return { value, entries, diagnostics, corrected, written: blocks.length };
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
