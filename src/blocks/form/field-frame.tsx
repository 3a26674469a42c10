import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { InlineText } from '../../ui/inline-text.tsx';
import { color, radius, size, space } from '../../ui/design-tokens.ts';

export type FieldSettings = BlockByType<'form'>['fields'][number];

/**
 * A problem with an answer. Messages from the browser are in the browser's language. Messages from the form's rules are
 * in the page language.
 */
export interface FieldDiagnostic {
  text: string;
  language?: string;
}
/** Problems with answers, by field name. */
export type Diagnostics = Record<string, FieldDiagnostic | undefined>;

/** Props of all field components. */
export interface FieldProps {
  id: string;
  field: FieldSettings;
  /** Whether the control has a `name`. Browsers do not submit controls without a name, not even in the URL. */
  named: boolean;
  half: boolean;
  optional: string;
  choose: string;
  /**
   * Whether the field is on the page that answers a failed form submission. On that page, the field contains the
   * submitted value.
   */
  isAnswer?: boolean;
  diagnostic?: FieldDiagnostic;
}

export const inputStyles = {
  width: '100%',
  minHeight: '3rem',
  padding: '0.625rem 0.875rem',
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  background: color.raised,
  color: color.ink,
} as const;

/** A grid for fields. Each field is as wide as a row, or half as wide. */
export const fieldGrid = {
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& > *': { gridColumn: '1 / -1' },
  '& > [data-half]': { gridColumn: 'auto' },
} as const;

export const FieldFrame = styled.div({
  display: 'grid',
  gap: space.hair,
  alignContent: 'start',
  '& > :is(label, legend)': { fontWeight: 650, fontSize: size.note },
  '& > :is(label, legend) span': { fontWeight: 400, color: color.muted },
  '& > :is(input, textarea)': inputStyles,
  '& textarea': { resize: 'vertical' },
  '& ::placeholder': { color: color.muted, opacity: 1 },
  '& :is(:user-invalid, [aria-invalid=true])': { borderColor: color.danger },
  '& p': { fontSize: size.note, color: color.muted },
  '& p[id$=fault]': { color: color.danger, fontWeight: 650 },
});

/**
 * Returns a placeholder for the submitted value of a field. On the page that answers a form submission, the form
 * function replaces the placeholder with the value (see respond.ts). That page is never hydrated.
 */
export const toPlaceholder = import.meta.env.SSR
  ? (props: FieldProps, suffix = ''): string | undefined =>
      props.isAnswer ? `%%${props.field.name}${suffix}%%` : undefined
  : undefined;

const hasProblem = (props: FieldProps) => (import.meta.env.SSR && props.isAnswer) || props.diagnostic?.text;

/**
 * Returns the ARIA attributes that refer to the help and the problem of a field. Field names cannot contain `_`, so
 * these ids are unique.
 */
export const toAriaAttributes = (props: FieldProps) => ({
  'aria-describedby':
    [getHelp(props) && `${props.id}_help`, hasProblem(props) && `${props.id}_fault`]
      .filter(Boolean)
      .join(' ') || undefined,
  'aria-invalid': props.diagnostic?.text ? true : undefined,
  'data-invalid': toPlaceholder?.(props),
});

const getHelp = ({ field: { help, expected } }: FieldProps) => help ?? (expected ? [expected] : undefined);

/** The label of a field. Optional fields are marked as such. */
export const FieldLabel = ({ field, optional }: FieldProps) => (
  <>
    {field.label}
    {!field.required && field.kind !== 'consent' && <span> ({optional})</span>}
  </>
);

/** A control with its help text above and its problem below. */
export const FieldWithHelp = ({ children, ...props }: FieldProps & { children: ReactNode }) => (
  <>
    {getHelp(props) && (
      <p id={`${props.id}_help`}>
        <InlineText>{getHelp(props)}</InlineText>
      </p>
    )}
    {children}
    {hasProblem(props) && (
      <p id={`${props.id}_fault`} lang={props.diagnostic?.language}>
        {props.diagnostic?.text ?? (import.meta.env.SSR && `%%!${props.field.name}%%`)}
      </p>
    )}
  </>
);

/** A control with its label, help text and problem. */
export const LabelledField = ({ children, ...props }: FieldProps & { children: ReactNode }) => (
  <FieldFrame data-field={props.field.name} data-half={props.half || undefined}>
    <label htmlFor={props.id}>
      <FieldLabel {...props} />
    </label>
    <FieldWithHelp {...props}>{children}</FieldWithHelp>
  </FieldFrame>
);

/** Returns whether a field is half a row wide. On wide screens, two short fields without help text share a row. */
export function isHalfWidth(fields: readonly FieldSettings[], index: number): boolean {
  const isShortField = (fieldIndex: number) => {
    const { kind = 'long-text', help, expected } = fields[fieldIndex] ?? {};
    return /^(?!long|radio|check|consent)/.test(kind) && !help && !expected;
  };
  const isSecond = (fieldIndex: number): boolean =>
    isShortField(fieldIndex) && isShortField(fieldIndex - 1) && !isSecond(fieldIndex - 1);
  return isSecond(index) || isSecond(index + 1);
}
