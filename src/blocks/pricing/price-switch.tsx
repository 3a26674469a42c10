import styled from '@emotion/styled';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { chosenInForcedColors, color, radius, space } from '../../design/theme.ts';

const Choices = styled.fieldset({
  display: 'inline-flex',
  margin: `0 0 ${space.large}`,
  padding: space.hair,
  border: `1px solid ${color.line}`,
  borderRadius: radius,
  background: color.raised,
  maxWidth: '100%',
  '& label': { position: 'relative', display: 'flex' },
  // Over its label, so that the ring of the focus is around both.
  '& input': {
    appearance: 'none',
    position: 'absolute',
    inset: 0,
    margin: 0,
    cursor: 'pointer',
    borderRadius: radius,
  },
  '& span': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '2.75rem',
    padding: `${space.hair} ${space.item}`,
    borderRadius: radius,
    fontWeight: 650,
    lineHeight: 1.25,
    color: color.muted,
  },
  '& input:checked + span': { background: color.ink, color: color.ground, ...chosenInForcedColors },
  '& label:hover input:not(:checked) + span': { color: color.ink },
  '@media print': { display: 'none' },
});

/** Chooses between two prices of every offer, in HTML and CSS. */
export function PriceSwitch({
  label,
  first,
  other,
  name,
}: NonNullable<BlockOf<'pricing'>['switch']> & { name: string }) {
  return (
    <Choices aria-label={label}>
      <label>
        <input type="radio" name={name} value="first" defaultChecked />
        <span>{first}</span>
      </label>
      <label>
        <input type="radio" name={name} value="other" />
        <span>{other}</span>
      </label>
    </Choices>
  );
}
