import styled from '@emotion/styled';
import type { FigureContent } from '../../../schema/content/figure-field.ts';
import { InlineText } from '../inline-text.tsx';
import { color, from, measure, size as textSize, space } from '../theme.ts';
import { Drawing } from './drawing.tsx';
import type { Drawn } from './drawing-data.ts';

// Squares run from edge to edge; words keep the margin of the page, also where only one edge is that of the window.
const pageEdge = `max(${space.edge}, calc((100% - ${measure.page}) / 2))`;
const windowEdge = `max(${space.edge}, calc(50vw - ${measure.page} / 2))`;
const Frame = styled.figure({
  containerType: 'inline-size',
  width: '100%',
  // Many squares in the colour of headings would outweigh those.
  '&[data-figure=field]': { '--count': `color-mix(in srgb, ${color.ink} 72%, ${color.ground})` },
  // Words do not widen a group.
  '& [data-groups=field] p': { width: 'min-content', minWidth: 'max(96px, 100%)', overflowWrap: 'anywhere' },
  '&[data-figure=field] [data-group] strong': { fontSize: textSize.item },
  '[data-block] > &': {
    '& > figcaption, &:not([data-inset]) :is([role=img] > ul, [data-each])': {
      paddingInline: `${windowEdge} ${pageEdge}`,
    },
  },
  // The words of two groups begin and end with the page, however narrow a group is. The margin takes their width from
  // the group, which is as wide as its squares.
  '& [data-groups=field] > :is(:only-child, :first-child:nth-last-child(2), :first-child + :last-child) > p':
    {
      boxSizing: 'content-box',
      width: 'max-content',
      minWidth: 0,
      maxWidth: 'min(40cqi, 22rem)',
      marginInlineEnd: '-50cqi',
    },
  '& [data-groups=field] > :first-child + :last-child': {
    justifyItems: 'end',
    '& > p': { marginInline: '-50cqi 0', textAlign: 'end' },
  },
  '[data-block] > &:not([data-inset])': {
    '& [data-group] > p': { paddingInline: space.tight },
    '& [data-group]:is(:only-child, :first-child:nth-last-child(2)) > p': { paddingInlineStart: windowEdge },
    '& [data-group]:last-child:nth-child(2) > p': { paddingInline: `0 ${pageEdge}` },
  },
  // Bars and few squares begin with the page, as their words do.
  '[data-block] > &[data-inset] > [role=img]': { paddingInline: `${windowEdge} ${pageEdge}` },
  '[data-block=hero] > &': { marginTop: 'clamp(2.5rem, 6vw, 3rem)' },
  // What comes next belongs to the first screen.
  [from.phone]: { '[data-layout=statement] + &&': { marginTop: space.wide } },
  '[data-block=hero] > &:not([data-inset]) [data-group]:last-child:nth-child(2) > p': {
    paddingInlineEnd: windowEdge,
  },
  '& > figcaption': { marginTop: space.small, fontSize: textSize.note, color: color.muted },
});

/** Whether a drawing may run from one edge of the window to the other. */
export const isAcrossWindow = ({ drawing }: FigureContent & Drawn): boolean =>
  drawing?.style === 'counted' || drawing?.style === 'skyline';

/**
 * A drawing of numbers without a heading: across the window as a `field`, `beside` the words
 * of a hero, or `small` in an item.
 */
export function Figure({
  figure,
  size,
}: {
  figure: FigureContent & Drawn;
  size: 'field' | 'beside' | 'small';
}) {
  const { drawing, text } = figure;
  if (!drawing) return null;
  const isInset = size === 'field' && (drawing.isInset || !isAcrossWindow(figure));
  return (
    <Frame data-figure={size} data-inset={isInset ? '' : undefined}>
      <Drawing drawing={drawing} size={size} />
      <InlineText as="figcaption">{text}</InlineText>
    </Frame>
  );
}
