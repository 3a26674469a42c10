import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../design/actions.tsx';
import { Glyph } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, measure, size, space } from '../design/theme.ts';

const Frame = styled.div({
  display: 'grid',
  gap: space.large,
  [from.desktop]: { '&[data-layout=beside]': { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)', gap: space.block, alignItems: 'start' } },
  '&[data-layout=stacked] > *': { maxWidth: '52rem' },
});
const Questions = styled.div({
  borderTop: `1px solid ${color.line}`,
  '& details': { borderBottom: `1px solid ${color.line}` },
  '& summary': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: space.item, paddingBlock: space.item, minHeight: '3rem', fontSize: size.item, fontWeight: 650, lineHeight: 1.3, cursor: 'pointer', listStyle: 'none' },
  '& summary::-webkit-details-marker': { display: 'none' },
  '& summary:hover': { color: color.accent },
  '& summary svg': { transition: 'transform .15s' },
  '& details[open] summary svg': { transform: 'rotate(180deg)' },
  '& p': { color: color.muted, paddingBottom: space.wide, maxWidth: measure.text },
});

/** Questions that open by themselves, with no script. */
export function Faq({ id, layout, items, actions, ...head }: BlockOf<'faq'>) {
  return (
    <Frame data-layout={layout}>
      <div>
        <SectionHead {...head} />
        <Actions actions={actions} />
      </div>
      <Questions>
        {items.map((item) => (
          <details key={item.question} name={id ?? 'faq'}>
            <summary>{item.question}<Glyph name="chevron" /></summary>
            <p><InlineText>{item.answer}</InlineText></p>
          </details>
        ))}
      </Questions>
    </Frame>
  );
}
