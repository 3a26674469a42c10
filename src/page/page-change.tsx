import type { Day } from '../../schema/resolve/page-context.ts';

/**
 * The day of the last change at the end of a page that has no block to show it. Its style is in theme-css.ts, because
 * the start of every page loads this file.
 */
export function PageChange({ updated }: { updated: Day | undefined }) {
  return (
    updated && (
      <p className="container" data-updated="">
        <time dateTime={updated.date}>{updated.words}</time>
      </p>
    )
  );
}
