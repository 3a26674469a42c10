import type { MarkedTexts } from '../../src/editor/marked-texts.ts';
import type { DevSite } from '../site/dev-site.ts';
import { markedPage } from '../editing/marked-view.ts';
import { TextPlaces } from '../editing/text-places.ts';
import { noticeOf } from '../../schema/resolve/page-notice.ts';
import type { DevPages } from './dev-pages.ts';

/** A page whose texts are marked with their origin, and those origins. Undefined without a site. */
export async function textOrigins(
  route: string,
  live: DevSite,
  pages: DevPages,
): Promise<MarkedTexts | undefined> {
  const loaded = live.firstLook(route);
  const shown = await pages.at(route, loaded, true);
  if (!shown) return undefined;
  const { renderer, site, backend } = await pages.context(shown.website, shown.page);
  const { sources } = loaded.files;
  const places = new TextPlaces(loaded.files, site.words);
  const { view, site: marked, ...rest } = markedPage(shown, shown.website, site, places);
  const { body } = renderer.render(view, marked, backend);
  const used = new Set([...rest.origins, ...rest.blocks].flatMap((one) => one?.file ?? []));
  const files = sources.filter(({ path }) => used.has(path)).map(({ path, text }) => [path, text] as const);
  return {
    html: body,
    ...rest,
    status: noticeOf(shown.page, shown.website)?.label ?? 'Live',
    variables: Object.fromEntries(loaded.files.site?.variables ?? []),
    files: Object.fromEntries(files),
  };
}
