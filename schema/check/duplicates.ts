import type { FileWithFacts, PageFacts } from './facts.ts';
import { memoize } from '../base/cache.ts';
import type { Path } from '../base/data.ts';
import { computeEditDistance } from '../diagnostics/similar-names.ts';
import type { DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { SiteGraph } from './site-graph.ts';

type PagesWithFacts = readonly FileWithFacts<PageFacts>[];

interface TagUse {
  path: string;
  /** The index of the tag in the page's `tags`. */
  at: number;
}

/** Reports tags and authors that seem misspelt or whose pages share an address. Reports each name once. */
export function checkTagsAndAuthors(pages: PagesWithFacts, graph: SiteGraph): DiagnosticInFile[] {
  const locationKey = ([path, { path: steps }]: DiagnosticInFile) => `${path} ${steps.join('.')}`;
  const addressConflicts = findGroupConflicts(pages, graph);
  const reported = new Set(addressConflicts.map(locationKey));
  const others = [...checkTagSpellings(pages, graph), ...checkSimilarNames(pages, graph)];
  return [...addressConflicts, ...others.filter((problem) => !reported.has(locationKey(problem)))];
}

/** Reports tags that most pages spell differently. */
function checkTagSpellings(pages: PagesWithFacts, graph: SiteGraph): DiagnosticInFile[] {
  const uses = pages.flatMap(({ facts }) =>
    (graph.getPost(facts)?.tags ?? []).map((tag, index) => ({ tag, path: facts.path, at: index })),
  );
  return [...Map.groupBy(uses, ({ tag }) => normalizeSpelling(tag)).values()].flatMap((sameUses) => {
    const [preferred, ...otherSpellings] = [...Map.groupBy(sameUses, ({ tag }) => tag)].toSorted(
      ([tagA, usesA], [tagB, usesB]) => usesB.length - usesA.length || (tagA < tagB ? -1 : 1),
    );
    return otherSpellings.flatMap(([tag, tagUses]) =>
      spellingDiagnostics(tag, tagUses, preferred?.[0] ?? tag),
    );
  });
}

/** Reports tags and authors that look like typos of more frequent names, if they are on one or two pages. */
function checkSimilarNames(pages: PagesWithFacts, graph: SiteGraph): DiagnosticInFile[] {
  const posts = pages.flatMap(({ facts }) => {
    const post = graph.getPost(facts);
    return post ? [{ file: facts.path, tags: post.tags, author: post.author }] : [];
  });
  const tags = posts.flatMap(({ tags, file }) =>
    tags.map((name, index) => ({ name, file, path: ['tags', index] })),
  );
  const authors = posts.flatMap(({ author, file }) =>
    author === undefined ? [] : [{ name: author, file, path: ['author'] as Path }],
  );
  return [...findSimilarNames('tag', tags), ...findSimilarNames('author', authors)];
}

function findSimilarNames(
  nameKind: 'tag' | 'author',
  uses: readonly { name: string; file: string; path: Path }[],
): DiagnosticInFile[] {
  const names = [...Map.groupBy(uses, ({ name }) => name)].toSorted(
    ([nameA, usesA], [nameB, usesB]) => usesB.length - usesA.length || (nameA < nameB ? -1 : 1),
  );
  return names.flatMap(([name, nameUses], index) => {
    // A spelling on three or more pages is intentional.
    const [similarName] =
      nameUses.length > 2
        ? []
        : (names.slice(0, index).find(([candidate]) => isSimilar(nameKind, name, candidate)) ?? []);
    if (similarName === undefined) return [];
    return nameUses.map(({ file, path }): DiagnosticInFile => [
      file,
      {
        path,
        rule: 'similar-name',
        message: `the ${nameKind} \`${name}\` is almost the same as \`${similarName}\` on another page`,
        didYouMean: similarName,
        received: name,
        advice: `if both mean the same, use one spelling; lists and ${nameKind} pages treat them as different`,
      },
    ]);
  });
}

/**
 * Returns whether two names differ in only one or two letters. Short tags count as similar only if one letter is
 * missing or two letters are swapped.
 */
function isSimilar(nameKind: 'tag' | 'author', nameA: string, nameB: string): boolean {
  const [a, b] = [normalizeSpelling(nameA), normalizeSpelling(nameB)];
  const length = Math.max(a.length, b.length);
  // `checkTagSpellings` reports tags that differ only in case, accents or separators.
  if (a === b) return nameKind === 'author';
  // Names with digits never count as similar: `2026` is not a typo of `2027`.
  if (length < 4 || /\d/.test(a + b)) return false;
  const distance = computeEditDistance(a, b, 2);
  if (nameKind === 'author') return distance <= (length >= 8 ? 2 : 1);
  const isReplacedLetter = a.length === b.length && [...a].toSorted().join('') !== [...b].toSorted().join('');
  return distance === 1 && (length >= 6 || !isReplacedLetter);
}

/** Reports tags or authors whose generated pages would have the same address. */
function findGroupConflicts(pages: PagesWithFacts, graph: SiteGraph): DiagnosticInFile[] {
  const files = new Map(pages.map((page) => [page.facts.route, page]));
  const reportedKeys = new Set<string>();
  return graph.generated.groupLists.flatMap(([route, list]) =>
    [...Map.groupBy(graph.posts.groupPosts(list), ({ slug }) => slug)].flatMap(([slug, sameSlugGroups]) => {
      const [first, ...others] = sameSlugGroups.toSorted((a, b) => b.count - a.count);
      const key = list.by === 'author' ? 'author' : 'tags';
      const findPages = (name: string) =>
        graph.posts
          .selectPosts(list)
          .filter(({ tags, author }) => (key === 'tags' ? tags.includes(name) : author === name))
          .flatMap(({ path }) => files.get(path) ?? []);
      return others.flatMap(({ name }) =>
        findPages(name).flatMap(({ facts }): DiagnosticInFile[] => {
          const reportKey = `${facts.path} ${key} ${name}`;
          const [other] = first ? findPages(first.name) : [];
          if (reportedKeys.has(reportKey) || !first || !other) return [];
          reportedKeys.add(reportKey);
          const index = facts.settings?.tags?.indexOf(name) ?? 0;
          const nameKind = key === 'tags' ? 'tag' : 'author';
          return [
            [
              facts.path,
              {
                path: key === 'tags' ? [key, index] : [key],
                rule: 'same-group',
                message:
                  `the page for the ${nameKind} \`${name}\` would have the same address as the one for ` +
                  `\`${first.name}\` in \`${other.source.file}\`, \`${route === '/' ? '' : route}/${slug}\``,
                label: 'two pages cannot have the same address',
                received: name,
                advice: `use one spelling for both, or rename one of them`,
              },
            ],
          ];
        }),
      );
    }),
  );
}

/** Returns a tag in lower case, without diacritics and word separators. */
const normalizeSpelling = memoize(1000, (tag: string) =>
  tag
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' '),
);

