import { type Block, createPlaceholder } from '../../schema/blocks/index.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import { type SitePage, sitePage, summarizeBlock, summarizePage } from '../../schema/check/page-summary.ts';
import type { CheckedBlock, ParsedPage } from '../../schema/check/read-file.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { sameBlocks } from '../../schema/site/same-blocks.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { rangeAt } from '../../schema/diagnostics/positions.ts';
import { startsWithPath } from '../../schema/base/data.ts';

/** A page with errors, as far as it can be shown. */
interface ReadablePage {
  page: SitePage;
  /** The indexes of blocks that cannot be shown. */
  missing: ReadonlySet<number>;
}

/**
 * Recovers a page with errors. Its invalid blocks and settings are replaced by those of `lastPage`, the last valid
 * version. Returns undefined if the file cannot be read at all.
 */
export function readablePage(
  file: FileWithFacts<PageFacts>,
  files: SiteFiles,
  last: SitePage | undefined,
): ReadablePage | undefined {
  const parsed = files.parsed.page(file);
  const settings = parsed.settings ?? last;
  if (!parsed.document || !settings || parsed.redirect !== undefined) return undefined;
  const entries = parsed.entries.map((entry): Partial<CheckedBlock> => {
    if (!('use' in entry)) return entry;
    const shared = files.shared.find(({ facts }) => facts.name === entry.use);
    const { block, ...rest } = (shared && files.parsed.shared(shared).block) ?? {};
    return { ...rest, ...(block && { block: entry.hidden ? { ...block, hidden: entry.hidden } : block }) };
  });
  const before = last?.blocks ?? [];
  // Too little of the file was recovered to show it.
  if (entries.length === 0 && before.length > 0) return undefined;
  const same = sameBlocks(
    before,
    entries.map(({ block, id, type }) => block ?? { id, type }),
  );
  const missing = new Set<number>();
  const blocks = entries.map(({ block }, at): Block => {
    const found = block ?? before[same[at] ?? -1];
    if (!found) missing.add(at);
    return found ?? createPlaceholder();
  });
  const { facts, key } = file;
  const { blocks: _, ...written } = { blocks: [], ...settings };
  const page = sitePage(
    summarizePage({ ...written, path: facts.route }, blocks.map(summarizeBlock)),
    key,
    () => blocks,
  );
  return { page: Object.assign(page, { files: facts.files }), missing };
}

/** Returns the index of the block that shows a diagnostic, -1 for the page, or undefined for another file. */
export function findBlockIndex(
  { file: path, path: at, range }: Diagnostic,
  { source }: FileWithFacts<PageFacts>,
  { document, entries }: ParsedPage,
  shared: SiteFiles['shared'],
): number | undefined {
  if (path !== source.file) {
    const name = shared.find((one) => one.source.file === path)?.facts.name;
    const user = entries.findIndex((entry) => 'use' in entry && entry.use === name);
    return user === -1 ? undefined : user;
  }
  const owner = entries.findIndex((entry) => startsWithPath(at, entry.at));
  if (owner !== -1 || !document) return owner;
  return entries.findIndex((entry) => {
    const { from, to } = document.span({ path: entry.at });
    const { start, end } = rangeAt(document.lines, from, to);
    return at.length < 2 && range.start.line >= start.line && range.start.line <= end.line;
  });
}
