import styled from '@emotion/styled';
import { lazy } from 'react';
import { checkedValue } from '../../../schema/fields/form-post.ts';
import { Glyph } from '../../ui/icon.tsx';
import { InlineText } from '../../ui/inline-text.tsx';
import { color, radius, size, space } from '../../ui/design-tokens.ts';
import {
  toAriaAttributes,
  FieldFrame,
  type FieldProps,
  FieldWithHelp,
  FieldLabel,
  toPlaceholder,
  inputStyles,
  LabelledField,
} from './field-frame.tsx';

const FieldGroup = styled(FieldFrame.withComponent('fieldset'))({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0 },
});
// Draws an arrow, because the browser's arrow would touch the edge of the field.
const SelectFrame = styled.div({
  position: 'relative',
  '& select': { ...inputStyles, appearance: 'none', paddingInlineEnd: '2.75rem', textOverflow: 'ellipsis' },
  '& svg': {
    position: 'absolute',
    insetInlineEnd: '0.75rem',
    top: '50%',
    width: '1.25rem',
    height: '1.25rem',
    transform: 'translateY(-50%)',
    pointerEvents: 'none',
  },
});
const Options = styled.div({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
  gap: space.tight,
  marginBlock: space.hair,
});
const Option = styled.label({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space.small,
  minHeight: '3rem',
  padding: '0.6875rem 0.875rem',
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  background: color.raised,
  lineHeight: 1.5,
  cursor: 'pointer',
  '&:hover': { borderColor: color.ink },
  '&:has(:checked)': { borderColor: color.accent, background: color.accentWash },
  '&:has(:user-invalid), [aria-invalid=true] &, &:has([aria-invalid=true])': { borderColor: color.danger },
  '& input': {
    flex: 'none',
    width: '1.5rem',
    height: '1.5rem',
    margin: 0,
    accentColor: color.accent,
  },
  '& span': { minWidth: 0 },
  '& span span': { color: color.muted, fontSize: size.note },
});

const FileChoice = import.meta.env.SSR
  ? (await import('./file-field.tsx')).FileChoice
  : lazy(() => import('./file-field.tsx').then(({ FileChoice }) => ({ default: FileChoice })));

const RangeField = import.meta.env.SSR
  ? (await import('./range-field.tsx')).RangeField
  : lazy(() => import('./range-field.tsx').then((m) => ({ default: m.RangeField })));

/** A field with options to choose from, or a checkbox. */
export function OptionField(props: FieldProps) {
  const { id, field, named, choose } = props;
  const { kind, options = [], required } = field;
  if (kind === 'file') return <FileChoice {...props} />;
  if (kind === 'range') return <RangeField {...props} />;
  const name = named ? field.name : undefined;
  if (kind === 'select')
    return (
      <LabelledField {...props}>
        <SelectFrame>
          <select {...{ id, name, required }} autoComplete={field.autocomplete} {...toAriaAttributes(props)}>
            <option value="">{field.placeholder ?? choose}</option>
            {options.map((option, index) => (
              <option key={option} value={option} data-selected={toPlaceholder?.(props, `=${index}`)}>
                {option}
              </option>
            ))}
          </select>
          <Glyph name="chevron" />
        </SelectFrame>
      </LabelledField>
    );
  const checkboxProps = {
    name,
    type: 'checkbox',
    value: checkedValue,
    'data-checked': toPlaceholder?.(props),
  };
  if (kind === 'checkbox')
    return (
      <FieldFrame data-field={field.name}>
        <FieldWithHelp {...props}>
          <Options>
            <Option>
              <input {...checkboxProps} id={id} required={required} {...toAriaAttributes(props)} />
              <span>
                <FieldLabel {...props} />
              </span>
            </Option>
          </Options>
        </FieldWithHelp>
      </FieldFrame>
    );
  const { 'aria-describedby': description, ...invalidAttributes } = toAriaAttributes(props);
  const isRadio = kind === 'radio';
  return (
    <FieldGroup
      id={id}
      data-field={field.name}
      aria-describedby={description}
      {...(isRadio && { role: 'radiogroup', 'aria-required': required, ...invalidAttributes })}
    >
      <legend>
        <FieldLabel {...props} />
      </legend>
      <FieldWithHelp {...props}>
        <Options>
          {kind === 'consent' ? (
            <Option>
              <input {...checkboxProps} required {...invalidAttributes} />
              <span>
                <InlineText>{field.text}</InlineText>
              </span>
            </Option>
          ) : (
            options.map((option, index) => (
              <Option key={option}>
                <input
                  {...checkboxProps}
                  value={option}
                  data-checked={toPlaceholder?.(props, `=${index}`)}
                  {...(isRadio ? { type: 'radio', required } : invalidAttributes)}
                />
                <span>{option}</span>
              </Option>
            ))
          )}
        </Options>
      </FieldWithHelp>
    </FieldGroup>
  );
}
