import { definitionOf } from '../blocks/index.ts';
import { frameIds } from '../site/page.ts';
import { type DiagnosticInit, nameLabels } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import type { Path } from '../base/data.ts';
import type { BlockFacts, FileFacts, PageFacts, SharedFacts } from './facts.ts';
import { missingLetters } from './font-coverage.ts';
import { listProblems } from './list-rules.ts';
import { checkReference } from './references.ts';
import type { LinkSource, SiteGraph } from './site-graph.ts';

/**
 * The problems of a page or shared block that depend on the rest of the site. Facts are enough to find them.
 * The file is only parsed to locate them.
 */
export interface SiteProblems {
  /** Whether any reference is broken. */
  hasBrokenReference: boolean;
  /** Problems of blocks. In paths such as `['blocks', 2]`, the number is the index in the facts of the page. */
  problems: readonly DiagnosticInit[];
  /** Problems of structure, with paths of the same kind. */
  quality: readonly DiagnosticInit[];
  /** Problems of shared blocks on this page, by the name of the block. Paths start at the block. */
  inShared: readonly (readonly [name: string, problem: DiagnosticInit])[];
  /** The letters that fonts lack. */
  letters: string;
}

/** A page with its site. */
interface PageInSite {
  facts: PageFacts;
  shown: readonly ShownBlock[];
  site: SiteGraph;
}

/** A problem of a page, or of a shared block on it. Its path starts at the page, or at that block. */
type PageProblem = DiagnosticInit & { shared?: string };

type PageCheck = (page: PageInSite) => readonly PageProblem[];

/** Checks of the names in the blocks of a page. */
const contentChecks: readonly PageCheck[] = [unknownShared, sameIds, pageLists];

/** Checks of the structure of a page. */
const structureChecks: readonly PageCheck[] = [
  emptyPage,
  skippedLevel,
  emptyContents,
  sharedInOtherLanguage,
  sameLanguage,
];

export function pageProblems(facts: PageFacts, here: LinkSource, site: SiteGraph): SiteProblems | undefined {
  const page = { facts, shown: shownBlocks(facts.blocks, site), site };
  const problems = contentChecks.flatMap((check) => check(page));
  const quality = structureChecks.flatMap((check) => check(page));
  const isOfPage = ({ shared }: PageProblem) => shared === undefined;
  return problemsOrNone({
    hasBrokenReference: hasBrokenReference(facts, here, site),
    problems: problems.filter(isOfPage),
    quality: quality.filter(isOfPage),
    inShared: [...problems, ...quality].flatMap(({ shared, ...problem }) =>
      shared === undefined ? [] : [[shared, problem]],
    ),
    letters: missingLetters(facts.characters, site.fonts),
  });
}

/** Checks a shared block. `problemsOnPages` has its problems on the pages that use it. */
export function sharedProblems(
  facts: SharedFacts,
  here: LinkSource,
  onPages: readonly DiagnosticInit[],
  site: SiteGraph,
): SiteProblems | undefined {
  return problemsOrNone({
    hasBrokenReference: hasBrokenReference(facts, here, site),
    problems: [...onPages, ...listProblems(facts.blocks, true, site).map(([, problem]) => problem)],
    quality: [],
    inShared: [],
    letters: missingLetters(facts.characters, site.fonts),
  });
}

function problemsOrNone(found: SiteProblems): SiteProblems | undefined {
  const { hasBrokenReference, problems, quality, inShared, letters } = found;
  const count = problems.length + quality.length + inShared.length + letters.length;
  return hasBrokenReference || count > 0 ? found : undefined;
}

const hasBrokenReference = ({ references }: FileFacts, here: LinkSource, site: SiteGraph) =>
  references.some((reference) => checkReference(reference, here, site) !== undefined);

/** Returns the path of a block by its index in the facts of its page. */
const blockPath = (at: number): Path => ['blocks', at];

/** Converts a problem whose path starts at a block of the page. */
const ofBlock = ({ at, use }: Pick<ShownBlock, 'at' | 'use'>, problem: DiagnosticInit): PageProblem =>
  use === undefined ? { ...problem, path: [...blockPath(at), ...problem.path] } : { ...problem, shared: use };

/** A block that visitors see. */
interface ShownBlock {
  /** Its index among the blocks of the page. */
  at: number;
  /** The name of the shared block, if it is one. */
  use?: string | undefined;
  facts: BlockFacts;
}

function shownBlocks(blocks: readonly BlockFacts[], site: SiteGraph): ShownBlock[] {
  return blocks.flatMap((block, at): ShownBlock[] => {
    const { use } = block;
    const facts = use === undefined ? block : site.sharedFacts(use)?.blocks[0];
    return facts && !block.hidden && !facts.hidden ? [{ at, use, facts }] : [];
  });
}

const isUnknown = ({ use }: BlockFacts, { sharedNames }: SiteGraph) =>
  use !== undefined && !sharedNames.has(use);

