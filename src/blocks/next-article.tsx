import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { isGraphic } from '../ui/picture-data.ts';
import { CardPicture, linkedCard } from '../ui/linked-card.tsx';
import { Picture } from '../ui/picture.tsx';
import { color, from, size, space } from '../ui/design-tokens.ts';
import { toSiteUrl } from '../ui/site-url.ts';

const Card = styled.div({
  ...linkedCard,
  display: 'grid',
  '&[data-layout=card]': { maxWidth: '28rem' },
  '@media print': { display: 'none' },
  // Without a picture, the text fills the card, with the arrow at the edge.
  [from.tablet]: {
    '&[data-layout=wide]:has(picture)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
    // The maximum width of the first column is the maximum width of an SVG plus its padding.
    '&[data-layout=wide]:has([src$=".svg" i])': { gridTemplateColumns: 'minmax(0, 30rem) minmax(0, 1fr)' },
  },
});
const ArticlePicture = styled(CardPicture)({
  display: 'grid',
  alignItems: 'center',
  '& img[src$=".svg" i]': { maxWidth: '26rem' },
  [from.tablet]: { '[data-layout=wide] > &': { borderWidth: 0, borderInlineEndWidth: 1 } },
});
const ArticleText = styled.div({
  display: 'grid',
  gap: space.tight,
  alignContent: 'center',
  padding: space.item,
  [from.phone]: { padding: space.wide },
  '& p': { fontSize: size.note, color: color.muted },
});
const Title = styled.h2({
  fontSize: size.subheading,
  lineHeight: 1.2,
  // Makes the whole card clickable.
  '& a': {
    color: color.ink,
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
});
const ArticleFooter = styled.div({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.item,
  '& svg': { color: color.accent },
});
const Lead = styled.p({
  display: 'none',
  '&&': { fontSize: size.body },
  [from.tablet]: { display: 'block' },
});

/** A card that links to the next article. */
export function NextArticle({ layout, heading }: BlockByType<'next-article'>) {
  const next = useContext(PageContext).article?.next;
  const position = useContext(BlockPositionContext);
  if (!next) return null;
  return (
    <div>
      <Card data-layout={layout}>
        {next.picture && (
          <ArticlePicture>
            <Picture
              {...next.picture}
              crop={next.picture.crop ?? (isGraphic(next.picture.src) ? undefined : 'landscape')}
              displayWidth={layout === 'wide' ? { narrow: 1, tablet: 0.6 } : 28}
            />
          </ArticlePicture>
        )}
        <ArticleText>
          <p>{heading}</p>
          <Title as={position.heading}>
            <a href={toSiteUrl(next.path)} hrefLang={next.language?.lang} {...next.language}>
              {next.title}
            </a>
          </Title>
          {next.lead && (
            <Lead {...next.language}>
              <InlineText>{next.lead}</InlineText>
            </Lead>
          )}
          <ArticleFooter>
            <p>
              <time dateTime={next.published.date}>{next.published.words}</time>
              {next.readTime !== undefined && ` · ${next.readTime}`}
            </p>
            <Glyph name="arrow" />
          </ArticleFooter>
        </ArticleText>
      </Card>
    </div>
  );
}
