import type { Website } from '../../schema/check/check.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import { buildMarkerName } from '../system/project.ts';
import { contentTypes, defaultContentType } from '../system/content-types.ts';
import { mustRevalidate, type HeaderRule, formatHeadersFile } from './headers.ts';
import {
  formatNginxAnswers,
  formatNginxRedirects,
  type Redirect,
  formatRedirectsFile,
  formatVercelRedirects,
} from './redirects.ts';

/** Formats headers, redirects and error pages as an nginx configuration, to include in a `server` block. */
export function formatNginxConfig(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  hiddenFiles: readonly string[],
  base = '',
): string {
  const allPaths = `${base}/*`;
  const globalHeaders = Object.entries(rules.find(({ path }) => path === allPaths)?.headers ?? {});
  const compressedTypes = Object.values(contentTypes).filter((type) => type.includes('charset'));
  const homeRedirects = formatNginxAnswers(redirects.filter(({ from }) => from === '/'));
  const specificRules = rules.filter(({ path }) => path !== allPaths);
  const customTypes = specificRules.flatMap(({ headers }) => headers['Content-Type'] ?? []);
  return `# Include this in the server block of the site, next to listen, server_name, root and certificates.

absolute_redirect off;
# Send the copies that the build has compressed. Other files are compressed on request.
gzip_static on;
gzip on;
gzip_comp_level 6;
gzip_types ${[...compressedTypes, ...customTypes].map(quoteNginxText).join(' ')};
gzip_vary on;

types {
${Object.entries(contentTypes)
  .map(([extension, type]) => `  "${type}" ${extension};`)
  .join('\n')}
}
default_type ${defaultContentType};

set $caching "${mustRevalidate}";
add_header Cache-Control $caching always;
${globalHeaders.map(([name, value]) => `add_header ${name} ${quoteNginxText(value)} always;`).join('\n')}

error_page 404 ${base}/404.html;
location ${base}/ {
  try_files $uri $uri.html $uri/index.html =404;
}
# Each page has one address, without a slash, \`.html\` or \`index\` at the end.
location = ${base}/ {
${homeRedirects === '' ? '' : `  ${homeRedirects}\n`}  try_files ${base}/index.html =404;
}
${base === '' ? '' : `location = ${base} { return 301 ${base}/; }\n`}location = ${base}/index {
  return 301 ${base}/;
}
location = ${base}/index.html {
  if (-f $document_root${base}/index.page.json) { return 301 ${base}/; }
  try_files $uri =404;
}
location ~ ^(?<page>${escapePattern(base)}/.+?)(?:/index)?\\.html$ {
  if (-f $document_root$page.page.json) { return 301 $page; }
  try_files $uri =404;
}
location ~ ^(?<page>${escapePattern(base)}/.+)/(?:index)?$ {
  try_files $page/index.html @page;
}
location @page {
  if (-f $document_root$page.html) { return 301 $page; }
  return 404;
}
${specificRules.map(formatLocation).join('')}
# Files for other hosts.
${hiddenFiles.map((file) => `location = ${base}/${file} { return 404; }\n`).join('')}
${formatNginxRedirects(redirects, base)}`;
}

/** Escapes a path for a regular expression. */
const escapePattern = (path: string): string => path.replaceAll('.', String.raw`\.`);

/** Quotes a string for nginx. */
const quoteNginxText = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/**
 * The nginx directives that set headers in a location, by header name. `add_header` would replace all inherited
 * headers.
 */
const directiveByHeader: Record<string, (value: string) => string> = {
  'Cache-Control': (value) => `set $caching "${value}";`,
  'Content-Type': (value) => `types {} default_type "${value}";`,
};

function formatLocation({ path, headers }: HeaderRule): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    const line = directiveByHeader[name]?.(value);
    if (line === undefined)
      throw new Error(`The nginx configuration does not support the header ${name} for ${path} only.`);
    return `  ${line}\n`;
  });
  const location = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`;
  return `location ${location} {\n${lines.join('')}  try_files $uri =404;\n}\n`;
}

/** Formats headers and redirects for Vercel. */
function formatVercelConfig(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  base: string,
): string {
  const config = {
    cleanUrls: true,
    // If the site is served below a path, the home page needs its trailing slash, as on other hosts.
    ...(base === '' && { trailingSlash: false }),
    redirects: [
      ...(base === '' ? [] : [{ source: `${base}/:path+/`, destination: `${base}/:path+`, statusCode: 308 }]),
      ...formatVercelRedirects(redirects, base),
    ],
    headers: rules.map(({ path, headers }) => ({
      source: path.replace('*', '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Files that are not served, because they are for hosts and for the next build. */
export const hostFiles: readonly string[] = [
  '_headers',
  '_redirects',
  'vercel.json',
  'nginx.conf',
  buildMarkerName,
];

/** Writes the headers and redirects for every host. */
export function writeHostFiles(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  website: Pick<Website, 'pages' | 'site'>,
  write: (file: string, text: string) => void,
): void {
  const base = getBasePath(website.site.url);
  write('_headers', formatHeadersFile(rules));
  write('_redirects', formatRedirectsFile(redirects, website));
  write('vercel.json', formatVercelConfig(rules, redirects, base));
  write('nginx.conf', formatNginxConfig(rules, redirects, hostFiles, base));
}
