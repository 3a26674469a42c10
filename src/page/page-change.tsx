import styled from '@emotion/styled';
import { color, size, space } from '../components/theme.ts';
import type { Day } from '../components/page-context.ts';

const Line = styled.p({
  paddingBlock: `${space.item} ${space.wide}`,
  fontSize: size.note,
  color: color.muted,
});

/** The day of the last change at the end of a page that has no block to show it. */
export function PageChange({ updated }: { updated: Day | undefined }) {
  return (
    updated && (
      <Line className="container">
        <time dateTime={updated.date}>{updated.words}</time>
      </Line>
    )
  );
}
