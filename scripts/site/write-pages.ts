import type { SitePage } from '../../schema/check/page-summary.ts';
import { type SiteIndex, stillAnswers } from '../document/site-index.ts';
import type { Output } from '../output/output.ts';
import type { WrittenPage } from './build-memory.ts';
import type { MadePage } from './build-work.ts';

/** Writes those pages that are not as the last build wrote them; says of each what it consists of. */
export async function writePages(
  pages: readonly SitePage[],
  index: SiteIndex,
  known: ReadonlyMap<string, WrittenPage>,
  output: Output,
  make: (anew: readonly SitePage[]) => Promise<readonly MadePage[]>,
): Promise<[path: string, page: WrittenPage][]> {
  const written = pages.map((page): [string, WrittenPage | undefined] => {
    const last = known.get(page.path);
    const isSame =
      last?.version === page.version &&
      stillAnswers(index, last.asked) &&
      last.files.every((file) => output.keep(file));
    return [page.path, isSame ? last : undefined];
  });
  const anew = await make(pages.filter((_, at) => !written[at]?.[1]));
  const made = new Map(anew.map(({ path, page }) => [path, page]));
  return written.flatMap(([path, last]) => {
    const page = last ?? made.get(path);
    return page ? [[path, page]] : [];
  });
}
