import type { PostCardData } from '../../../schema/resolve/page-context.ts';
import styled from '@emotion/styled';
import type { ComponentProps } from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { Glyph, Icon } from '../../ui/icon.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { ItemHeading, MutedText } from '../../ui/item.tsx';
import { CardPicture, linkedCard } from '../../ui/linked-card.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useLinkTo } from '../../ui/link.tsx';
import { findTagIndexes } from '../../ui/tag-filter.tsx';
import { color, from, size, space } from '../../ui/design-tokens.ts';
import { encodePath } from '../../../schema/fields/file-types.ts';
import { toSiteUrl } from '../../ui/site-url.ts';

const Box = styled.li({
  display: 'flex',
  flexDirection: 'column',
  gap: space.tight,
  padding: space.item,
  ...linkedCard,
  [from.phone]: { gap: space.small, padding: space.wide },
});
const PostPicture = styled(CardPicture)({
  margin: `-${space.item} -${space.item} ${space.hair}`,
  [from.phone]: { margin: `-${space.wide} -${space.wide} ${space.tight}` },
});
const Facts = styled.p({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space.item}`,
  fontSize: size.note,
  color: color.muted,
  '& > span': { marginInlineStart: 'auto' },
  '& strong': { display: 'inline-flex', alignItems: 'center', gap: space.tight, fontWeight: 650 },
  '& strong svg': { width: '1.125rem', height: '1.125rem' },
  // The whole card links to the post, except where tags are links.
  '& strong a': { position: 'relative', zIndex: 1, paddingBlock: space.hair, color: 'inherit' },
});

const CardFooter = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  marginTop: 'auto',
  fontSize: size.note,
  color: color.muted,
  gap: space.item,
  '& time + span::before': { content: '"·"', marginInline: '0.4em' },
});
const ArrowLink = styled.a({
  display: 'grid',
  placeItems: 'center end',
  width: '2.75rem',
  height: '2.75rem',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '& > svg': { transition: 'transform .15s' },
  'li:hover > * > & > svg': { transform: 'translateX(3px)' },
});

interface Props extends Pick<ComponentProps<typeof Picture>, 'align' | 'displayWidth'> {
  post: PostCardData;
  /** The tags that visitors can filter the list by. */
  tags: BlockByType<'posts'>['tags'];
  read: string;
  /** The media query for windows in which the picture is tall. Undefined if the picture is never tall. */
  tallIn: string | undefined;
}

/** A card that links to a page. */
export function PostCard({ post, tags, read, tallIn, ...pictureProps }: Props) {
  const linkTo = useLinkTo();
  const tallFile = tallIn === undefined ? undefined : post.tallPicture?.src;
  return (
    <Box
      data-tags={findTagIndexes(
        post.tags.map(({ name }) => name),
        tags.map(({ tag }) => tag),
      )}
    >
      {post.picture && (
        <PostPicture>
          <Picture
            {...post.picture}
            {...pictureProps}
            source={
              tallFile !== undefined && <source media={tallIn} srcSet={toSiteUrl(encodePath(tallFile))} />
            }
          />
        </PostPicture>
      )}
      {(post.tags.length > 0 || post.readTime !== undefined) && (
        <Facts>
          {post.tags.map(({ name, to }) => (
            <strong key={name}>
              <TagIcon icon={tags.find(({ tag }) => tag === name)?.icon} />
              {to === undefined ? name : <a {...linkTo(to)}>{name}</a>}
            </strong>
          ))}
          {post.readTime !== undefined && <span>{post.readTime}</span>}
        </Facts>
      )}
      <ItemHeading {...post.language}>{post.title}</ItemHeading>
      {post.text.length > 0 && (
        <MutedText {...post.language}>
          <InlineText>{post.text}</InlineText>
        </MutedText>
      )}
      <CardFooter>
        <p>
          {post.date && <time dateTime={post.date.date}>{post.date.words}</time>}
          {post.source !== undefined && <span>{post.source}</span>}
        </p>
        <ArrowLink href={toSiteUrl(post.path)} hrefLang={post.language?.lang}>
          <Glyph name={post.source === undefined ? 'arrow' : 'outside'} />
          <span className="for-screen-readers">
            {read}: {post.title}
          </span>
        </ArrowLink>
      </CardFooter>
    </Box>
  );
}

const TagIcon = ({ icon }: { icon: string | undefined }) =>
  icon === undefined ? null : <Icon name={icon} />;
