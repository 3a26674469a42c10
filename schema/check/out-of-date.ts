import type { LastDay } from '../blocks/block-definition.ts';
import { summarize } from '../blocks/index.ts';
import { dayAt } from '../fields/time-zones.ts';
import type { DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { listsOf, type PageFacts } from './facts.ts';
import type { HiddenPages } from './hidden-pages.ts';
import { type CheckedBlock, ownBlocks } from './read-file.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/** Reports events and jobs after their last day, unless the page expires, stays as a record or is in an archive. */
export function outOfDateBlocks(files: SiteFiles, graph: SiteGraph, hidden: HiddenPages): DiagnosticInFile[] {
  const isOver = ({ day, zone = hidden.zone }: LastDay) => day < dayAt(hidden.now, zone);
  const mayBeOver = ({ draft, redirect, route, settings, blocks }: PageFacts) =>
    !draft &&
    redirect === undefined &&
    settings?.expire === undefined &&
    !hidden.all.has(route) &&
    graph.resolveBlocks(blocks).some(({ summary }) => summary?.lastDays?.some(isOver));
  const candidates = files.pages.filter(({ facts }) => mayBeOver(facts));
  // Lists are evaluated only if necessary.
  const archived = candidates.length > 0 ? archivedPages(files, graph, hidden.day) : new Set();
  const pages = candidates.filter(({ facts }) => !archived.has(facts.route));
  const used = new Set(pages.flatMap(({ facts }) => facts.blocks.map(({ use }) => use)));
  const problemsOf = (path: string, blocks: readonly CheckedBlock[]) =>
    blocks.flatMap(({ block, place }): DiagnosticInFile[] => {
      const { lastDays = [], events } = block ? summarize(block) : {};
      const over = lastDays.filter(isOver);
      const advice = over.length < lastDays.length && { advice: 'delete this date' };
      return over.map((lastDay) => {
        const problem = events ? eventIsOver(lastDay) : jobIsOver(lastDay);
        return [path, { ...problem, ...advice, path: place(lastDay.setting) }];
      });
    });
  return [
    ...pages.flatMap((file) => problemsOf(file.source.path, ownBlocks(files.parsed.page(file)))),
    ...files.shared
      .filter(({ facts }) => used.has(facts.name))
      .flatMap((file) => problemsOf(file.source.path, ownBlocks(files.parsed.shared(file)))),
  ];
}

/** Reports articles that are public before the day on which they say that they came out. */
export function earlyArticles({ pages }: SiteFiles, hidden: HiddenPages): DiagnosticInFile[] {
  return pages.flatMap(({ source, facts: { draft, redirect, route, settings } }): DiagnosticInFile[] => {
    const { published: day = '' } = settings ?? {};
    if (draft || redirect !== undefined || hidden.all.has(route) || day.slice(0, 10) <= hidden.day) return [];
    return [
      [
        source.path,
        {
          path: ['published'],
          rule: 'out-of-date',
          message: `this article is public now, and says that it came out on ${day}`,
          label: 'this day is still to come',
          received: day,
          advice: `write \`publish: ${day}\` too, to hold the page back until then, or write the day on which it came out`,
        },
      ],
    ];
  });
}

/** The pages in lists of past events. */
function archivedPages({ pages }: SiteFiles, graph: SiteGraph, day: string): Set<string> {
  const lists = pages.flatMap(({ facts }) =>
    facts.draft ? [] : listsOf({ blocks: graph.resolveBlocks(facts.blocks) }),
  );
  const archives = lists.filter(({ when }) => when === 'past');
  return new Set(
    archives.flatMap((list) => [
      ...(list.items ?? []).filter((item) => typeof item === 'string'),
      ...(list.from === undefined ? [] : graph.posts.chosen(list, day).map(({ path }) => path)),
    ]),
  );
}

const isOverOn = (day: string) => ({
  rule: 'out-of-date' as const,
  label: 'this day is over',
  received: day,
  advice: 'delete the page or this block, or write `expire` with a day at the top of the page',
});

const eventIsOver = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...isOverOn(day),
  message: `this event ended on ${day}, and visitors still read it as if it were to come`,
  note: 'to keep the page as a record, write `expire: never`, or list it in `posts` with `when: past`',
});

const jobIsOver = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...isOverOn(day),
  message: `the last day of this job was ${day}, and visitors still read of it`,
  note: 'to keep the page as it is, write `expire: never`',
});
