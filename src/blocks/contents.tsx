import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { BlockPositionContext, PageContext } from '../ui/page-context.ts';
import { Glyph } from '../ui/icon.tsx';
import { color, disclosureSummary, from, measure, onScreen, size, space } from '../ui/design-tokens.ts';

// The width of the page content. In sections with a heading on the left, the second column starts after half of the
// content width and half of the gap.
const contentWidth = `min(${measure.page}, 100% - 2 * ${space.edge})`;
// The horizontal start of the second column. A hero in the layout `article` overrides it with `--text-start`.
const secondColumnStart = `var(--text-start, calc(${space.edge} + (${contentWidth} + ${space.block}) / 2))`;
const contentsSection = 'main > :is(section, div):has(> &[data-layout=beside])';

// Next to the text, this section has no height, so that its list stays visible along all following sections. Text
// blocks leave space for the list; other blocks and the footer cover it. In narrow windows, the list is above the text.
const Frame = styled.div({
  [`${contentsSection} ~ *`]: { '--text-heading': size.subheading },
  [onScreen.desktop]: {
    [contentsSection]: {
      padding: 0,
      position: 'sticky',
      top: '6.5rem',
      background: 'none',
      pointerEvents: 'none',
      height: 0,
    },
    [`${contentsSection} ~ *`]: {
      position: 'relative',
      '--text-indent': secondColumnStart,
      '--text-halves': 'minmax(0, 1fr)',
    },
    'main:has(> :is(section, div) > &[data-layout=beside]) ~ footer': { position: 'relative' },
  },
  '@media print': { 'main > :is(section, div):has(> &)': { display: 'none' } },
});
const Title = styled.h2({
  paddingBottom: space.tight,
  fontSize: size.note,
  fontWeight: 650,
  lineHeight: 1.6,
  letterSpacing: 0,
  // Hides the heading visually while the list is collapsed, because the summary has the same text.
  position: 'absolute',
  clipPath: 'inset(50%)',
  [from.desktop]: { position: 'static', clipPath: 'none' },
  '@supports not selector(::details-content)': { display: 'none' },
});
// A table of contents above the text is collapsed, so that the text starts on the first screen. A table of contents
// next to the text is always open.
const ContentsDetails = styled.details({
  borderBlock: `1px solid ${color.line}`,
  '& summary': { ...disclosureSummary, fontSize: size.note, pointerEvents: 'auto' },
  '&[open]': { paddingBottom: space.item },
  [from.desktop]: {
    '@supports selector(::details-content)': {
      '&&': { border: 0, padding: 0 },
      '& summary': { display: 'none' },
      '&::details-content': { contentVisibility: 'visible' },
    },
  },
});
const List = styled.nav({
  [onScreen.desktop]: {
    maxWidth: `min(0.4 * (${measure.page} - ${space.block}), ${secondColumnStart} - ${space.edge} - ${space.wide})`,
  },
  pointerEvents: 'auto',
  fontSize: size.note,
  '& a': {
    display: 'block',
    // Makes single-line links 2.75rem high, which is large enough for touch screens.
    paddingBlock: `calc((2.75rem - 1.35em) / 2)`,
    paddingInlineStart: space.item,
    borderInlineStart: `1px solid ${color.line}`,
    color: color.muted,
    lineHeight: 1.35,
    textDecoration: 'none',
  },
  '& [data-below] a': { paddingInlineStart: space.large },
  '& a:hover, & a[aria-current]': { color: color.ink, borderColor: color.accent },
  '& a[aria-current]': { fontWeight: 650, borderWidth: 3, paddingInlineStart: `calc(${space.item} - 2px)` },
});

/** A table of contents, next to the text or collapsed above it. */
export function Contents({ layout, heading }: BlockByType<'contents'>) {
  const { contents } = useContext(PageContext);
  const position = useContext(BlockPositionContext);
  return (
    <Frame data-layout={layout}>
      <Title as={position.heading}>{heading}</Title>
      <ContentsDetails>
        <summary>
          {heading}
          <Glyph name="chevron" />
        </summary>
        <List aria-label={heading} data-follows="">
          <ol>
            {contents.map((item) => (
              <li key={item.id} data-below={item.below && ''}>
                <a href={`#${item.id}`}>{item.heading}</a>
              </li>
            ))}
          </ol>
        </List>
      </ContentsDetails>
    </Frame>
  );
}
