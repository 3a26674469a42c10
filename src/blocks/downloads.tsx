import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { FileNote, linkTo, InlineText } from '../components/inline-text.tsx';
import { Glyph } from '../components/icon.tsx';
import { Picture } from '../components/picture.tsx';
import { SectionFrame, SectionHead } from '../components/section-head.tsx';
import { color, from, measure, raisedBox, size, space } from '../components/theme.ts';

const Files = styled.ul({
  borderBottom: `1px solid ${color.line}`,
  '& > li': { position: 'relative', borderTop: `1px solid ${color.line}`, paddingBlock: space.item },
  '&[data-layout=cards]': {
    display: 'grid',
    gap: space.wide,
    borderBottom: 0,
    [from.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [from.desktop]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '& > li': { ...raisedBox, padding: space.wide, display: 'grid', gap: space.item, alignContent: 'start' },
    '& > li:hover': { borderColor: color.accent },
  },
});
const File = styled.div({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  columnGap: space.small,
  '& > svg': { gridRow: '1 / span 2', width: '1.5rem', height: '1.5rem', color: color.accent },
  '& > p': { gridColumn: 2, color: color.muted, maxWidth: measure.row },
  // The whole item is clickable.
  '& > a': {
    fontWeight: 650,
    textDecoration: 'none',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '& > a:hover': { textDecoration: 'underline' },
  '& > a > span': { color: color.muted, fontSize: size.note },
  // A link inside the text stays clickable.
  '& > p a': { position: 'relative' },
});

/** Files to download, each with its type and size. */
export function Downloads({ layout, items, ...head }: BlockOf<'downloads'>) {
  return (
    <SectionFrame data-layout={layout}>
      <SectionHead {...head} />
      <Files data-layout={layout}>
        {items.map(({ label, to, text, image }) => (
          <li key={to}>
            {layout === 'cards' && image && (
              <Picture
                {...image}
                displayWidth={{ narrow: 1, phone: 0.45, desktop: 0.28 }}
                align="landscape"
              />
            )}
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
    </SectionFrame>
  );
}
