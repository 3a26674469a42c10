import styled from '@emotion/styled';
import { useContext } from 'react';
import { BlockPositionContext, PageContext } from './page-context.ts';
import { color, size } from './design-tokens.ts';

const Line = styled.p({ fontSize: size.note, color: color.muted });

/** The day of the last change of the page, in the first block that can show it. */
export function LastChange() {
  const { updated } = useContext(PageContext);
  const { number } = useContext(BlockPositionContext);
  if (updated?.block !== number) return null;
  return (
    <Line>
      <time dateTime={updated.date}>{updated.words}</time>
    </Line>
  );
}
