import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { ActionLink } from '../../design/actions.tsx';
import { BlockPlace } from '../../design/block-place.ts';
import { Glyph } from '../../design/icon.tsx';
import { InlineText } from '../../design/inline-text.tsx';
import { color, from, raisedBox, size, space } from '../../design/theme.ts';

type Item = BlockOf<'pricing'>['items'][number];

const Box = styled.li({
  display: 'flex',
  flexDirection: 'column',
  gap: space.item,
  '[data-layout=cards] > &': {
    ...raisedBox,
    padding: space.wide,
    [from.tablet]: { display: 'grid', gridTemplateRows: 'subgrid', gridRow: 'span 4', alignContent: 'start' },
  },
  '[data-layout=cards] > &[data-highlighted]': { border: `2px solid ${color.accent}` },
  '[data-layout=cards] > & > p:last-child': {
    gridRow: 4,
    [from.tablet]: { alignSelf: 'end', paddingTop: space.tight },
  },
  '[data-layout=rows] > &': {
    paddingBlock: space.wide,
    borderTop: `1px solid ${color.line}`,
    [from.tablet]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr)',
      columnGap: space.block,
      alignItems: 'start',
      '& > div': { gridRow: '1 / span 2' },
      '& > p': { gridColumn: '3' },
    },
  },
  '[data-layout=rows] > &[data-highlighted]': { borderTop: `3px solid ${color.accent}` },
});
const Title = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.tight,
  '& > p[data-text]': { width: '100%' },
});
const Name = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
const Badge = styled.p({
  padding: '0.125rem 0.625rem',
  borderRadius: '1rem',
  background: color.accentWash,
  color: color.accent,
  fontSize: size.note,
  fontWeight: 650,
});
const Muted = styled.p({ color: color.muted });
const Amount = styled.p({
  '& strong': {
    fontSize: size.heading,
    lineHeight: 1.1,
    letterSpacing: '-0.03em',
    fontVariantNumeric: 'tabular-nums',
  },
  '& span': { color: color.muted, marginLeft: space.tight },
  '& small': { display: 'block', marginTop: space.hair, fontSize: size.note, color: color.muted },
});
const Points = styled.ul({
  display: 'grid',
  alignContent: 'start',
  gap: space.tight,
  '& li': { display: 'flex', gap: space.tight, lineHeight: 1.5 },
  '& svg': { width: '1.125rem', height: '1.125rem', marginTop: '0.2rem', color: color.muted },
});

/** One offer: its name, its price, what is part of it, and how to get it. */
export function Offer({ item, layout }: { item: Item; layout: BlockOf<'pricing'>['layout'] }) {
  const { inner } = useContext(BlockPlace);
  const { heading, badge, highlighted, text, points, action, other } = item;
  return (
    <Box data-highlighted={highlighted ? '' : undefined}>
      <Title>
        <Name as={inner}>{heading}</Name>
        {badge !== undefined && <Badge>{badge}</Badge>}
        {text && (
          <Muted data-text="">
            <InlineText>{text}</InlineText>
          </Muted>
        )}
      </Title>
      <div>
        <Price price={item} side={other && 'first'} />
        {other && <Price price={other} side="other" />}
      </div>
      {points && (
        <Points>
          {points.map((point, index) => (
            <li key={index}>
              <Glyph name="check" />
              <InlineText as="span">{point}</InlineText>
            </li>
          ))}
        </Points>
      )}
      {action && (
        <p>
          <ActionLink
            action={action}
            variant={layout === 'rows' ? 'text' : highlighted ? 'primary' : 'secondary'}
            about={action.label.includes(heading) ? undefined : heading}
          />
        </p>
      )}
    </Box>
  );
}

function Price({ price, side }: { price: Pick<Item, 'price' | 'per' | 'note'>; side?: 'first' | 'other' }) {
  return (
    <Amount data-price={side}>
      <strong>{price.price}</strong>
      {price.per !== undefined && <span>{price.per}</span>}
      {price.note !== undefined && <small>{price.note}</small>}
    </Amount>
  );
}
