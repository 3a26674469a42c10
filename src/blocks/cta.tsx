import styled from '@emotion/styled';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions } from '../design/actions.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, radius, space } from '../design/theme.ts';

const Frame = styled.div({
  display: 'grid',
  gap: space.large,
  alignItems: 'end',
  '& > div:first-of-type': { marginBottom: 0 },
  [from.tablet]: { '&[data-layout=band]': { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
  '&[data-layout=card]': { border: `1px solid ${color.line}`, borderRadius: radius, padding: space.large, background: color.raised },
});

/** One heading and what to do next. */
export function Cta({ layout, actions, ...head }: BlockOf<'cta'>) {
  return (
    <div>
      <Frame data-layout={layout}>
        <SectionHead {...head} />
        <Actions actions={actions} />
      </Frame>
    </div>
  );
}
