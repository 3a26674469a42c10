import styled from '@emotion/styled';
import { useEffect, useRef, useState } from 'react';
import { color, size, space } from '../../ui/design-tokens.ts';
import { toAriaAttributes, type FieldProps, LabelledField, toPlaceholder } from './field-frame.tsx';

const Slider = styled.div({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: space.small,
  fontSize: size.note,
  color: color.muted,
  '& input': { width: '100%', minWidth: 0, height: '3rem', margin: 0, accentColor: color.accent },
  '& output': {
    gridColumn: '1 / -1',
    justifySelf: 'center',
    fontSize: size.body,
    fontWeight: 650,
    color: color.ink,
    fontVariantNumeric: 'tabular-nums',
    // Hides the value without JavaScript, because it would not follow the slider.
    '@media (scripting: none)': { display: 'none' },
  },
});

/** A slider for a number between a minimum and a maximum. Shows the selected value. */
export function RangeField(props: FieldProps) {
  const { id, field, named } = props;
  // The default values of a slider must be the same as in browsers and in form-rules.ts.
  const { min = '0', max = '100', value: initial = min } = field;
  const inputRef = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const form = inputRef.current?.form;
    const updateValue = () => setValue(inputRef.current?.value ?? initial);
    // Waits, because the browser restores the initial values after the `reset` event.
    const onReset = () => setTimeout(updateValue);
    // The visitor may have moved the slider before this code was loaded.
    updateValue();
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, [initial]);
  return (
    <LabelledField {...props}>
      <Slider>
        <span>{min}</span>
        <input
          {...{ id, min, max }}
          ref={inputRef}
          type="range"
          step={field.step}
          name={named ? field.name : undefined}
          defaultValue={props.isAnswer ? undefined : initial}
          data-value={toPlaceholder?.(props)}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
          {...toAriaAttributes(props)}
        />
        <span>{max}</span>
        <output htmlFor={id}>{props.isAnswer && import.meta.env.SSR ? `%%${field.name}%%` : value}</output>
      </Slider>
    </LabelledField>
  );
}
