import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { InlineChart } from '../../ui/chart/inline-chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { Tags } from '../../ui/tags.tsx';
import { color, measure, size, space, from, radius, raisedBox, ruledItem } from '../../ui/design-tokens.ts';
import { dottedGround, Picture } from '../../ui/picture.tsx';
import type { Crop } from '../../../schema/fields/crop.ts';
import { ActionLink } from '../../ui/actions.tsx';
import { BlockPositionContext } from '../../ui/page-context.ts';
import type { DisplayWidth } from '../../ui/picture-data.ts';
import { keepTogether } from '../../ui/unbroken.tsx';

/** The layouts of a grid, and a directory of nothing but `names`. */
export type CardLayout = BlockOf<'card-grid'>['layout'] | 'names';

export const Tag = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted });
const Points = styled.ul({
  display: 'grid',
  gap: space.hair,
  [from.phone]: { gap: space.tight },
  '& li': { display: 'flex', gap: space.small, lineHeight: 1.5 },
  // Not a tick: points may be questions, or things that are missing. As in running text.
  '& li::before': {
    content: '""',
    flex: '0 0 0.5rem',
    marginTop: '0.7em',
    borderTop: `1px solid ${color.muted}`,
  },
});
const RowBody = styled.div({ display: 'grid', gap: space.small, maxWidth: measure.row });

/** The content of a card below its heading; in `rows`, beside it, with the numbers first. */
function CardBody({ item, rows }: { item: BlockOf<'card-grid'>['items'][number]; rows: boolean }) {
  const figure = item.figure && <InlineChart chart={item.figure} size="small" />;
  const words = (
    <>
      {rows && item.tag !== undefined && <Tag>{keepTogether(item.tag)}</Tag>}
      {rows && figure}
      <InlineText as={Text}>{item.text}</InlineText>
      {item.points && (
        <Points>
          {item.points.map((point, index) => (
            <li key={index}>
              <InlineText as="span">{point}</InlineText>
            </li>
          ))}
        </Points>
      )}
      {item.tags && <Tags>{item.tags}</Tags>}
      {!rows && figure}
    </>
  );
  return rows ? <RowBody>{words}</RowBody> : words;
}

