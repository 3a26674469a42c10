import type { Website } from '../../schema/check/check.ts';
import { normalizeRoute } from '../../schema/move/page-address.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { fileForRoute } from '../site/new-page.ts';
import { UsageError } from '../system/command.ts';

/** Longer ones are cut between two words. */
const maxName = 50;

/** Why no page can have an address, in a sentence for the author. */
export function addressProblem(
  address: string,
  { files: { sources } }: Pick<LoadedSite, 'files'>,
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