const spellingDiagnostics = (tag: string, uses: readonly TagUse[], preferred: string): DiagnosticInFile[] =>
  uses.map(({ path, at }) => [
    path,
    {
      path: ['tags', at],
      rule: 'same-tag',
      message: `the tag \`${tag}\` is spelt \`${preferred}\` on other pages`,
      label: 'lists and tag pages treat it as a different tag',
      advice: `write \`${preferred}\` here, or change the tag on all other pages`,
    },
  ]);

type Key = 'title' | 'description';

/** Reports pages with the same title or description. If some of the pages are new, reports only the new pages. */
export function checkDuplicateTitles(pages: PagesWithFacts): DiagnosticInFile[] {
  return (['title', 'description'] as const).flatMap((key) => {
    const groups = Map.groupBy(pages, ({ facts }) => getComparedText(key, facts));
    groups.delete('');
    return [...groups.values()].flatMap((group) => duplicateTextDiagnostics(key, group));
  });
}

/** Returns the title or description to compare, or an empty string if it need not be unique on this page. */
function getComparedText(key: Key, facts: PageFacts): string {
  const { isRead, draft, redirect, route, settings } = facts;
  if (!isRead || draft || redirect !== undefined) return '';
  if (key === 'description' && route === '/404') return '';
  return (settings ?? facts)[key]?.trim().toLowerCase() ?? '';
}

function duplicateTextDiagnostics(key: Key, group: PagesWithFacts): DiagnosticInFile[] {
  // Return before `isNew` is read, because reading it starts a git process.
  if (group.length < 2) return [];
  const newPages = group.filter(({ source }) => source.isNew === true);
  const reported = newPages.length > 0 ? newPages : group;
  const hasOriginal = reported.length < group.length;
  return reported.flatMap((page): DiagnosticInFile[] => {
    const otherPage = group.find(
      (candidate) => candidate !== page && !(hasOriginal && newPages.includes(candidate)),
    );
    if (!otherPage) return [];
    return [
      [
        page.source.path,
        {
          path: [key],
          rule: key === 'title' ? 'same-title' : 'same-description',
          message: `\`${otherPage.source.file}\` has the same ${key}`,
          label: 'each page needs its own',
          advice: 'describe what is special about this page',
        },
      ],
    ];
  });
}
