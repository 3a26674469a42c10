import styled from '@emotion/styled';
import { useContext } from 'react';
import { crops } from '../../schema/fields/crop.ts';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { InlineText } from '../ui/inline-text.tsx';
import { ItemGrid } from '../ui/item-grid.tsx';
import { FileNote, useLinkTo } from '../ui/link.tsx';
import { Glyph } from '../ui/icon.tsx';
import { dottedBackground, Picture } from '../ui/picture.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { createFilterRules, findTagIndexes, TagFilter } from '../ui/tag-filter.tsx';
import { color, measure, radius, raisedBox, size, space } from '../ui/design-tokens.ts';

const Files = styled(ItemGrid)<{ tags: number }>(({ tags }) => ({
  ...createFilterRules(tags),
  '&:not([data-layout=cards])': { gap: 0, borderBottom: `1px solid ${color.line}` },
  '& > li': { position: 'relative', borderTop: `1px solid ${color.line}`, paddingBlock: space.item },
  '&[data-layout=cards] > li': {
    ...raisedBox,
    padding: space.wide,
    display: 'grid',
    gap: space.item,
    alignContent: 'start',
    '&:hover': { borderColor: color.accent },
  },
}));
const File = styled.div({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  columnGap: space.small,
  '& > svg': { gridRow: '1 / span 2', width: '1.5rem', height: '1.5rem', color: color.accent },
  '& > p': { gridColumn: 2, color: color.muted, maxWidth: measure.row },
  // Makes the whole item clickable.
  '& > a': {
    fontWeight: 650,
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '& > a:hover': { textDecoration: 'underline' },
  '& > a > span': { color: color.muted, fontSize: size.note },
  // Keeps links in the text clickable.
  '& > p a': { position: 'relative' },
});

// The file extension. A card without a picture shows it if other cards have pictures.
const Cover = styled.span({
  display: 'grid',
  placeItems: 'center',
  aspectRatio: `${crops.landscape}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: dottedBackground,
  color: color.muted,
  fontSize: size.subheading,
  fontWeight: 650,
});

/** A list of files to download, with the type and size of each file, and with tags as filters. */
export function Downloads({ id, layout, items, tags, filter, all, ...head }: BlockByType<'downloads'>) {
  const { number } = useContext(BlockPositionContext);
  const linkTo = useLinkTo();
  const allItemTags = items.flatMap((item) => item.tags ?? []);
  const shownTags = tags.length > 0 ? tags.map(({ tag }) => tag) : [...new Set(allItemTags)];
  const hasPictures = layout === 'cards' && items.some(({ image }) => image);
  const files = (
    <Files data-layout={layout} tags={shownTags.length} most={layout === 'cards' ? 3 : 1}>
      {items.map(({ label, to, text, image, tags: itemTags = [] }) => (
        <li key={to} data-tags={findTagIndexes(itemTags, shownTags)}>
          {hasPictures &&
            (image ? (
              <Picture {...image} displayWidth={{ narrow: 1, phone: 0.45, tablet: 0.28 }} align="landscape" />
            ) : (
              <Cover aria-hidden="true">{to.slice(to.lastIndexOf('.') + 1).toUpperCase()}</Cover>
            ))}
          <File>
            <Glyph name="down" />
            <a {...linkTo(to)}>
              {label}
              <FileNote to={to} />
            </a>
            <InlineText as="p">{text}</InlineText>
          </File>
        </li>
      ))}
    </Files>
  );
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      {shownTags.length === 0 ? (
        files
      ) : (
        <div>
          <TagFilter label={filter} all={all} tags={shownTags} name={`${id ?? `files-${number}`}-tag`} />
          {files}
        </div>
      )}
    </SectionFrame>
  );
}
