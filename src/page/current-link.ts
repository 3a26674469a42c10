/**
 * Returns the `aria-current` value of a link to `to` on the page at `path`: `page` if the link leads to this page, and
 * `true` if this page belongs to the target. A page belongs to:
 * - the pages of its parent folders
 * - a page with the name of its folder, even in a different folder (`/letters/one` belongs to `/news/letters`)
 * - the target of a link whose `covers` contains the page's path
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

// The current link is underlined, because an underline is also visible in forced-colours mode.
export const currentLinkStyles = {
  textDecoration: 'underline',
  textDecorationThickness: 2,
  textUnderlineOffset: '0.45em',
} as const;

/** Returns the `aria-current` value of a link on the page that is being rendered. */
export type GetAriaCurrent = (to: string, covers?: readonly string[]) => ReturnType<typeof toAriaCurrent>;
