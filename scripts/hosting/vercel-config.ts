import type { Website } from '../../schema/check.ts';
import type { HeaderRule } from './response-headers.ts';

/** Headers and redirects in the form that Vercel reads. */
export function vercelConfig(rules: readonly HeaderRule[], redirects: Website['redirects']): string {
  const config = {
    trailingSlash: false,
    redirects: redirects.map(({ path, to }) => ({ source: path, destination: to, statusCode: 301 })),
    headers: rules.map(({ path, headers }) => ({
      source: path.replace('*', '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
