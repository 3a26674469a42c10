import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { InlineText } from '../design/inline-text.tsx';
import { isDrawing } from '../design/picture-data.ts';
import { Reading, type ShownList } from '../design/reading.ts';
import { SectionHead } from '../design/section-head.tsx';
import { chosenInForcedColors, color, size, space } from '../design/theme.ts';
import { pictureWidth, PostGrid } from './posts/post-grid.ts';
import { PostCard } from './posts/post-card.tsx';
import { PageLinks } from './posts/page-links.tsx';

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
const Groups = styled.ul({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space.tight,
  '& a': {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: space.tight,
    minHeight: '2.75rem',
    padding: `${space.tight} 1.125rem`,
    border: `1px solid ${color.line}`,
    borderRadius: '1.375rem',
    fontWeight: 650,
    color: color.ink,
    textDecoration: 'none',
  },
  '& a:hover': { borderColor: color.ink },
  '& small': { fontSize: size.note, fontWeight: 400, color: color.muted },
});
const nothing: ShownList = { posts: [] };

/** Cards that lead to other pages, and the tags by which they can be filtered. */
export function Posts({ id, layout, tags, filter, all, read, empty, ...head }: BlockOf<'posts'>) {
  const { number } = useContext(BlockPlace);
  const { posts, groups, paging } = useContext(Reading).lists?.[number] ?? nothing;
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
        <Groups>
          {groups.map(({ name, count, to }) => (
            <li key={to}>
              <a href={to}>
                {name} <small>{count}</small>
              </a>
            </li>
          ))}
        </Groups>
      </div>
    );
  const photos = posts.some(({ picture }) => picture && !isDrawing(picture.src));
  const shape = photos && layout === 'grid' ? 'wide' : 'panorama';
  return (
    <div>
      <SectionHead {...head} />
      {tags.length > 0 && !paging && (
        <Filter aria-label={filter}>
          {[all, ...tags.map(({ tag }) => tag)].map((tag, index) => (
            <Choice key={tag}>
              <input
                className="for-screen-readers"
                type="radio"
                name={`${id ?? `posts-${number}`}-tag`}
                value={index - 1}
                defaultChecked={index === 0}
              />
              {tag}
            </Choice>
          ))}
        </Filter>
      )}
      <PostGrid
        tags={tags.length}
        data-layout={layout}
        data-of-two={layout === 'grid' ? posts.length % 2 : undefined}
        data-of-three={layout === 'grid' ? posts.length % 3 : undefined}
        data-pace="quick"
      >
        {posts.map((post, index) => (
          <PostCard
            key={post.path}
            post={post}
            tags={tags}
            read={read}
            align={shape}
            displayWidth={pictureWidth(layout, index, posts.length)}
          />
        ))}
      </PostGrid>
      {paging && <PageLinks {...paging} />}
    </div>
  );
}
