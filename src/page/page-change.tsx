import type { Day } from '../../schema/resolve/page-context.ts';

/**
 * The day of the last change, at the end of pages on which no block shows the day. The styles of the line are in
 * theme-css.ts, because the browser loads page-change.tsx at startup on every page.
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
