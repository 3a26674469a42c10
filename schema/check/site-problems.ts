import { getDefinition } from '../blocks/index.ts';
import { reservedIds } from '../site/page.ts';
import { type DiagnosticInit, createNameLabels } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import type { Path } from '../base/data.ts';
import type { BlockFacts, FileFacts, PageFacts, SharedFacts } from './facts.ts';
import { findUncoveredLetters } from './font-coverage.ts';
import { checkLists } from './list-rules.ts';
import { checkReference } from './references.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';

/**
 * The problems in a page or shared block that depend on the rest of the site. They are found using only facts. The file
 * is parsed again only if problems must be located.
 */
export interface SiteProblems {
  /** Whether any reference is broken. */
  hasBrokenReference: boolean;
  /** Problems in blocks. In a path such as `['blocks', 2]`, the number is the block index in the page facts. */
  problems: readonly DiagnosticInit[];
  /** Problems with the page structure. Their paths also contain the block index in the page facts. */
  quality: readonly DiagnosticInit[];
  /** Problems in shared blocks on this page, each with the block name. Paths are relative to the block. */
  inShared: readonly (readonly [name: string, problem: DiagnosticInit])[];
  /** The letters in this file that the fonts do not cover. */
  letters: string;
}

/** A page and its site. */
interface PageInSite {
  facts: PageFacts;
  visibleBlocks: readonly VisibleBlock[];
  site: SiteGraph;
}

/** A problem in a page, or in the shared block `shared`. Paths are relative to the page or the shared block. */
type PageProblem = DiagnosticInit & { shared?: string };

type PageCheck = (page: PageInSite) => readonly PageProblem[];

/** Checks of shared block names, ids and lists on a page. */
const contentChecks: readonly PageCheck[] = [checkSharedNames, checkIds, checkPageLists];

/** Checks of the page structure. */
const structureChecks: readonly PageCheck[] = [
  checkEmptyPage,
  checkHeadingLevels,
  checkContents,
  checkSharedLanguage,
  checkTranslationLanguage,
];

export function checkPageInSite(
  facts: PageFacts,
  linkSource: LinkSource,
  site: SiteGraph,
): SiteProblems | undefined {
  const page = { facts, visibleBlocks: findVisibleBlocks(facts.blocks, site), site };
  const problems = contentChecks.flatMap((check) => check(page));
  const quality = structureChecks.flatMap((check) => check(page));
  const isPageProblem = ({ shared }: PageProblem) => shared === undefined;
  return omitEmptyProblems({
    hasBrokenReference: hasBrokenReference(facts, linkSource, site),
    problems: problems.filter(isPageProblem),
    quality: quality.filter(isPageProblem),
    inShared: [...problems, ...quality].flatMap(({ shared, ...problem }) =>
      shared === undefined ? [] : [[shared, problem]],
    ),
    letters: findUncoveredLetters(facts.characters, site.fonts),
  });
}

/** Checks a shared block. `problemsOnPages` lists the block's problems on the pages that use it. */
export function checkSharedInSite(
  facts: SharedFacts,
  linkSource: LinkSource,
  problemsOnPages: readonly DiagnosticInit[],
  site: SiteGraph,
): SiteProblems | undefined {
  return omitEmptyProblems({
    hasBrokenReference: hasBrokenReference(facts, linkSource, site),
    problems: [...problemsOnPages, ...checkLists(facts.blocks, true, site).map(([, problem]) => problem)],
    quality: [],
    inShared: [],
    letters: findUncoveredLetters(facts.characters, site.fonts),
  });
}

function omitEmptyProblems(siteProblems: SiteProblems): SiteProblems | undefined {
  const { hasBrokenReference, problems, quality, inShared, letters } = siteProblems;
  const count = problems.length + quality.length + inShared.length + letters.length;
  return hasBrokenReference || count > 0 ? siteProblems : undefined;
}

