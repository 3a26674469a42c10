import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Website } from '../schema/check.ts';
import { headersFile } from './headers-file.ts';
import { nginxConfig } from './nginx-config.ts';
import type { HeaderRule } from './response-headers.ts';
import { vercelConfig } from './vercel-config.ts';

/** What hosts read and visitors have no use for. */
export const hostFiles = ['_headers', '_redirects', 'vercel.json', 'nginx.conf'] as const;

/** Tells every host of headers and redirects, each in its own form. */
export function writeHostFiles(rules: readonly HeaderRule[], redirects: Website['redirects'], folder: string): void {
  const texts: Record<(typeof hostFiles)[number], string> = {
    _headers: headersFile(rules),
    _redirects: redirects.map(({ path, to }) => `${path} ${to} 301\n`).join(''),
    'vercel.json': vercelConfig(rules, redirects),
    'nginx.conf': nginxConfig(rules, redirects, hostFiles),
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
}
