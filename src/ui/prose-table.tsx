import styled from '@emotion/styled';
import type { Alignment, Inline } from '../../schema/markdown/tree.ts';
import { CellText } from './cell-text.tsx';
import { color, size, space } from './design-tokens.ts';

const toEdgeShadow = (side: 'left' | 'right') =>
  `radial-gradient(farthest-side at ${side}, ${color.shade}, transparent) ${side} / 0.75rem 100% ` +
  'no-repeat scroll';
const toEdgeCover = (side: 'left' | 'right') =>
  `linear-gradient(to ${side}, transparent, ${color.ground} 60%) ${side} / 2.5rem 100% no-repeat local`;

// Wide tables scroll horizontally. Shadows at the edges show that there are hidden columns.
const ScrollArea = styled.div({
  position: 'relative',
  overflowX: 'auto',
  background: `${toEdgeCover('left')}, ${toEdgeCover('right')}, ${toEdgeShadow('left')}, ${toEdgeShadow('right')}`,
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: size.note, lineHeight: 1.5 },
  '& :is(th, td)': {
    minWidth: '4.5rem',
    paddingBlock: space.small,
    paddingInline: `0 ${space.wide}`,
    borderBottom: `1px solid ${color.line}`,
    textAlign: 'start',
    verticalAlign: 'top',
    '&:not([data-align], :first-child)': { minWidth: '9rem' },
    '&:last-child': { paddingInlineEnd: 0 },
    '&[data-align=right]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '&[data-align=center]': { textAlign: 'center' },
  },
  '& thead :is(th, td)': {
    borderBottom: `1.5px solid ${color.ink}`,
    verticalAlign: 'bottom',
    fontWeight: 650,
  },
  '& tbody th': { fontWeight: 650 },
});

interface Props {
  table: readonly (readonly (readonly Inline[])[])[];
  align?: readonly (Alignment | null)[];
  label: string;
  role?: 'group' | 'region';
}

/** A table in prose. If the first column has no title, its cells are row headers. */
export function ProseTable({ table: [head = [], ...rows], align = [], label, role = 'group' }: Props) {
  const hasRowHeaders = head[0]?.length === 0;
  const renderCell = (text: readonly Inline[], index: number, scope?: 'col' | 'row') => {
    const Cell = scope === undefined || text.length === 0 ? 'td' : 'th';
    return (
      <Cell key={index} scope={Cell === 'th' ? scope : undefined} data-align={align[index] ?? undefined}>
        <CellText>{text}</CellText>
      </Cell>
    );
  };
  return (
    <ScrollArea tabIndex={0} role={role} aria-label={label}>
      <table>
        <thead>
          <tr>{head.map((text, index) => renderCell(text, index, 'col'))}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, key) => (
              <tr key={key}>
                {row.map((text, index) =>
                  renderCell(text, index, hasRowHeaders && index === 0 ? 'row' : undefined),
                )}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </ScrollArea>
  );
}
