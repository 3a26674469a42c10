import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { color, motionAllowed, size, space } from '../design-tokens.ts';

/** Container widths at which the arrangement of a chart changes. */
const chartWidth = {
  medium: '@container (min-width: 26.25rem)',
  wide: '@container (min-width: 43.75rem)',
} as const;
/**
 * Containers on phones with enlarged text, in which labels are on separate lines. With text of the default size, no
 * phone is this narrow.
 */
const narrowestChart = '@container (max-width: 15rem)';
/** The colour of data, which is paler than the accent of links and buttons. */
const dataColor = 'var(--data)';
const dashedLine = `1px dashed ${color.muted}`;

const revealAnimation = keyframes({
  from: { clipPath: 'inset(-1rem 100% -1rem -1rem)' },
  to: { clipPath: 'inset(-1rem)' },
});
/** Returns an animation that reveals marks when their section becomes visible. Numbers are not animated. */
const revealInView = (markSelector: string) =>
  ({
    [motionAllowed]: {
      [`[data-seen] & ${markSelector}`]: { animation: `${revealAnimation} 600ms ease-out` },
    },
  }) as const;

/** Shows either the wide or the narrow version of a chart, depending on the container width. */
const widthVersions = {
  '& [data-shown=wide]': { display: 'none' },
  '@container (min-width: 40rem)': {
    '& [data-shown=wide]': { display: 'block' },
    '& [data-shown=narrow]': { display: 'none' },
  },
} as const;

/** Styles of all charts: marks, and text that does not scale with the chart. */
const chartBase = {
  fontSize: size.note,
  lineHeight: 1.4,
  color: color.muted,
  fontVariantNumeric: 'tabular-nums',
  '& svg': { flex: 'none', maxWidth: 'none' },
  '[dir=rtl] & svg:not(svg svg)': { transform: 'scaleX(-1)' },
  '& [data-look=answer]': { fill: dataColor },
  '& [data-look=rest]': { fill: color.muted, fillOpacity: 0.5 },
  '& [data-look=ink]': { fill: `var(--count, ${color.ink})` },
  '& [data-look=open]': { fill: 'none', stroke: color.muted, strokeWidth: 3 },
  '& [data-look=outline]': { fill: 'none', stroke: color.muted },
  '& [data-look=gap]': { fill: 'none', stroke: color.muted, strokeDasharray: '3 3' },
  '& [data-look=axis]': { stroke: color.ink, strokeWidth: 1.5 },
  '& [data-look=grid]': { stroke: color.line },
  '& [data-look=leader]': { stroke: color.muted },
  '& [data-missing]': { border: dashedLine, padding: `0 ${space.tight}` },
  '& :is([data-label], [data-value=answer], [data-value=ink], [data-change])': {
    color: color.ink,
    fontWeight: 650,
  },
  // The note for a point. The text of the note starts or ends above the point.
  '& [data-note]': { display: 'flex', '& > span': { color: color.ink, paddingInline: space.tight } },
  '& [data-note=end]': { flexDirection: 'row-reverse', textAlign: 'end' },
  '& [data-ends]': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: space.item,
    '& > :last-child': { marginInlineStart: 'auto', textAlign: 'end' },
  },
  '& li': { display: 'flex', alignItems: 'baseline', gap: space.tight },
  '@media (forced-colors: active)': {
    '& [data-look=answer], & [data-look=ink]': { fill: 'CanvasText' },
    '& [data-look=rest]': { fill: 'GrayText', fillOpacity: 1 },
    '& :is([data-look=open], [data-look=outline])': { stroke: 'CanvasText' },
  },
} as const;

