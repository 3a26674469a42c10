import type { LastDay } from '../blocks/block-definition.ts';
import { summarize } from '../blocks/index.ts';
import { dayAt } from '../fields/time-zones.ts';
import type { DiagnosticInFile, DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { listsOf, type PageFacts } from './facts.ts';
import type { HiddenPages } from './hidden-pages.ts';
import { type CheckedBlock, ownBlocks } from './read-file.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

/** Reports events and jobs whose last day is over, unless the page expires, is a record or is in an archive. */
export function outOfDateBlocks(files: SiteFiles, graph: SiteGraph, hidden: HiddenPages): DiagnosticInFile[] {
  const isOver = ({ day, zone = hidden.zone }: LastDay) => day < dayAt(hidden.now, zone);
  const mayBeOver = ({ draft, redirect, route, settings, blocks }: PageFacts) =>
    !draft &&
    redirect === undefined &&
    settings?.expire === undefined &&
    !hidden.all.has(route) &&
    graph.resolveBlocks(blocks).some(({ summary }) => summary?.lastDays?.some(isOver));
  const candidates = files.pages.filter(({ facts }) => mayBeOver(facts));
  // Evaluates lists only if necessary.
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

/** Reports articles that are public before their publication date. */
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
          message: `this article is public now, but its publication date is ${day}`,
          label: 'this day is in the future',
          received: day,
          advice: `add \`publish: ${day}\` to keep the page private until then, or correct the publication date`,
        },
      ],
    ];
  });
}

/** Returns the pages in lists of past events. */
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
  advice: 'delete the page or this block, or add `expire` with a day at the top of the page',
});

const eventIsOver = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...isOverOn(day),
  message: `this event ended on ${day}, but visitors still see it as an upcoming event`,
  note: 'to keep the page as a record, write `expire: never`, or list it in `posts` with `when: past`',
});

const jobIsOver = ({ day }: LastDay): Omit<DiagnosticInit, 'path'> => ({
  ...isOverOn(day),
  message: `the last day of this job was ${day}, but visitors still see it`,
  note: 'to keep the page as it is, write `expire: never`',
});