/** Reports shared blocks that do not exist. */
function unknownShared({ facts: { blocks }, site }: PageInSite): PageProblem[] {
  return blocks.flatMap((block, at): PageProblem[] => {
    const { use = '' } = block;
    if (!isUnknown(block, site)) return [];
    const names = [...site.sharedNames];
    return [
      {
        path: [...blockPath(at), 'use'],
        rule: 'unknown-shared-block',
        message: `there is no shared block called \`${truncate(use)}\``,
        advice: 'choose one of those below, or create a file for it in `_shared/`',
        ...nameLabels(use, names),
        note: names.length === 0 ? 'the folder `_shared` has no blocks yet' : undefined,
      },
    ];
  });
}

/** Reports ids that an earlier block, the form of a dialog or the frame of every page already uses. */
function sameIds({ facts: { route }, shown, site }: PageInSite): PageProblem[] {
  const firsts = new Map<string, ShownBlock>();
  return shown.flatMap((block): PageProblem[] => {
    const { use } = block;
    const { id, type, summary } = block.facts;
    if (id === undefined) return [];
    const report = (given: Pick<DiagnosticInit, 'message' | 'label' | 'advice' | 'related'>) => {
      const advice = 'change one of the two, and what links to it';
      return [ofBlock(block, { path: ['id'], rule: 'same-id', received: id, advice, ...given })];
    };
    if (summary && type && definitionOf({ type }).form && site.dialogForms.has(id))
      return report({
        message: `the form of a dialog in \`_site.yaml\` has the id \`${id}\` too`,
        label: 'already used there',
      });
    if (frameIds.includes(id))
      return report({
        message: `every page already has the id \`${id}\` outside its blocks`,
        label: 'reserved for the frame of the page',
        advice: `choose another one, such as \`our-${id}\`, and change what links to it`,
      });
    const first = firsts.get(id);
    if (!first) {
      firsts.set(id, block);
      return [];
    }
    const path = use === undefined ? [...blockPath(first.at), 'id'] : ['id'];
    return report({
      message: `two blocks of ${use === undefined ? 'this page' : `\`${route}\``} have the id \`${id}\``,
      label: 'used before on this page',
      related: first.use === use ? [{ path, label: 'first used here' }] : undefined,
    });
  });
}

/** Reports problems of lists in the page itself. */
function pageLists({ facts: { blocks }, site }: PageInSite): PageProblem[] {
  return listProblems(blocks, false, site).map(([at, problem]) => ofBlock({ at }, problem));
}

/** Reports a page whose blocks are all hidden. */
function emptyPage({ facts: { blocks, draft }, shown, site }: PageInSite): PageProblem[] {
  const areAllHidden = blocks.length > 0 && shown.length === 0;
  if (draft || !areAllHidden || blocks.some((block) => isUnknown(block, site))) return [];
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

/** Reports a first block whose heading becomes the `h1`, directly followed by `h3`. */
function skippedLevel({ shown: [first] }: PageInSite): PageProblem[] {
  if (!first?.facts.skipsLevel) return [];
  return [
    ofBlock(first, {
      path: ['heading'],
      rule: 'heading-order',
      message: 'this is the main heading of the page, but the next ones below it are on the third level',
      label: 'a heading on the second level is missing',
      advice: `start the page with a \`hero\` block, followed by this \`${first.facts.type}\` block`,
    }),
  ];
}

/** Reports a translation in the language of its original. */
function sameLanguage({ facts: { settings, draft }, site }: PageInSite): PageProblem[] {
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

/** Reports shared blocks on a translated page that pages in other languages also use. */
function sharedInOtherLanguage({ facts: { settings, draft }, shown, site }: PageInSite): PageProblem[] {
  const { language } = settings ?? {};
  if (language === undefined || draft || language === site.language) return [];
  return shown.flatMap(({ at, use }): PageProblem[] => {
    const others =
      use === undefined ? [] : site.usersOf(use).filter((page) => page.settings?.language !== language);
    const [other] = others;
    if (use === undefined || !other) return [];
    return [
      {
        path: [...blockPath(at), 'use'],
        rule: 'shared-language',
        message: `this page shows \`${use}\` in the language of \`${other.route}\`, which also uses it`,
        label: `this page is in \`${language}\``,
        received: use,
        advice: `create one in this language, \`_shared/${use}-${language.toLowerCase()}.yaml\`, and use that here`,
      },
    ];
  });
}

/** Reports tables of contents on pages without headings. */
function emptyContents({ facts: { blocks }, shown }: PageInSite): PageProblem[] {
  const isKnown = shown.length === blocks.length && shown.every(({ facts }) => facts.summary);
  if (!isKnown || shown.some(({ facts }) => facts.headings)) return [];
  return shown.flatMap(({ at, use, facts }): PageProblem[] => {
    if (!facts.summary?.needs?.includes('headings')) return [];
    return [
      {
        path: [...blockPath(at), use === undefined ? 'type' : 'use'],
        rule: 'empty-contents',
        message: 'no text on this page has a heading, so there is nothing to list here',
        label: 'this list stays empty',
        advice: 'put a line like `## How we measure` above each part of a `body`, or delete this block',
      },
    ];
  });
}
