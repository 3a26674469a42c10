import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { InlineChart } from '../../ui/chart/inline-chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { ItemHeading, MutedText, SmallPrint } from '../../ui/item.tsx';
import { Tags } from '../../ui/tags.tsx';
import { color, measure, size, space, from, radius, raisedBox, ruledItem } from '../../ui/design-tokens.ts';
import { dottedBackground, Picture } from '../../ui/picture.tsx';
import type { Crop } from '../../../schema/fields/crop.ts';
import { ActionLink } from '../../ui/actions.tsx';
import type { DisplayWidth } from '../../ui/picture-data.ts';
import { preventLineBreaks } from '../../ui/line-breaks.tsx';

/**
 * The layouts that authors can set, and the internal layout `names`: a directory of items that only have an icon and a
 * name.
 */
export type CardLayout = BlockByType<'card-grid'>['layout'] | 'names';

const PointList = styled.ul({
  display: 'grid',
  alignContent: 'start',
  gap: space.hair,
  [from.phone]: { gap: space.tight },
  '& li': { display: 'flex', gap: space.small, lineHeight: 1.5 },
  // Each point starts with a dash. A tick would be wrong for questions and missing features.
  '& li::before': {
    content: '""',
    flex: '0 0 0.5rem',
    marginTop: '0.7em',
    borderTop: `1px solid ${color.muted}`,
  },
});

// On phones, all text of the card is next to the icon or picture.
const phoneCard: CSSObject = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(min(5rem, 25vw)) minmax(0, 1fr)',
  // No row gap, because the icon spans rows that may be empty.
  gap: `0 ${space.item}`,
  '& > *': { gridColumn: '1 / -1' },
  '& > * + *': { marginTop: space.hair },
  '& > svg, & > picture > img': { gridArea: '1 / 1 / span 6' },
  '& > svg': { width: '1.75rem', height: '1.75rem' },
  '& > :is(svg, picture) ~ *': { gridColumn: 2 },
  '& > :is(svg, picture) + *': { marginTop: 0 },
  '& > p': { lineHeight: 1.5 },
  // Compensates for the padding of the link in the card.
  '& > div': { marginBlock: `0 -${space.tight}` },
};
const paddedBox = { ...raisedBox, padding: `var(--card-pad,${space.wide})` };
// The whole card is clickable, except where its text contains links.
const clickableCard = {
  position: 'relative',
  '&:has(> div a):hover': { borderColor: color.accent },
  '& > div a::after': { content: '""', position: 'absolute', inset: 0 },
  '& > :not(div) a': { position: 'relative', zIndex: 1 },
} as const;
const iconStyles = {
  boxSizing: 'content-box',
  padding: 'var(--icon-pad)',
  borderRadius: '50%',
  // Without a background, rounded corners would clip the icon.
  overflow: 'visible',
  background: 'var(--icon-ground)',
  color: 'var(--icon-ink)',
} as const;
const ruledCard: CSSObject = {
  ...ruledItem,
  paddingTop: space.small,
  [from.belowPhone]: phoneCard,
  [from.phone]: { padding: `var(--item-pad,${space.wide} 0 0)`, '& > svg': iconStyles },
};
// The heading, with its icon or picture, has a separate column.
const rowCard: CSSObject = {
  display: 'grid',
  gridTemplate: 'auto / minmax(0, 2fr) minmax(0, 3fr)',
  gridAutoFlow: 'dense',
  gap: `${space.small} ${space.block}`,
  alignItems: 'start',
  '& > *': { gridColumn: 2 },
  '& > :is(h2, h3, svg), & > picture > img': { gridColumn: 1 },
};
/** The card styles by layout. A page only contains the styles of the layouts that it uses. */
const cardStyles: Record<CardLayout, CSSObject> = {
  cards: {
    '[data-layout=cards] > &': {
      ...paddedBox,
      ...clickableCard,
      [from.belowPhone]: {
        ...phoneCard,
        padding: `var(--card-pad,${space.item})`,
        border: 0,
        borderRadius: 0,
        background: 'none',
        '&:not(:first-of-type)': { borderTop: `1px solid var(--card-line,${color.line})` },
        // Places the icon next to the first line only.
        '& > svg': { gridRow: 1, width: '1.75rem', height: '1.75rem' },
        '& > svg + *': { alignSelf: 'center' },
        '& > svg + * ~ *': { gridColumn: '1 / -1' },
      },
      [from.phone]: { '& > svg': { ...iconStyles, marginBottom: space.tight } },
    },
  },
  tiles: {
    '[data-layout=tiles] > &': {
      ...paddedBox,
      ...clickableCard,
      minHeight: '20rem',
      '& > picture > img': {
        width: `calc(100% + 2 * var(--tile-inset,${space.wide}))`,
        maxWidth: 'none',
        margin: `calc(-1 * var(--tile-inset,${space.wide}))`,
        marginBottom: space.tight,
        borderBottom: `1px solid ${color.line}`,
        borderRadius: `${radius} ${radius} 0 0`,
        background: dottedBackground,
      },
    },
  },
  list: { '[data-layout=list] > &': ruledCard },
  directory: {
    '[data-layout=directory] > &': ruledCard,
    '[data-layout=directory] > &:not(:has(> svg)) > :is(h2, h3)': {
      [from.belowPhone]: { fontSize: size.body },
    },
  },
  // Places the icon in front of the name.
  names: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.tight,
    lineHeight: 1.3,
    '& > svg': { width: '1.3em', height: '1.3em' },
    '& > :is(h2, h3)': { font: 'inherit' },
  },
  // Each row has three columns: the heading, the chart with the text, and the actions.
  rows: {
    '[data-layout=rows] > &': {
      gap: space.hair,
      borderTop: `1px solid ${color.line}`,
      paddingBlock: space.item,
      '& > figure': { order: -1 },
      [from.phone]: {
        ...rowCard,
        paddingBlock: space.wide,
        '& > *': { gridColumn: 2, maxWidth: measure.row },
      },
    },
    '[data-layout=rows][data-actions] > &': {
      [from.desktop]: {
        gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 15rem',
        '& > div': { gridArea: '1 / 3', marginBlock: '-0.5625rem' },
      },
    },
  },
};
const CardBox = styled.li<{ layout: CardLayout }>(
  {
    display: 'flex',
    flexDirection: 'column',
    gap: space.small,
    '& > svg': { width: '2rem', height: '2rem' },
    '& > picture > img': { width: '5rem' },
    '[data-logos] > & > picture > img': {
      width: 'min(100%, 11rem)',
      height: '3.5rem',
      objectFit: 'contain',
      objectPosition: 'left',
      borderRadius: 0,
      marginBottom: space.tight,
    },
  },
  ({ layout }) => cardStyles[layout],
  ({ layout, theme: { cards } }) =>
    layout === 'cards' &&
    cards === 'rows' && { '[data-layout] > &&': { [from.tablet]: { ...rowCard, margin: 0 } } },
);

