import type { Day } from '../../schema/resolve/page-context.ts';

/**
 * The day of the last change, at the end of pages where no block shows it. Its styles are in theme-css.ts, because
 * every page loads this file at startup.
 */
export function LastPageChange({ updated }: { updated: Day | undefined }) {
  return (
    updated && (
      <p className="container" data-updated="">
        <time dateTime={updated.date}>{updated.words}</time>
      </p>
    )
  );
}
