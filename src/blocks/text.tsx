import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { LastChange } from '../components/last-change.tsx';
import { BlockPositionContext, PageContext } from '../components/page-context.ts';
import { ProseText } from '../components/prose.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { from, twoColumnSection } from '../components/theme.ts';

const Frame = styled.div({ [from.desktop]: { '&[data-layout=beside]': twoColumnSection } });

/** A long text. */
export function Text({ layout, body, eyebrow, heading, lead }: BlockOf<'text'>) {
  const { number, inner } = useContext(BlockPositionContext);
  const isDated = useContext(PageContext).updated?.block === number;
  return (
    <Frame data-layout={layout}>
      <SectionHead {...{ eyebrow, heading, lead }}>{isDated ? <LastChange /> : undefined}</SectionHead>
      <ProseText level={inner}>{body}</ProseText>
    </Frame>
  );
}
