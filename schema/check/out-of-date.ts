import type { LastDay } from '../blocks/block-definition.ts';
import { getBlockSummary } from '../blocks/index.ts';
import { toLocalDay } from '../fields/time-zones.ts';
import type { DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { collectLists, type PageFacts } from './facts.ts';
import type { HiddenPages } from './hidden-pages.ts';
import { type CheckedBlock, getOwnBlocks } from './read-file.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/** Reports events and jobs whose last day is over, unless the page has `expire` or is in a list of past events. */
export function checkOutOfDateBlocks(
  files: SiteFiles,
  graph: SiteGraph,
  hidden: HiddenPages,
): DiagnosticInFile[] {
  const isOver = ({ day, zone = hidden.zone }: LastDay) => day < toLocalDay(hidden.now, zone);
  const hasPastBlocks = ({ draft, redirect, route, settings, blocks }: PageFacts) =>
    !draft &&
    redirect === undefined &&
    settings?.expire === undefined &&
    !hidden.byRoute.has(route) &&
    graph.resolveBlocks(blocks).some(({ summary }) => summary?.lastDays?.some(isOver));
  const candidates = files.pages.filter(({ facts }) => hasPastBlocks(facts));
  // Evaluate the lists only if there are candidates, because this is slow.
  const archivedRoutes = candidates.length > 0 ? collectArchivedRoutes(files, graph, hidden.day) : new Set();
  const pages = candidates.filter(({ facts }) => !archivedRoutes.has(facts.route));
  const usedNames = new Set(pages.flatMap(({ facts }) => facts.blocks.map(({ use }) => use)));
  const collectProblems = (path: string, blocks: readonly CheckedBlock[]) =>
    blocks.flatMap(({ block, toDocumentPath }): DiagnosticInFile[] => {
      const { lastDays = [], events } = block ? getBlockSummary(block) : {};
      const pastDays = lastDays.filter(isOver);
      const advice = pastDays.length < lastDays.length && { advice: 'delete this date' };
      return pastDays.map((lastDay) => {
        const problem = events ? createPastEventDiagnostic(lastDay) : createPastJobDiagnostic(lastDay);
        return [path, { ...problem, ...advice, path: toDocumentPath(lastDay.setting) }];
      });
    });
  return [
    ...pages.flatMap((file) => collectProblems(file.source.path, getOwnBlocks(files.parsed.page(file)))),
    ...files.shared
      .filter(({ facts }) => usedNames.has(facts.name))
      .flatMap((file) => collectProblems(file.source.path, getOwnBlocks(files.parsed.shared(file)))),
  ];
}

/** Reports articles that are public before their publication date. */
export function checkEarlyArticles({ pages }: SiteFiles, hidden: HiddenPages): DiagnosticInFile[] {
  return pages.flatMap(({ source, facts: { draft, redirect, route, settings } }): DiagnosticInFile[] => {
    const { published: day = '' } = settings ?? {};
    if (draft || redirect !== undefined || hidden.byRoute.has(route) || day.slice(0, 10) <= hidden.day)
      return [];
    return [
      [
        source.path,
        {
          path: ['published'],
          rule: 'out-of-date',
          message: `this article is public now, but its publication date is ${day}`,
          label: 'this day is in the future',
          received: day,
          advice: `add \`publish: ${day}\` to keep the page private until then, or correct the publication date`,
        },
      ],
    ];
  });
}

/** Returns the routes of the pages in lists of past events. */
function collectArchivedRoutes({ pages }: SiteFiles, graph: SiteGraph, day: string): Set<string> {
  const lists = pages.flatMap(({ facts }) =>
    facts.draft ? [] : collectLists({ blocks: graph.resolveBlocks(facts.blocks) }),
  );
  const archives = lists.filter(({ when }) => when === 'past');
  return new Set(
    archives.flatMap((list) => [
      ...(list.items ?? []).filter((item) => typeof item === 'string'),
      ...(list.from === undefined ? [] : graph.posts.selectPosts(list, day).map(({ path }) => path)),
    ]),
  );
}

const pastDayFields = (day: string) => ({
  rule: 'out-of-date' as const,
  label: 'this day is over',
  received: day,
  advice: 'delete the page or this block, or add `expire` with a day at the top of the page',
});

const createPastEventDiagnostic = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...pastDayFields(day),
  message: `this event ended on ${day}, but visitors still see it as an upcoming event`,
  note: 'to keep the page as a record, write `expire: never`, or list it in `posts` with `when: past`',
});

const createPastJobDiagnostic = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...pastDayFields(day),
  message: `the last day of this job was ${day}, but visitors still see it`,
  note: 'to keep the page as it is, write `expire: never`',
});
