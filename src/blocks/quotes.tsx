import type { CSSObject, Theme } from '@emotion/react';
import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { ActionLink } from '../ui/actions.tsx';
import { InlineChart } from '../ui/chart/inline-chart.tsx';
import { Glyph } from '../ui/icon.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { FileNote, useLinkTo } from '../ui/link.tsx';
import { Picture, PictureFrame } from '../ui/picture.tsx';
import { textColumn, SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { color, size, space, touchTarget } from '../ui/design-tokens.ts';

const Frame = styled(SectionFrame)({ '&:not(:has([data-alone]))': textColumn });
const quoteLine = `1.5px solid ${color.ink}`;
// Divides the page into halves. In an article, the halves are the text column and the column next to it.
const halfColumns = {
  display: 'grid',
  columnGap: space.block,
  gridTemplateColumns:
    `calc(var(--text-start, calc(50% + ${space.edge} + ${space.block} / 2)) - ${space.edge} - ${space.block}) ` +
    'minmax(0, 1fr)',
} as const;
const centredQuote: CSSObject = {
  '[data-layout=single] > &&': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
  },
  '[data-layout=single] > &&, [data-layout=single] > && > blockquote': { border: 0, padding: 0 },
};
const fromPortraitTablet = '@media (min-width: 48rem)';
const Quote = styled.figure(
  {
    display: 'grid',
    gap: space.item,
    alignContent: 'start',
    borderInlineStart: quoteLine,
    paddingInlineStart: space.wide,
    '& blockquote': { margin: 0 },
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
    // A quote without a heading or a picture has its author next to it.
    [fromPortraitTablet]: {
      '&[data-alone]': {
        ...halfColumns,
        border: 0,
        padding: 0,
        '& > blockquote': { gridColumn: 2, borderInlineStart: quoteLine, paddingInlineStart: space.wide },
        '& > figcaption': { gridRow: 1, alignItems: 'start' },
      },
    },
  },
  ({ theme: { heads } }: { theme: Theme }) => heads === 'centred' && centredQuote,
);

// A quote next to a picture or chart.
const Story = styled.div({
  display: 'grid',
  gap: space.wide,
  alignItems: 'center',
  // Limits the width, so that the text in an SVG is about as large as the quote.
  '& img[src$=".svg" i]': { maxWidth: '26rem' },
  [fromPortraitTablet]: halfColumns,
});
const QuoteWithLinks = styled.div({ display: 'grid', gap: space.item, '& > a': { justifySelf: 'start' } });

const PersonLogo = styled.span({
  marginInlineStart: 'auto',
  '& img': { width: 'auto', maxWidth: '7rem', maxHeight: '2.5rem', borderRadius: 0 },
});
const FilmAnchor = styled.a({
  ...touchTarget,
  gap: space.tight,
  fontWeight: 650,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  '& svg': { width: '1.25em', height: '1.25em' },
});

function FilmLink({ film }: { film: NonNullable<BlockByType<'quotes'>['items'][number]['film']> }) {
  const linkTo = useLinkTo();
  return (
    <FilmAnchor {...('to' in film ? linkTo(film.to) : { href: film.href })}>
      <Glyph name="play" />
      {film.label}
      {'to' in film && <FileNote to={film.to} />}
    </FilmAnchor>
  );
}

/** Quotes with their authors. */
export function Quotes({ layout, items, ...head }: BlockByType<'quotes'>) {
  // In a section without a heading, the names of the authors serve as headings.
  const { inner, share } = useContext(BlockPositionContext);
  const Name = inner === 'h2' ? 'h2' : 'strong';
  const isSingle = layout === 'single' && share === undefined;
  const hasHead = [head.eyebrow, head.heading, head.lead].some((text) => text !== undefined);
  const isNextToHead =
    isSingle && head.heading !== undefined && !items.some(({ figure: chart, scene }) => chart ?? scene);
  return (
    <Frame data-layout={isNextToHead ? 'beside' : undefined}>
      <SectionHead {...head} />
      <ItemGrid
        as="div"
        data-layout={share === undefined ? layout : undefined}
        data-pace="quick"
        most={layout === 'grid' && share === undefined ? 3 : 1}
        gap={space.block}
      >
        {items.map((quote) => {
          const chart = quote.figure && (
            <div>
              <InlineChart chart={quote.figure} size={layout === 'single' ? 'beside' : 'small'} />
            </div>
          );
          const illustration =
            isSingle &&
            (chart ??
              (quote.scene && (
                <PictureFrame>
                  <Picture {...quote.scene} displayWidth={{ narrow: 0.92, tablet: 0.38 }} />
                </PictureFrame>
              )));
          const quoteFigure = (
            <Quote key={quote.name} data-alone={isSingle && !hasHead && !illustration ? '' : undefined}>
              <blockquote>
                <InlineText as="p">{quote.text}</InlineText>
              </blockquote>
              <figcaption>
                {quote.image && <Picture {...quote.image} displayWidth={3} crop="square" />}
                <div>
                  <Name>{quote.name}</Name>
                  {quote.title}
                </div>
                {quote.logo && (
                  <PersonLogo>
                    <Picture {...quote.logo} displayWidth={7} />
                  </PersonLogo>
                )}
              </figcaption>
            </Quote>
          );
          const chartBelow = !isSingle && chart;
          const quoteContent =
            quote.action || quote.film || chartBelow ? (
              <QuoteWithLinks key={quote.name}>
                {quoteFigure}
                {chartBelow}
                {quote.film && <FilmLink film={quote.film} />}
                {quote.action && <ActionLink action={quote.action} variant="text" />}
              </QuoteWithLinks>
            ) : (
              quoteFigure
            );
          return illustration ? (
            <Story key={quote.name}>
              {illustration}
              {quoteContent}
            </Story>
          ) : (
            quoteContent
          );
        })}
      </ItemGrid>
    </Frame>
  );
}
