import {
  type Diagnostic,
  type DiagnosticInit,
  createFileDiagnostic,
  type DiagnosticInFile,
} from '../diagnostics/diagnostic.ts';
import type { Assets } from '../fields/source-file.ts';
import { setPublicFolder } from './public-files.ts';
import { collectLinks, collectLists, type PageFacts, type Reference } from './facts.ts';
import { removeHash } from '../base/routes.ts';
import type { SiteFiles, SiteGraph } from './site-graph.ts';

const unlinkedPageDiagnostic: DiagnosticInit = {
  path: [],
  part: 'first',
  rule: 'unlinked-page',
  message: 'no page, menu or footer links to this page',
  label: 'visitors cannot find it',
  advice: 'link to it, or write `status: draft` until it is ready',
  note: 'write `index: false` if only people who know its address should find it',
};

/** Matches media files in subfolders of `public/`, which are useful only if pages refer to them. */
const pageAssetPattern = /^\/.+\/.+\.(?:svg|png|jpe?g|jfif|webp|avif|mp4|webm|mp3|m4a|ogg|opus|wav|vtt)$/i;

/** Reports pages without any links to them. `siteReferences` contains the references in `_site.yaml`. */
export function checkUnlinkedPages(
  { pages }: SiteFiles,
  graph: SiteGraph,
  siteReferences: readonly Reference[],
): DiagnosticInFile[] {
  const links = new Set(collectLinks(siteReferences));
  for (const { facts } of pages) for (const link of collectPageLinks(facts, graph)) links.add(link);
  const linkedRoutes = new Set(['/', '/404', ...links]);
  // Translations count as linked, because the header of the original page links to them.
  for (const { facts } of pages)
    if (facts.settings?.translationOf !== undefined) linkedRoutes.add(facts.route);
  for (const { route } of graph.redirects)
    if (links.has(route)) linkedRoutes.add(removeHash(graph.redirectTarget(route) ?? route));
  const isUnlinked = ({ isRead, draft, unlisted, redirect, route }: PageFacts) =>
    isRead && !draft && !unlisted && redirect === undefined && !linkedRoutes.has(route);
  const unlinked = pages.map(({ facts }) => facts).filter(isUnlinked);
  // Evaluate the lists only if there are unlinked pages, because this is slow.
  const listedRoutes = unlinked.length > 0 ? collectListedRoutes(pages, graph) : new Set();
  return unlinked.flatMap(({ path, route }) =>
    listedRoutes.has(route) ? [] : [[path, unlinkedPageDiagnostic] as const],
  );
}

function collectListedRoutes(pages: SiteFiles['pages'], graph: SiteGraph): Set<string> {
  const listedRoutes = new Set<string>();
  for (const { facts } of pages) {
    if (facts.draft) continue;
    for (const list of collectLists({ blocks: graph.resolveBlocks(facts.blocks) }))
      for (const { path } of graph.posts.listPosts(list, facts.route)) listedRoutes.add(path);
  }
  return listedRoutes;
}

/** Returns the routes that a page and its shared blocks link to. */
export function collectPageLinks(page: PageFacts, graph: SiteGraph): string[] {
  const { route, draft, redirect, references, blocks } = page;
  if (draft || redirect !== undefined) return [];
  const shared = blocks.flatMap(({ use }) => (use === undefined ? [] : (graph.sharedFacts(use) ?? [])));
  const links = [references, ...shared.map((facts) => facts.references)].flatMap(collectLinks);
  return links.filter((link) => link !== route);
}

/** Returns the files in `public/` that the site uses. `siteFiles` contains the files that `_site.yaml` uses. */
export function collectUsedFiles({ pages, shared }: SiteFiles, siteFiles: readonly string[]): Set<string> {
  const usedFiles = new Set(siteFiles);
  for (const { facts } of [...pages, ...shared]) for (const file of facts.files) usedFiles.add(file);
  return usedFiles;
}

/** Reports pictures, videos, sounds and subtitles that no page uses. */
export function checkUnusedPictures(assets: Assets, usedFiles: ReadonlySet<string>): Diagnostic[] {
  return [...assets.files]
    .filter((file) => pageAssetPattern.test(file) && !usedFiles.has(file))
    .map((file) => {
      const advice = 'use it on a page, or delete it';
      const diagnostic = createFileDiagnostic(
        `public${file}`,
        'unused-picture',
        'no page shows this file',
        advice,
      );
      return setPublicFolder(diagnostic, assets);
    });
}

/** Reports shared blocks that no page uses. */
export function checkUnusedShared({ shared }: SiteFiles, graph: SiteGraph): DiagnosticInFile[] {
  const unused = shared.filter(
    ({ facts }) => facts.blocks.length > 0 && graph.findUsers(facts.name).length === 0,
  );
  return unused.map(({ facts: { path, name } }) => [
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
