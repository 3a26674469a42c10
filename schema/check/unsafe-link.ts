import type { PathlessFinding } from './reference-context.ts';

/** Anything that a browser could run as a program, or show as if it came from this site. */
export function unsafeLink(written: string): PathlessFinding | undefined {
  const scheme = /^\s*(javascript|vbscript|data|blob|file):/i.exec(written)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  return {
    rule: 'unsafe-link',
    message: `an address must not start with \`${scheme}:\``,
    label: scheme.endsWith('script')
      ? 'a browser would run this as a program'
      : 'this does not lead to a page or to a file of the site',
    received: written,
    advice:
      'write the address of a page, like `/about/us`, or one that starts with `https://`; ' +
      'pictures lie in `public/`',
  };
}
