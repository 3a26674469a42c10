import { check } from '../../schema/check/check.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { pageEnding } from '../../schema/base/routes.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { now } from '../system/project.ts';
import type { ListedFile } from './change-list.ts';

/** The faults of the site as it is handed in: without the changes that are left out. */
export function faultsOfChosen(
  site: LoadedSite,
  files: readonly ListedFile[],
  chosen: readonly ListedFile[],
): Diagnostic[] {
  const left = files.filter((file) => !chosen.includes(file));
  if (left.length === 0) return filterErrors(site.diagnostics);
  const sources = new Map(site.files.sources.map((source) => [source.path, source]));
  const published = new Set(site.assets.files);
  const [first] = site.files.sources;
  const folder = first?.file.slice(0, -first.path.length) ?? '';
  for (const { paths, kind, before } of left) {
    const [first = '', last = ''] = [paths[0], paths.at(-1)];
    const inner = (path: string) => path.slice(path.indexOf('/') + 1);
    if (!pageEnding.test(first) || first.startsWith('public/')) {
      if (kind === 'new') published.delete(`/${inner(last)}`);
      else published.add(`/${inner(last)}`);
      continue;
    }
    if (kind === 'new' || kind === 'moved') sources.delete(inner(last));
    if (before !== undefined)
      sources.set(inner(first), { path: inner(first), file: folder + inner(first), text: before });
  }
  const texts = [...sources.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return filterErrors(check(texts, { ...site.assets, files: published }, now()).diagnostics);
}
