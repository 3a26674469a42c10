import type { PageFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';

type Key = 'title' | 'description';
/** The path of a page to show to the author. */
type Shown = (path: string) => string;

/** Titles and descriptions that several pages have. */
export function repeatedTitles(pages: readonly PageFacts[], shown: Shown): FileFinding[] {
  const live = pages.filter(({ place }) => place.isRead && !place.draft && place.redirect === undefined);
  const listed = live.filter(({ place }) => place.address !== '/404');
  return [...repeated(live, 'title', shown), ...repeated(listed, 'description', shown)];
}

/**
 * Pages that say the same. Of a page and its new copy only the copy is reported; where that is not known,
 * both.
 */
function repeated(pages: readonly PageFacts[], key: Key, shown: Shown): FileFinding[] {
  const groups = Map.groupBy(pages, ({ titles }) => titles[key]?.trim().toLowerCase() ?? '');
  groups.delete('');
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return [];
    const copies = group.filter(({ titles }) => titles.isNew);
    const reported = copies.length > 0 ? copies : group;
    const hasOriginal = reported.length < group.length;
    return reported.flatMap((page) => {
      const other = group.find((one) => one !== page && !(one.titles.isNew && hasOriginal));
      if (!other) return [];
      const found = {
        path: [key],
        rule: key === 'title' ? ('same-title' as const) : ('same-description' as const),
        message: `\`${shown(other.place.path)}\` has the same ${key}`,
        label: 'each page needs its own',
        advice: 'say what is special about this page',
      };
      return [[page.place.path, found] as const];
    });
  });
}
