import { outputPaths } from '../../schema/content/output-paths.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { outputTypes } from './outputs.ts';

/**
 * Headers of the answers at a path: `/*` is every address, `/assets/*` all below a folder, anything else one
 * file. No two rules set the same header at one address: hosts do not agree on which of them would win.
 */
export interface HeaderRule {
  path: string;
  headers: Record<string, string>;
}

/** The names of other sites, by what a site shows of them. */
export interface ExternalHosts {
  pictures: readonly string[];
  /** Only those that a page has now. */
  frames: readonly string[];
}

const secure = (host: string) => `https://${host}`;

/** A file whose name changes with its content need not be asked for again. */
const forever = 'public, max-age=31536000, immutable';
/** For files that visitors never see, so that an older copy does no harm. */
const forADay = 'public, max-age=86400';
/**
 * What every other file is sent with, unless a rule says otherwise. The hosts that read `_headers` do so by
 * themselves.
 */
export const revalidate = 'public, max-age=0, must-revalidate';

/**
 * Every header that a site's server sets of itself, whichever server that is. `scripts` are the hashes of the
 * scripts that stand in its documents, `hosts` the other sites that it shows something of.
 */
export function responseHeaders(
  backend: BackendProject,
  scripts: Iterable<string>,
  hosts: ExternalHosts = { pictures: [], frames: [] },
): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': contentSecurityPolicy(backend, scripts, hosts),
        // Not for subdomains: they may be other people's. Browsers heed it over https only, so it may be sent
        // anywhere.
        'Strict-Transport-Security': 'max-age=31536000',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
        // The pages that answer a form post may come from a sibling, which shows the site's mark.
        'Cross-Origin-Resource-Policy': 'same-site',
        'Speculation-Rules': `"${outputPaths.speculationRules}"`,
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': forever } },
    ...Object.entries(outputTypes).map(([path, type]) => ({
      path,
      headers: {
        'Content-Type': type,
        ...(path === outputPaths.speculationRules && { 'Cache-Control': forADay }),
      },
    })),
  ];
}

const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * What a page may load, run and send. It names every kind of request but styles, and therefore has no
 * `default-src`, which would be theirs too: the styles of a page are its own, so it names them itself (see
 * style-csp.ts).
 */
function contentSecurityPolicy(
  { address }: BackendProject,
  scripts: Iterable<string>,
  hosts: ExternalHosts,
): string {
  const own = "'self'";
  const none = ["'none'"];
  const functions = address === '' ? [own] : [own, address];
  const directives: Record<string, readonly string[]> = {
    'script-src': [own, ...scripts],
    'style-src-attr': none,
    'img-src': [own, ...hosts.pictures.map(secure)],
    'font-src': [own],
    'media-src': [own],
    'manifest-src': [own],
    'connect-src': functions,
    'form-action': functions,
    'frame-src': hosts.frames.length === 0 ? none : hosts.frames.map(secure),
    'worker-src': none,
    'object-src': none,
    'base-uri': none,
    'frame-ancestors': none,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': none,
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** What Cloudflare Pages takes; Netlify takes more. */
const longestLine = 2000;

/** Header rules in the form that Netlify and Cloudflare Pages read. */
export function headersFile(rules: readonly HeaderRule[]): string {
  const lines = rules.flatMap(({ path, headers }) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const long = lines.find((line) => line.length > longestLine);
  if (long !== undefined)
    throw new Error(
      `A header of ${long.length} characters is more than hosts take: ${long.slice(0, 200)}… ` +
        'Scripts that stand in pages must be one and the same for every page.',
    );
  return lines.map((line) => `${line}\n`).join('');
}

/** Reads what `headersFile` has written. */
export function readHeadersFile(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name, value] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) rules.push({ path: line, headers: {} });
    else Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
  }
  return rules;
}
