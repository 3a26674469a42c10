import { lazy } from 'react';
import { described, type FieldProps, type FieldSettings, templated, LabelledField } from './field-frame.tsx';

const isChoice = (kind: FieldSettings['kind']) => /^(select|radio|check|consent|file|range)/.test(kind);

// Prerendering loads all kinds of fields. In the browser, a form only loads the kinds that it has; until then, its
// HTML and the visitor's input do not change.
const AnyChoice = import.meta.env.SSR
  ? (await import('./choice-field.tsx')).ListFilter
  : lazy(() => import('./choice-field.tsx').then((m) => ({ default: m.ListFilter })));

/** A field with its label and its problem. */
export function FieldControl(props: FieldProps) {
  const { id, field, named } = props;
  const { kind, name, required, placeholder, minLength, min, max, step, pattern } = field;
  if (isChoice(kind)) return <AnyChoice {...props} />;
  if (kind === 'hidden') return <input type="hidden" name={name} value={field.value} />;
  const shared = {
    id,
    required,
    placeholder,
    minLength,
    name: named ? name : undefined,
    autoComplete: field.autocomplete,
    ...described(props),
  };
  return (
    <LabelledField {...props}>
      {kind === 'long-text' ? (
        <textarea {...shared} rows={field.rows ?? 5} defaultValue={templated?.(props)} />
      ) : (
        <input
          {...shared}
          {...{ min, max, step, pattern }}
          type={kind}
          title={field.expected}
          defaultValue={props.isAnswer ? undefined : field.value}
          data-value={templated?.(props)}
        />
      )}
    </LabelledField>
  );
}
