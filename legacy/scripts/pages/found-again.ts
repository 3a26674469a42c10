import type { Assets, SourceFile } from '../../../schema/content/source-file.ts';
import { checkedAgain } from '../../schema/check/check-again.ts';
import { isPage } from '../../../schema/checker/file-names.ts';
import { contentHash } from '../../schema/check/file-state.ts';
import { readSiteFile } from '../../../schema/checker/read-file.ts';
import type { FoundLast } from './found-last.ts';
import type { FactsCache } from '../../../scripts/source/facts-cache.ts';

/** More than so many have not been edited by hand. */
const maxEdited = 20;

/**
 * What was found in a site the last time, if that holds still: no file has come or gone, and the pages that
 * have changed say and ask the same, and are found to be the same. Those come with their new `versions`.
 */
export function lastResult(
  kept: FactsCache,
  files: readonly SourceFile[],
  assets: Assets,
  now: Date,
): { found: FoundLast; versions: ReadonlyMap<string, string> } | undefined {
  const { last } = kept;
  const siteSource = files.find(({ path }) => path === '_site.yaml');
  if (!last || !siteSource) return undefined;
  const { holds, with: withVersions } = last;
  const isTime = holds[0] <= now.getTime() && now.getTime() < holds[1];
  if (!isTime || contentHash(siteSource) !== withVersions[0] || assets.version !== withVersions[1])
    return undefined;

  if (files.length !== kept.size + 1) return undefined;
  const edited = files.filter((one) => one !== siteSource && contentHash(one) !== kept.contentHash(one.path));
  if (edited.length === 0) return { found: last, versions: new Map() };
  if (edited.length > maxEdited) return undefined;
  const site = readSiteFile(siteSource);
  const shared = (name: string) => files.find(({ path }) => path === `_shared/${name}.yaml`);
  for (const source of edited) {
    const known = isPage(source.path) && kept.page(source.path);
    // What was found by rules over all pages stands on a line of it.
    if (!known || known.locateDiagnostic || !site.document) return undefined;
    const again = checkedAgain(source, known, { site, assets, shared });
    if (!again || !kept.isValidChoice(source.path, again)) return undefined;
  }
  return { found: last, versions: new Map(edited.map((source) => [source.path, contentHash(source)])) };
}
