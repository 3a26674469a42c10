import { z } from 'zod';
import { described } from '../fields/described-fields.ts';

/** An author may write a path encoded or not. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whether robots are asked not to read an address. In a rule, `*` stands for anything and `$` for the end. */
export const isDisallowed = (path: string, disallow: readonly string[]): boolean =>
  disallow.some((rule) => {
    const [, start = '', end = ''] = /^(.*?)(\$?)$/s.exec(decodePath(rule)) ?? [];
    const pattern = start.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
    return new RegExp(`^${pattern}${end}`, 's').test(path);
  });

/** What robots may read (RFC 9309). */
export const robots = z.strictObject({
  block: z
    .array(
      described(
        z
          .string()
          .regex(
            /^[A-Za-z][\w.-]*$/,
            'must be the name that a robot gives itself, like `GPTBot`, without a version; for all robots, ' +
              'write `disallow: [/]`',
          ),
        'The name of one robot.',
        'GPTBot',
      ),
    )
    .default([])
    .describe('The list of robots that are asked to read nothing.'),
  disallow: z
    .array(
      described(
        z
          .string()
          .regex(
            /^\/[^\s#]*$/,
            'must begin with `/`, like `/internal/`, without a space or `#`; `*` stands for anything',
          ),
        'The beginning of the addresses that all robots are asked not to read.',
        '/internal/',
      ).meta({ refersTo: 'addresses' }),
    )
    .default([])
    .describe('The list of folders and pages that all robots are asked not to read.'),
});
