import type { Assets, SourceFile } from '../../../schema/content/source-file.ts';
import { type Dependencies, groupByAnswer } from './asked.ts';
import { type SiteQueries, createCheckContext } from './asking.ts';
import { checkPage } from '../../../schema/checker/check-file.ts';
import {
  type CheckedBlock,
  readPage,
  readSharedBlock,
  type SiteFile,
} from '../../../schema/checker/read-file.ts';
import { type PageFacts, pageFacts } from '../../../schema/checker/facts.ts';
import { type CachedFile, contentHash } from './file-state.ts';
import { siteWideFacts } from '../../../schema/checker/site-graph.ts';

/** The file asks the others what it did not ask before. */
class NotAskedBefore extends Error {
  override name = 'NotAskedBefore';
}

/** Files that are as they were, with which one that has changed is checked again. */
export interface Unchanged {
  site: SiteFile;
  assets: Assets;
  /** The file of a shared block. */
  shared(name: string): SourceFile | undefined;
}

/**
 * Reads and checks a page that has changed, without knowing any other page: what they answered the last time,
 * they still answer as long as they are the same. Nothing where it asks something else than then.
 */
export function checkedAgain(
  source: SourceFile,
  { asked: before = [] }: CachedFile<PageFacts>,
  { site, assets, shared }: Unchanged,
): CachedFile<PageFacts> | undefined {
  const { variables } = site;
  const file = readPage(source, variables);
  const facts = pageFacts(source, file);
  const asked: Dependencies = new Map();
  const readShared = (name: string) => {
    const other = shared(name);
    return other && readSharedBlock(other, variables).block;
  };
  const context = createCheckContext(
    asBefore(new Map(before.flatMap(([answer, all]) => all.map((one) => [one, answer]))), readShared),
    { site: siteWideFacts(site, assets), assets },
    asked,
  );
  try {
    const found = checkPage(file, facts.place.address, { ...context, variables });
    return { version: contentHash(source), facts, found, asked: groupByAnswer(asked) };
  } catch (problem) {
    if (problem instanceof NotAskedBefore) return undefined;
    throw problem;
  }
}

function asBefore(
  answers: Dependencies,
  readShared: (name: string) => CheckedBlock | undefined,
): SiteQueries {
  const blocks = new Map<string, CheckedBlock | undefined>();
  const answer = (question: string) => {
    const known = answers.get(question);
    if (known === undefined) throw new NotAskedBefore();
    return known;
  };
  return {
    answer,
    idsOf: (address) => {
      const ids = answer(`#${address}`);
      return ids === '?' ? undefined : ids.split(' ').filter(Boolean);
    },
    sharedBlock: (name) => {
      if (!blocks.has(name)) blocks.set(name, readShared(name));
      return blocks.get(name);
    },
    // What there is to choose from is more than an answer.
    listed: () => {
      throw new NotAskedBefore();
    },
    get posts(): never {
      throw new NotAskedBefore();
    },
  };
}
