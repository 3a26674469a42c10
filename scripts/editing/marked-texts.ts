import type { CheckedSite } from '../../schema/check/check.ts';
import { missingPageLabel } from '../../schema/resolve/page-notice.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import type { Site } from '../../schema/site/site.ts';
import type { MarkedTexts } from '../../src/editor/marked-texts.ts';
import { markPage } from './page-marks.ts';
import type { PagePreview } from './page-previews.ts';
import { TextLocator } from './text-locator.ts';

/** Marks the texts on a page with their origins, and renders the marked page. `render` returns the HTML of a page. */
export function renderMarkedTexts(
  preview: PagePreview,
  site: Site,
  { files }: CheckedSite,
  render: (view: PageView, site: Site) => string,
): MarkedTexts {
  const label = preview.view.header?.notice?.label ?? 'Live';
  const locator = new TextLocator(files, site.words);
  const { view, site: markedSite, ...marks } = markPage(preview, preview.website, site, locator);
  const usedPaths = new Set([...marks.origins, ...marks.blocks].flatMap((origin) => origin?.file ?? []));
  const texts = files.sources
    .filter(({ path }) => usedPaths.has(path))
    .map(({ path, text }) => [path, text] as const);
  return {
    html: render(view, markedSite),
    ...marks,
    status: label,
    isMissing: label === missingPageLabel,
    variables: Object.fromEntries(files.site?.variables ?? []),
    files: Object.fromEntries(texts),
  };
}
