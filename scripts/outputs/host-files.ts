import type { Website } from '../../schema/check/check.ts';
import { basePath } from '../../schema/base/routes.ts';
import { buildMark } from '../system/project.ts';
import { contentTypes, unknownType } from '../system/content-types.ts';
import { revalidate, type HeaderRule, headersFile } from './headers.ts';
import { nginxAnswers, nginxRedirects, type Redirect, redirectsFile, vercelRedirects } from './redirects.ts';

/** Formats headers, redirects and error pages for nginx, to include in its `server` block. */
export function nginxConfig(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  hidden: readonly string[],
  base = '',
): string {
  const all = `${base}/*`;
  const everywhere = Object.entries(rules.find(({ path }) => path === all)?.headers ?? {});
  const compressed = Object.values(contentTypes).filter((type) => type.includes('charset'));
  const home = nginxAnswers(redirects.filter(({ from }) => from === '/'));
  const narrower = rules.filter(({ path }) => path !== all);
  const ownTypes = narrower.flatMap(({ headers }) => headers['Content-Type'] ?? []);
  return `# Include this in the server block of the site, next to listen, server_name, root and certificates.

absolute_redirect off;
# Send the copies that the build has compressed. Other files are compressed on request.
gzip_static on;
gzip on;
gzip_comp_level 6;
gzip_types ${[...compressed, ...ownTypes].map(quoteNginxText).join(' ')};
gzip_vary on;

types {
${Object.entries(contentTypes)
  .map(([ending, type]) => `  "${type}" ${ending};`)
  .join('\n')}
}
default_type ${unknownType};

set $caching "${revalidate}";
add_header Cache-Control $caching always;
${everywhere.map(([name, value]) => `add_header ${name} ${quoteNginxText(value)} always;`).join('\n')}

error_page 404 ${base}/404.html;
location ${base}/ {
  try_files $uri $uri.html $uri/index.html =404;
}
# Each page has one address, without a slash, \`.html\` or \`index\` at the end.
location = ${base}/ {
${home === '' ? '' : `  ${home}\n`}  try_files ${base}/index.html =404;
}
${base === '' ? '' : `location = ${base} { return 301 ${base}/; }\n`}location = ${base}/index {
  return 301 ${base}/;
}
location = ${base}/index.html {
  if (-f $document_root${base}/index.page.json) { return 301 ${base}/; }
  try_files $uri =404;
}
location ~ ^(?<page>${pattern(base)}/.+?)(?:/index)?\\.html$ {
  if (-f $document_root$page.page.json) { return 301 $page; }
  try_files $uri =404;
}
location ~ ^(?<page>${pattern(base)}/.+)/(?:index)?$ {
  try_files $page/index.html @page;
}
location @page {
  if (-f $document_root$page.html) { return 301 $page; }
  return 404;
}
${narrower.map(formatLocation).join('')}
# Files for other hosts.
${hidden.map((file) => `location = ${base}/${file} { return 404; }\n`).join('')}
${nginxRedirects(redirects, base)}`;
}

/** Escapes a path for a regular expression. */
const pattern = (path: string): string => path.replaceAll('.', String.raw`\.`);

/** Quotes a string for nginx. */
const quoteNginxText = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** In nginx, `add_header` in a location replaces all inherited headers, so these headers use other directives. */
const means: Record<string, (value: string) => string> = {
  'Cache-Control': (value) => `set $caching "${value}";`,
  'Content-Type': (value) => `types {} default_type "${value}";`,
};

function formatLocation({ path, headers }: HeaderRule): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    const line = means[name]?.(value);
    if (line === undefined) throw new Error(`Setting ${name} for ${path} only is not supported for nginx.`);
    return `  ${line}\n`;
  });
  const location = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`;
  return `location ${location} {\n${lines.join('')}  try_files $uri =404;\n}\n`;
}

/** Formats headers and redirects for Vercel. */
function vercelConfig(rules: readonly HeaderRule[], redirects: readonly Redirect[], base: string): string {
  const config = {
    cleanUrls: true,
    // Below a path, the home page needs its slash, like on other hosts.
    ...(base === '' && { trailingSlash: false }),
    redirects: [
      ...(base === '' ? [] : [{ source: `${base}/:path+/`, destination: `${base}/:path+`, statusCode: 308 }]),
      ...vercelRedirects(redirects, base),
    ],
    headers: rules.map(({ path, headers }) => ({
      source: path.replace('*', '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Files for hosts and for the next build, which are not served. */
export const hostFiles: readonly string[] = [
  '_headers',
  '_redirects',
  'vercel.json',
  'nginx.conf',
  buildMark,
];

/** Writes the headers and redirects for every host. */
export function writeHostFiles(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  website: Pick<Website, 'pages' | 'site'>,
  write: (file: string, text: string) => void,
): void {
  const base = basePath(website.site.url);
  write('_headers', headersFile(rules));
  write('_redirects', redirectsFile(redirects, website));
  write('vercel.json', vercelConfig(rules, redirects, base));
  write('nginx.conf', nginxConfig(rules, redirects, hostFiles, base));
}
