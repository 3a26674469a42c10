import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { color, equalColumns, from, space } from './design-tokens.ts';

interface Props {
  /** The number of columns in a large window. */
  most: number;
  /** The number of columns in a small tablet. */
  narrow?: number;
  /** The distance between two items, except on a phone. */
  gap?: string;
  /** The distance between two columns, if it differs from `gap`. */
  columnGap?: string;
  /** The number of parts of each item, if all items have the same parts in the same order. Parts align across a row. */
  parts?: number;
  /** The distance between two parts. */
  partGap?: string;
}

function toColumnStyles({ most: maxColumns, narrow: tabletColumns = 2 }: Props): CSSObject {
  return {
    [from.phone]: equalColumns(Math.min(maxColumns, tabletColumns)),
    // If the number of items is odd, the last one fills its row of two.
    ...(tabletColumns === 2 && {
      [`${from.phone} and (max-width: 55.99rem)`]: {
        '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
      },
    }),
    [from.tablet]: equalColumns(maxColumns === 4 ? 2 : Math.min(maxColumns, 3)),
    ...(maxColumns > 3 && { [from.desktop]: equalColumns(maxColumns) }),
  };
}

function toGapStyles({
  gap = space.wide,
  columnGap = gap,
  parts = 0,
  partGap = space.small,
}: Props): CSSObject {
  if (parts < 2) return { [from.phone]: { gap: `${gap} ${columnGap}` } };
  // The gap of the grid separates parts, so the margin of each item separates rows.
  return {
    [from.phone]: {
      gap: `${partGap} ${columnGap}`,
      marginBottom: `calc(${partGap} - ${gap})`,
      // Also overrides items that are flex containers elsewhere.
      '&& > *': {
        display: 'grid',
        gridRow: `span ${parts}`,
        gridTemplateRows: 'subgrid',
        rowGap: partGap,
        marginBottom: `calc(${gap} - ${partGap})`,
      },
    },
  };
}

/** Items of equal importance: stacked on a phone, otherwise in columns. */
export const ItemGrid = styled.ul<Props>(
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.wide,
    '@media print': { '&&': { gap: '1.25rem', margin: 0 } },
  },
  toColumnStyles,
  toGapStyles,
);

/** Returns the distance between items, unless they are the cells of one table (`cards: cells`). */
export const toCellGap = (gap: string): string => `var(--grid-gap,${gap})`;
/** The border of a grid whose items are the cells of one table. */
export const cellBorder = {
  border: `0 solid var(--card-line,${color.line})`,
  borderWidth: 'var(--grid-sides,0)',
} as const;
