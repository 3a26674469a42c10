import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { ActionLink, Actions } from '../design/actions.tsx';
import { BlockPlace } from '../design/block-place.ts';
import { Glyph, Icon } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import type { DisplayWidth } from '../design/display-width.ts';
import { Picture } from '../design/picture.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { dottedGround } from '../design/picture-panel.ts';
import { Tags } from '../design/tags.tsx';
import { color, from, measure, radius, size, space } from '../design/theme.ts';

const columns = (count: number) => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` });
// Two that are left over in rows of three share the last row.
const twoLeft = {
  '&[data-columns="3"][data-left="2"]': {
    ...columns(6),
    '& > li': { gridColumn: 'span 2' },
    '& > li:nth-last-of-type(-n + 2)': { gridColumn: 'span 3' },
  },
};
const Grid = styled.ul({
  display: 'grid',
  gap: space.item,
  '&[data-layout=directory]': { ...columns(2), rowGap: space.item, [from.phone]: { rowGap: space.wide } },
  [from.phone]: {
    gap: space.wide,
    '&[data-columns="2"], &[data-columns="4"], &[data-layout=tiles]': columns(2),
  },
  [from.tablet]: {
    '&[data-columns="2"]': columns(2),
    '&[data-columns="3"]': columns(3),
    '&[data-columns="4"]': columns(2),
    '&[data-columns="5"]': columns(3),
    ...twoLeft,
  },
  [from.desktop]: {
    '&[data-columns="4"]': columns(4),
    '&[data-columns="5"]': { ...columns(5), columnGap: space.large },
  },
  '&[data-layout=list]': {
    columnGap: space.block,
    rowGap: space.wide,
    [from.phone]: { rowGap: space.large },
  },
  '&[data-layout=rows]': { display: 'block' },
});
const raised = {
  padding: space.wide,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.raised,
};
// On a phone a card is an entry of a list: its sign in the margin, its words beside it, a rule above.
const narrowCard = {
  display: 'grid',
  gridTemplateColumns: '1.75rem minmax(0, 1fr)',
  columnGap: space.item,
  // Not a gap: the sign spans rows that may be empty.
  rowGap: 0,
  // The foot keeps its own margin, which puts the actions of a row on one line.
  '& > * + :not(h2, h3, div)': { marginTop: space.hair },
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  '& > *': { gridColumn: '2' },
  '& > svg': { gridColumn: '1', gridRow: '1 / span 6', width: '1.75rem', height: '1.75rem' },
  '&:has(> picture)': { gridTemplateColumns: '5rem minmax(0, 1fr)' },
  '& > picture > img': { gridColumn: '1', gridRow: '1 / span 6' },
  '&:not(:has(> svg, > picture)) > *': { gridColumn: '1 / -1' },
} as const;
const signBeside = {
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  columnGap: space.small,
  '& > *': { gridColumn: '2' },
} as const;
const Card = styled.li({
  display: 'flex',
  flexDirection: 'column',
  gap: space.small,
  '& > svg': { width: '2rem', height: '2rem' },
  '& > picture > img': { width: '5rem' },
  '[data-layout=cards] > &': {
    ...narrowCard,
    [from.phone]: {
      ...raised,
      display: 'flex',
      gap: space.small,
      '& > svg': { width: '2rem', height: '2rem', marginBottom: space.tight },
    },
  },
  // The whole tile is its link; a tile without a link is only what it says.
  '[data-layout=tiles] > &': {
    ...raised,
    position: 'relative',
    minHeight: 300,
    [from.tablet]: { minHeight: 320 },
    '&:has(a)': { transition: 'border-color .15s', '&:hover': { borderColor: color.accent } },
    '& a::after': { content: '""', position: 'absolute', inset: 0 },
    '& > picture > img': {
      width: `calc(100% + 2 * ${space.wide})`,
      maxWidth: 'none',
      margin: `-${space.wide} -${space.wide} ${space.tight}`,
      borderBottom: `1px solid ${color.line}`,
      borderRadius: `${radius} ${radius} 0 0`,
      background: dottedGround,
    },
  },
  '[data-layout=list] > &': {
    ...narrowCard,
    borderTop: `2px solid ${color.ink}`,
    [from.phone]: {
      display: 'flex',
      gap: space.small,
      paddingTop: space.wide,
      '& > svg': { width: '2rem', height: '2rem' },
    },
  },
  // Names to look through: two side by side even on a phone.
  '[data-layout=directory] > &': {
    gap: space.hair,
    alignContent: 'start',
    borderTop: `1px solid ${color.line}`,
    paddingTop: space.small,
    '& > svg': { width: '1.5rem', height: '1.5rem', marginBottom: space.hair },
    '& > :is(h2, h3)': { fontSize: size.body },
    '& > p': { lineHeight: 1.5 },
    // A name alone stands beside its sign.
    '&:not(:has(> p))': {
      ...signBeside,
      columnGap: space.tight,
      alignItems: 'center',
      paddingBlock: space.small,
      '& > svg': { gridColumn: '1', width: '1.25rem', height: '1.25rem', marginBottom: 0 },
    },
    [from.phone]: { ...signBeside, '& > svg': { gridColumn: '1' } },
  },
  '[data-layout=rows] > &': {
    display: 'grid',
    gap: space.hair,
    borderTop: `1px solid ${color.line}`,
    paddingBlock: space.item,
    [from.phone]: { gap: space.small, paddingBlock: space.wide },
    [from.tablet]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      columnGap: space.block,
      alignItems: 'start',
    },
  },
  // The same width in every row, so that the actions stand below each other.
  '[data-layout=rows][data-actions] > &': {
    [from.desktop]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 15rem',
      '& > :last-child': { marginBlock: '-0.5625rem' },
    },
  },
  '[data-layout=rows] > &:last-of-type': { borderBottom: `1px solid ${color.line}` },
});
const Title = styled.h3({
  fontSize: size.item,
  lineHeight: 1.3,
  '&:has(svg)': { display: 'flex', gap: space.tight },
  '& svg': { width: '1.3em', height: '1.3em', color: color.muted },
});
const Tag = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted });
const Points = styled.ul({
  display: 'grid',
  gap: space.tight,
  '& li': { display: 'flex', gap: space.tight, lineHeight: 1.5 },
  '& svg': { width: '1.125rem', height: '1.125rem', marginTop: '0.2rem', color: color.muted },
});
const Foot = styled.div({ marginTop: 'auto' });
const Below = styled.div({ marginTop: space.large });

// A picture of a tile reaches its edges.
const tileRoom = (columns: number): DisplayWidth => ({
  narrow: 1,
  phone: 0.49,
  ...(columns === 3 && { tablet: 0.32 }),
  ...(columns === 4 && { desktop: 0.24 }),
});

/** Things of equal variant: as cards, as tiles that are links as a whole, as a list with rules above, as a directory of names, or as rows. */
export function CardGrid({ layout, pace, columns: wanted, items, actions, ...head }: BlockOf<'card-grid'>) {
  const { inner } = useContext(BlockPlace);
  // Five leave no hole in a row of their own.
  const columns =
    wanted ??
    (items.length % 4 === 0 ? 4 : items.length === 2 ? 2 : items.length === 5 && layout === 'list' ? 5 : 3);
  return (
    <div>
      <SectionHead {...head} />
      <Grid
        data-layout={layout}
        data-pace={pace}
        data-actions={items.some(({ action }) => action) ? '' : undefined}
        data-columns={columns}
        data-left={items.length % columns}
      >
        {items.map((item) => {
          const above = layout !== 'rows';
          const icon = above && item.icon !== undefined && <Icon name={item.icon} />;
          // Beside a picture the icon is a sign of the name only.
          const pictured = item.image !== undefined;
          return (
            <Card key={item.heading}>
              {above && item.image && (
                <Picture {...item.image} displayWidth={layout === 'tiles' ? tileRoom(columns) : 5} />
              )}
              {!pictured && icon}
              {above && item.tag !== undefined && <Tag>{item.tag}</Tag>}
              <Title as={inner}>
                {pictured && icon}
                {item.heading}
              </Title>
              <Body item={item} rows={!above} />
              {item.action && (
                <Foot>
                  <ActionLink
                    action={item.action}
                    variant="plain"
                    about={item.action.label.includes(item.heading) ? undefined : item.heading}
                  />
                </Foot>
              )}
            </Card>
          );
        })}
      </Grid>
      {actions.length > 0 && (
        <Below>
          <Actions actions={actions} />
        </Below>
      )}
    </div>
  );
}

const RowBody = styled.div({ display: 'grid', gap: space.small, maxWidth: measure.row });

function Body({ item, rows }: { item: BlockOf<'card-grid'>['items'][number]; rows: boolean }) {
  const words = (
    <>
      {rows && item.tag !== undefined && <Tag>{item.tag}</Tag>}
      {item.text && (
        <Text>
          <InlineText>{item.text}</InlineText>
        </Text>
      )}
      {item.points && (
        <Points>
          {item.points.map((point, index) => (
            <li key={index}>
              <Glyph name="check" />
              <span>
                <InlineText>{point}</InlineText>
              </span>
            </li>
          ))}
        </Points>
      )}
      {item.tags && <Tags>{item.tags}</Tags>}
    </>
  );
  return rows ? <RowBody>{words}</RowBody> : words;
}
