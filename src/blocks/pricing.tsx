import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { InlineText } from '../design/inline-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, measure, size, space } from '../design/theme.ts';
import { Offer } from './pricing/offer.tsx';
import { PriceSwitch } from './pricing/price-switch.tsx';

const columns = (number: number) => ({ gridTemplateColumns: `repeat(${number}, minmax(0, 1fr))` });
// Offers in a row share their lines: name, price, points and button.
const Offers = styled.ul({
  display: 'grid',
  gap: space.wide,
  '&[data-layout=rows]': { gap: 0, borderBottom: `1px solid ${color.line}` },
  [from.tablet]: {
    '&[data-layout=cards][data-offers="2"]': { ...columns(2), maxWidth: '52rem' },
    '&[data-layout=cards][data-offers="3"], &[data-layout=cards][data-offers="6"]': columns(3),
    '&[data-layout=cards][data-offers="4"]': columns(2),
    '&[data-layout=cards][data-offers="5"]': columns(3),
    '&[data-layout=cards][data-offers="1"]': { maxWidth: '26rem' },
  },
  [from.desktop]: { '&[data-layout=cards][data-offers="4"]': columns(4) },
});
// The other prices are shown while the other side of the switch is chosen.
const Frame = styled.div({
  '& [data-price=other]': { display: 'none' },
  '&:has([value=other]:checked)': {
    '& [data-price=first]': { display: 'none' },
    '& [data-price=other]': { display: 'block' },
  },
});
const Footnote = styled.p({
  marginTop: space.wide,
  fontSize: size.note,
  color: color.muted,
  maxWidth: measure.text,
});

/** Offers with their prices, side by side or below each other. */
export function Pricing({ id, layout, items, switch: between, footnote, ...head }: BlockOf<'pricing'>) {
  const { number } = useContext(BlockPlace);
  return (
    <Frame>
      <SectionHead {...head} />
      {between && <PriceSwitch {...between} name={`${id ?? `block-${number}`}-price`} />}
      <Offers data-layout={layout} data-offers={items.length}>
        {items.map((item) => (
          <Offer key={item.heading} item={item} layout={layout} />
        ))}
      </Offers>
      <InlineText as={Footnote}>{footnote}</InlineText>
    </Frame>
  );
}
