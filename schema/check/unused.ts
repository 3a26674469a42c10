import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import { belowFolder, type Mentions, type PageFacts, pathOf, type SharedFacts } from './facts.ts';
import { fileDiagnostic } from './file-names.ts';
import type { FileFinding } from './file-finding.ts';
import { redirectTargets } from './redirects.ts';

/** Pages and shared blocks that nothing leads to. */
export function unusedFiles(
  pages: readonly PageFacts[],
  shared: ReadonlyMap<string, SharedFacts>,
  site: Mentions,
): FileFinding[] {
  return [...unlinkedPages(pages, shared, site), ...unusedShared(pages, shared)];
}

const unlinked: Finding = {
  path: [],
  part: 'first',
  rule: 'unlinked-page',
  message: 'no page, menu or footer links to this page',
  label: 'visitors cannot find it',
  advice: 'link to it, or write `status: draft` until it is ready',
};

function unlinkedPages(
  pages: readonly PageFacts[],
  shared: ReadonlyMap<string, SharedFacts>,
  site: Mentions,
): FileFinding[] {
  const linked = new Set(site.links);
  for (const { place, mentions } of pages) {
    const { address, draft, uses } = place;
    if (draft) continue;
    for (const link of mentions.links) if (link !== address) linked.add(link);
    for (const name of uses)
      for (const link of shared.get(name)?.mentions.links ?? []) if (link !== address) linked.add(link);
  }
  for (const [from, to] of redirectTargets(pages.map(({ place }) => place)))
    if (linked.has(from)) linked.add(pathOf(to));
  for (const always of ['/', '/404']) linked.add(always);
  return pages
    .filter(({ place }) => place.isRead && !place.draft && place.redirect === undefined)
    .filter(({ place }) => !linked.has(place.address))
    .map(({ place }) => [place.path, unlinked]);
}

function unusedShared(pages: readonly PageFacts[], shared: ReadonlyMap<string, SharedFacts>): FileFinding[] {
  const used = new Set(pages.flatMap(({ place }) => place.uses));
  const unused = [...shared.values()].filter(({ name, isBlock }) => isBlock && !used.has(name));
  return unused.map(({ path, name }) => [
    path,
    {
      path: [],
      part: 'first',
      rule: 'unused-shared-block',
      message: 'no page uses this shared block',
      label: 'visitors never see it',
      advice: `write \`- use: ${name}\` where it belongs, or delete the file`,
    },
  ]);
}

/** Pictures, films and subtitles that no page shows. */
export function unusedPictures(mentions: readonly Mentions[], pictures: Iterable<string>): Diagnostic[] {
  const shown = new Set(mentions.flatMap(({ files }) => files));
  return [...pictures]
    .filter((file) => belowFolder.test(file) && !shown.has(file))
    .map((file) =>
      fileDiagnostic(
        `public${file}`,
        'unused-picture',
        'no page shows this file',
        'show it somewhere, or delete it',
      ),
    );
}
