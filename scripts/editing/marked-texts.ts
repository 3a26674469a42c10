import type { CheckedSite } from '../../schema/check/check.ts';
import { noticeOf } from '../../schema/resolve/page-notice.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Site } from '../../schema/site/site.ts';
import type { MarkedTexts } from '../../src/editor/marked-texts.ts';
import { markedPage } from './marked-view.ts';
import type { ShownPage } from './shown-pages.ts';
import { TextPlaces } from './text-places.ts';

/** Marks the texts of a page with their origins, and renders it. `render` returns the HTML. */
export function markedTexts(
  shown: ShownPage,
  site: Site,
  { files }: CheckedSite,
  render: (view: PageView, site: Site) => string,
): MarkedTexts {
  const places = new TextPlaces(files, site.words);
  const { view, site: marked, ...rest } = markedPage(shown, shown.website, site, places);
  const used = new Set([...rest.origins, ...rest.blocks].flatMap((one) => one?.file ?? []));
  const texts = files.sources
    .filter(({ path }) => used.has(path))
    .map(({ path, text }) => [path, text] as const);
  return {
    html: render(view, marked),
    ...rest,
    status: noticeOf(shown.page, shown.website)?.label ?? 'Live',
    variables: Object.fromEntries(files.site?.variables ?? []),
    files: Object.fromEntries(texts),
  };
}
