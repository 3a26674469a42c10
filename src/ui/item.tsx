import styled from '@emotion/styled';
import { color, size } from './design-tokens.ts';

/** The heading of an item. */
export const ItemHeading = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
/** A text of less weight than the heading above it. */
export const MutedText = styled.p({ color: color.muted });
/** A line of small print, such as a caption or a date. */
export const SmallPrint = styled.p({ fontSize: size.note, color: color.muted });
