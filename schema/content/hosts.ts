import { z } from 'zod';

/** Where a site is published, with the names that messages use. */
export const hostNames = {
  netlify: 'Netlify',
  'cloudflare-pages': 'Cloudflare Pages',
  vercel: 'Vercel',
  nginx: 'nginx',
  node: '`npm start`',
  'github-pages': 'GitHub Pages',
  other: 'other hosts without redirects',
} as const;
export type HostName = keyof typeof hostNames;

/** The setting for the host. */
export const host = z
  .enum(Object.keys(hostNames) as [HostName, ...HostName[]]) // as written above
  .optional()
  .describe(
    'Where the site is published, so that only what that host reads is written and checked; without it a build ' +
      'is for all of them.',
  )
  .meta({ choices: { ...hostNames, node: 'npm start', other: 'Another host' } });

/** Whether a host reads no redirects, so that small pages send browsers on. */
export const isWithoutRedirects = (name: HostName): boolean => name === 'github-pages' || name === 'other';

/** Whether every system takes the names of a path for files and folders, and hosts serve them. */
export const isFilesPath = (path: string): boolean =>
  !/[<>:"|?*\\]|\/\.|[. ](?:\/|$)/.test(path) &&
  path.split('/').every((name) => new TextEncoder().encode(name).length < 200);

/** Whether a host can send visitors of an old address on, and if not, why. */
export function whyNotOn(
  name: HostName,
  { path, query }: { path: string; query: string },
): string | undefined {
  if (query !== '') {
    if (isWithoutRedirects(name) || name === 'cloudflare-pages')
      return 'nothing is compared that stands behind a `?`';
    return name === 'netlify' && query.split('&').some((one) => !/^[^=]+=./.test(one))
      ? 'only `name=value` is compared behind a `?`'
      : undefined;
  }
  if (name === 'cloudflare-pages') return isPattern(path) ? '`*` and `:` begin a pattern' : undefined;
  return isWithoutRedirects(name) && !isFilesPath(path)
    ? 'a file of this name would be needed, which not every system takes'
    : undefined;
}

/** Whether Cloudflare Pages and Netlify would take a part of a path for a pattern. */
const isPattern = (path: string): boolean => /\*|:[A-Za-z]|\/:/.test(path);
