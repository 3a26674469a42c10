import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { ActionLink } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { ItemHeading, MutedText, SmallPrint } from '../ui/item.tsx';
import {
  color,
  from,
  raisedBox,
  size,
  space,
  selectedInForcedColors,
  radius,
  measure,
  equalColumns,
} from '../ui/design-tokens.ts';
import { SectionHead } from '../ui/section-head.tsx';

type PricingItem = BlockByType<'pricing'>['items'][number];

const Box = styled.li({
  display: 'flex',
  flexDirection: 'column',
  gap: space.item,
  '@media print': { '& > p': { display: 'none' } },
  '[data-layout=cards] > &': {
    ...raisedBox,
    padding: space.wide,
    '&[data-highlighted]': { border: `1.5px solid ${color.ink}` },
    // In a single-column list, the features are next to the price.
    [from.phone]: {
      ...equalColumns(2),
      columnGap: space.block,
      alignContent: 'start',
      '& > *': { gridColumn: 1 },
      '& > ul': { gridArea: '1 / 2 / span 3', alignSelf: 'center' },
      '& > p': { gridRow: 4, alignSelf: 'end' },
    },
    [from.tablet]: {
      ...equalColumns(1),
      '& > ul': { gridArea: 'auto / 1', alignSelf: 'start' },
    },
    [from.belowPhone]: { '& > p > a': { width: '100%' } },
  },
  '[data-layout=rows] > &': {
    paddingBlock: space.wide,
    borderTop: `1px solid ${color.line}`,
    '&[data-highlighted]': { borderTop: `1.5px solid ${color.ink}` },
    [from.tablet]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr)',
      columnGap: space.block,
      alignItems: 'start',
      '& > div': { gridRow: '1 / span 2' },
      '& > p': { gridColumn: '3' },
    },
  },
});
// The badge is at the end of the line with the name, or below the name.
const OfferHead = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.tight,
  '& > [data-text]': { width: '100%' },
});
const Badge = styled.p({
  padding: '0.125rem 0.625rem',
  border: `1px solid ${color.ink}`,
  borderRadius: radius,
  color: color.ink,
  fontSize: size.note,
  fontWeight: 650,
});
const PriceText = styled.p({
  '& strong': {
    fontSize: size.heading,
    lineHeight: 1.1,
    letterSpacing: '-0.03em',
    fontVariantNumeric: 'tabular-nums',
    marginInlineEnd: space.tight,
  },
  // Starts a new line if the text does not fit next to the price.
  '& span': { display: 'inline-block', color: color.muted },
  '& small': { display: 'block', marginTop: space.hair, fontSize: size.note, color: color.muted },
});
const FeatureList = styled.ul({
  display: 'grid',
  alignContent: 'start',
  gap: space.tight,
  '& li': { display: 'flex', gap: space.tight, lineHeight: 1.5 },
  '& svg': { width: '1.125rem', height: '1.125rem', marginTop: '0.2rem', color: color.muted },
});

/** An offer with its name, price, features and action. */
export function Offer({ item, layout }: { item: PricingItem; layout: BlockByType<'pricing'>['layout'] }) {
  const { heading, badge, highlighted, text, points, action, other } = item;
  return (
    <Box data-highlighted={highlighted ? '' : undefined}>
      <OfferHead>
        <ItemHeading>{heading}</ItemHeading>
        {badge !== undefined && <Badge>{badge}</Badge>}
        {text && (
          <MutedText data-text="">
            <InlineText>{text}</InlineText>
          </MutedText>
        )}
      </OfferHead>
      <div>
        <Price price={item} side={other && 'first'} />
        {other && <Price price={other} side="other" />}
      </div>
      {points && (
        <FeatureList>
          {points.map((point, index) => (
            <li key={index}>
              <Glyph name="check" />
              <InlineText as="span">{point}</InlineText>
            </li>
          ))}
        </FeatureList>
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

function Price({
  price,
  side,
}: {
  price: Pick<PricingItem, 'price' | 'per' | 'note'>;
  side?: 'first' | 'other';
}) {
  return (
    <PriceText data-price={side}>
      <strong data-value="">{price.price}</strong>
      {price.per !== undefined && <span>{price.per}</span>}
      {price.note !== undefined && <small>{price.note}</small>}
    </PriceText>
  );
}

const SwitchFrame = styled.fieldset({
  display: 'inline-flex',
  margin: `0 0 ${space.large}`,
  padding: space.hair,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.raised,
  maxWidth: '100%',
  '& label': { position: 'relative', display: 'flex' },
  // The radio button covers its label, so that the focus ring surrounds the whole label.
  '& input': {
    appearance: 'none',
    position: 'absolute',
    inset: 0,
    margin: 0,
    cursor: 'pointer',
    borderRadius: radius,
  },
  '& span': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '2.75rem',
    padding: `${space.hair} ${space.item}`,
    borderRadius: radius,
    fontWeight: 650,
    lineHeight: 1.25,
    color: color.muted,
  },
  '& input:checked + span': { background: color.ink, color: color.ground, ...selectedInForcedColors },
  '& label:hover input:not(:checked) + span': { color: color.ink },
  '@media print': { display: 'none' },
});

/** Radio buttons that switch between two prices of every offer, without JavaScript. */
function PriceSwitch({
  words,
  name,
}: {
  words: NonNullable<BlockByType<'pricing'>['switch']>;
  name: string;
}) {
  return (
    <SwitchFrame aria-label={words.label}>
      <label>
        <input type="radio" name={name} value="first" defaultChecked />
        <span>{words.first}</span>
      </label>
      <label>
        <input type="radio" name={name} value="other" />
        <span>{words.second}</span>
      </label>
    </SwitchFrame>
  );
}

// In a row of one or two offers, the columns are as wide as in a row of three offers.
const Offers = styled(ItemGrid)({
  '&[data-layout=rows]': { gap: 0, borderBottom: `1px solid ${color.line}` },
  [from.tablet]: {
    '&[data-layout=cards]:not(:has(> :nth-of-type(2)))': { maxWidth: '26rem' },
    '&[data-layout=cards]:not(:has(> :nth-of-type(3)))': { maxWidth: '52rem' },
  },
});
// Shows the second price of each offer if the second option is selected.
const Frame = styled.div({
  '& [data-price=other]': { display: 'none' },
  '&:has([value=other]:checked)': {
    '& [data-price=first]': { display: 'none' },
    '& [data-price=other]': { display: 'block' },
  },
});
const Footnote = styled(SmallPrint)({ marginTop: space.wide, maxWidth: measure.text });

/** A list of offers with their prices. */
export function Pricing({
  id,
  layout,
  items,
  switch: priceSwitch,
  footnote,
  ...head
}: BlockByType<'pricing'>) {
  const { number } = useContext(BlockPositionContext);
  return (
    <Frame>
      <SectionHead {...head} />
      {priceSwitch && <PriceSwitch words={priceSwitch} name={`${id ?? `block-${number}`}-price`} />}
      <Offers
        data-layout={layout}
        most={layout === 'rows' ? 1 : items.length > 4 ? 3 : items.length}
        narrow={1}
        parts={layout === 'rows' ? 0 : 4}
        partGap={space.item}
      >
        {items.map((item) => (
          <Offer key={item.heading} item={item} layout={layout} />
        ))}
      </Offers>
      <InlineText as={Footnote}>{footnote}</InlineText>
    </Frame>
  );
}
