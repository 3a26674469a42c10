import styled from '@emotion/styled';
import { type ComponentProps, useContext } from 'react';
import { color, size } from './design-tokens.ts';
import { BlockPositionContext } from './page-context.ts';

const Heading = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
/** The heading of an item, one level below the heading of its block. */
export function ItemHeading(attributes: ComponentProps<'h3'>) {
  const { inner } = useContext(BlockPositionContext);
  return <Heading as={inner} {...attributes} />;
}
/** Text in a muted colour, such as the text below a heading. */
export const MutedText = styled.p({ color: color.muted });
/** A line of small print, such as a caption or a date. */
export const SmallPrint = styled.p({ fontSize: size.note, color: color.muted });
