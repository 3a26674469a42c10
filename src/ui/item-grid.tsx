import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { color, equalColumns, from, space } from './design-tokens.ts';

interface Props {
  /** The number of columns in large windows. */
  most: number;
  /** The number of columns on small tablets. */
  narrow?: number;
  /** The gap between two items, except on phones. */
  gap?: string;
  /** The gap between two columns, if it differs from `gap`. */
  columnGap?: string;
  /**
   * The number of parts of each item, if all items have the same parts in the same order. These parts align across a
   * row.
   */
  parts?: number;
  /** The gap between two parts in an item. */
  partGap?: string;
}

function toColumnStyles({ most: maxColumns, narrow: tabletColumns = 2 }: Props): CSSObject {
  return {
    [from.phone]: equalColumns(Math.min(maxColumns, tabletColumns)),
    // On tablets with two columns, an odd number of items ends with an item that fills its row.
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
  // The grid gap separates the parts of an item, so item margins separate the rows.
  return {
    [from.phone]: {
      gap: `${partGap} ${columnGap}`,
      marginBottom: `calc(${partGap} - ${gap})`,
      // The doubled `&` overrides styles that turn items into flex containers.
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

/** Items of equal importance: stacked on phones, otherwise in columns. */
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

/**
 * Returns the CSS value for the gap between items. With `cards: cells`, items are the cells of a table and have no gap.
 */
export const toCellGap = (gap: string): string => `var(--grid-gap,${gap})`;
/** The border of a grid. With `cards: cells`, the items of the grid are the cells of a table. */
export const cellBorder = {
  border: `0 solid var(--card-line,${color.line})`,
  borderWidth: 'var(--grid-sides,0)',
} as const;
