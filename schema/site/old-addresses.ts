import { z } from 'zod';
import { described } from '../fields/described-fields.ts';
import { internalLink } from '../fields/link-fields.ts';
import { decodedPath } from '../base/routes.ts';
import { externalPage } from '../fields/url-fields.ts';

/** An address that a site had before. */
export interface OldAddress {
  /** Decoded. */
  path: string;
  /** What follows the `?`, as it is sent; empty if it does not matter. */
  query: string;
}

/** Why a text cannot be the path of an address on this host. */
function pathProblem(written: string): string | undefined {
  if (!written.startsWith('/'))
    return 'must be the address without the name of the site, so that it begins with `/`: `/about.html`';
  if (written.includes('*')) return 'must be one address, so it cannot hold `*`; write a line for each';
  const path = decodedPath(written);
  if (path === undefined) return 'has a `%` that stands for no letter; write the letter itself, or `%25`';
  // oxlint-disable-next-line no-control-regex -- hosts cannot match these
  if (/[\\\u0000-\u001F\u007F]/.test(path)) return 'cannot hold `\\` or a line break';
  return /\/(?:\.{0,2})(?:\/|$)/.test(path)
    ? 'must have a name between two `/`, and not `.` or `..`'
    : undefined;
}

/** Why a text cannot be the address where another program begins. */
function programProblem(written: string): string | undefined {
  if (/[?#]/.test(written))
    return 'must end before the first `?` or `#`: all that follows belongs to the program';
  return written === '/' ? 'cannot be `/`, which is the home page' : pathProblem(written);
}

/** Why a text cannot be an old address. */
function addressProblem(written: string): string | undefined {
  if (written.includes('#')) return 'must end before the `#`, since browsers do not send what follows it';
  const { path, query } = splitOldAddress(written);
  if (path === '/' && query === '') return 'cannot be `/`, which is the home page';
  // oxlint-disable-next-line no-control-regex -- no browser sends these
  if (/[\s\u0000-\u001F\u007F]/.test(query))
    return 'cannot hold a blank behind the `?`; write `+` or `%20`, as it is in links';
  return path === '/' ? undefined : pathProblem(path);
}

/** Divides an address at its first `?`. */
function splitOldAddress(written: string): OldAddress {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(written) ?? [];
  return { path, query };
}

/** A query as browsers send it: with parameters that have a name. */
const sentQuery = (query: string): string =>
  new URL(`https://localhost/?${query}`).search.slice(1).split('&').filter(Boolean).join('&');

const checkedWith =
  (problemOf: typeof pathProblem) =>
  (written: string, { addIssue }: { addIssue(issue: { code: 'custom'; message: string }): void }) => {
    const message = problemOf(written);
    if (message !== undefined) addIssue({ code: 'custom', message });
  };

const oldAddress = described(
  z
    .string()
    .superRefine(checkedWith(addressProblem))
    .transform((written): OldAddress => {
      const { path, query } = splitOldAddress(written);
      return { path: decodedPath(path) ?? path, query: sentQuery(query) };
    }),
  'The old address, without the name of the site, as it stands in links elsewhere.',
  '/about.html',
).meta({ label: 'Old address' });

/** An entry of the list of old addresses. */
export const redirect = z.union(
  [
    z.strictObject({ from: oldAddress, to: internalLink.meta({ isLink: false }) }),
    z.strictObject({
      from: oldAddress,
      href: described(
        externalPage,
        'The address of another site, to which visitors are sent.',
        'https://www.example.org',
      ),
    }),
  ],
  { error: 'needs `from`, and `to` for a page or file of this site, or `href` for another site' },
);

/** A path of this host that another program answers, with everything below it. */
export const otherProgram = described(
  z
    .string()
    .superRefine(checkedWith(programProblem))
    .transform((written) => decodedPath(written) ?? written),
  'The address where another program begins, such as `/shop`; everything below it belongs to it.',
  '/shop',
);