const raised = { padding: `var(--card-pad,${space.wide})`, ...raisedBox };
// On a phone, a card is a list item: the icon in the margin, the text next to it, a line above.
const narrowCard = {
  display: 'grid',
  gridTemplateColumns: '1.75rem minmax(0, 1fr)',
  // No gap between rows: the icon spans rows that may be empty.
  gap: `0 ${space.item}`,
  // The foot has a separate margin, which aligns the actions of a row.
  '& > * + :not(h2, h3, div)': { marginTop: space.hair },
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  '& > *': { gridColumn: 2 },
  '& > svg': { gridColumn: 1, gridRow: '1 / span 6', width: '1.75rem', height: '1.75rem' },
  '&:has(> picture)': { gridTemplateColumns: 'fit-content(min(5rem, 25vw)) minmax(0, 1fr)' },
  '& > picture > img': { gridColumn: 1, gridRow: '1 / span 6' },
  '&:not(:has(> svg, > picture)) > *': { gridColumn: '1 / -1' },
  '[data-logos] > &:has(> picture)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '[data-logos] > &:has(> picture) > *, [data-logos] > & > picture > img': {
    gridColumn: 1,
    gridRow: 'auto',
  },
} as const;
// The whole card is clickable, except for the links in its text.
const linked = {
  position: 'relative',
  '&:has(> div a):hover': { borderColor: color.accent },
  '& > div a::after': { content: '""', position: 'absolute', inset: 0 },
  '& > :not(div) a': { position: 'relative', zIndex: 1 },
} as const;
const iconStyles = {
  boxSizing: 'content-box',
  padding: 'var(--icon-pad)',
  borderRadius: '50%',
  background: 'var(--icon-ground)',
  color: 'var(--icon-ink)',
} as const;
/** The box of a card. Each page has the styles of its own layouts only. */
const boxes: Record<CardLayout, CSSObject> = {
  cards: {
    '[data-layout=cards] > &': {
      ...raised,
      ...linked,
      // On a phone, the icon is beside the first line, and the text below has the whole card.
      [from.belowPhone]: {
        ...narrowCard,
        padding: `var(--card-pad,${space.item})`,
        border: 0,
        borderRadius: 0,
        background: 'none',
        '&:not(:first-of-type)': { borderTop: `1px solid var(--card-line,${color.line})` },
        '& > svg + * ~ *': { gridColumn: '1 / -1' },
        '& > svg': { ...narrowCard['& > svg'], gridRow: 1 },
        '& > svg + *': { alignSelf: 'center' },
        // The link has room above and below its words.
        '&:has(> div > :is(a, button))': { paddingBottom: space.hair },
      },
      [from.phone]: {
        '& > svg': { width: '2rem', height: '2rem', marginBottom: space.tight, ...iconStyles },
      },
    },
  },
  tiles: {
    '[data-layout=tiles] > &': {
      ...raised,
      ...linked,
      minHeight: 300,
      [from.tablet]: { minHeight: 320 },
      '& > picture > img': {
        width: `calc(100% + 2 * var(--tile-inset,${space.wide}))`,
        maxWidth: 'none',
        margin: `calc(-1 * var(--tile-inset,${space.wide}))`,
        marginBottom: space.tight,
        borderBottom: `1px solid ${color.line}`,
        borderRadius: `${radius} ${radius} 0 0`,
        background: dottedGround,
      },
    },
  },
  list: {
    '[data-layout=list] > &': {
      ...ruledItem,
      [from.belowPhone]: { ...narrowCard, border: ruledItem.border, borderWidth: ruledItem.borderWidth },
      [from.phone]: {
        padding: `var(--item-pad,${space.wide} 0 0)`,
        '& > svg': { width: '2rem', height: '2rem', ...iconStyles },
      },
    },
  },
  directory: {
    '[data-layout=directory] > &': {
      borderTop: `1.5px solid ${color.ink}`,
      paddingTop: space.small,
      [from.phone]: { paddingTop: space.wide },
      [from.belowPhone]: {
        gap: space.hair,
        '& > p': { lineHeight: 1.5 },
        '&:not(:has(> svg ~ :is(p, ul))) > :is(h2, h3)': { fontSize: size.body },
        '&:has(> svg)': { ...narrowCard, borderTop: `1.5px solid ${color.ink}`, paddingTop: space.small },
      },
    },
  },
  // Each name is after its icon.
  names: {
    flexDirection: 'row',
    alignItems: 'center',
    gap: space.tight,
    lineHeight: 1.3,
    '& > svg': { width: '1.3em', height: '1.3em' },
    '& > :is(h2, h3)': { font: 'inherit' },
  },
  rows: {
    '[data-layout=rows] > &': {
      display: 'grid',
      gap: space.hair,
      borderTop: `1px solid ${color.line}`,
      paddingBlock: space.item,
      [from.phone]: {
        gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
        gap: `${space.small} ${space.block}`,
        paddingBlock: space.wide,
        alignItems: 'start',
        '& > :nth-of-type(2)': { gridColumn: 2 },
      },
      [from.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    },
    // The same width in every row, so that the actions align.
    '[data-layout=rows][data-actions] > &': {
      [from.desktop]: {
        gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 15rem',
        // In a row without an action, the text comes last.
        '& > :nth-of-type(2)': { gridColumn: 3, marginBlock: '-0.5625rem' },
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
  ({ layout }) => boxes[layout],
);

type CardItem = BlockOf<'card-grid'>['items'][number];

const Title = styled.h3({
  fontSize: size.item,
  lineHeight: 1.3,
  '&:has(svg)': { display: 'flex', gap: space.tight },
  '& svg': { width: '1.3em', height: '1.3em', color: color.muted },
});
const Foot = styled.div({ marginTop: 'auto' });
/** The number of parts of each card, or 0 if the cards do not share one order of parts. */
export function sharedRowCount(items: readonly CardItem[]): number {
  const all = items.map(({ image, icon, tag, text, points, tags, figure, action }) =>
    [image ?? icon, tag, true, text, points, tags, figure, action].flatMap((part, at) =>
      part === undefined ? [] : at,
    ),
  );
  const longest = all.reduce((one, other) => (other.length > one.length ? other : one), []);
  return all.every((parts) => parts.every((part, at) => part === longest[at])) ? longest.length : 0;
}

interface Props {
  item: CardItem;
  layout: CardLayout;
  tileWidth: DisplayWidth;
  align: Crop | undefined;
}

/** A card of a grid. All pictures of the grid have the same aspect ratio. */
export function Card({ item, layout, tileWidth, align }: Props) {
  const { inner } = useContext(BlockPositionContext);
  const { heading, image, action, tag } = item;
  const rows = layout === 'rows';
  const icon = !rows && item.icon && <Icon name={item.icon} />;
  return (
    <CardBox layout={layout}>
      {!rows && image && (
        <Picture {...image} align={align} displayWidth={layout === 'tiles' ? tileWidth : 5} />
      )}
      {!image && icon}
      {!rows && tag !== undefined && <Tag>{keepTogether(tag)}</Tag>}
      <Title as={inner}>
        {/* Next to a picture, the icon belongs to the heading. */}
        {image && icon}
        {image && icon ? <span>{keepTogether(heading)}</span> : keepTogether(heading)}
      </Title>
      <CardBody item={item} rows={rows} />
      {action && (
        <Foot>
          <ActionLink
            action={action}
            variant="text"
            about={action.label.includes(heading) ? undefined : heading}
          />
        </Foot>
      )}
    </CardBox>
  );
}
