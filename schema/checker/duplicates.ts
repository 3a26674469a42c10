import type { FileWithFacts, PageFacts } from './facts.ts';
import { memoize } from '../util.ts';
import type { DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { SiteGraph } from './site-graph.ts';

type Pages = readonly FileWithFacts<PageFacts>[];

interface Use {
  path: string;
  /** Its place among the tags of the page. */
  at: number;
}

/** Reports tags that most pages spell differently. */
export function tagSpellings(pages: Pages, graph: SiteGraph): DiagnosticInFile[] {
  const uses = pages.flatMap(({ facts }) =>
    (graph.postOf(facts)?.tags ?? []).map((tag, at) => ({ tag, path: facts.path, at })),
  );
  return [...Map.groupBy(uses, ({ tag }) => fold(tag)).values()].flatMap((same) => {
    const [preferred, ...others] = [...Map.groupBy(same, ({ tag }) => tag)].toSorted(
      ([one, ownUses], [other, more]) => more.length - ownUses.length || (one < other ? -1 : 1),
    );
    return others.flatMap(([tag, found]) => spellingDiagnostics(tag, found, preferred?.[0] ?? tag));
  });
}

/** Removes case, diacritics and word separators. */
const fold = memoize(1000, (tag: string) =>
  tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' '),
);

const spellingDiagnostics = (tag: string, uses: readonly Use[], preferred: string): DiagnosticInFile[] =>
  uses.map(({ path, at }) => [
    path,
    {
      path: ['tags', at],
      rule: 'same-tag',
      message: `the tag \`${tag}\` is written \`${preferred}\` on other pages`,
      label: 'lists and pages of tags take it for another one',
      advice: `write \`${preferred}\` here, or change it on all other pages`,
    },
  ]);

type Key = 'title' | 'description';

/** Reports pages with the same title or description. If only one of them is new, reports that one. */
export function duplicateTitles(pages: Pages): DiagnosticInFile[] {
  return (['title', 'description'] as const).flatMap((key) => {
    const groups = Map.groupBy(pages, ({ facts }) => normalizedText(key, facts));
    groups.delete('');
    return [...groups.values()].flatMap((group) => duplicateTextDiagnostics(key, group));
  });
}

/** The text to compare. Empty for pages that visitors cannot find. */
function normalizedText(key: Key, facts: PageFacts): string {
  const { isRead, draft, redirect, route, settings } = facts;
  if (!isRead || draft || redirect !== undefined) return '';
  if (key === 'description' && route === '/404') return '';
  return (settings ?? facts)[key]?.trim().toLowerCase() ?? '';
}

function duplicateTextDiagnostics(key: Key, group: Pages): DiagnosticInFile[] {
  const copies = group.filter(({ source }) => source.isNew === true);
  const reported = copies.length > 0 ? copies : group;
  const hasOriginal = reported.length < group.length;
  return reported.flatMap((page): DiagnosticInFile[] => {
    const other = group.find((one) => one !== page && !(hasOriginal && copies.includes(one)));
    if (!other) return [];
    return [
      [
        page.source.path,
        {
          path: [key],
          rule: key === 'title' ? 'same-title' : 'same-description',
          message: `\`${other.source.file}\` has the same ${key}`,
          label: 'each page needs its own',
          advice: 'say what is special about this page',
        },
      ],
    ];
  });
}
