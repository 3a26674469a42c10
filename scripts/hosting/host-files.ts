import type { Website } from '../../schema/check.ts';
import { headersFile } from './headers-file.ts';
import { nginxConfig } from './nginx-config.ts';
import type { HeaderRule } from './response-headers.ts';
import { vercelConfig } from './vercel-config.ts';

/** By this file a build knows the folder of an earlier one. */
export const buildMark = '.pagewright';

/** What hosts and the next build read, and visitors have no use for. */
export const hostFiles: readonly string[] = [
  '_headers',
  '_redirects',
  'vercel.json',
  'nginx.conf',
  buildMark,
];

/** Writes headers and redirects for every host, in the form that each reads. */
export function writeHostFiles(
  rules: readonly HeaderRule[],
  redirects: Website['redirects'],
  write: (file: string, text: string) => void,
): void {
  write('_headers', headersFile(rules));
  write('_redirects', redirects.map(({ path, to }) => `${path} ${to} 301\n`).join(''));
  write('vercel.json', vercelConfig(rules, redirects));
  write('nginx.conf', nginxConfig(rules, redirects, hostFiles));
}
