import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { BlockPositionContext } from '../components/page-context.ts';
import { ProseText } from '../components/prose.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { from, twoColumnSection } from '../components/theme.ts';

const Frame = styled.div({ [from.desktop]: { '&[data-layout=beside]': twoColumnSection } });

/** A long text. */
export function Text({ layout, body, ...head }: BlockOf<'text'>) {
  const { inner } = useContext(BlockPositionContext);
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <ProseText level={inner}>{body}</ProseText>
    </Frame>
  );
}
