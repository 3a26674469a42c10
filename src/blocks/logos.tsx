import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Picture } from '../ui/picture.tsx';
import { PictureSectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, from, radius, space } from '../ui/design-tokens.ts';
import { useLinkTo } from '../ui/link.tsx';

/**
 * Returns the number of columns for a number of items, at most `max`, so that the rows are as even as
 * possible.
 */
function balancedColumns(count: number, max: number): number {
  return Math.ceil(count / Math.ceil(count / max));
}

const Row = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${space.wide} ${space.large}`,
  '& img': {
    width: 'auto',
    maxWidth: '100%',
    height: '2.25rem',
    [from.phone]: { height: '3rem' },
    objectFit: 'contain',
    borderRadius: 0,
  },
  '& a': { display: 'flex', alignItems: 'center', minHeight: '3rem', borderRadius: radius },
  '& li': { maxWidth: '11rem' },
  '&[data-layout=grid]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 1,
    [from.phone]: {
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      '&[data-columns="5"], &[data-columns="6"]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    },
    [from.desktop]: {
      '&[data-columns="5"]': { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' },
      '&[data-columns="6"]': { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
    },
    // A line around each cell, even if the last row is not full.
    '& > li': {
      display: 'grid',
      placeItems: 'center',
      maxWidth: 'none',
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
export function Logos({ layout, items, ...head }: BlockOf<'logos'>) {
  const linkTo = useLinkTo();
  return (
    <PictureSectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <Row data-layout={layout} data-columns={balancedColumns(items.length, 6)}>
        {items.map(({ name, to, href, ...file }) => {
          const logo = <Picture {...file} alt={name} displayWidth={11} />;
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
      </Row>
    </PictureSectionFrame>
  );
}