const hasBrokenReference = ({ references }: FileFacts, linkSource: LinkSource, site: SiteGraph) =>
  references.some((reference) => checkReference(reference, linkSource, site) !== undefined);

/** Returns the path of a block by its index in the page facts. */
const getBlockPath = (index: number): Path => ['blocks', index];

/** Converts a problem whose path is relative to a block to a problem in the page or the shared block. */
const toPageProblem = ({ at, use }: Pick<VisibleBlock, 'at' | 'use'>, problem: DiagnosticInit): PageProblem =>
  use === undefined
    ? { ...problem, path: [...getBlockPath(at), ...problem.path] }
    : { ...problem, shared: use };

/** A block that visitors see. */
interface VisibleBlock {
  /** The index of the block on the page. */
  at: number;
  /** The name of the shared block, if the block is shared. */
  use?: string | undefined;
  facts: BlockFacts;
}

function findVisibleBlocks(blocks: readonly BlockFacts[], site: SiteGraph): VisibleBlock[] {
  return blocks.flatMap((block, index): VisibleBlock[] => {
    const { use } = block;
    const facts = use === undefined ? block : site.sharedFacts(use)?.blocks[0];
    return facts && !block.hidden && !facts.hidden ? [{ at: index, use, facts }] : [];
  });
}

const isUnknownShared = ({ use }: BlockFacts, { sharedNames }: SiteGraph) =>
  use !== undefined && !sharedNames.has(use);

/** Reports shared blocks that do not exist. */
function checkSharedNames({ facts: { blocks }, site }: PageInSite): PageProblem[] {
  return blocks.flatMap((block, index): PageProblem[] => {
    const { use = '' } = block;
    if (!isUnknownShared(block, site)) return [];
    const names = [...site.sharedNames];
    return [
      {
        path: [...getBlockPath(index), 'use'],
        rule: 'unknown-shared-block',
        message: `there is no shared block called \`${truncate(use)}\``,
        advice: 'choose one of the names below, or create a file for it in `_shared/`',
        ...createNameLabels(use, names),
        note: names.length === 0 ? 'the folder `_shared` has no blocks yet' : undefined,
      },
    ];
  });
}

/** Reports ids that are already used by an earlier block, by a dialog form, or outside the blocks of every page. */
function checkIds({ facts: { route }, visibleBlocks, site }: PageInSite): PageProblem[] {
  const firstBlockById = new Map<string, VisibleBlock>();
  return visibleBlocks.flatMap((block): PageProblem[] => {
    const { use } = block;
    const { id, type, summary } = block.facts;
    if (id === undefined) return [];
    const report = (details: Pick<DiagnosticInit, 'message' | 'label' | 'advice' | 'related'>) => {
      const advice = 'change one of the two ids, and any links to it';
      return [toPageProblem(block, { path: ['id'], rule: 'same-id', received: id, advice, ...details })];
    };
    if (summary && type && getDefinition({ type }).form && site.dialogForms.has(id))
      return report({
        message: `a dialog form in \`_site.yaml\` also has the id \`${id}\``,
        label: 'already used there',
      });
    if (reservedIds.includes(id))
      return report({
        message: `every page already has the id \`${id}\` outside its blocks`,
        label: 'reserved for the page frame',
        advice: `choose another id, such as \`our-${id}\`, and change any links to it`,
      });
    const first = firstBlockById.get(id);
    if (!first) {
      firstBlockById.set(id, block);
      return [];
    }
    const path = use === undefined ? [...getBlockPath(first.at), 'id'] : ['id'];
    return report({
      message: `two blocks on ${use === undefined ? 'this page' : `\`${route}\``} have the id \`${id}\``,
      label: 'used before on this page',
      related: first.use === use ? [{ path, label: 'first used here' }] : undefined,
    });
  });
}

/** Reports problems in lists that the page itself defines. */
function checkPageLists({ facts: { blocks }, site }: PageInSite): PageProblem[] {
  return checkLists(blocks, false, site).map(([index, problem]) => toPageProblem({ at: index }, problem));
}

