import { routeOf } from '../../schema/base/routes.ts';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import { fileNameDiagnostics } from '../../schema/check/file-names.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { normalizeRoute } from '../../schema/move/page-address.ts';
import { UsageError } from '../system/errors.ts';

/** Longer ones are cut between two words. */
const maxName = 50;

/** Returns the path of the file for a new page. Throws a usage error if the route is invalid or taken. */
export function fileForRoute(written: string, present: readonly SourceFile[]): string {
  const address = routeOfAddress(written);
  const better = normalizeRoute(address);
  const wrong = (why: string, fix: string) => new UsageError(`\`${written}\` ${why}. ${fix}`);
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address))
    throw wrong(
      'cannot be the address of a page: it may hold lower-case letters, digits, hyphens and slashes only',
      better === '/' ? 'Write one like `/about/us`.' : `Write \`${better}\`.`,
    );
  const same = present.find(({ path }) => routeOf(path) === routeOf(`${address.slice(1)}.yaml`));
  if (same) throw wrong(`is the address of ${same.file} already`, 'Nothing was written: choose another one.');
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [other] = fileNameDiagnostics({ path, file: path, text: '' }, undefined);
  if (other)
    throw wrong(
      `cannot be the address of a page: ${other.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  return path;
}

/** Why no page can have an address, in a sentence for the author. */
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
  const route = routeOfAddress(address);
  const choose = 'Choose another address.';
  if (website?.pages.has(route)) return `\`${route}\` is a page that the build makes of a list. ${choose}`;
  if (website?.redirects.some(({ path }) => path === route))
    return `\`${route}\` is an old address that leads to another page. ${choose}`;
  return undefined;
}

/** `about/us/` is `/about/us`. */
export const routeOfAddress = (address: string): string => `/${address.replaceAll(/^\/+|\/+$/g, '')}`;

/** An address for a page with this title, in a folder. */
export function proposedAddress(title: string, folder: string, isFree: (address: string) => boolean): string {
  const whole = normalizeRoute(title.replaceAll('/', ' ')).replaceAll(/^\/|\/$/g, '');
  const cut = whole.length > maxName ? whole.slice(0, maxName + 1).replace(/-[^-]*$/, '') : whole;
  const name = (cut || 'new-page').slice(0, maxName);
  const address = `${folder === '/' ? '' : folder}/${name}`;
  if (isFree(address)) return address;
  for (let number = 2; number < 100; number++)
    if (isFree(`${address}-${number}`)) return `${address}-${number}`;
  return address;
}
