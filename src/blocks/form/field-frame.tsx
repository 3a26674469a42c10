import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { BlockOf } from '../../../schema/content/blocks/index.ts';
import { InlineText } from '../../components/inline-text.tsx';
import { color, radius, size, space } from '../../components/theme.ts';
import type { GroupedDependencies } from './drafts.ts';

export type FieldSettings = BlockOf<'form'>['fields'][number];

/** A form with a field for files knows how they are sent. No field has a capital letter in its name. */
export interface FormWithFiles extends HTMLFormElement {
  sendFiles?(
    fields: readonly FieldSettings[],
    answers: GroupedDependencies,
  ): Promise<{ wrong: Record<string, string>; body: FormData }>;
}

/** What is wrong with an answer: as the browser says it in its language, or a rule in the page's. */
export interface FieldDiagnostic {
  text: string;
  language?: string;
}
/** What is wrong with the answers, by the name of the field. */
export type Diagnostics = Record<string, FieldDiagnostic | undefined>;

/** What all kinds of fields are shown with. */
export interface FieldProps {
  id: string;
  field: FieldSettings;
  /** Without a name a browser sends nothing, not even in the URL. */
  named: boolean;
  half: boolean;
  optional: string;
  choose: string;
  /** On the page that answers a post that failed, what was posted stands in its place. */
  isAnswer?: boolean;
  diagnostic?: FieldDiagnostic;
}

/** What is written or chosen in. */
export const writable = {
  width: '100%',
  minHeight: '3rem',
  padding: '0.625rem 0.875rem',
  border: `1px solid ${color.muted}`,
  borderRadius: radius,
  background: color.raised,
  color: color.ink,
} as const;

/** Around a field of any kind. */
export const FieldFrame = styled.div({
  display: 'grid',
  gap: space.hair,
  alignContent: 'start',
  '& > :is(label, legend)': { fontWeight: 650, fontSize: size.note },
  '& > :is(label, legend) span': { fontWeight: 400, color: color.muted },
  '& > :is(input, textarea)': writable,
  '& textarea': { resize: 'vertical' },
  '& ::placeholder': { color: color.muted, opacity: 1 },
  '& :is(:user-invalid, [aria-invalid=true])': { borderColor: color.danger },
  '& p': { fontSize: size.note, color: color.muted },
  '& p[id$=fault]': { color: color.danger, fontWeight: 650 },
});

/**
 * A place that the function fills in on the page that answers a post (see answers.ts there). No browser
 * hydrates that page.
 */
export const templated = import.meta.env.SSR
  ? (props: FieldProps, place = ''): string | undefined =>
      props.isAnswer ? `%%${props.field.name}${place}%%` : undefined
  : undefined;

const isWrong = (props: FieldProps) => props.diagnostic?.text || (import.meta.env.SSR && props.isAnswer);

/**
 * The ids of what is said of a field besides its label, and whether its answer is wrong. No name has `_` in
 * it, so that none of them is the id of another field.
 */
export const described = (props: FieldProps) => ({
  'aria-describedby':
    [helpOf(props) && `${props.id}_help`, isWrong(props) && `${props.id}_fault`].filter(Boolean).join(' ') ||
    undefined,
  'aria-invalid': props.diagnostic?.text ? true : undefined,
  'data-invalid': templated?.(props),
});

const helpOf = ({ field: { help, expected } }: FieldProps) => help ?? (expected ? [expected] : undefined);

/** The question, and whether it may stay open. */
export const Label = ({ field, optional }: FieldProps) => (
  <>
    {field.label}
    {!field.required && field.kind !== 'consent' && <span> ({optional})</span>}
  </>
);

/** A field below its help, and below it what is wrong with an answer that is not taken. */
export const Helped = ({ children, ...props }: FieldProps & { children: ReactNode }) => (
  <>
    {helpOf(props) && (
      <p id={`${props.id}_help`}>
        <InlineText>{helpOf(props)}</InlineText>
      </p>
    )}
    {children}
    {isWrong(props) && (
      <p id={`${props.id}_fault`} lang={props.diagnostic?.language}>
        {props.diagnostic?.text ?? (import.meta.env.SSR && `%%!${props.field.name}%%`)}
      </p>
    )}
  </>
);

/** Whether a field shares its line: two short fields in a row do on wide screens, if none has help above. */
export function isHalf(fields: readonly FieldSettings[], index: number): boolean {
  const short = (at: number) => {
    const { kind = 'long-text', help, expected } = fields[at] ?? {};
    return /^(?!long|radio|check|consent)/.test(kind) && !help && !expected;
  };
  const isSecond = (at: number): boolean => short(at) && short(at - 1) && !isSecond(at - 1);
  return isSecond(index) || isSecond(index + 1);
}