/** Bars, ranges and shares: each row has a label, marks and values. */
export const RowChart = styled.div({
  ...chartBase,
  ...revealInView('[data-bars]'),
  '& [data-rows], & [data-row]': {
    display: 'grid',
    gap: `${space.hair} ${space.small}`,
    gridTemplateColumns: 'minmax(0, 1fr) fit-content(50%)',
  },
  '& [data-rows]': { rowGap: space.item },
  '& :is([data-row], [data-lines])': { gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  '& [data-lines]': { display: 'grid', alignItems: 'center' },
  '& [data-label]': { gridColumn: 1, overflowWrap: 'anywhere' },
  '& [data-label]:only-child, & [data-label]:has(+ [data-lines])': { gridColumn: '1 / -1' },
  '& [data-lines] > :is(span, svg)': { gridColumn: 'auto' },
  '& [data-bars]': { width: '100%', height: '1rem' },
  '& [data-missing]': { justifySelf: 'start' },
  '& [data-change]': { textAlign: 'end' },
  '& [data-rows=share] :is([data-bars], ul)': { gridColumn: '1 / -1' },
  '& [data-rows=share] [data-bars]': { height: '2rem' },
  '& ul': { marginTop: space.hair, display: 'flex', flexWrap: 'wrap', columnGap: space.item },
  // In full-width charts, and in single-row charts next to the text of a hero, bars are as thick as counted squares.
  '&:is([data-size=field], [data-size=beside]:not(:has([data-row] + *)))': {
    fontSize: size.item,
    paddingTop: space.item,
    '& [data-bars]': { height: 'clamp(2.5rem, 7cqi, 5.5rem)', marginBottom: space.hair },
  },
  // A single-row chart has no label, because the text next to the chart describes the row.
  '&[data-size] :is([data-row]:only-child > [data-label], [data-change])': { display: 'none' },
  [chartWidth.wide]: {
    '& [data-rows]': {
      columnGap: space.item,
      gridTemplateColumns: '13rem minmax(0, 1fr) fit-content(13rem) fit-content(8rem)',
    },
    '& [data-row]': { alignItems: 'center' },
    '& [data-lines]': { gridColumn: '2 / 4', gridRow: 1 },
    '& [data-label]:nth-child(n)': { gridColumn: 1 },
    '& [data-change]': { gridColumn: 4, fontSize: size.subheading, paddingInlineStart: space.wide },
    '& [data-rows=share] [data-lines]': { gridColumn: '2 / -1' },
    '&[data-size] [data-row]:only-child [data-lines]': {
      gridColumn: '1 / -1',
      gridTemplateColumns: 'minmax(0, 1fr) fit-content(13rem)',
      columnGap: space.item,
    },
    '& [data-rows=share] [data-bars]': { height: '2.75rem' },
  },
  [narrowestChart]: {
    '& [data-rows]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& :is([data-label], [data-change])': { gridColumn: 1 },
    '& [data-change]': { textAlign: 'start' },
    '& [data-lines]': { lineHeight: 1.2 },
  },
});

/** Line and column charts, with notes above and labels below. */
export const PlotChart = styled.div({
  ...chartBase,
  ...revealInView('[data-series]'),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: space.tight,
  '& > *': { gridColumn: 1 },
  '& [data-note] > span': { fontWeight: 650 },
  '& [data-series]': { width: '100%', height: '9rem', overflow: 'visible' },
  '& path[data-look=line]': {
    fill: 'none',
    stroke: dataColor,
    strokeWidth: 3,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    vectorEffect: 'non-scaling-stroke',
  },
  // Places the tick labels next to their lines.
  '& [data-ticks]': {
    gridColumn: 2,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
  },
  '& [data-ticks] > p': { display: 'flex', alignItems: 'center', height: 0 },
  '& > [data-ends]': { paddingTop: space.tight },
  [chartWidth.medium]: { '& [data-series]': { height: '11rem' } },
  [chartWidth.wide]: { '& [data-series]': { height: '15rem' } },
  [narrowestChart]: {
    '& [data-note]': { display: 'block' },
    '& [data-note] > svg, & [data-ticks] > :not(:first-child, :last-child)': { display: 'none' },
  },
  '&[data-size=small]': {
    '& :is([data-note], [data-ticks], [data-look=grid], [data-look=leader])': { display: 'none' },
    '& [data-series]': { height: '3rem' },
  },
});

/** CSS rules for the heights of counted groups, in per cent of the chart width. */
const heightRules = Object.fromEntries(
  [10, 15, 20, 30, 40, 60].map((height) => [`& [data-height="${height}"]`, { height: `${height}cqi` }]),
);

/** Groups of counted squares, one square for each unit. */
export const CountedChart = styled.div({
  ...chartBase,
  ...heightRules,
  ...widthVersions,
  ...revealInView('[data-height]'),
  // The squares of all groups share a baseline, and long text does not widen its group.
  '& [data-groups]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: `${space.wide} 4cqi`,
  },
  '& [data-group]': { minWidth: 'min(26cqi, 7rem)' },
  '& [data-group] > p': {
    width: 'min-content',
    minWidth: '100%',
    maxWidth: '100cqi',
    overflowWrap: 'break-word',
  },
  '& strong': { fontSize: size.item, lineHeight: 1.2, letterSpacing: '-0.02em', color: color.ink },
  '& [data-height]': { width: 'auto', marginTop: space.small },
  '& [data-each]': { marginTop: space.small },
  [chartWidth.wide]: { '&:not([data-size]) strong': { fontSize: '2.25rem', display: 'block' } },
  '&[data-size=small] strong': { fontSize: 'inherit' },
});

