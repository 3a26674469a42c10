import { outputPaths } from '../../schema/base/routes.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { createContentSecurityPolicy, type ExternalHosts } from './csp.ts';
import { outputTypes } from './outputs.ts';

/**
 * Headers for a path: `/*` matches all files, `/assets/*` the files of a folder, and any other path a single file. No
 * two rules may set the same header for the same file, because hosts disagree on precedence.
 */
export interface HeaderRule {
  path: string;
  headers: Record<string, string>;
}

/** `Cache-Control` for files with a content hash in their name. */
const cacheForever = 'public, max-age=31536000, immutable';
/** `Cache-Control` for files that visitors never see. Outdated copies of these files do no harm. */
const cacheForDay = 'public, max-age=86400';
/** The default `Cache-Control`. Hosts that read `_headers` have the same default. */
export const mustRevalidate = 'public, max-age=0, must-revalidate';

/**
 * Creates all header rules for a site, for any server. `scripts` contains the hashes of inline scripts, `hosts` the
 * hosts of embedded content. The site is served below the path `base`.
 */
export function createHeaderRules(
  backend: BackendProject,
  scripts: Iterable<string>,
  hosts: ExternalHosts = { pictures: [], frames: [] },
  base = '',
): HeaderRule[] {
  const rules: HeaderRule[] = [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': createContentSecurityPolicy(backend, scripts, hosts),
        // Exclude subdomains, which may belong to other people. On HTTP, browsers ignore this header.
        'Strict-Transport-Security': 'max-age=31536000',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
        'Cross-Origin-Opener-Policy': 'same-origin',
        // Use `same-site`, because pages that answer form submissions show the logo and may come from a sibling host.
        'Cross-Origin-Resource-Policy': 'same-site',
        'Speculation-Rules': `"${base}${outputPaths.speculationRules}"`,
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': cacheForever } },
    ...Object.entries(outputTypes).map(([path, type]) => ({
      path,
      headers: {
        'Content-Type': type,
        ...(path === outputPaths.speculationRules && { 'Cache-Control': cacheForDay }),
      },
    })),
  ];
  return rules.map(({ path, headers }) => ({ path: base + path, headers }));
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

/** The maximum number of characters per line on Cloudflare Pages. Netlify allows longer lines. */
const maxLineLength = 2000;

/** Formats header rules for Netlify and Cloudflare Pages. */
export function formatHeadersFile(rules: readonly HeaderRule[]): string {
  const lines = rules.flatMap(({ path, headers }) => [
    path,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  const longLine = lines.find((line) => line.length > maxLineLength);
  if (longLine !== undefined)
    throw new Error(
      `A header is ${longLine.length} characters long, which is more than hosts allow: ${longLine.slice(0, 200)}… ` +
        'Use the same inline scripts on every page.',
    );
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the path below which the site with these header rules is served. */
export const findBasePath = (rules: readonly HeaderRule[]): string =>
  rules.find(({ path }) => path.endsWith('/*'))?.path.slice(0, -2) ?? '';

/** Parses the output of `formatHeadersFile`. */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name, value] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) rules.push({ path: line, headers: {} });
    else Object.assign(rules.at(-1)?.headers ?? {}, { [name]: value });
  }
  return rules;
}
