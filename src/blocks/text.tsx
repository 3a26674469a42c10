import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { BlockPlace } from '../design/block-place.ts';
import { ProseText } from '../design/prose-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { from, headingBeside } from '../design/theme.ts';

const Frame = styled.div({ [from.desktop]: { '&[data-layout=beside]': headingBeside } });

/** A longer text. */
export function Text({ layout, body, ...head }: BlockOf<'text'>) {
  const { inner } = useContext(BlockPlace);
  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <ProseText level={inner}>{body}</ProseText>
    </Frame>
  );
}
