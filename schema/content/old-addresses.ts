import { z } from 'zod';
import { described } from './described-fields.ts';
import { internalLink } from './link-fields.ts';
import { decodedPath } from './routes.ts';
import { externalPage } from './url-fields.ts';

/** Why a text cannot be the path of an address on this host. */
function pathProblem(written: string): string | undefined {
  if (!written.startsWith('/'))
    return 'must be the address without the name of the site, so that it begins with `/`: `/about.html`';
  if (/[?#]/.test(written))
    return 'must end before the first `?` or `#`, since hosts do not compare what follows it';
  if (written.includes('*')) return 'must be one address, so it cannot hold `*`; write a line for each';
  const path = decodedPath(written);
  if (path === undefined) return 'has a `%` that stands for no letter; write the letter itself, or `%25`';
  if (path === '/') return 'cannot be `/`, which is the home page';
  // oxlint-disable-next-line no-control-regex -- hosts cannot match these
  if (/[\\\u0000-\u001F\u007F]/.test(path)) return 'cannot hold `\\` or a line break';
  return /\/(?:\.{0,2})(?:\/|$)/.test(path)
    ? 'must have a name between two `/`, and not `.` or `..`'
    : undefined;
}

/** The path of any address on this host, with any letters, percent-encoded or not. */
const anyPath = z
  .string()
  .superRefine((written, { addIssue }) => {
    const message = pathProblem(written);
    if (message !== undefined) addIssue({ code: 'custom', message });
  })
  .transform((written) => decodedPath(written) ?? written);

const from = described(
  anyPath,
  'The old address, without the name of the site, as it stands in links elsewhere.',
  '/about.html',
);

/** An entry of the list of old addresses. */
export const redirect = z.union(
  [
    z.strictObject({ from, to: internalLink.meta({ isLink: false }) }),
    z.strictObject({
      from,
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
  anyPath,
  'The address where another program begins, such as `/shop`; everything below it belongs to it.',
  '/shop',
);
