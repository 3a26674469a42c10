import type { SourceFile } from '../base/source-file.ts';
import type { PageFacts } from './facts.ts';
import type { FileFinding } from './file-finding.ts';

type Key = 'title' | 'description';
/** The file at a path of the pages folder. */
type FileAt = (path: string) => SourceFile | undefined;

/** Titles and descriptions that several pages have. */
export function repeatedTitles(pages: readonly PageFacts[], fileAt: FileAt): FileFinding[] {
  const live = pages.filter(({ place }) => place.isRead && !place.draft && place.redirect === undefined);
  const listed = live.filter(({ place }) => place.address !== '/404');
  return [...repeated(live, 'title', fileAt), ...repeated(listed, 'description', fileAt)];
}

/**
 * Pages that say the same. Of a page and its new copy only the copy is reported; where that is not known,
 * both.
 */
function repeated(pages: readonly PageFacts[], key: Key, fileAt: FileAt): FileFinding[] {
  const isNew = ({ place }: PageFacts) => fileAt(place.path)?.isNew === true;
  const groups = Map.groupBy(pages, ({ titles }) => titles[key]?.trim().toLowerCase() ?? '');
  groups.delete('');
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return [];
    const copies = group.filter(isNew);
    const reported = copies.length > 0 ? copies : group;
    const hasOriginal = reported.length < group.length;
    return reported.flatMap((page) => {
      const other = group.find((one) => one !== page && !(isNew(one) && hasOriginal));
      if (!other) return [];
      const found = {
        path: [key],
        rule: key === 'title' ? ('same-title' as const) : ('same-description' as const),
        message: `\`${fileAt(other.place.path)?.file}\` has the same ${key}`,
        label: 'each page needs its own',
        advice: 'say what is special about this page',
      };
      return [[page.place.path, found] as const];
    });
  });
}
