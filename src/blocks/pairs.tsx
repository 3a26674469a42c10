import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { CellText } from '../ui/cell-text.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, measure, size, space } from '../ui/design-tokens.ts';

const Table = styled.table({
  width: '100%',
  borderCollapse: 'collapse',
  overflowWrap: 'anywhere',
  // Overrides the browser styles, which centre header cells.
  '& th, & td': {
    display: 'block',
    padding: 0,
    verticalAlign: 'top',
    textAlign: 'start',
    fontWeight: 400,
  },
  // On phones, the second column is below the first, and both column headings are on one line.
  '& tr': {
    display: 'grid',
    gap: space.hair,
    paddingBlock: space.small,
    borderTop: `1px solid ${color.line}`,
  },
  '& thead tr': { display: 'flex', gap: space.tight, paddingTop: 0, border: 0, fontSize: size.note },
  '& thead + tbody > :first-of-type': { borderTop: `1.5px solid ${color.ink}` },
  '& th': { fontWeight: 650 },
  '& thead th + th::before': { content: '"/"', marginInlineEnd: space.tight },
  [from.phone]: {
    tableLayout: 'fixed',
    '& th, & td': { display: 'table-cell', paddingBlock: space.item, paddingInline: `0 ${space.wide}` },
    '& thead th': { paddingTop: 0 },
    '& th:first-of-type': { width: '40%' },
    // The second column starts after half of the width and half of the gap, like the second column of other sections. A
    // percentage, because table columns do not support `calc()`.
    '[data-layout=stacked] > & th:first-of-type': { width: '52.5%' },
    '& tr, & thead tr': { display: 'table-row', fontSize: 'inherit' },
    '& thead th + th::before': { content: 'none' },
  },
});
const ValueCell = styled.td({ '& p': { maxWidth: measure.row } });

/** Pairs of values in two columns. */
export function Pairs({ layout, columns, items, ...head }: BlockByType<'pairs'>) {
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <Table>
        {columns && (
          <thead>
            <tr>
              <th scope="col">{columns.first}</th>
              <th scope="col">{columns.second}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {items.map((item) => (
            <tr key={item.heading}>
              <th scope="row">
                <CellText>{item.heading}</CellText>
              </th>
              <ValueCell>
                <p>
                  <CellText>{item.text}</CellText>
                </p>
              </ValueCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </SectionFrame>
  );
}
