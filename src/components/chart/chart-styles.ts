import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { chartWidths } from '../../../schema/content/chart-widths.ts';
import { color, motionAllowed, size, space } from '../theme.ts';

/** The three arrangements of a drawing, by the width of its container. */
const from = {
  medium: '@container (min-width: 26.25rem)',
  wide: '@container (min-width: 43.75rem)',
} as const;
/** Large text on a telephone: words have lines of their own. No telephone is so narrow at the usual size. */
const tight = '@container (max-width: 15rem)';
/** A text on a line of its own, above its bar. */
const ownLine = {
  position: 'static',
  flex: '1 0 100%',
  order: -1,
  margin: 0,
  minWidth: 0,
  whiteSpace: 'normal',
} as const;
/** Paler than the accent, which is for what can be pressed. Only drawings have it. */
const data = 'var(--data)';
const dashed = `1px dashed ${color.muted}`;
const pale = { fill: color.muted, fillOpacity: 0.5 };

const drawn = keyframes({
  from: { clipPath: 'inset(-1rem 100% -1rem -1rem)' },
  to: { clipPath: 'inset(-1rem)' },
});
/** Marks are drawn from their beginning when their section comes into view. Numbers stand still. */
const drawnInView = (marks: string) =>
  ({ [motionAllowed]: { [`[data-seen] & ${marks}`]: { animation: `${drawn} 600ms ease-out` } } }) as const;

/** What all drawings have in common: their marks, and texts in real size. */
const base = {
  fontSize: size.note,
  lineHeight: 1.4,
  color: color.muted,
  fontVariantNumeric: 'tabular-nums',
  '& svg': { flex: 'none', maxWidth: 'none' },
  '& svg svg': { overflow: 'visible' },
  '[dir=rtl] & svg:not(svg svg, [data-axis])': { transform: 'scaleX(-1)' },
  '& [data-look=answer]': { fill: data, stroke: data, strokeWidth: 0 },
  '& :is([data-look=rest], [data-look=pale])': pale,
  '& [data-look=ink]': { fill: `var(--count, ${color.ink})` },
  '& [data-look=open]': { fill: 'none', stroke: color.muted, strokeWidth: 3 },
  '& [data-look=outline]': { fill: 'none', stroke: color.muted },
  '& [data-look=gap]': { fill: 'none', stroke: color.muted, strokeDasharray: '3 3' },
  '& [data-look=axis]': { stroke: color.ink, strokeWidth: 1.5 },
  '& [data-look=grid]': { stroke: color.line },
  '& [data-missing]': { border: dashed, padding: `0 ${space.tight}` },
  '& [data-label]': { color: color.ink, fontWeight: 650 },
  '& [data-value=answer], & [data-end=answer]': { color: color.ink, fontWeight: 650 },
  // Beside words, which say what one line is about.
  '&[data-size=small] :is([data-row]:only-child > [data-label], [data-end], [data-row=scale], [data-notes], [data-grid], [data-look=leader])':
    { display: 'none' },
  '&[data-size=small] [data-rows]': { gap: space.tight },
  // The bars of items side by side have one length, and their words one place.
  '&[data-size=small] [data-room]:not([data-room="3"], [data-room="4"], [data-room="6"], [data-room="24"], [data-room="30"])':
    { '--room': '20ch' },
  '&[data-size=small] [data-plot] > p > span': { position: 'absolute', insetInlineStart: '100%' },
  '&[data-size=small] [data-area]': { height: '3rem', margin: 0 },
  '@media (forced-colors: active)': {
    '& [data-look=answer], & [data-look=ink]': { fill: 'CanvasText', stroke: 'CanvasText' },
    '& :is([data-look=rest], [data-look=pale])': { fill: 'GrayText', fillOpacity: 1 },
    '& [data-look=open]': { stroke: 'CanvasText' },
  },
} as const;

const rooms = Object.fromEntries(
  [3, 4, 6, 8, 10, 12, 16, 20, 24, 30].map((room) => [`& [data-room="${room}"]`, { '--room': `${room}ch` }]),
);

/** What has room only from an arrangement on, and what is there until then. */
const inside = {
  '& [data-inside]': { display: 'none' },
  '& [data-inside="0"]': { display: 'flex' },
};
const fromArrangement = (at: number) => ({
  [`& [data-inside="${at}"]`]: { display: 'flex' },
  [`& [data-until="${at}"]`]: { display: 'none' },
});

