import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Figure } from '../components/figure/figure.tsx';
import { Icon } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { color, columns, from, twoColumnSection, size, space } from '../components/theme.ts';
import { keyFigure } from '../components/key-figure.tsx';

const Frame = styled.div({
  containerType: 'inline-size',
  [from.desktop]: {
    '&[data-layout=beside]': {
      ...twoColumnSection,
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      '& > div': { marginBottom: 0 },
    },
  },
});
const stacked = {
  display: 'flex',
  flexDirection: 'column-reverse',
  justifyContent: 'flex-end',
  gap: space.hair,
} as const;
const Figures = styled.dl({
  display: 'grid',
  gap: space.item,
  gridTemplateColumns: 'fit-content(min(9rem, 45vw)) minmax(0, 1fr)',
  alignContent: 'start',
  '&:has(figure)': { gridTemplateColumns: 'min(8.5rem, 45vw) minmax(0, 1fr)' },
  // Rows that are filled to their ends.
  [from.phone]: {
    '&&': { gap: space.wide },
    '&[data-count]': columns(3),
    '&[data-count="1"]': columns(1),
    '&[data-count="2"], &[data-count="4"]': columns(2),
    '&[data-count="5"]': {
      ...columns(6),
      '& > div': { gridColumn: 'span 2' },
      '& > div:nth-of-type(n + 4)': { gridColumn: 'span 3' },
    },
  },
  [from.tablet]: { '&[data-count="4"]': columns(4) },
  [from.desktop]: {
    '[data-layout=beside] > &[data-count="4"]': columns(2),
    '[data-layout=row] > &[data-count="5"]': {
      ...columns(5),
      '& > div:nth-of-type(n)': { gridColumn: 'auto' },
    },
  },
  // On a phone, the value is next to its text; on wider screens, above it.
  '& > div': {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    alignContent: 'start',
    borderTop: `1.5px solid ${color.ink}`,
    paddingTop: space.item,
    '& > *': { gridColumn: '2', gridRow: 2 },
    '& > dt': { gridRow: 1 },
    '& > :last-child': { gridColumn: '1', gridRow: '1 / span 3', alignSelf: 'start' },
    '&:has(figure) > :last-child': { gridRow: 1 },
    [from.phone]: {
      gridColumn: 'auto',
      ...stacked,
    },
  },
  // Long values are on one line, above their texts, and so are the others.
  [from.belowPhone]: {
    '&:has(> [data-long])': {
      gap: space.tight,
      '& > div': { ...stacked, paddingTop: space.small },
      '& figure': { marginTop: '-0.25rem' },
    },
  },
  '& dt': { fontWeight: 650 },
  // Large text on a phone.
  '@container (max-width: 15rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div': stacked,
  },
});
// The value is shown above its name, but follows it in the HTML, as description lists require.
const Value = styled.dd({
  fontSize: size.heading,
  // Of figures side by side, all have the size in which the longest is on one line.
  [from.phone]: {
    fontSize: size.title,
    'dl:has(> [data-long]) &': { fontSize: `min(${size.heading}, 4.4cqi)` },
  },
  lineHeight: 1,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  fontVariantNumeric: 'tabular-nums',
  color: color.ink,
  display: 'flex',
  alignItems: 'center',
  gap: space.small,
  [from.desktop]: { '[data-layout=beside] &': { fontSize: size.heading } },
  '& > svg': { width: '0.75em', height: '0.75em', color: color.muted },
});
const Small = styled.dd({
  width: '100%',
  maxWidth: '18rem',
  // On a phone below the value, and else below everything.
  '&&': { gridColumn: 1, gridRow: '2 / span 2' },
  order: -2,
  marginTop: space.tight,
  [from.phone]: { marginTop: space.small },
});
const Text = styled.dd({ color: color.muted, order: -1 });

/** Key figures with their labels. */
export function Stats({ layout, items, ...head }: BlockOf<'stats'>) {
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Figures data-count={items.length}>
        {items.map((item) => (
          <div key={item.label} data-long={item.value.length > 8 ? '' : undefined}>
            <dt>{item.label}</dt>
            <InlineText as={Text}>{item.text}</InlineText>
            {item.figure && (
              <Small>
                <Figure figure={item.figure} size="small" />
              </Small>
            )}
            <Value>
              {item.icon !== undefined && <Icon name={item.icon} />}
              <span data-value="">{keyFigure(item.value)}</span>
            </Value>
          </div>
        ))}
      </Figures>
    </Frame>
  );
}
