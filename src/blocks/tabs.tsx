import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockByType } from '../../schema/blocks/index.ts';
import { Actions } from '../ui/actions.tsx';
import { BlockPositionContext } from '../ui/page-context.ts';
import { Glyph, Icon } from '../ui/icon.tsx';
import { Picture } from '../ui/picture.tsx';
import { ProseText } from '../ui/prose.tsx';
import { SmallBlocks } from '../ui/small-blocks.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { color, onScreen, space, disclosureSummary } from '../ui/design-tokens.ts';

const labelStyle = { ...disclosureSummary, gap: space.tight } as const;
// Browsers without `::details-content` cannot position the content of `details` separately, so they show the accordion.
const supportsDetailsContent = '@supports selector(::details-content)';
const tabStyles = {
  '& > details': { display: 'contents' },
  '& > details > summary > svg:last-of-type': { display: 'none' },
  '& > details[open] > summary': { color: color.ink, borderColor: color.accent, cursor: 'default' },
  '& > details > summary:hover': { color: color.ink },
} as const;
const TabFrame = styled.div({
  '& > details': { borderTop: `1px solid ${color.line}` },
  '& > details:last-of-type': { borderBottom: `1px solid ${color.line}` },
  '& > details > summary': { ...labelStyle, paddingBlock: space.small },
  '& > details > summary:hover': { color: color.accent },
  [onScreen.tablet]: {
    [supportsDetailsContent]: {
      '&[data-layout=row]': {
        ...tabStyles,
        display: 'grid',
        // One column for each of up to six tabs. The last column extends the bottom border to the edge of the page.
        gridTemplateColumns: 'repeat(6, auto) 1fr',
        '&::after': { content: '""', gridRow: 1, gridColumn: 7, borderBottom: `3px solid ${color.line}` },
        '& > details > summary': {
          ...labelStyle,
          gridRow: 1,
          padding: `${space.small} ${space.item}`,
          color: color.muted,
          borderBottom: `3px solid ${color.line}`,
        },
        '& > details::details-content': { gridRow: 2, gridColumn: '1 / -1' },
      },
      '&[data-layout=beside]': {
        ...tabStyles,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
        columnGap: space.block,
        alignItems: 'start',
        '& > details > summary': {
          ...labelStyle,
          gridColumn: 1,
          padding: `${space.small} ${space.item}`,
          color: color.muted,
          borderInlineStart: `3px solid ${color.line}`,
        },
        '& > details::details-content': { gridColumn: 2, gridRow: '1 / span 12' },
      },
    },
  },
});
const TabContent = styled.div({
  display: 'grid',
  gap: space.wide,
  paddingBlock: `${space.tight} ${space.wide}`,
  alignItems: 'start',
  [onScreen.tablet]: {
    '[data-layout=row] &': { paddingTop: space.large },
    '[data-layout=row] &:has(> picture)': {
      gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
      columnGap: space.block,
    },
    '[data-layout=beside] &': { paddingTop: space.small },
  },
});
const TabText = styled.div({ display: 'grid', gap: space.wide });

/** Tabs on wide screens, and an accordion on phones. */
export function Tabs({ id, layout, items, ...head }: BlockByType<'tabs'>) {
  const { number, inner } = useContext(BlockPositionContext);
  return (
    <div>
      <SectionHead {...head} />
      <TabFrame data-layout={layout}>
        {items.map(({ heading, icon, body, image, actions, ...smallBlocks }, index) => (
          <details key={heading} name={`${id ?? `block-${number}`}-tab`} open={index === 0}>
            <summary>
              {icon !== undefined && <Icon name={icon} />}
              {heading}
              <Glyph name="chevron" />
            </summary>
            <TabContent>
              <TabText>
                {body && <ProseText level={inner}>{body}</ProseText>}
                <SmallBlocks part={smallBlocks} share={layout === 'row' && !image ? 1 : 0.6} />
                <Actions actions={actions} />
              </TabText>
              {image && <Picture {...image} displayWidth={{ narrow: 1, tablet: 0.38 }} />}
            </TabContent>
          </details>
        ))}
      </TabFrame>
    </div>
  );
}
