import { z } from 'zod';
import { described } from '../fields/described-fields.ts';
import { internalLink } from '../fields/link-fields.ts';
import { decodeUrlPath } from '../base/routes.ts';
import { externalPage } from '../fields/url-fields.ts';

/** An address that an earlier version of the site used. */
export interface OldAddress {
  /** The decoded path. */
  path: string;
  /** The query, without the `?`, encoded as browsers send it. If it is empty, any query matches. */
  query: string;
}

/** Returns the reason why a string cannot be a path on this host, or `undefined` if it can. */
function findPathProblem(rawText: string): string | undefined {
  if (!rawText.startsWith('/'))
    return 'must be the address without the domain, starting with `/`, like `/about.html`';
  if (rawText.includes('*')) return 'cannot contain `*`; write a line for each address';
  const path = decodeUrlPath(rawText);
  if (path === undefined) return 'has an invalid `%` code; write the character itself, or `%25` for `%`';
  // oxlint-disable-next-line no-control-regex -- hosts cannot match control characters
  if (/[\\\u0000-\u001F\u007F]/.test(path)) return 'cannot contain `\\` or a line break';
  return /\/(?:\.{0,2})(?:\/|$)/.test(path)
    ? 'must have a name between two `/`, other than `.` and `..`'
    : undefined;
}

/** Returns the reason why a string cannot be the address of another program, or `undefined` if it can. */
function findProgramProblem(rawText: string): string | undefined {
  if (/[?#]/.test(rawText)) return 'must be a path without `?` or `#`, like `/shop`';
  return rawText === '/' ? 'cannot be `/`, which is the home page' : findPathProblem(rawText);
}

/** Returns the reason why a string cannot be an old address, or `undefined` if it can. */
function findAddressProblem(rawText: string): string | undefined {
  if (rawText.includes('#')) return 'must end before the `#`, because browsers do not send the part after it';
  const { path, query } = splitOldAddress(rawText);
  if (path === '/' && query === '') return 'cannot be `/`, which is the home page';
  // oxlint-disable-next-line no-control-regex -- browsers never send control characters
  if (/[\s\u0000-\u001F\u007F]/.test(query))
    return 'cannot contain a space after the `?`; write `+` or `%20`, as in links';
  return path === '/' ? undefined : findPathProblem(path);
}

/** Splits an address into its path and query. */
function splitOldAddress(rawText: string): OldAddress {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(rawText) ?? [];
  return { path, query };
}

/** Encodes a query as browsers send it, without empty parameters. */
const encodeQuery = (query: string): string =>
  new URL(`https://localhost/?${query}`).search.slice(1).split('&').filter(Boolean).join('&');

const createCheck =
  (findProblem: typeof findPathProblem) =>
  (rawText: string, { addIssue }: { addIssue(issue: { code: 'custom'; message: string }): void }) => {
    const message = findProblem(rawText);
    if (message !== undefined) addIssue({ code: 'custom', message });
  };

const oldAddress = described(
  z
    .string()
    .superRefine(createCheck(findAddressProblem))
    .transform((rawText): OldAddress => {
      const { path, query } = splitOldAddress(rawText);
      return { path: decodeUrlPath(path) ?? path, query: encodeQuery(query) };
    }),
  'The old address, without the domain.',
  '/about.html',
).meta({ label: 'Old address' });

/** An item of the site setting `redirects`. */
export const redirect = z.union(
  [
    z.strictObject({ from: oldAddress, to: internalLink.meta({ isLink: false }) }),
    z.strictObject({
      from: oldAddress,
      href: described(
        externalPage,
        'The address on another site that visitors are sent to.',
        'https://www.example.org',
      ),
    }),
  ],
  { error: 'needs `from`, and `to` for a page or file of this site, or `href` for another site' },
);

/** A path on this host. Another program handles all addresses below it. */
export const otherProgram = described(
  z
    .string()
    .superRefine(createCheck(findProgramProblem))
    .transform((rawText) => decodeUrlPath(rawText) ?? rawText),
  'The address of another program, such as `/shop`, which serves all addresses below it.',
  '/shop',
);
