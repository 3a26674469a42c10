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

/** Reports tags, or authors, whose pages would have the same address. */
export function groupAddresses(pages: Pages, graph: SiteGraph): DiagnosticInFile[] {
  const files = new Map(pages.map((page) => [page.facts.route, page]));
  const known = new Set<string>();
  return graph.generated.groupLists.flatMap(([route, list]) =>
    [...Map.groupBy(graph.posts.groups(list), ({ slug }) => slug)].flatMap(([slug, same]) => {
      const [first, ...others] = same.toSorted((a, b) => b.count - a.count);
      const key = list.by === 'author' ? 'author' : 'tags';
      const postsOf = (name: string) =>
        graph.posts
          .chosen(list)
          .filter(({ tags, author }) => (key === 'tags' ? tags.includes(name) : author === name))
          .flatMap(({ path }) => files.get(path) ?? []);
      return others.flatMap(({ name }) =>
        postsOf(name).flatMap(({ facts }): DiagnosticInFile[] => {
          const place = `${facts.path} ${key} ${name}`;
          const [other] = first ? postsOf(first.name) : [];
          if (known.has(place) || !first || !other) return [];
          known.add(place);
          const at = facts.settings?.tags?.indexOf(name) ?? 0;
          const what = key === 'tags' ? 'tag' : 'author';
          return [
            [
              facts.path,
              {
                path: key === 'tags' ? [key, at] : [key],
                rule: 'same-group',
                message:
                  `the page of the ${what} \`${name}\` would have the same address as that of ` +
                  `\`${first.name}\` in \`${other.source.file}\`, \`${route === '/' ? '' : route}/${slug}\``,
                label: 'only one of the two pages could be there',
                received: name,
                advice: `write both in the same way, or give one of the two another name`,
              },
            ],
          ];
        }),
      );
    }),
  );
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
  // Whether a file is new is a question to git, which takes time.
  if (group.length < 2) return [];
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
