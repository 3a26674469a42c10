import styled from '@emotion/styled';
import { figureWidths } from '../../../schema/content/figure-widths.ts';
import { color, size, space } from '../theme.ts';

/** The three arrangements of a drawing, by the width of its container. */
const from = {
  medium: '@container (min-width: 26.25rem)',
  wide: '@container (min-width: 43.75rem)',
} as const;
const dashed = `1px dashed ${color.muted}`;
const quiet = { fill: color.muted, fillOpacity: 0.75 };

/** What all drawings have in common: their marks, and texts in real size. */
const base = {
  fontSize: size.note,
  lineHeight: 1.4,
  color: color.muted,
  fontVariantNumeric: 'tabular-nums',
  '& svg': { flex: 'none', maxWidth: 'none' },
  '& svg svg': { overflow: 'visible' },
  '[dir=rtl] & svg:not(svg svg)': { transform: 'scaleX(-1)' },
  '& [data-look=answer]': { fill: color.accent, stroke: color.accent, strokeWidth: 0 },
  '& [data-look=rest]': quiet,
  '& [data-look=ink]': { fill: color.ink },
  '& [data-look=open]': { fill: 'none', stroke: color.muted, strokeWidth: 3 },
  '& line[data-look=answer]': { strokeWidth: 2.5 },
  '& line[data-look=rest]': { stroke: color.muted, strokeWidth: 2.5 },
  '& [data-look=axis]': { stroke: color.ink, strokeWidth: 1.5 },
  '& [data-look=grid]': { stroke: color.line },
  '& [data-missing]': { border: dashed, padding: `0 ${space.tight}` },
  '& [data-label]': { color: color.ink, fontWeight: 600 },
  '& [data-value=answer], & [data-end=answer]': { color: color.accent, fontWeight: 600 },
  '@media (forced-colors: active)': {
    '& [data-look=answer], & [data-look=ink]': { fill: 'CanvasText', stroke: 'CanvasText' },
    '& [data-look=rest]': { fill: 'GrayText', fillOpacity: 1 },
    '& [data-look=open]': { stroke: 'CanvasText' },
  },
} as const;

const rooms = Object.fromEntries(
  [3, 4, 6, 8, 10, 12, 16, 20, 24, 30].map((room) => [`& [data-room="${room}"]`, { '--room': `${room}ch` }]),
);

/** Bars, ranges and shares: a label, and what is drawn beside or below it. */
export const Rows = styled.div({
  ...base,
  ...rooms,
  '& [data-rows]': { display: 'grid', gap: space.item },
  '& [data-row]': {
    display: 'grid',
    gap: `${space.hair} ${space.item}`,
    gridTemplateColumns: 'minmax(0, 1fr) auto',
  },
  '& [data-plot]': {
    position: 'relative',
    gridColumn: '1 / -1',
    gridRow: 2,
    marginInlineEnd: 'calc(var(--room, 0ch) + 0.5rem)',
  },
  '& [data-plot] > p': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '1.25rem',
    '& > svg': { height: '1rem' },
  },
  '& [data-plot] > p > span': { flex: 'none', whiteSpace: 'nowrap', marginInlineStart: space.tight },
  '& [data-plot] > p > svg[data-look]': { minWidth: 2 },
  '& [data-axis]': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    height: '100%',
    borderInlineEnd: `1.5px solid ${color.ink}`,
    boxSizing: 'content-box',
  },
  // A range says its values at the end of its line.
  '& [data-rows=ranges] [data-plot]': { marginInline: '0.375rem' },
  '& [data-range]': { width: '100%', height: '1rem', overflow: 'visible' },
  '& [data-row=scale] [data-plot]': { display: 'grid' },
  '& [data-plot] > [data-tick]': {
    gridArea: '1 / 1',
    '& > span': { margin: 0, transform: 'translateX(-50%)' },
    '&:is([data-tick=first], [data-tick=last]) > span': { transform: 'none' },
  },
  '[dir=rtl] & [data-plot] > [data-tick=""] > span': { transform: 'translateX(50%)' },
  '& [data-tick=last]': { justifyContent: 'end' },
  '& [data-end]': { textAlign: 'end', whiteSpace: 'nowrap' },
  [from.wide]: {
    '& [data-row]': { gridTemplateColumns: '13rem minmax(0, 1fr)', alignItems: 'center' },
    '& [data-rows]:not([data-rows=""]) > [data-row]': { gridTemplateColumns: '13rem minmax(0, 1fr) 7.5rem' },
    '& [data-plot]': { gridColumn: 2, gridRow: 1 },
    '& [data-end]': { fontSize: size.item },
  },
});

/** Lines and columns, with notes above and labels below. */
export const Plot = styled.div({ ...base });

/** Shows the drawing for the largest width that fits. */
const steps = Object.fromEntries(
  figureWidths.map((width, at) => {
    const next = figureWidths[at + 1];
    const upper = next === undefined ? '' : ` and (max-width: ${next - 0.02}px)`;
    const lower = at === 0 ? '' : `(min-width: ${width}px)`;
    return [
      `@container ${[lower, upper.replace(/^ and /, '')].filter(Boolean).join(' and ')}`,
      { [`& [data-from="${width}"]`]: { display: 'block' } },
    ];
  }),
);

/** Groups counted out in squares. */
export const Counted = styled.div({
  ...base,
  '& [data-patterns]': { position: 'absolute' },
  '& [data-groups]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: `${space.wide} ${space.large}`,
  },
  '& [data-groups=field]': { flexWrap: 'nowrap', justifyContent: 'space-between', gap: space.item },
  '& [data-groups=block] > [data-group]': { width: '100%' },
  '& [data-groups=field] > [data-group]': { flex: 'none' },
  '& strong': { fontSize: size.heading, lineHeight: 1.1, letterSpacing: '-0.02em', color: color.ink },
  '& [data-group=answer] strong': { color: color.accent },
  '& [data-from]': { display: 'none', marginTop: space.small },
  ...steps,
  // Words do not widen a group.
  [from.medium]: {
    '& [data-groups=block] > [data-group]': {
      width: 'auto',
      minWidth: '7rem',
      '& > p': { width: 0, minWidth: '100%' },
    },
    '& [data-groups=block] strong': { display: 'block' },
  },
});

/** A table that gets darker. */
export const Heat = styled.div({ ...base });
