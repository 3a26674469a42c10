import { routeOf } from '../../schema/base/routes.ts';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import { fileNameDiagnostics } from '../../schema/check/file-names.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { normalizeRoute } from '../../schema/move/page-address.ts';
import { UsageError } from '../system/errors.ts';

/** Maximum length of a suggested name. Longer ones are cut between words. */
const maxName = 50;

/** Returns the path of the file for a new page. Throws a usage error if the route is invalid or taken. */
export function fileForRoute(written: string, present: readonly SourceFile[]): string {
  const address = addressToRoute(written);
  const better = normalizeRoute(address);
  const wrong = (why: string, fix: string) => new UsageError(`\`${written}\` ${why}. ${fix}`);
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address))
    throw wrong(
      'cannot be the address of a page: use only lower-case letters, digits, hyphens and slashes',
      better === '/' ? 'Write one like `/about/us`.' : `Write \`${better}\`.`,
    );
  const same = present.find(({ path }) => routeOf(path) === routeOf(`${address.slice(1)}.yaml`));
  if (same) throw wrong(`is already the address of ${same.file}`, 'Nothing was written. Choose another one.');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [other] = fileNameDiagnostics({ path, file: path, text: '' }, undefined);
  if (other)
    throw wrong(
      `cannot be the address of a page: ${other.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  return path;
}

/** Returns a message for the author if a new page cannot have this address. */
export function addressProblem(
  address: string,
  { files: { sources } }: Pick<CheckedSite, 'files'>,
  website: Website | undefined,
): string | undefined {
  if (address.trim() === '') return 'Write an address like `/about/us`.';
  try {
    fileForRoute(address, sources);
  } catch (problem) {
    if (problem instanceof UsageError) return problem.message;
    throw problem;
  }
  const route = addressToRoute(address);
  const choose = 'Choose another address.';
  if (website?.pages.has(route))
    return `\`${route}\` is the address of a page that is generated from a list. ${choose}`;
  if (website?.redirects.some(({ path }) => path === route))
    return `\`${route}\` is an old address that redirects to another page. ${choose}`;
  return undefined;
}

/** Returns `/about/us` for `about/us/`. */
export const addressToRoute = (address: string): string => `/${address.replaceAll(/^\/+|\/+$/g, '')}`;

/** Suggests an address for a page with this title in a folder. */
export function suggestAddress(title: string, folder: string, isFree: (address: string) => boolean): string {
  const whole = normalizeRoute(title.replaceAll('/', ' ')).replaceAll(/^\/|\/$/g, '');
  const cut = whole.length > maxName ? whole.slice(0, maxName + 1).replace(/-[^-]*$/, '') : whole;
  const name = (cut || 'new-page').slice(0, maxName);
  const address = `${folder === '/' ? '' : folder}/${name}`;
  if (isFree(address)) return address;
  for (let number = 2; number < 100; number++)
    if (isFree(`${address}-${number}`)) return `${address}-${number}`;
  return address;
}
