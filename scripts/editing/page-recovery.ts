import { type Block, createPlaceholder } from '../../schema/blocks/index.ts';
import type { FileWithFacts, PageFacts } from '../../schema/check/facts.ts';
import {
  type SitePage,
  createSitePage,
  summarizeBlock,
  summarizePage,
} from '../../schema/check/page-summary.ts';
import type { CheckedBlock, ParsedPage } from '../../schema/check/read-file.ts';
import type { SiteFiles } from '../../schema/check/site-graph.ts';
import { matchBlocks } from '../../schema/site/match-blocks.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { rangeAt } from '../../schema/diagnostics/positions.ts';
import { startsWithPath } from '../../schema/base/data.ts';

/** The parts of a page with errors that can be shown. */
interface RecoveredPage {
  page: SitePage;
  /** The indexes of blocks that cannot be shown. */
  missing: ReadonlySet<number>;
}

/**
 * Recovers a page with errors. Replaces invalid blocks and settings with those from `lastPage`, the last valid version.
 * Returns `undefined` if too little of the file can be read.
 */
export function recoverPage(
  file: FileWithFacts<PageFacts>,
  files: SiteFiles,
  lastPage: SitePage | undefined,
): RecoveredPage | undefined {
  const parsedPage = files.parsed.page(file);
  const settings = parsedPage.settings ?? lastPage;
  if (!parsedPage.document || !settings || parsedPage.redirect !== undefined) return undefined;
  const entries = parsedPage.blockItems.map((entry): Partial<CheckedBlock> => {
    if (!('use' in entry)) return entry;
    const sharedFile = files.shared.find(({ facts }) => facts.name === entry.use);
    const { block, ...blockData } = (sharedFile && files.parsed.shared(sharedFile).block) ?? {};
    return {
      ...blockData,
      ...(block && { block: entry.hidden ? { ...block, hidden: entry.hidden } : block }),
    };
  });
  const previousBlocks = lastPage?.blocks ?? [];
  // Give up if no block was recovered, although the last valid version has blocks.
  if (entries.length === 0 && previousBlocks.length > 0) return undefined;
  const matchingIndexes = matchBlocks(
    previousBlocks,
    entries.map(({ block, id, type }) => block ?? { id, type }),
  );
  const missing = new Set<number>();
  const blocks = entries.map(({ block }, index): Block => {
    const shownBlock = block ?? previousBlocks[matchingIndexes[index] ?? -1];
    if (!shownBlock) missing.add(index);
    return shownBlock ?? createPlaceholder();
  });
  const { facts, key } = file;
  const { blocks: _, ...pageSettings } = { blocks: [], ...settings };
  const page = createSitePage(
    summarizePage({ ...pageSettings, path: facts.route }, blocks.map(summarizeBlock)),
    key,
    () => blocks,
  );
  return { page: Object.assign(page, { files: facts.files }), missing };
}

/**
 * Returns the index of the block that shows a diagnostic. Returns -1 for a diagnostic about the page itself, and
 * `undefined` for one in another file.
 */
export function findBlockIndex(
  { file: path, path: settingPath, range }: Diagnostic,
  { source }: FileWithFacts<PageFacts>,
  { document, blockItems: entries }: ParsedPage,
  shared: SiteFiles['shared'],
): number | undefined {
  if (path !== source.file) {
    const name = shared.find((sharedBlock) => sharedBlock.source.file === path)?.facts.name;
    const usingBlock = entries.findIndex((entry) => 'use' in entry && entry.use === name);
    return usingBlock === -1 ? undefined : usingBlock;
  }
  const owner = entries.findIndex((entry) => startsWithPath(settingPath, entry.at));
  if (owner !== -1 || !document) return owner;
  return entries.findIndex((entry) => {
    const { from, to } = document.span({ path: entry.at });
    const { start, end } = rangeAt(document.lines, from, to);
    return settingPath.length < 2 && range.start.line >= start.line && range.start.line <= end.line;
  });
}
