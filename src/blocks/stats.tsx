import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Figure } from '../components/figure/figure.tsx';
import { Icon } from '../components/icon.tsx';
import { plainText } from '../../schema/markdown/plain-text.ts';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { color, columns, from, twoColumnSection, size, space } from '../components/theme.ts';
import { keyFigure } from '../components/key-figure.tsx';
import { unbroken } from '../components/unbroken.tsx';

const Frame = styled.div({
  containerType: 'inline-size',
  [from.desktop]: {
    '&[data-layout=beside]': {
      ...twoColumnSection,
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
/** The distance between two rows. */
const between = '3rem';
const Figures = styled.dl<{ lines: number }>(({ lines }) => ({
  display: 'grid',
  gap: space.item,
  gridTemplateColumns: 'fit-content(min(9rem, 45vw)) minmax(0, 1fr)',
  alignContent: 'start',
  '&:has(figure)': { gridTemplateColumns: 'min(8.5rem, 45vw) minmax(0, 1fr)' },
  [from.phone]: {
    // The distance of rows is below each item: their gap is that of the lines of an item.
    '&&': { gap: `${space.hair} ${space.block}`, marginBottom: `calc(${space.hair} - ${between})` },
    '&[data-count]': columns(3),
    '&[data-count="1"]': columns(1),
    '&[data-count="2"], &[data-count="4"]': columns(2),
  },
  [from.tablet]: { '&[data-count="4"]': columns(4) },
  [from.desktop]: {
    '[data-layout=beside] > &&': { columnGap: space.wide },
    '[data-layout=beside] > &[data-count="4"]': columns(2),
    '[data-layout=row] > &[data-count="5"]': {
      ...columns(5),
      columnGap: space.large,
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
    // The lines of a row are at one height each: the value, its name, the text, and what is drawn.
    [from.phone]: {
      gridColumn: 'auto',
      gridRow: `span ${lines}`,
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'subgrid',
      rowGap: space.hair,
      marginBottom: `calc(${between} - ${space.hair})`,
      '& > *': { gridColumn: 1, gridRow: 3 },
      '& > dt': { gridRow: 2 },
      '& > :last-child': { gridRow: 1 },
    },
  },
  [from.belowPhone]: {
    // Many with drawings are side by side, the last of an odd number in a row of its own.
    '&[data-pairs]': {
      ...columns(2),
      gap: `${space.wide} ${space.item}`,
      '& > div': { ...stacked, gridColumn: 'auto', paddingTop: space.small },
      '& > div:last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
      // Their values say the same.
      '& dd:has(figure)': { display: 'none' },
    },
  },
  '& dt': { fontWeight: 650 },
  // Large text on a phone.
  '@container (max-width: 15rem)': {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > div': stacked,
  },
}));
// The value is shown above its name, but follows it in the HTML, as description lists require.
const Value = styled.dd({
  fontSize: size.heading,
  // All have the size in which the longest is on one line.
  [from.belowPhone]: { 'dl:has(> [data-long]) &': { fontSize: size.subheading } },
  [from.phone]: {
    fontSize: size.title,
    'dl:has(> [data-long]) &': { fontSize: `min(${size.heading}, 4.1cqi)` },
  },
  lineHeight: 1,
  fontWeight: 650,
  letterSpacing: '-0.03em',
  color: color.ink,
  display: 'flex',
  alignItems: 'center',
  gap: space.small,
  [from.desktop]: { '[data-layout=beside] &': { fontSize: size.heading } },
  '& > svg': { width: '0.75em', height: '0.75em', color: color.muted },
});
const Small = styled.dd({
  width: '100%',
  maxWidth: '24rem',
  // On a phone below the value, and else below everything.
  '&&': { gridColumn: 1, gridRow: '2 / span 2' },
  order: -2,
  marginTop: space.tight,
  [from.phone]: { '&&': { gridRow: -2 }, marginTop: space.small },
});
const Text = styled.dd({ color: color.muted, order: -1 });

/** From this number of letters on, a value needs a line of the page. */
const longValue = 9;
/** Up to this number of letters, a name and its text in half of a phone have five lines. */
const shortText = 88;

/** From this number of figures with drawings on, a phone would show little else. */
const manyDrawn = 5;
/** Up to this number of letters, the value of such a figure is on one line of a half. */
const drawnValue = 14;

/** Whether figures stand in the halves of a phone, instead of rows. The last of an odd number has all of it. */
const arePairs = (items: BlockOf<'stats'>['items']) =>
  items.length >= manyDrawn &&
  items.every(
    ({ value, label, text, figure }, index) =>
      figure &&
      ((index === items.length - 1 && index % 2 === 0) ||
        (value.length < drawnValue && label.length + plainText(text ?? []).length <= shortText)),
  );

/** Key figures with their labels. */
export function Stats({ layout, items, ...head }: BlockOf<'stats'>) {
  const lines = 2 + Number(items.some(({ text }) => text)) + Number(items.some(({ figure }) => figure));
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Figures data-count={items.length} data-pairs={arePairs(items) ? '' : undefined} lines={lines}>
        {items.map((item) => (
          <div key={item.label} data-long={item.value.length >= longValue ? '' : undefined}>
            <dt>{unbroken(item.label)}</dt>
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
