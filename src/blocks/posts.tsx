import type { RenderedList } from '../../schema/resolve/page-context.ts';
import styled from '@emotion/styled';
import { useContext } from 'react';
import { crops } from '../../schema/fields/crop.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { type DisplayWidth, isGraphic, useMedianRatio } from '../ui/picture-data.ts';
import { breakpoints, equalColumns, from, size, space, color, optionLink } from '../ui/design-tokens.ts';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { createFilterRules, TagFilter } from '../ui/tag-filter.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { PostCard } from './posts/post-card.tsx';
import { PageLinks } from './posts/pagination.tsx';
import { toSiteUrl } from '../ui/site-url.ts';

// The picture is next to the text, and as high as the card.
const besideStyles = {
  '& h2, & h3': { fontSize: size.subheading },
  '&:has(img)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gridTemplateRows: 'auto auto 1fr auto',
    columnGap: space.large,
  },
  '& > div:first-of-type:has(img)': {
    gridRow: '1 / -1',
    marginBlock: `-${space.wide}`,
    marginInline: `-${space.wide} 0`,
    borderWidth: 0,
    borderInlineEndWidth: 1,
    background: color.ground,
    '& img': { width: '100%', height: '100%', aspectRatio: 'auto' },
    // Enlarges SVGs, because the title is also larger than in narrow cards.
    '& img[src$=".svg" i]': { maxWidth: '26rem' },
  },
} as const;
// In a single column, cards are short, and all pictures have the same width.
const listCardStyles = {
  ...besideStyles,
  '&:has(img)': { ...besideStyles['&:has(img)'], gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
} as const;
const squareListCardStyles = {
  '&:has(img)': { gridTemplateColumns: '13rem minmax(0, 1fr)', minHeight: '13rem' },
} as const;
const panoramaPicture = { aspectRatio: `${crops.panorama}` } as const;
const PostGrid = styled.ul<{ tags: number }>(({ tags }) => ({
  display: 'grid',
  gap: space.item,
  [from.phone]: {
    gap: space.wide,
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '&[data-of-two="1"] > li:first-of-type': { gridColumn: 'span 2' },
  },
  [from.tablet]: {
    '&[data-layout=list] > li': listCardStyles,
    '&[data-square][data-layout=list] > li': squareListCardStyles,
  },
  // If a card fills a row, its picture is as wide as a card in the rows of two cards below.
  [`${from.phone} and (max-width: ${breakpoints.desktop - 0.01}rem)`]: {
    '&[data-of-two="1"] > li:first-of-type': {
      ...besideStyles,
      '&:has(img)': { ...besideStyles['&:has(img)'], ...equalColumns(2), columnGap: space.wide },
    },
  },
  // Widens the first card, so that all rows are full.
  [from.desktop]: {
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '&[data-layout=grid] > li:first-of-type': { gridColumn: 'auto' },
    '&[data-of-three="2"] > li:first-of-type': { gridColumn: 'span 2', ...besideStyles },
    '&[data-of-three="1"] > li:first-of-type': { gridColumn: '1 / -1', '& img': panoramaPicture },
  },
  ...createFilterRules(tags),
}));
/** The media query for windows in which a wider first card has a picture as high as its row. */
const wideFirstCardQuery = `(min-width:${breakpoints.desktop}rem)`;
/** Returns the display width of a card's picture. The first card in a grid may be wider than the other cards. */
function toPictureWidth(layout: BlockByType<'posts'>['layout'], index: number, count: number): DisplayWidth {
  if (layout === 'list') return { narrow: 1, tablet: 0.33 };
  if (index > 0 || count === 1) return { narrow: 1, phone: 0.49, desktop: 0.32 };
  return {
    narrow: 1,
    phone: 0.49,
    desktop: count % 3 === 1 ? 1 : count % 3 === 2 ? 0.39 : 0.32,
  };
}

const GroupLinks = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  '& a': {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: space.tight,
    minHeight: '2.75rem',
    padding: `${space.tight} 1.125rem`,
    ...optionLink,
  },
  '& small': { fontSize: size.note, fontWeight: 400, color: color.muted },
});
const emptyList: RenderedList = { posts: [] };

/** A list of cards that link to pages, with tags as filters. */
export function Posts({ id, layout, tags, filter, all, read, empty, ...head }: BlockByType<'posts'>) {
  const { number } = useContext(BlockPositionContext);
  const { posts, groups, paging } = useContext(PageContext).lists?.[number] ?? emptyList;
  const ratio = useMedianRatio(posts.map(({ picture }) => picture));
  if (posts.length === 0 && !groups?.length) {
    if (!empty) return null;
    return (
      <div>
        <SectionHead {...head} />
        <InlineText as="p">{empty}</InlineText>
      </div>
    );
  }
  if (groups)
    return (
      <div>
        <SectionHead {...head} />
        <GroupLinks>
          {groups.map(({ name, count, to }) => (
            <li key={to}>
              <a href={toSiteUrl(to)}>
                {name} <small>{count}</small>
              </a>
            </li>
          ))}
        </GroupLinks>
      </div>
    );
  const hasPhotos = posts.some(({ picture }) => picture && !isGraphic(picture.src));
  // Square and tall pictures, such as the covers of books and records, are not cropped.
  const isSquare = hasPhotos && ratio !== undefined && ratio < 1.25;
  const cardCrop = isSquare ? 'square' : !hasPhotos ? 'panorama' : layout === 'grid' ? 'wide' : 'landscape';
  // A single card keeps the width of one column.
  const fillsRows = layout === 'grid' && posts.length > 1 && !isSquare;
  return (
    <div>
      <SectionHead {...head} />
      {tags.length > 0 && !paging && (
        <TagFilter
          label={filter}
          all={all}
          tags={tags.map(({ tag }) => tag)}
          name={`${id ?? `posts-${number}`}-tag`}
        />
      )}
      <PostGrid
        tags={tags.length}
        data-layout={layout}
        data-square={isSquare ? '' : undefined}
        data-of-two={fillsRows ? posts.length % 2 : undefined}
        data-of-three={fillsRows ? posts.length % 3 : undefined}
        data-pace="quick"
      >
        {posts.map((post, index) => (
          <PostCard
            key={post.path}
            post={post}
            tags={tags}
            read={read}
            align={cardCrop}
            displayWidth={toPictureWidth(layout, index, posts.length)}
            tallIn={fillsRows && index === 0 && posts.length % 3 === 2 ? wideFirstCardQuery : undefined}
          />
        ))}
      </PostGrid>
      {paging && <PageLinks {...paging} />}
    </div>
  );
}
