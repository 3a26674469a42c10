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
  /** The distance between two columns, if it is another one. */
  columnGap?: string;
  /** The number of parts of each item, if all have the same in the same order. They align across a row. */
  parts?: number;
  /** The distance between two parts. */
  partGap?: string;
}

function inColumns({ most, narrow = 2 }: Props): CSSObject {
  return {
    [from.phone]: equalColumns(Math.min(most, narrow)),
    // The last of an odd number fills its row of two.
    ...(narrow === 2 && {
      [`${from.phone} and (max-width: 55.99rem)`]: {
        '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
      },
    }),
    [from.tablet]: equalColumns(most === 4 ? 2 : Math.min(most, 3)),
    ...(most > 3 && { [from.desktop]: equalColumns(most) }),
  };
}

function gaps({ gap = space.wide, columnGap = gap, parts = 0, partGap = space.small }: Props): CSSObject {
  if (parts < 2) return { [from.phone]: { gap: `${gap} ${columnGap}` } };
  // The gap of the grid is that of the parts, so the distance of rows is below each item.
  return {
    [from.phone]: {
      gap: `${partGap} ${columnGap}`,
      marginBottom: `calc(${partGap} - ${gap})`,
      // Of items that are flexible boxes elsewhere, too.
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

/** Items of equal rank: one below the other on a phone, and else in columns. */
export const ItemGrid = styled.ul<Props>(
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.wide,
    '@media print': { '&&': { gap: '1.25rem', margin: 0 } },
  },
  inColumns,
  gaps,
);

/** The distance between items, unless they are the cells of one table (`cards: cells`). */
export const cellGap = (gap: string): string => `var(--grid-gap,${gap})`;
/** The border of a grid whose items are such cells. */
export const cells = {
  border: `0 solid var(--card-line,${color.line})`,
  borderWidth: 'var(--grid-sides,0)',
} as const;
