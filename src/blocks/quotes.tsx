import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { ActionLink } from '../components/actions.tsx';
import { Figure } from '../components/figure/figure.tsx';
import { Glyph } from '../components/icon.tsx';
import { BlockPositionContext } from '../components/page-context.ts';
import { InlineText } from '../components/inline-text.tsx';
import { FileNote, useLinkTo } from '../components/link.tsx';
import { Picture, PictureFrame } from '../components/picture.tsx';
import { SectionFrame, SectionHead } from '../components/section-head.tsx';
import { color, columns, from, size, space, touchRow } from '../components/theme.ts';

const Grid = styled.div({
  display: 'grid',
  gap: space.block,
  [from.phone]: { '&[data-layout=grid]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
  [from.desktop]: { '&[data-layout=grid]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
});
const Quote = styled.figure({
  display: 'grid',
  gap: space.item,
  alignContent: 'start',
  borderInlineStart: `1.5px solid ${color.ink}`,
  paddingInlineStart: space.wide,
  '& blockquote': { margin: 0 },
  [from.desktop]: {
    '[data-layout=single] &:has(figure)': {
      // The second column is that of sections with two; the space of the line at the edge is not part of the first.
      gridTemplateColumns: `minmax(0, 1fr) calc((100% + ${space.wide} - ${space.block}) / 2)`,
      columnGap: space.block,
    },
  },
  '[data-layout=single] & blockquote': {
    fontSize: size.subheading,
    lineHeight: 1.25,
    letterSpacing: '-0.015em',
    maxWidth: '26em',
    '& p': { textWrap: 'balance' },
  },
  '& figcaption': {
    display: 'flex',
    alignItems: 'center',
    gap: space.small,
    fontSize: size.note,
    color: color.muted,
  },
  '& figcaption > picture img': { width: '3rem', borderRadius: '50%' },
  '& figcaption :is(strong, h2)': {
    display: 'block',
    font: 'inherit',
    fontWeight: 650,
    letterSpacing: 0,
    color: color.ink,
  },
});

// A picture at the edge of the page, next to the quote.
const Story = styled.div({
  display: 'grid',
  gap: space.block,
  alignItems: 'center',
  '& > :has(> picture)': { maxWidth: '30rem' },
  // From the width of a tablet on.
  '@media (min-width: 48rem)': columns(2),
  '& blockquote': {
    fontSize: size.subheading,
    lineHeight: 1.25,
    letterSpacing: '-0.015em',
    '& p': { textWrap: 'balance' },
  },
});
// Below the name, which HTML wants to be the last; beside a single quote, where the window is wide enough.
const Small = styled.div({
  order: 1,
  maxWidth: '18rem',
  [from.desktop]: {
    '[data-layout=single] &': { gridColumn: 2, gridRow: '1 / span 2', maxWidth: 'none', alignSelf: 'center' },
  },
});
const Words = styled.div({ display: 'grid', gap: space.item, '& > a': { justifySelf: 'start' } });

const Mark = styled.span({
  marginInlineStart: 'auto',
  '& img': { width: 'auto', maxWidth: '7rem', maxHeight: '2.5rem', borderRadius: 0 },
});
const Film = styled.a({
  ...touchRow,
  gap: space.tight,
  fontWeight: 650,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '& svg': { width: '1.25em', height: '1.25em' },
});

/** A link to a film. */
function FilmLink({ film }: { film: NonNullable<BlockOf<'quotes'>['items'][number]['film']> }) {
  const linkTo = useLinkTo();
  return (
    <Film {...('to' in film ? linkTo(film.to) : { href: film.href })}>
      <Glyph name="play" />
      {film.label}
      {'to' in film && <FileNote to={film.to} />}
    </Film>
  );
}

/** Quotes with their authors. */
export function Quotes({ layout, items, ...head }: BlockOf<'quotes'>) {
  // In a section without a heading, the names are its headings.
  const { inner, share } = useContext(BlockPositionContext);
  const Name = inner === 'h2' ? 'h2' : 'strong';
  // Below its head, a quote would leave half of the page empty.
  const isBeside = layout === 'single' && head.heading !== undefined && !items.some(({ figure }) => figure);
  return (
    <SectionFrame data-layout={isBeside ? 'beside' : undefined}>
      <SectionHead {...head} />
      <Grid data-layout={share === undefined ? layout : undefined} data-pace="quick">
        {items.map((quote) => {
          const said = (
            <Quote key={quote.name}>
              <blockquote>
                <p>
                  <InlineText>{quote.text}</InlineText>
                </p>
              </blockquote>
              {quote.figure && (
                <Small>
                  <Figure figure={quote.figure} size="small" />
                </Small>
              )}
              <figcaption>
                {quote.image && <Picture {...quote.image} displayWidth={3} crop="square" />}
                <div>
                  <Name>{quote.name}</Name>
                  {quote.title}
                </div>
                {quote.logo && (
                  <Mark>
                    <Picture {...quote.logo} displayWidth={7} />
                  </Mark>
                )}
              </figcaption>
            </Quote>
          );
          const words =
            quote.action || quote.film ? (
              <Words key={quote.name}>
                {said}
                {quote.film && <FilmLink film={quote.film} />}
                {quote.action && <ActionLink action={quote.action} variant="text" />}
              </Words>
            ) : (
              said
            );
          return layout === 'beside' && quote.picture ? (
            <Story key={quote.name}>
              <PictureFrame>
                <Picture {...quote.picture} displayWidth={{ narrow: 0.92, tablet: 0.38 }} />
              </PictureFrame>
              {words}
            </Story>
          ) : (
            words
          );
        })}
      </Grid>
    </SectionFrame>
  );
}
