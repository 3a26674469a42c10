import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { ActionLink, Actions } from '../design/actions.tsx';
import { Glyph, Icon } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { Picture } from '../design/picture.tsx';
import type { Room } from '../design/picture-room.ts';
import { SectionHead } from '../design/section-head.tsx';
import { Tags } from '../design/tags.tsx';
import { color, from, radius, size, space } from '../design/theme.ts';

const columns = (count: number) => ({ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` });
// Two that are left over in rows of three share the last row.
const twoLeft = { '&[data-columns="3"][data-left="2"]': { ...columns(6), '& > li': { gridColumn: 'span 2' }, '& > li:nth-last-of-type(-n + 2)': { gridColumn: 'span 3' } } };
const Grid = styled.ul({
  display: 'grid',
  gap: space.item,
  [from.phone]: { gap: space.wide, '&[data-columns="2"], &[data-columns="4"]': columns(2) },
  [from.tablet]: { '&[data-columns="2"]': columns(2), '&[data-columns="3"]': columns(3), '&[data-columns="4"]': columns(2), ...twoLeft },
  [from.desktop]: { '&[data-columns="4"]': columns(4) },
  '&[data-layout=list]': { columnGap: space.block, rowGap: space.wide, [from.phone]: { rowGap: space.large } },
  '&[data-layout=rows]': { display: 'block' },
});
const raised = { padding: space.wide, border: `1px solid ${color.line}`, borderRadius: radius, background: color.raised };
// On a phone a card is an entry of a list: its sign in the margin, its words beside it, a rule above.
const narrowCard = {
  display: 'grid',
  gridTemplateColumns: '1.75rem minmax(0, 1fr)',
  columnGap: space.item,
  // Not a gap: the sign spans rows that may be empty.
  rowGap: 0,
  '& > * + :not(h2, h3)': { marginTop: space.hair },
  paddingTop: space.item,
  borderTop: `1px solid ${color.line}`,
  '& > *': { gridColumn: '2' },
  '& > svg': { gridColumn: '1', gridRow: '1 / span 6', width: '1.75rem', height: '1.75rem', color: color.accent },
  '& > picture > img': { gridColumn: '1 / -1', width: '5.5rem', marginBottom: space.tight },
  '&:not(:has(> svg)) > *': { gridColumn: '1 / -1' },
} as const;
const Card = styled.li({
  display: 'flex',
  flexDirection: 'column',
  gap: space.small,
  '& > svg': { width: '2rem', height: '2rem', color: color.accent },
  '& > picture > img': { width: '5.5rem' },
  '[data-layout=cards] > &': { ...narrowCard, [from.phone]: { ...raised, display: 'flex', gap: space.small, '& > svg': { width: '2rem', height: '2rem', marginBottom: space.tight } } },
  // The whole tile is its link; a tile without a link is only what it says.
  '[data-layout=tiles] > &': { ...raised, position: 'relative', minHeight: 300, [from.tablet]: { minHeight: 320 }, '&:has(a)': { transition: 'border-color .15s', '&:hover': { borderColor: color.accent } }, '& a::after': { content: '""', position: 'absolute', inset: 0 }, '& > picture > img': { width: '100%' } },
  '[data-layout=list] > &': { borderTop: `2px solid ${color.ink}`, paddingTop: space.item, [from.phone]: { paddingTop: space.wide } },
  '[data-layout=rows] > &': {
    display: 'grid',
    gap: space.small,
    borderTop: `1px solid ${color.line}`,
    paddingBlock: space.item,
    [from.phone]: { paddingBlock: space.wide },
    [from.tablet]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', columnGap: space.block, alignItems: 'start' },
  },
  // The same width in every row, so that the actions stand below each other.
  '[data-layout=rows][data-actions] > &': { [from.desktop]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) 15rem' } },
  '[data-layout=rows] > &:last-of-type': { borderBottom: `1px solid ${color.line}` },
});
const Title = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
const Tag = styled.p({ fontSize: size.note, color: color.muted });
const Text = styled.p({ color: color.muted });
const Points = styled.ul({
  display: 'grid',
  gap: space.tight,
  '& li': { display: 'flex', gap: space.tight, fontSize: size.note, lineHeight: 1.5 },
  '& svg': { width: '1.125rem', height: '1.125rem', marginTop: '0.15rem', color: color.accent },
});
const Foot = styled.div({ marginTop: 'auto' });
const Below = styled.div({ marginTop: space.large });

// The width of a tile inside its padding.
const tileRoom = (columns: number): Room => (columns === 3 ? { narrow: 0.81, phone: 0.91, tablet: 0.27 } : { narrow: 0.81, phone: 0.42, desktop: columns === 4 ? 0.19 : 0.45 });

/** Things of equal rank: as cards, as tiles that are links as a whole, as a list with rules above, or as rows. */
export function CardGrid({ layout, pace, columns: wanted, items, actions, ...head }: BlockOf<'card-grid'>) {
  const Level = head.heading === undefined ? 'h2' : 'h3';
  const columns = wanted ?? (items.length % 4 === 0 ? 4 : items.length === 2 ? 2 : 3);
  return (
    <div>
      <SectionHead {...head} />
      <Grid data-layout={layout} data-pace={pace} data-actions={items.some(({ action }) => action) ? '' : undefined} data-columns={columns} data-left={items.length % columns}>
        {items.map((item) => (
          <Card key={item.heading}>
            {layout === 'rows' ? (
              <Title as={Level}>{item.heading}</Title>
            ) : (
              <>
                {item.image && <Picture {...item.image} room={layout === 'tiles' ? tileRoom(columns) : 5.5} />}
                {item.icon !== undefined && <Icon name={item.icon} />}
                {item.tag !== undefined && <Tag>{item.tag}</Tag>}
                <Title as={Level}>{item.heading}</Title>
              </>
            )}
            <Body item={item} rows={layout === 'rows'} />
            {item.action && <Foot><ActionLink action={item.action} rank="plain" about={item.heading} /></Foot>}
          </Card>
        ))}
      </Grid>
      {actions.length > 0 && <Below><Actions actions={actions} /></Below>}
    </div>
  );
}

const RowBody = styled.div({ display: 'grid', gap: space.small });

function Body({ item, rows }: { item: BlockOf<'card-grid'>['items'][number]; rows: boolean }) {
  const words = (
    <>
      {rows && item.tag !== undefined && <Tag>{item.tag}</Tag>}
      {item.text && <Text><InlineText>{item.text}</InlineText></Text>}
      {item.points && <Points>{item.points.map((point, index) => <li key={index}><Glyph name="check" /><span><InlineText>{point}</InlineText></span></li>)}</Points>}
      {item.tags && <Tags>{item.tags}</Tags>}
    </>
  );
  return rows ? <RowBody>{words}</RowBody> : words;
}
