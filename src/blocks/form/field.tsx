import styled from '@emotion/styled';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { color, radius, size, space } from '../../design/theme.ts';

type FieldSettings = BlockOf<'form'>['fields'][number];

const Labelled = styled.div({
  display: 'grid',
  gap: space.hair,
  alignContent: 'start',
  '& label': { fontWeight: 650, fontSize: size.note },
  '& label span': { fontWeight: 400, color: color.muted },
  '& input, & textarea': {
    width: '100%',
    minHeight: '3rem',
    padding: '0.625rem 0.875rem',
    border: `1px solid ${color.muted}`,
    borderRadius: radius,
    background: color.raised,
    color: color.ink,
  },
  '& textarea': { resize: 'vertical', lineHeight: 1.5 },
  '& :is(input, textarea)::placeholder': { color: color.muted, opacity: 1 },
  '& :is(:user-invalid, [aria-invalid=true])': { borderColor: color.danger },
  '& p:empty': { display: 'none' },
  '& p': { color: color.danger, fontSize: size.note, fontWeight: 650 },
});

interface Props {
  id: string;
  field: FieldSettings;
  /** Without a name a browser sends nothing, not even in the URL. */
  named: boolean;
  half: boolean;
  optional: string;
  /** On the page that answers a post that failed, what was posted stands in its place. */
  isAnswer: boolean;
  diagnostic?: FieldDiagnostic;
}

/** What is wrong with an answer: as the browser says it in its language, or the function in the page's. */
export interface FieldDiagnostic {
  text: string;
  language?: string;
}

/** A field with its label, and what is wrong with an answer that is not taken. */
export function Field({ id, field, named, half, optional, isAnswer, diagnostic }: Props) {
  const described = diagnostic?.text || isAnswer ? `${id}-fault` : undefined;
  const shared = {
    id,
    name: named ? field.name : undefined,
    required: field.required,
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
    defaultValue: isAnswer ? `%%${field.name}%%` : undefined,
    'aria-invalid': !isAnswer && described ? true : undefined,
    // Filled in by the function, which writes `aria-invalid` where it is so.
    'data-invalid': isAnswer ? `%%?${field.name}%%` : undefined,
    'aria-describedby': described,
  };
  return (
    <Labelled data-half={half ? '' : undefined}>
      <label htmlFor={id}>
        {field.label}
        {!field.required && <span> ({optional})</span>}
      </label>
      {field.kind === 'long-text' ? (
        <textarea {...shared} rows={field.rows} />
      ) : (
        <input {...shared} type={field.kind} />
      )}
      {described && (
        <p id={described} lang={diagnostic?.language}>
          {isAnswer ? `%%!${field.name}%%` : diagnostic?.text}
        </p>
      )}
    </Labelled>
  );
}

/** Whether a field shares its line: two short fields in a row do, on wide screens. */
export function isHalf(fields: readonly FieldSettings[], index: number): boolean {
  const short = (at: number) => fields[at] !== undefined && fields[at].kind !== 'long-text';
  let start = index;
  while (short(start - 1)) start--;
  return short(index) && ((index - start) % 2 === 1 || short(index + 1));
}