/** Bars, ranges and shares: a label, and what is drawn beside or below it. */
export const Rows = styled.div({
  ...base,
  ...rooms,
  ...inside,
  ...drawnInView('svg:is([data-look], [data-range])'),
  '& [data-rows]': { display: 'grid', gap: space.item },
  '& [data-row]': {
    display: 'grid',
    gap: `${space.hair} ${space.item}`,
    gridTemplateColumns: 'minmax(0, 1fr) fit-content(60%)',
  },
  '& [data-plot]': {
    position: 'relative',
    gridColumn: '1 / -1',
    gridRow: 2,
    marginInlineEnd: 'calc(var(--room, 0ch) + 1rem)',
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
  '& [data-end]': { textAlign: 'end' },
  // A whole takes all of its line.
  '& [data-rows=share] [data-plot]': { marginInline: 0 },
  '& [data-share]': { display: 'flex', height: '2rem' },
  '& [data-share] > svg': { height: '100%', '&:not(:last-child)': { paddingInlineEnd: 2 } },
  '& ul': { marginTop: space.hair, display: 'flex', flexWrap: 'wrap', columnGap: space.item },
  '& li': { display: 'flex', alignItems: 'baseline', gap: space.tight },
  // Across the window, and alone beside the words of a hero, bars are as heavy as counted squares would be. Their words
  // are large, on a phone above them.
  '&:is([data-size=field], [data-size=beside]:not(:has([data-row] + *)))': {
    fontSize: size.item,
    paddingTop: space.item,
    '& :is([data-row]:only-child > [data-label], [data-end], [data-axis])': { display: 'none' },
    '& [data-plot] > p:not([data-tick])': {
      flexWrap: 'wrap',
      '& + p': { marginTop: space.tight },
      '& > svg': { height: 'clamp(2.5rem, 7cqi, 5.5rem)' },
      '& > span': ownLine,
    },
    '& [data-row]:only-child > [data-plot]': { gridColumn: '1 / -1', marginInlineEnd: 0 },
    [from.medium]: {
      '& [data-row]:only-child > [data-plot]': { marginInlineEnd: 'calc(var(--room) + 1rem)' },
      '& [data-plot] > p:not([data-tick])': {
        flexWrap: 'nowrap',
        '& > span': { flex: 'none', order: 0, marginInlineStart: space.small },
      },
    },
  },
  [from.medium]: fromArrangement(1),
  [from.wide]: {
    ...fromArrangement(2),
    '& [data-rows]': {
      columnGap: space.item,
      gridTemplateColumns: '13rem minmax(0, 1fr) fit-content(13rem)',
    },
    '& [data-row]': { gridTemplateColumns: 'subgrid', gridColumn: '1 / -1', alignItems: 'center' },
    '& [data-plot]': { gridColumn: 2, gridRow: 1 },
    '& [data-rows=share] [data-plot], & [data-rows=""] [data-plot]': { gridColumn: '2 / -1' },
    '& [data-end]': { gridColumn: 3, fontSize: size.body },
    '& [data-rows=end] [data-end]': { fontSize: size.subheading },
    '& [data-share]': { height: '2.75rem' },
  },
  [tight]: {
    '& :is([data-label], [data-end], [data-plot])': { gridColumn: 1, gridRow: 'auto' },
    '& [data-row]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-end]': { order: 1, textAlign: 'start' },
    '& [data-rows]:not([data-room="3"], [data-room="4"], [data-room="6"])': {
      '& [data-plot]': { marginInlineEnd: 0 },
      // A text is nearer to its own bar than to the one above.
      '& [data-plot] > p': { flexWrap: 'wrap', lineHeight: 1.2 },
      '& p + p': { marginTop: space.small },
      '& [data-plot] > p > span': ownLine,
      // The rest of a whole ends with the line, and so does its text.
      '& p:last-child > [height] + [data-look=open] + span': { textAlign: 'end' },
    },
    // It would cross the words.
    '& [data-axis]': { display: 'none' },
    // The scale says its ends.
    '& [data-row=scale] [data-plot]': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' },
    '& p[data-tick=""], & [data-tick] > svg': { display: 'none' },
    '& [data-tick=last]': { marginInlineStart: 'auto' },
  },
});

/** Only the words of both ends, on two lines if they need them. */
const endsBelow = {
  '& p[data-below]:nth-child(n + 3), & [data-below] svg': { display: 'none' },
  '& div[data-below]': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' },
  '& p[data-below] > span': { maxWidth: 'none' },
  '& p[data-below=end]': { marginInlineStart: 'auto' },
} as const;

/** The room for the words of lines, a little away from a point at the end. */
const beside = 'calc(var(--room, 0px) * 1.2)';

/** Lines and columns, with notes above and labels below. */
export const Plot = styled.div({
  ...base,
  ...rooms,
  ...inside,
  ...drawnInView('[data-series]'),
  '& [data-body]': { position: 'relative', '& > *': { marginInlineEnd: beside } },
  '& [data-notes]': { position: 'relative', display: 'grid', minHeight: '1.5rem' },
  '& [data-notes] > p': { gridArea: '1 / 1', display: 'flex' },
  '& [data-note] > span': { color: color.ink, fontWeight: 650, paddingInline: space.tight },
  '& [data-note=end]': { flexDirection: 'row-reverse' },
  '& [data-note=wide] > span': { paddingInline: 0 },
  '& [data-leaders]': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& :is([data-leaders] line, [data-look=leader])': { stroke: color.muted },
  '& [data-area]': { position: 'relative', height: '9rem' },
  '& [data-area=""]': { marginTop: '1.5rem' },
  '& [data-series]': { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  '& path[data-look=line]': {
    fill: 'none',
    stroke: data,
    strokeWidth: 3,
    strokeLinejoin: 'round',
    vectorEffect: 'non-scaling-stroke',
  },
  '& [data-grid]': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    insetInlineEnd: `calc(-1 * ${beside})`,
    display: 'flex',
    flexDirection: 'column',
  },
  '& [data-line]': { flex: 1, borderTop: `1px solid ${color.line}`, textAlign: 'end' },
  '& [data-line]:last-child': { flex: 'none', height: 0 },
  '& [data-line=zero]': { borderTop: `1.5px solid ${color.ink}` },
  '& [data-line] > span': { position: 'absolute', insetInlineEnd: 0, transform: 'translateY(-100%)' },
  '& div[data-below]': { display: 'grid', paddingTop: space.hair },
  '& p[data-below]': { gridArea: '1 / 1' },
  '& p[data-below] > span': { maxWidth: '48%' },
  '& p[data-below=end]': { flexDirection: 'row-reverse', textAlign: 'end' },
  [from.medium]: { ...fromArrangement(1), '& [data-area]': { height: '11rem' } },
  [from.wide]: { ...fromArrangement(2), '& [data-area]': { height: '15rem' } },
  [tight]: {
    '& [data-body]': { '--room': '0px' },
    '& :is([data-notes], [data-notes] > p)': { display: 'block' },
    ...endsBelow,
    '& [data-notes] svg, & [data-look=leader], & [data-line]:not(:first-child, :last-child) > span': {
      display: 'none',
    },
    // Above the highest line, and below the lowest.
    '& [data-area]': { marginBlock: '1.5rem' },
    '& [data-line]:last-child > span': { transform: 'none' },
  },
  '&[data-size=small]': { ...endsBelow, '& [data-body]': { '--room': '0px' } },
});

/** Shows the drawing for the largest width that fits. */
const steps = Object.fromEntries(
  chartWidths.map((width, at) => {
    const next = chartWidths[at + 1];
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
  ...drawnInView('svg[data-from]'),
  '& [data-patterns]': { position: 'absolute' },
  '& [data-groups]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: `${space.wide} ${space.large}`,
  },
  // In pixels, as the squares. Words begin at one height, and so do the squares below them.
  '& [data-groups=field]': {
    display: 'grid',
    gridAutoFlow: 'column',
    justifyContent: 'space-between',
    gap: '0 16px',
  },
  '& [data-group]': { width: '100%' },
  '& [data-groups=small]': { gap: space.tight },
  '& [data-groups=field] > [data-group]': { display: 'grid', gridRow: 'span 2', gridTemplateRows: 'subgrid' },
  '& strong': {
    fontSize: size.subheading,
    lineHeight: 1.2,
    whiteSpace: 'nowrap',
    letterSpacing: '-0.02em',
    color: color.ink,
  },
  '& [data-from]': { display: 'none', marginTop: space.small },
  ...steps,
  [from.medium]: {
    '& [data-groups=block] > [data-group]': { width: 'auto', minWidth: '7rem' },
    // The words of a number do not widen its group.
    '& [data-groups=block] p > span': { display: 'block', width: 0, minWidth: '100%' },
  },
  [from.wide]: { '& [data-groups=block] strong': { fontSize: '2.25rem' } },
  [tight]: { '& strong': { whiteSpace: 'normal' } },
  '&[data-size=small] strong': { fontSize: 'inherit' },
});

/** Squares counted out column by column, on an axis with the words of the columns. */
export const Skyline = styled.div({
  ...base,
  '& [data-skyline] > svg': { height: 'auto' },
  '& [data-peak]': { display: 'flex' },
  '& [data-peak=end]': { flexDirection: 'row-reverse' },
  '& [data-hours]': {
    display: 'flex',
    borderTop: `1.5px solid ${color.ink}`,
    paddingTop: space.hair,
    '& > span': { flex: '1 0 0', minWidth: 0, overflowWrap: 'anywhere', paddingInlineStart: space.tight },
  },
  '& [data-skyline=wide]': { display: 'none' },
  '& :is(ul, [data-each])': { marginTop: space.small },
  '& li': { fontSize: size.body, paddingInlineStart: space.wide, textIndent: `-${space.wide}` },
  '& li svg': { display: 'inline-block', marginInlineEnd: 15 },
  '& [data-look=rest]': { fillOpacity: 0.6 },
  '& [data-look=answer]': { fill: color.ink },
  '& strong': { color: color.ink },
  '&[data-size=small] :is([data-hours], [data-each], [data-peak])': { display: 'none' },
  [from.wide]: {
    '& [data-skyline=wide]': { display: 'block' },
    '& [data-skyline=narrow]': { display: 'none' },
    '& ul': { display: 'flex', flexWrap: 'wrap', columnGap: space.wide },
  },
});

/** How much of the accent or of ink is in a cell, in per cent, but for the highest level. Ink can be read on these. */
export const heatLevels = [16, 24, 32] as const;
const level = (share: number) => ({
  background: `color-mix(in srgb, var(--level, ${color.accent}) ${share}%, ${color.ground})`,
});

/** How numbers and words stand that have no room below an arrangement. */
const narrowTexts = (arrangement: number) =>
  ({
    [`& [data-numbers="${arrangement}"] td > span, & [data-words="${arrangement}"] thead`]: {
      display: 'none',
    },
    [`& [data-upright="${arrangement}"] thead span`]: {
      writingMode: 'vertical-rl',
      transform: 'rotate(180deg)',
    },
    [`& [data-words="${arrangement}"] > [data-ends]`]: { display: 'flex' },
  }) as const;

/** A table that gets darker. */
export const Heat = styled.div({
  ...base,
  '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 2 },
  '& :is(th, td)': { padding: '0.375rem 0', textAlign: 'center', fontWeight: 400 },
  '& thead :is(td, th)': { verticalAlign: 'bottom' },
  '& thead span': { display: 'inline-block' },
  '& :is(thead td, tbody th)': {
    width: '5.5rem',
    paddingInlineEnd: space.tight,
    textAlign: 'start',
    color: color.ink,
  },
  '& [data-level]': { color: color.ink, height: '2rem', printColorAdjust: 'exact' },
  '& [data-level="0"]': { outline: dashed, outlineOffset: -2 },
  ...Object.fromEntries(heatLevels.map((share, at) => [`& [data-level="${at + 1}"]`, level(share)])),
  // All of it, with words in the colour of the ground.
  '& [data-level="4"]': { ...level(100), color: color.ground, fontWeight: 650 },
  '& [data-lost]': { '--level': color.ink },
  '& [data-shown=not-narrow]': { display: 'none' },
  '& [data-ends]': { display: 'none', justifyContent: 'space-between', paddingInlineStart: '5.5rem' },
  [from.medium]: {
    '& [data-shown=not-narrow]': { display: 'block', '& [data-level]': { height: '2.75rem' } },
    '& [data-shown=narrow]': { display: 'none' },
  },
  // Labels stand above their cells, whose numbers have the same share of the width as on any telephone.
  [tight]: {
    '& tr': { display: 'flex', flexWrap: 'wrap', gap: 2, marginBottom: space.hair },
    '& :is(td, thead th)': { flex: 1 },
    '& tbody th': { flex: '1 0 100%', padding: 0 },
    '& thead td': { display: 'none' },
    '& :is(td, th) > span': { fontSize: 'min(1em, 7cqi)' },
    '& [data-ends]': { padding: 0 },
    '&[data-size=small] :is(th, td > span, [data-ends])': { display: 'none' },
  },
  // Numbers and words that have room only in a wider arrangement, or in none.
  '@container (max-width: 26.2rem)': narrowTexts(1),
  '@container (max-width: 43.7rem)': narrowTexts(2),
  ...narrowTexts(3),
  '@media (forced-colors: active)': { '& [data-level="4"]': { outline: '2px solid' } },
});
