import { z } from 'zod';
import { mapValues } from '../base/data.ts';

/** The redirects that a host supports. */
interface Host {
  /** The name in messages. */
  name: string;
  /** Set if the host supports no redirects, so that small HTML pages redirect browsers. */
  usesPages?: true;
  /** The queries (after the `?`) that its redirects can match. */
  queries: 'any' | 'name=value' | 'none';
  /** Set if `*` and `:` always start a pattern in its redirects. */
  hasPatterns?: true;
  /** Whether redirects can override files, as `301!`. Each reader of `_redirects` accepts only one of the two forms. */
  hasForced?: boolean;
  /** Set if the host shows the error page when the URL of a page ends with a slash. */
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

/** The supported hosts. */
export const hosts: Readonly<Record<HostName, Host>> = {
  netlify: { name: 'Netlify', queries: 'name=value', hasForced: true },
  'cloudflare-pages': { name: 'Cloudflare Pages', queries: 'none', hasPatterns: true, hasForced: false },
  vercel: { name: 'Vercel', queries: 'any' },
  nginx: { name: 'nginx', queries: 'any' },
  node: { name: '`npm start`', queries: 'any' },
  'github-pages': { name: 'GitHub Pages', queries: 'none', usesPages: true, failsAtSlash: true },
  other: { name: 'other hosts without redirects', queries: 'none', usesPages: true },
};
export const hostNames = Object.keys(hosts) as HostName[]; // typed as string[]

/** The setting for the host. */
export const host = z
  .enum(hostNames)
  .optional()
  .describe(
    'The host of the site, so that the build only creates and checks files for this host (default: files for ' +
      'all hosts).',
  )
  .meta({ choices: { ...mapValues(hosts, ({ name }) => name), node: 'npm start', other: 'Another host' } });

/** Returns whether all operating systems accept the names in a path, and hosts serve such files. */
export const isSafeFilePath = (path: string): boolean =>
  !/[<>:"|?*\\]|\/\.|[. ](?:\/|$)/.test(path) &&
  path.split('/').every((name) => new TextEncoder().encode(name).length < 200);

/** Returns the reason why a host cannot redirect an old address, or undefined if it can. */
export function unsupportedReason(
  { usesPages, queries, hasPatterns }: Host,
  { path, query }: { path: string; query: string },
): string | undefined {
  if (query !== '') {
    if (queries === 'none') return 'redirects ignore the part after a `?`';
    return queries === 'name=value' && query.split('&').some((parameter) => !/^[^=]+=./.test(parameter))
      ? 'redirects only match `name=value` after a `?`'
      : undefined;
  }
  if (hasPatterns && /\*|:[A-Za-z]|\/:/.test(path)) return '`*` and `:` start a pattern';
  return usesPages && !isSafeFilePath(path)
    ? 'a file with this name would be needed, which not all systems support'
    : undefined;
}
