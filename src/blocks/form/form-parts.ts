import styled from '@emotion/styled';
import { primary } from '../../design/actions.tsx';
import { color, from, headingBeside, radius, size, space } from '../../design/theme.ts';

export const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': { ...headingBeside, alignItems: 'start', '& > div': { marginBottom: 0 } },
  },
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
export const Fields = styled.form({
  display: 'grid',
  gap: space.wide,
  '& p:empty': { display: 'none' },
  [from.phone]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > *': { gridColumn: '1 / -1' },
    '& > [data-half]': { gridColumn: 'auto' },
    '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `${space.wide} ${space.item}` },
    '&[data-single] > :is(button, div:first-of-type)': { gridColumn: 'auto' },
  },
});
// Beside a single field it is on the line of the field, below the line of the label.
export const Submit = styled.button({
  ...primary,
  placeSelf: 'start',
  minWidth: 'min(10rem, 100%)',
  [from.phone]: { '[data-single] > &': { marginTop: `calc(1.6 * ${size.note} + ${space.hair})` } },
});
export const Note = styled.p({ fontSize: size.note, color: color.muted });
export const Status = styled.div({
  display: 'grid',
  gap: space.small,
  '& p': {
    display: 'flex',
    gap: space.small,
    padding: space.item,
    borderRadius: radius,
    border: '1px solid currentColor',
    fontWeight: 650,
  },
  '& [data-status=success]': { color: color.accentStrong, background: color.accentWash },
  // Nothing was sent: no tick, and not the colour of success.
  '& [data-status=noted]': { borderColor: color.muted, background: color.raised, fontWeight: 400 },
  '& p + p': { border: 0, padding: 0, color: color.ink, fontWeight: 400 },
  '&[data-only-as-target]:not(:target) > *': { display: 'none' },
  '& [data-status=error]': { color: color.danger },
});
