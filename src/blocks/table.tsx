import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { CellText } from '../ui/cell-text.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, size, space } from '../ui/design-tokens.ts';

const tableStyles = {
  '& thead': { display: 'table-header-group' },
  '& tbody tr': { display: 'table-row' },
  // Draws lines only between rows, as the block `pairs` does.
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& th, & tbody td, & td': {
    display: 'table-cell',
    padding: `${space.item} ${space.wide}`,
    borderBottom: `1px solid ${color.line}`,
  },
  '& th:first-of-type': { paddingInlineStart: 0 },
  '& thead td': { padding: `0 0 ${space.item}` },
  '& thead th:first-of-type': { paddingInlineStart: space.wide },
  '& thead :is(th, td)': { borderBottom: `1.5px solid ${color.ink}`, verticalAlign: 'bottom' },
  '& tbody th': { minWidth: '9rem' },
  '& td > span:first-of-type:not(:only-child)': { display: 'none' },
  '& thead [data-highlighted]': { borderTop: `3px solid ${color.ink}`, paddingTop: space.item },
  '& [data-highlighted]': { background: color.accentWash },
} as const;
// On phones, each row is a list of the row name and all column headings, each with its value.
const Grid = styled.table({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  // Overrides the browser styles, which centre header cells.
  '& th, & td': {
    display: 'block',
    padding: 0,
    verticalAlign: 'top',
    textAlign: 'start',
    fontWeight: 400,
  },
  '& thead': { display: 'none' },
  '& thead :is(th, td)': { fontWeight: 650 },
  '& small': { display: 'block', fontSize: size.note, fontWeight: 400, color: color.muted },
  '& tbody tr': {
    display: 'grid',
    gap: space.hair,
    paddingBlock: space.item,
    borderTop: `1px solid ${color.line}`,
  },
  '& tbody th': { fontWeight: 650 },
  '& tbody td': {
    display: 'grid',
    gridTemplateColumns: 'minmax(5.5rem, 2fr) minmax(0, 5fr)',
    columnGap: space.item,
    alignItems: 'baseline',
  },
  '& td > span:first-of-type:not(:only-child)': {
    display: 'block',
    fontSize: size.note,
    color: color.muted,
  },
  '& tbody [data-highlighted]': { fontWeight: 650 },
  '& svg': { width: '1.375rem', height: '1.375rem', strokeWidth: 2.25, color: color.muted },
  '& [data-mark=yes] > svg': { color: color.ink },
  [from.phone]: { '&[data-columns="1"], &[data-columns="2"], &[data-columns="3"]': tableStyles },
  [from.tablet]: {
    '&[data-columns]': tableStyles,
    // Aligns the columns of consecutive tables.
    '[data-layout=stacked] > * > &[data-columns="2"]': { tableLayout: 'fixed' },
  },
  [from.desktop]: { '&[data-small]': tableStyles },
  // Prevents page breaks that leave a single row on a sheet.
  '@media print': { '& tbody > tr:is(:first-of-type, :nth-last-of-type(2))': { breakAfter: 'avoid' } },
});

// Tables with enlarged text may be wider than the window.
const ScrollArea = styled.div({ position: 'relative', overflowX: 'auto' });

/**
 * Returns the attribute that marks a table inside a column or tab if its columns fit on a small desktop. Other tables
 * inside a column or tab are always shown as lists.
 */
const toSmallTableAttributes = (share: number, columns: number) =>
  60 * share >= 9 + 7 * columns ? { 'data-small': '' } : {};

type MarkWords = Pick<BlockByType<'table'>, 'yes' | 'no'>;

/** A comparison table. */
export function Table({ layout, corner, columns, items, yes, no, ...head }: BlockByType<'table'>) {
  const { share } = useContext(BlockPositionContext);
  const highlightByColumn = columns.map(({ highlighted }) => (highlighted ? '' : undefined));
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <ScrollArea>
        <Grid
          {...(share === undefined
            ? { 'data-columns': columns.length }
            : toSmallTableAttributes(share, columns.length))}
        >
          <thead>
            <tr>
              <td>{corner}</td>
              {columns.map((column, index) => (
                <th key={column.heading} scope="col" data-highlighted={highlightByColumn[index]}>
                  <CellText>{column.heading}</CellText>
                  {column.text !== undefined && <small>{column.text}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.heading}>
                <th scope="row">
                  <CellText>{item.heading}</CellText>
                  {item.text !== undefined && <small>{item.text}</small>}
                </th>
                {item.cells.map((cell, index) => (
                  <td key={index} data-highlighted={highlightByColumn[index]}>
                    <span>
                      <CellText>{columns[index]?.heading}</CellText>
                    </span>
                    <Cell words={{ yes, no }}>{cell}</Cell>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Grid>
      </ScrollArea>
    </SectionFrame>
  );
}

/** The content of a table cell: text, or a symbol. Screen readers read the meaning of the symbol. */
function Cell({ words, children }: { words: MarkWords; children: readonly Inline[] }) {
  const [mark] = children;
  if (mark !== 'yes' && mark !== 'no')
    return (
      <span>
        <CellText>{children}</CellText>
      </span>
    );
  return (
    <span data-mark={mark}>
      <Glyph name={mark === 'yes' ? 'check' : 'close'} />
      <span className="for-screen-readers">{words[mark]}</span>
    </span>
  );
}
