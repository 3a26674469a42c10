import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { ChartView } from '../ui/chart/chart-view.tsx';
import type { WithDrawnChart } from '../../schema/charts/drawn-chart.ts';
import { CellText } from '../ui/cell-text.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { textColumn, SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, size, space } from '../ui/design-tokens.ts';

const Section = styled(SectionFrame)(textColumn);
const Frame = styled.div({
  containerType: 'inline-size',
  minWidth: 0,
  fontSize: size.note,
  lineHeight: 1.45,
  color: color.muted,
  '& figcaption': { marginTop: space.item, maxWidth: '42rem' },
  '& > details': { marginTop: space.tight },
  '& summary': {
    width: 'fit-content',
    minHeight: '1.5rem',
    color: color.accent,
    textDecoration: 'underline',
    textUnderlineOffset: 3,
    '@media print': { textDecoration: 'none' },
  },
});
const Scroll = styled.div({
  overflowX: 'auto',
  marginTop: space.small,
  '& table': { borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums', color: color.ink },
  '& :is(th, td)': {
    padding: `${space.hair} 0`,
    paddingInlineEnd: space.wide,
    borderBottom: `1px solid ${color.line}`,
    textAlign: 'end',
    fontWeight: 400,
  },
  '& tbody th': { textAlign: 'start', minWidth: '7rem' },
  '& thead :is(th, td)': {
    borderBottom: `1.5px solid ${color.ink}`,
    fontWeight: 650,
    verticalAlign: 'bottom',
  },
  // Paper does not scroll: rows that are too wide for it become columns.
  '@media print': {
    '& table:has(th:nth-child(8)), & table:has(th:nth-child(8)) > *': { display: 'flex' },
    '& tr:has(:nth-child(8))': { display: 'flex', flexDirection: 'column', '& > *': { height: '2em' } },
    '& tr > :is(th, td)': { borderBottom: `1px solid ${color.line}`, minWidth: 0, overflowWrap: 'anywhere' },
  },
});

/** Numbers as a drawing, with their source, and as a table. */
export function Chart({
  layout,
  drawn,
  source,
  numbers,
  eyebrow,
  heading,
  lead,
}: BlockOf<'chart'> & WithDrawnChart) {
  const [head = [], ...rows] = drawn?.table ?? [];
  return (
    <Section data-layout={layout}>
      <SectionHead eyebrow={eyebrow} heading={heading} lead={lead} />
      <Frame>
        <figure data-still="">
          {drawn && <ChartView chart={drawn} />}
          <InlineText as="figcaption">{source}</InlineText>
        </figure>
        <details>
          <summary>{numbers}</summary>
          <Scroll
            tabIndex={0}
            role="region"
            aria-label={heading === undefined ? numbers : `${numbers}: ${heading}`}
          >
            <table>
              <thead>
                <tr>
                  {head.map((text, at) =>
                    text === '' ? (
                      <td key={at}>{text}</td>
                    ) : (
                      <th key={at} scope="col">
                        <CellText>{text}</CellText>
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.map(([label, ...cells], at) => (
                  <tr key={at}>
                    <th scope="row">
                      <CellText>{label}</CellText>
                    </th>
                    {cells.map((cell, key) => (
                      <td key={key}>
                        <CellText>{cell}</CellText>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        </details>
      </Frame>
    </Section>
  );
}
