import styled from '@emotion/styled';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { ItemGrid } from '../ui/item-grid.tsx';
import { Picture } from '../ui/picture.tsx';
import { PictureSectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, equalColumns, from, radius, space } from '../ui/design-tokens.ts';
import { useLinkTo } from '../ui/link.tsx';

const List = styled(ItemGrid)({
  '& img': {
    width: 'auto',
    maxWidth: '100%',
    height: '2.25rem',
    [from.phone]: { height: '3rem' },
    objectFit: 'contain',
    borderRadius: 0,
  },
  '& a': { display: 'flex', alignItems: 'center', minHeight: '3rem', borderRadius: radius },
  '&:not([data-layout=grid])': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.wide} ${space.large}`,
    '& > li': { maxWidth: '11rem' },
  },
  '&[data-layout=grid]': {
    [from.belowPhone]: { ...equalColumns(2), gap: 1 },
    // Draws a line around each cell, even in an incomplete last row.
    '& > li': {
      display: 'grid',
      placeItems: 'center',
      minHeight: '5rem',
      [from.phone]: { minHeight: '8rem' },
      padding: space.item,
      outline: `1px solid ${color.line}`,
      background: color.raised,
    },
    '& > li:has(> a)': { padding: 0 },
    '& a': { justifyContent: 'center', width: '100%', height: '100%', padding: space.item },
    '& a:hover': { background: color.accentWash },
  },
});

/** A static grid of logos. */
export function Logos({ layout, items, ...head }: BlockByType<'logos'>) {
  const linkTo = useLinkTo();
  return (
    <PictureSectionFrame data-layout={layout}>
      <SectionHead {...head} />
      {/* Distributes the logos evenly over the rows. */}
      <List
        data-layout={layout}
        most={Math.max(4, Math.ceil(items.length / Math.ceil(items.length / 6)))}
        gap="1px"
      >
        {items.map(({ name, to, href, ...picture }) => {
          const logo = <Picture {...picture} alt={name} displayWidth={11} />;
          return (
            <li key={name}>
              {(to ?? href) === undefined ? (
                logo
              ) : (
                <a {...(to === undefined ? { href } : linkTo(to))}>{logo}</a>
              )}
            </li>
          );
        })}
      </List>
    </PictureSectionFrame>
  );
}
