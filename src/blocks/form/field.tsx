import { lazy } from 'react';
import {
  toAriaAttributes,
  type FieldProps,
  type FieldSettings,
  toPlaceholder,
  LabelledField,
} from './field-frame.tsx';

const isChoiceKind = (kind: FieldSettings['kind']) => /^(select|radio|check|consent|file|range)/.test(kind);

// Prerendering loads the components of all field kinds. In the browser, a form only loads the components of the kinds
// that it contains. Until they are loaded, the form's HTML and the visitor's input stay unchanged.
const LazyChoiceField = import.meta.env.SSR
  ? (await import('./choice-field.tsx')).OptionField
  : lazy(() => import('./choice-field.tsx').then((m) => ({ default: m.OptionField })));

/** A field of any kind, with its label and its problem. */
export function FieldControl(props: FieldProps) {
  const { id, field, named } = props;
  const { kind, name, required, placeholder, minLength, min, max, step, pattern } = field;
  if (isChoiceKind(kind)) return <LazyChoiceField {...props} />;
  if (kind === 'hidden') return <input type="hidden" name={name} value={field.value} />;
  const sharedProps = {
    id,
    required,
    placeholder,
    minLength,
    name: named ? name : undefined,
    autoComplete: field.autocomplete,
    ...toAriaAttributes(props),
  };
  return (
    <LabelledField {...props}>
      {kind === 'long-text' ? (
        <textarea {...sharedProps} rows={field.rows ?? 5} defaultValue={toPlaceholder?.(props)} />
      ) : (
        <input
          {...sharedProps}
          {...{ min, max, step, pattern }}
          type={kind}
          title={field.expected}
          defaultValue={props.isAnswer ? undefined : field.value}
          data-value={toPlaceholder?.(props)}
        />
      )}
    </LabelledField>
  );
}