type CardItem = BlockByType<'card-grid'>['items'][number];

const Title = styled(ItemHeading)({
  '&:has(svg)': { display: 'flex', gap: space.tight },
  '& svg': { width: '1.3em', height: '1.3em', color: color.muted },
});
const CardFooter = styled.div({ marginTop: 'auto' });
/**
 * Returns the number of parts in the card with the most parts. Returns 0 if the parts of a different card would not
 * align with its parts.
 */
export function countSharedRows(items: readonly CardItem[]): number {
  const partsByItem = items.map(({ image, icon, tag, text, points, tags, figure, action }) =>
    [image ?? icon, tag, true, text, points, tags, figure, action].flatMap((value, index) =>
      value === undefined ? [] : index,
    ),
  );
  const longest = partsByItem.reduce(
    (longestParts, itemParts) => (itemParts.length > longestParts.length ? itemParts : longestParts),
    [],
  );
  return partsByItem.every((parts) => parts.every((value, index) => value === longest[index]))
    ? longest.length
    : 0;
}

interface Props {
  item: CardItem;
  layout: CardLayout;
  tileWidth: DisplayWidth;
  align: Crop | undefined;
}

/** A card in a grid. All pictures in a grid have the same aspect ratio. */
export function Card({ item, layout, tileWidth, align }: Props) {
  const { heading, image, action, tag, text, points, tags, figure } = item;
  const icon = layout !== 'rows' && item.icon && <Icon name={item.icon} />;
  return (
    <CardBox layout={layout}>
      {layout !== 'rows' && image && (
        <Picture {...image} align={align} displayWidth={layout === 'tiles' ? tileWidth : 5} />
      )}
      {!image && icon}
      {tag !== undefined && <SmallPrint>{preventLineBreaks(tag)}</SmallPrint>}
      <Title>
        {/* In a card with a picture, the icon is part of the heading. */}
        {image && icon}
        {image && icon ? <span>{preventLineBreaks(heading)}</span> : preventLineBreaks(heading)}
      </Title>
      <InlineText as={MutedText}>{text}</InlineText>
      {points && (
        <PointList>
          {points.map((point, index) => (
            <li key={index}>
              <InlineText as="span">{point}</InlineText>
            </li>
          ))}
        </PointList>
      )}
      {tags && <Tags>{tags}</Tags>}
      {figure && <InlineChart chart={figure} size="small" />}
      {action && (
        <CardFooter>
          <ActionLink
            action={action}
            variant="text"
            about={action.label.includes(heading) ? undefined : heading}
          />
        </CardFooter>
      )}
    </CardBox>
  );
}
