import styled from '@emotion/styled';
import { useContext } from 'react';
import { crops } from '../../schema/base/crop.ts';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import type { DisplayWidth } from '../design/display-width.ts';
import { Glyph, Icon } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { isDrawing } from '../design/picture-data.ts';
import { Picture } from '../design/picture.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { PicturePanel } from '../design/picture-panel.ts';
import { breaks, chosenInForcedColors, color, from, raisedBox, size, space } from '../design/theme.ts';

const Filter = styled.fieldset({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  margin: `0 0 ${space.large}`,
  padding: 0,
  border: 0,
});
const Choice = styled.label({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  padding: '0 1.125rem',
  border: `1px solid ${color.line}`,
  borderRadius: '1.375rem',
  fontWeight: 650,
  fontSize: size.note,
  cursor: 'pointer',
  '&:hover': { borderColor: color.ink },
  '&:has(:checked)': {
    background: color.accent,
    borderColor: color.accent,
    color: color.onAccent,
    ...chosenInForcedColors,
  },
  '&:has(:focus-visible)': { outline: `3px solid ${color.accent}`, outlineOffset: 3 },
});
// A card that spans two columns has its picture beside its text, so that it is as tall as its neighbour.
const wide = {
  '& h2, & h3': { fontSize: size.subheading },
  '&:has(img)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gridTemplateRows: 'auto auto 1fr auto',
    columnGap: space.large,
  },
  '& > div:first-of-type:has(img)': {
    gridRow: '1 / -1',
    margin: `-${space.wide} 0 -${space.wide} -${space.wide}`,
    borderWidth: '0 1px 0 0',
    '& img': { width: '100%', height: '100%', aspectRatio: 'auto' },
  },
} as const;
const lowPicture = { aspectRatio: `${crops.panorama}` } as const;
// The filter is a group of radio buttons and these rules: it needs no script.
const Grid = styled.ul<{ categories: number }>(({ categories }) => ({
  display: 'grid',
  gap: space.item,
  [from.phone]: {
    gap: space.wide,
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '&[data-of-two="1"] > li:first-of-type': { gridColumn: 'span 2' },
  },
  // A picture across a row stays low.
  [`${from.phone} and (max-width: ${breaks.desktop - 0.01}rem)`]: {
    '&[data-of-two="1"] > li:first-of-type img': lowPicture,
  },
  // The first card fills the row that would have a gap.
  [from.desktop]: {
    '&[data-layout=grid]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '&[data-layout=grid] > li:first-of-type': { gridColumn: 'auto' },
    '&[data-of-three="2"] > li:first-of-type': { gridColumn: 'span 2', ...wide },
    '&[data-of-three="1"] > li:first-of-type': { gridColumn: '1 / -1', '& img': lowPicture },
  },
  ...Object.fromEntries(
    Array.from({ length: categories }, (_, index) => [
      `fieldset:has([value="${index}"]:checked) + & > li:not([data-category="${index}"])`,
      { display: 'none' },
    ]),
  ),
}));
const Post = styled.li({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: space.tight,
  padding: space.item,
  ...raisedBox,
  [from.phone]: { gap: space.small, padding: space.wide },
  overflow: 'hidden',
  '&:hover': { borderColor: color.accent },
});
const Drawing = styled(PicturePanel)({
  margin: `-${space.item} -${space.item} ${space.hair}`,
  [from.phone]: { margin: `-${space.wide} -${space.wide} ${space.tight}` },
  padding: 0,
  borderWidth: '0 0 1px',
  borderRadius: 0,
});
const Facts = styled.p({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: space.tight,
  fontSize: size.note,
  color: color.muted,
  '& strong': { display: 'inline-flex', alignItems: 'center', gap: space.tight, fontWeight: 650 },
  '& strong svg': { width: '1.125rem', height: '1.125rem' },
});
const Title = styled.h3({ fontSize: size.item, lineHeight: 1.3 });
const Text = styled.p({ color: color.muted });
const Foot = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  marginTop: 'auto',
  fontSize: size.note,
  color: color.muted,
});
const Arrow = styled.a({
  display: 'grid',
  placeItems: 'center',
  width: '2.75rem',
  height: '2.75rem',
  border: `1px solid ${color.line}`,
  borderRadius: '50%',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { background: color.accent, color: color.onAccent },
});

/** The first card of a grid may be wider than the others. */
function pictureWidth(layout: BlockOf<'posts'>['layout'], index: number, count: number): DisplayWidth {
  if (layout === 'list') return { narrow: 1 };
  if (index > 0) return { narrow: 1, phone: 0.49, desktop: 0.32 };
  return {
    narrow: 1,
    phone: count % 2 === 1 ? 1 : 0.49,
    desktop: count % 3 === 1 ? 1 : count % 3 === 2 ? 0.39 : 0.32,
  };
}

/** Articles, and the categories they can be filtered by. */
export function Posts({ id, layout, filter, all, categories, read, items, ...head }: BlockOf<'posts'>) {
  const { inner } = useContext(BlockPlace);
  const name = `${id ?? 'posts'}-category`;
  const photos = items.some(({ image }) => image && !isDrawing(image.src));
  const shape = photos && layout === 'grid' ? 'wide' : 'panorama';
  return (
    <div>
      <SectionHead {...head} />
      <Filter aria-label={filter}>
        {[all, ...categories].map((category, index) => (
          <Choice key={category}>
            <input
              className="for-screen-readers"
              type="radio"
              name={name}
              value={index - 1}
              defaultChecked={index === 0}
            />
            {category}
          </Choice>
        ))}
      </Filter>
      <Grid
        categories={categories.length}
        data-layout={layout}
        data-of-two={items.length % 2}
        data-of-three={items.length % 3}
        data-pace="quick"
      >
        {items.map((post, index) => (
          <Post key={post.heading} data-category={categories.indexOf(post.category)}>
            {post.image && (
              <Drawing>
                <Picture
                  {...post.image}
                  align={shape}
                  displayWidth={pictureWidth(layout, index, items.length)}
                />
              </Drawing>
            )}
            <Facts>
              <strong>
                {post.icon !== undefined && <Icon name={post.icon} />}
                {post.category}
              </strong>
              <span>{post.readTime}</span>
            </Facts>
            <Title as={inner}>{post.heading}</Title>
            <InlineText as={Text}>{post.text}</InlineText>
            <Foot>
              <span>{post.date}</span>
              <Arrow href={post.to}>
                <Glyph name="arrow" />
                <span className="for-screen-readers">
                  {read}: {post.heading}
                </span>
              </Arrow>
            </Foot>
          </Post>
        ))}
      </Grid>
    </div>
  );
}
