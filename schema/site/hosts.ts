import { z } from 'zod';
import { mapValues } from '../base/data.ts';

/** A hosting service for built sites, and the kinds of redirects that it supports. */
interface Host {
  /** The name of the host in messages. */
  name: string;
  /** Set if the host supports no redirects, so the build writes small HTML pages that redirect browsers. */
  usesPages?: true;
  /** The queries that redirects can match. A query is the part of an address after the `?`. */
  queries: 'any' | 'name=value' | 'none';
  /** Set if the host always treats `*` and `:` in redirects as the start of a pattern. */
  hasPatterns?: true;
  /** Whether `301!` in `_redirects` lets a redirect override a file. Unset for hosts that do not read `_redirects`. */
  hasForced?: boolean;
  /** Set if the host shows the error page for page URLs with a slash at the end. */
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

/** The supported hosts, by the value of the site setting `host`. */
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

/** The site setting `host`. */
export const host = z
  .enum(hostNames)
  .optional()
  .describe(
    'The host of the site, so that the build creates and checks files for this host only (default: files for ' +
      'all hosts).',
  )
  .meta({ choices: { ...mapValues(hosts, ({ name }) => name), node: 'npm start', other: 'Another host' } });

/** Returns whether all operating systems accept the names in a path, and all hosts serve a file with this path. */
export const isSafeFilePath = (path: string): boolean =>
  !/[<>:"|?*\\]|\/\.|[. ](?:\/|$)/.test(path) &&
  path.split('/').every((name) => new TextEncoder().encode(name).length < 200);

/** Returns the reason why a host cannot redirect an old address, or `undefined` if it can. */
export function findUnsupportedReason(
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
    ? 'it would need a file with this name, which not all systems support'
    : undefined;
}
