import styled from '@emotion/styled';
import type { FigureContent } from '../../../schema/content/figure-field.ts';
import { InlineText } from '../inline-text.tsx';
import { color, size as textSize, space } from '../theme.ts';
import { Drawing } from './drawing.tsx';
import type { Drawn } from './drawing-data.ts';

const Frame = styled.figure({
  containerType: 'inline-size',
  width: '100%',
  '& > figcaption, & > [data-note]': { marginTop: space.small, fontSize: textSize.note, color: color.muted },
});

/** A drawing of numbers without a heading: across its container as a `field`, or `small` beside words. */
export function Figure({ figure, size }: { figure: FigureContent & Drawn; size: 'field' | 'small' }) {
  const { drawing, text } = figure;
  if (!drawing) return null;
  return (
    <Frame data-figure={size}>
      <Drawing drawing={drawing} size={size} />
      <InlineText as="figcaption">{text}</InlineText>
    </Frame>
  );
}
