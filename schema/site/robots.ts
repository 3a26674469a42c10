import { z } from 'zod';
import { described } from '../fields/described-fields.ts';

/** Returns a path percent-decoded, because authors may write paths encoded or decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Returns whether a `disallow` rule excludes a path. In rules, `*` matches any text, and a final `$` matches the end of
 * the path.
 */
export const isDisallowed = (path: string, disallow: readonly string[]): boolean =>
  disallow.some((rule) => {
    const [, start = '', end = ''] = /^(.*?)(\$?)$/s.exec(decodePath(rule)) ?? [];
    const pattern = start.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
    return new RegExp(`^${pattern}${end}`, 's').test(path);
  });

/** The rules for robots (RFC 9309). */
export const robots = z.strictObject({
  block: z
    .array(
      described(
        z
          .string()
          .regex(
            /^[A-Za-z][\w.-]*$/,
            'must be the name of a robot without its version, like `GPTBot`; for all robots, ' +
              'write `disallow: [/]`',
          ),
        'The name of a robot.',
        'GPTBot',
      ),
    )
    .default([])
    .describe('Robots that must not read the site.'),
  disallow: z
    .array(
      described(
        z
          .string()
          .regex(
            /^\/[^\s#]*$/,
            'must begin with `/`, like `/internal/`, without a space or `#`; `*` matches anything',
          ),
        'An address, or the start of several addresses, that robots must not read.',
        '/internal/',
      ).meta({ refersTo: 'addresses' }),
    )
    .default([])
    .describe('Folders and pages that no robot may read.'),
});
