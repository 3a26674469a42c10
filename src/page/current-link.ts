/**
 * Returns the `aria-current` of a link to `to` on the page at `path`: `page` if it is the same page, `true` if the
 * page belongs to the target. Pages belong to the page of their folder, even if that has another route
 * (`/letters/one` to `/news/letters`), and to a link that covers them.
 */
export function toAriaCurrent(
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

// An underline, which is also visible with forced colours.
export const currentLinkStyles = {
  textDecoration: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: '0.45em',
} as const;

/** A function that returns the `aria-current` of a link on the rendered page. */
export type GetAriaCurrent = (to: string, covers?: readonly string[]) => ReturnType<typeof toAriaCurrent>;
