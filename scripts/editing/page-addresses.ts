import { toRoute } from '../../schema/base/routes.ts';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import { checkFileName } from '../../schema/check/file-names.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { normalizeRoute } from '../../schema/move/page-address.ts';
import { UsageError } from '../system/errors.ts';

/** Maximum length of a suggested name, in characters. Longer names are cut between words. */
const maxNameLength = 50;

/** Returns the file path for a new page with this address. Throws a usage error if the address is invalid or taken. */
export function resolveNewPageFile(input: string, sources: readonly SourceFile[]): string {
  const address = addressToRoute(input);
  const suggestedRoute = normalizeRoute(address);
  const toUsageError = (reason: string, fix: string) => new UsageError(`\`${input}\` ${reason}. ${fix}`);
  if (!/^(\/|(\/[a-z0-9-]+)+)$/.test(address))
    throw toUsageError(
      'cannot be the address of a page: use only lower-case letters, digits, hyphens and slashes',
      suggestedRoute === '/' ? 'Write one like `/about/us`.' : `Write \`${suggestedRoute}\`.`,
    );
  const existingFile = sources.find(({ path }) => toRoute(path) === toRoute(`${address.slice(1)}.yaml`));
  if (existingFile)
    throw toUsageError(
      `is already the address of ${existingFile.file}`,
      'Nothing was written. Choose another address.',
    );
  const path = address === '/' ? 'index.yaml' : `${address.slice(1)}.yaml`;
  const [nameDiagnostic] = checkFileName({ path, file: path, text: '' }, undefined);
  if (nameDiagnostic)
    throw toUsageError(
      `cannot be the address of a page: ${nameDiagnostic.message}`,
      `Write \`/our${address.replace('/', '-')}\`.`,
    );
  return path;
}

/** Returns the reason why a new page cannot have this address, or `undefined` if it can. */
export function explainAddressProblem(
  address: string,
  { files: { sources } }: Pick<CheckedSite, 'files'>,
  website: Website | undefined,
): string | undefined {
  if (address.trim() === '') return 'Write an address like `/about/us`.';
  try {
    resolveNewPageFile(address, sources);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  const route = addressToRoute(address);
  const advice = 'Choose another address.';
  if (website?.pages.has(route))
    return `\`${route}\` is the address of a page that is generated from a list. ${advice}`;
  if (website?.redirects.some(({ path }) => path === route))
    return `\`${route}\` is an old address that redirects to another page. ${advice}`;
  return undefined;
}

/** Converts an address to a route, for example `about/us/` to `/about/us`. */
export const addressToRoute = (address: string): string => `/${address.replaceAll(/^\/+|\/+$/g, '')}`;

/** Returns an unused address in a folder, derived from the title of a page. */
export function suggestAddress(title: string, folder: string, isFree: (address: string) => boolean): string {
  const fullName = normalizeRoute(title.replaceAll('/', ' ')).replaceAll(/^\/|\/$/g, '');
  const shortName =
    fullName.length > maxNameLength ? fullName.slice(0, maxNameLength + 1).replace(/-[^-]*$/, '') : fullName;
  const name = (shortName || 'new-page').slice(0, maxNameLength);
  const address = `${folder === '/' ? '' : folder}/${name}`;
  if (isFree(address)) return address;
  for (let number = 2; number < 100; number++)
    if (isFree(`${address}-${number}`)) return `${address}-${number}`;
  return address;
}
