import { z } from 'zod';
import { mapValues } from '../base/data.ts';

/** What a host can do with old addresses. */
interface Host {
  /** Its name in messages. */
  name: string;
  /** Whether small pages send browsers on, as it reads no redirects. */
  usesPages?: true;
  /** What it compares behind the `?` of an address. */
  queries: 'any' | 'name=value' | 'none';
  /** Whether `*` and `:` always begin a pattern in its redirects. */
  hasPatterns?: true;
  /** Whether its redirects can go before files, as `301!`. Other readers of `_redirects` accept one form only. */
  hasForced?: boolean;
  /** Whether it shows the page for errors at the address of a page with a slash. */
  failsAtSlash?: true;
}

export type HostName =
  | 'netlify'
  | 'cloudflare-pages'
  | 'vercel'
  | 'nginx'
  | 'node'
  | 'github-pages'
  | 'other';

/** Where a site can be published. */
export const hosts: Readonly<Record<HostName, Host>> = {
  netlify: { name: 'Netlify', queries: 'name=value', hasForced: true },
  'cloudflare-pages': { name: 'Cloudflare Pages', queries: 'none', hasPatterns: true, hasForced: false },
  vercel: { name: 'Vercel', queries: 'any' },
  nginx: { name: 'nginx', queries: 'any' },
  node: { name: '`npm start`', queries: 'any' },
  'github-pages': { name: 'GitHub Pages', queries: 'none', usesPages: true, failsAtSlash: true },
  other: { name: 'other hosts without redirects', queries: 'none', usesPages: true },
};
export const hostNames = Object.keys(hosts) as HostName[]; // as written above

/** The setting for the host. */
export const host = z
  .enum(hostNames)
  .optional()
  .describe(
    'Where the site is published, so that only what that host reads is written and checked; without it a build ' +
      'is for all of them.',
  )
  .meta({ choices: { ...mapValues(hosts, ({ name }) => name), node: 'npm start', other: 'Another host' } });

/** Whether every system takes the names of a path for files and folders, and hosts serve them. */
export const isFilesPath = (path: string): boolean =>
  !/[<>:"|?*\\]|\/\.|[. ](?:\/|$)/.test(path) &&
  path.split('/').every((name) => new TextEncoder().encode(name).length < 200);

/** Why a host cannot send visitors of an old address on, if it cannot. */
export function unsupportedReason(
  { usesPages, queries, hasPatterns }: Host,
  { path, query }: { path: string; query: string },
): string | undefined {
  if (query !== '') {
    if (queries === 'none') return 'nothing is compared that stands behind a `?`';
    return queries === 'name=value' && query.split('&').some((one) => !/^[^=]+=./.test(one))
      ? 'only `name=value` is compared behind a `?`'
      : undefined;
  }
  if (hasPatterns && /\*|:[A-Za-z]|\/:/.test(path)) return '`*` and `:` begin a pattern';
  return usesPages && !isFilesPath(path)
    ? 'a file of this name would be needed, which not every system takes'
    : undefined;
}
