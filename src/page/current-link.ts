/**
 * How a link to `to` is marked on the page at `path`: as that page, or as the one it belongs to. Pages belong
 * to the page of their folder, whatever that page's own folder is: `/letters/one` to `/news/letters`; and to
 * a link that covers them.
 */
export function ariaCurrent(
  to: string,
  path: string,
  covers: readonly string[] = [],
): 'page' | 'true' | undefined {
  if (to === path) return 'page';
  if (covers.includes(path)) return 'true';
  const folder = path.slice(0, path.lastIndexOf('/'));
  return to.length > 1 && folder !== '' && (path.startsWith(`${to}/`) || to.endsWith(folder))
    ? 'true'
    : undefined;
}

// A line, not only a colour: everybody can see it, also with forced colours.
export const currentStyle = {
  textDecoration: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: '0.45em',
} as const;

/** How a link is marked on the page that is rendered. */
export type CurrentLink = (to: string, covers?: readonly string[]) => ReturnType<typeof ariaCurrent>;
