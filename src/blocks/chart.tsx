import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { ChartView } from '../ui/chart/chart-view.tsx';
import type { WithDrawnChart } from '../../schema/charts/drawn-chart.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ProseTable } from '../ui/prose-table.tsx';
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
  '& > details > div': {
    marginTop: space.small,
    '& table': { width: 'auto', fontVariantNumeric: 'tabular-nums', color: color.ink },
    '& :is(td, th + th):nth-of-type(n)': { minWidth: 0, textAlign: 'end' },
    // A printed table cannot scroll horizontally, so rows that are too wide for the paper are printed as columns.
    '@media print': {
      '& table:has(th:nth-child(8)), & table:has(th:nth-child(8)) > *': { display: 'flex' },
      '& tr:has(:nth-child(8))': { display: 'flex', flexDirection: 'column', '& > *': { height: '2em' } },
      '& tr > :is(th, td)': { borderBottom: `1px solid ${color.line}`, overflowWrap: 'anywhere' },
    },
  },
});

/** A chart with its source and a table of its numbers. */
export function Chart({
  layout,
  drawn: drawnChart,
  source,
  numbers,
  eyebrow,
  heading,
  lead,
}: BlockByType<'chart'> & WithDrawnChart) {
  const table = (drawnChart?.table ?? []).map((row) => row.map((text) => (text === '' ? [] : [text])));
  return (
    <Section data-layout={layout}>
      <SectionHead eyebrow={eyebrow} heading={heading} lead={lead} />
      <Frame>
        <figure data-still="">
          {drawnChart && <ChartView chart={drawnChart} />}
          <InlineText as="figcaption">{source}</InlineText>
        </figure>
        <details>
          <summary>{numbers}</summary>
          <ProseTable
            table={table}
            label={heading === undefined ? numbers : `${numbers}: ${heading}`}
            role="region"
          />
        </details>
      </Frame>
    </Section>
  );
}