/** Columns of counted squares, above an axis with a label for each column. */
export const SkylineChart = styled.div({
  ...chartBase,
  ...widthVersions,
  '& strong': { color: color.ink },
  '& [data-hours]': {
    display: 'flex',
    borderTop: `1.5px solid ${color.ink}`,
    paddingTop: space.hair,
    '& > span': { flex: '1 0 0', minWidth: 0, overflowWrap: 'anywhere', paddingInlineStart: space.tight },
  },
  '& :is(ul, [data-each])': { marginTop: space.small },
  '& ul > li': { fontSize: size.body },
  '& [data-look=answer]': { fill: color.ink },
  '&[data-size=small] :is([data-hours], [data-each], [data-note])': { display: 'none' },
  [chartWidth.wide]: { '& ul': { display: 'flex', flexWrap: 'wrap', columnGap: space.wide } },
});

/**
 * The proportion of the data colour in the lower cell levels, in per cent. Text in the ink colour is readable on each
 * level.
 */
export const heatLevels = [16, 24, 32] as const;
const toLevelStyles = (percent: number) => ({
  background: `color-mix(in srgb, var(--level, ${color.accent}) ${percent}%, ${color.ground})`,
});
/**
 * Returns the styles of tables that are too narrow for text in each cell. These tables show only the first and the last
 * label.
 */
const hideTexts = (tableSelectors: string) => ({
  [`& :is(${tableSelectors}) :is(td > span, thead)`]: { display: 'none' },
  [`& :is(${tableSelectors}) + [data-ends]`]: { display: 'flex' },
});

/** A heat map: a table whose cells are darker for higher values. */
export const HeatMap = styled.div({
  ...chartBase,
  '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 2 },
  '& :is(th, td)': { padding: '0.375rem 0', textAlign: 'center', fontWeight: 400 },
  '& thead th': { verticalAlign: 'bottom' },
  '& :is(thead td, tbody th)': {
    width: '5.5rem',
    paddingInlineEnd: space.tight,
    textAlign: 'start',
    color: color.ink,
  },
  '& [data-level]': { color: color.ink, height: '2rem', printColorAdjust: 'exact' },
  '& [data-level="0"]': { outline: dashedLine, outlineOffset: -2 },
  ...Object.fromEntries(
    heatLevels.map((percent, index) => [`& [data-level="${index + 1}"]`, toLevelStyles(percent)]),
  ),
  // Cells of the highest level have the full data colour, with text in the background colour.
  '& [data-level="4"]': { ...toLevelStyles(100), color: color.ground, fontWeight: 650 },
  '& [data-lost]': { '--level': color.ink },
  '& [data-ends]': { display: 'none', justifyContent: 'space-between', paddingInlineStart: '5.5rem' },
  ...hideTexts('[data-texts=never]'),
  '@container (max-width: 26.2rem)': hideTexts('[data-texts="1"], [data-texts="2"]'),
  '@container (max-width: 43.7rem)': hideTexts('[data-texts="2"]'),
  [chartWidth.medium]: { '& [data-level]': { height: '2.75rem' } },
  // Labels are above their cells. The numbers have the same share of the width as they have on phones with text of the
  // default size.
  [narrowestChart]: {
    '& tr': { display: 'flex', flexWrap: 'wrap', gap: 2, marginBottom: space.hair },
    '& :is(td, thead th)': { flex: 1 },
    '& tbody th': { flex: '1 0 100%', padding: 0 },
    '& thead td': { display: 'none' },
    '& :is(td, th) > span': { fontSize: 'min(1em, 7cqi)' },
    '& [data-ends]': { padding: 0 },
    '&[data-size=small] :is(th, td > span, [data-ends])': { display: 'none' },
  },
  '@media (forced-colors: active)': { '& [data-level="4"]': { outline: '2px solid' } },
});