/** Reports a page whose blocks are all hidden. */
function checkEmptyPage({ facts: { blocks, draft }, visibleBlocks, site }: PageInSite): PageProblem[] {
  const areAllHidden = blocks.length > 0 && visibleBlocks.length === 0;
  if (draft || !areAllHidden || blocks.some((block) => isUnknownShared(block, site))) return [];
  return [
    {
      path: ['blocks'],
      part: 'name',
      rule: 'empty-page',
      message: 'visitors see nothing on this page, because all its blocks are hidden',
      label: 'none of these blocks is shown',
      advice: 'show one of them, or write `status: draft` at the top of the page to keep it unpublished',
    },
  ];
}

/**
 * Reports a page whose first block has an `h3` directly below its heading. The heading becomes the `h1`, so the page
 * would skip the level `h2`.
 */
function checkHeadingLevels({ visibleBlocks: [first] }: PageInSite): PageProblem[] {
  if (!first?.facts.skipsLevel) return [];
  return [
    toPageProblem(first, {
      path: ['heading'],
      rule: 'heading-order',
      message: 'this is the main heading of the page, but the headings below it are on the third level',
      label: 'a heading on the second level is missing',
      advice: `start the page with a \`hero\` block, followed by this \`${first.facts.type}\` block`,
    }),
  ];
}

/** Reports a translated page that has the same language as the original. */
function checkTranslationLanguage({ facts: { settings, draft }, site }: PageInSite): PageProblem[] {
  const { translationOf, language = site.language } = settings ?? {};
  if (translationOf === undefined || draft) return [];
  const [original] = site.pagesAt(translationOf);
  if (!original?.settings || (original.settings.language ?? site.language) !== language) return [];
  return [
    {
      path: ['translationOf'],
      rule: 'translation-language',
      message: `this page is in the same language as \`${translationOf}\`, which it translates`,
      label: `both are in \`${language}\``,
      received: translationOf,
      advice: 'set the language of this page, such as `language: de`, or delete this line',
    },
  ];
}

/** Reports shared blocks that a translated page has in common with pages in other languages. */
function checkSharedLanguage({ facts: { settings, draft }, visibleBlocks, site }: PageInSite): PageProblem[] {
  const { language } = settings ?? {};
  if (language === undefined || draft || language === site.language) return [];
  return visibleBlocks.flatMap(({ at, use }): PageProblem[] => {
    const otherPages =
      use === undefined ? [] : site.findUsers(use).filter((page) => page.settings?.language !== language);
    const [otherPage] = otherPages;
    if (use === undefined || !otherPage) return [];
    return [
      {
        path: [...getBlockPath(at), 'use'],
        rule: 'shared-language',
        message: `this page shows \`${use}\` in the language of \`${otherPage.route}\`, which also uses it`,
        label: `this page is in \`${language}\``,
        received: use,
        advice: `create a version in this language, \`_shared/${use}-${language.toLowerCase()}.yaml\`, and use it here`,
      },
    ];
  });
}

/** Reports tables of contents on pages without headings. */
function checkContents({ facts: { blocks }, visibleBlocks }: PageInSite): PageProblem[] {
  const isKnown = visibleBlocks.length === blocks.length && visibleBlocks.every(({ facts }) => facts.summary);
  if (!isKnown || visibleBlocks.some(({ facts }) => facts.headings)) return [];
  return visibleBlocks.flatMap(({ at, use, facts }): PageProblem[] => {
    if (!facts.summary?.needs?.includes('headings')) return [];
    return [
      {
        path: [...getBlockPath(at), use === undefined ? 'type' : 'use'],
        rule: 'empty-contents',
        message: 'no text on this page has a heading, so there is nothing to list here',
        label: 'this list would be empty',
        advice: 'put a line like `## How we measure` above each part of a `body`, or delete this block',
      },
    ];
  });
}
