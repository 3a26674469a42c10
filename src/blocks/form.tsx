import styled from '@emotion/styled';
import { type FormEvent, type FormHTMLAttributes, useContext, useEffect, useRef, useState } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { primary } from '../design/actions.tsx';
import { Glyph } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, radius, size, space } from '../design/theme.ts';
import {
  Backend,
  type BackendProject,
  functionAddress,
  invokeFunction,
  Post,
  prepareToInvoke,
} from '../services/functions.ts';

type FormBlock = BlockOf<'form'>;
type Field = FormBlock['fields'][number];
type AnyField = HTMLInputElement | HTMLTextAreaElement;

const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: space.block,
      alignItems: 'start',
      '& > div': { marginBottom: 0 },
    },
  },
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
const Fields = styled.form({
  display: 'grid',
  gap: space.wide,
  [from.phone]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > *': { gridColumn: '1 / -1' },
    '& > [data-half]': { gridColumn: 'auto' },
    '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `${space.wide} ${space.item}` },
    '&[data-single] > :is(button, div:first-of-type)': { gridColumn: 'auto' },
  },
});
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
  '& :is(:user-invalid, [aria-invalid])': { borderColor: color.danger },
  '& p': { color: color.danger, fontSize: size.note, fontWeight: 650 },
});
// Beside a single field it stands on the line of the field, below the line of the label.
const Submit = styled.button({
  ...primary,
  justifySelf: 'start',
  alignSelf: 'start',
  minWidth: '10rem',
  [from.phone]: { '[data-single] > &': { marginTop: `calc(1.6 * ${size.note} + ${space.hair})` } },
  '&:disabled': { opacity: 0.7, cursor: 'progress' },
});
const Note = styled.p({ fontSize: size.note, color: color.muted });
const Status = styled.div({
  '& p': {
    display: 'flex',
    gap: space.small,
    padding: space.item,
    borderRadius: radius,
    border: '1px solid currentColor',
    fontWeight: 650,
  },
  '& [data-status=success]': { color: color.accentStrong, background: color.accentWash },
  '& [data-only-as-target]:not(:target)': { display: 'none' },
  '& [data-status=error]': { color: color.danger },
});

/** Questions, sent in the background where a script runs and as an ordinary form post where none does. */
export function Form({ id, layout, fields, optional, submit, success, failure, note, ...head }: FormBlock) {
  const backend = useContext(Backend);
  const post = useContext(Post);
  const answer = post.form === id ? post.status : undefined;
  /** What is wrong with an answer, in the browser's own words, by the id of its field. */
  const [diagnostics, setDiagnostics] = useState<Readonly<Record<string, string>>>({});
  const refused = useRef<AnyField>(null);
  const [status, setStatus] = useState<'idle' | 'sending' | 'success' | 'error'>(answer ?? 'idle');
  const toFunction = 'function' in submit ? submit : undefined;
  const said = useRef<HTMLParagraphElement>(null);
  // In a dialog, and on a phone, the answer may stand below what is seen.
  useEffect(() => {
    if (status === 'success' || status === 'error') said.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  useEffect(() => (toFunction ? prepareToInvoke() : undefined), [toFunction]);

  // Once the field's description is there, so that it is read out with it.
  useEffect(() => {
    refused.current?.focus();
    refused.current = null;
  });

  // The browser refuses every field that is wrong. Said beside the field, it needs no bubble.
  const refuse = (event: FormEvent) => {
    event.preventDefault();
    const field = event.target as AnyField; // nothing else in a form can be invalid
    if (event.currentTarget.querySelector(':invalid') === field) refused.current = field;
    setStatus('idle');
    setDiagnostics((all) => ({ ...all, [field.id]: field.validationMessage }));
  };
  const mend = (event: FormEvent) => {
    const { id: changed, validationMessage } = event.target as AnyField; // nothing else here takes input
    if (diagnostics[changed]) setDiagnostics({ ...diagnostics, [changed]: validationMessage });
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const answers = Object.fromEntries(
      fields.map(({ name }) => [name, String(new FormData(form).get(name) ?? '')]),
    );
    setStatus('sending');
    if ('log' in submit) console.info(id, answers);
    const sent = toFunction ? await invokeFunction(backend, toFunction.function, answers) : true;
    if (sent) form.reset();
    setStatus(sent ? 'success' : 'error');
  };

  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Fields
        {...target(submit, id, backend)}
        data-single={fields.length === 1 ? '' : undefined}
        onSubmit={send}
        onInvalidCapture={refuse}
        onInput={mend}
      >
        {toFunction && (
          <input type="hidden" name="form" value={`${post.page === '/' ? '' : post.page}/${id}`} />
        )}
        {fields.map((field, index) => {
          const own = `${id}-${field.name}`;
          const diagnostic = diagnostics[own];
          return (
            <Labelled key={field.name} data-half={isHalf(fields, index) ? '' : undefined}>
              <label htmlFor={own}>
                {field.label}
                {!field.required && <span> ({optional})</span>}
              </label>
              <Entry
                field={field}
                named={!('none' in submit)}
                id={own}
                typed={answer === 'error' ? `%%${field.name}%%` : undefined}
                diagnostic={diagnostic ? `${own}-fault` : undefined}
              />
              {/* Browsers speak the visitor's language, whatever the page's is. */}
              {diagnostic && (
                <p id={`${own}-fault`} lang={navigator.language}>
                  {diagnostic}
                </p>
              )}
            </Labelled>
          );
        })}
        <Submit type="submit" disabled={status === 'sending'}>
          {toFunction && status === 'sending' ? toFunction.sending : submit.label}
        </Submit>
        {note && (
          <Note>
            <InlineText>{note}</InlineText>
          </Note>
        )}
        <Status role="status">
          {(status === 'success' || status === 'error') && (
            // An answer page opens at its answer.
            <p ref={said} data-status={status} tabIndex={-1} autoFocus={answer !== undefined}>
              <Glyph name={status === 'success' ? 'check' : 'close'} />
              {status === 'success' ? success : failure}
            </p>
          )}
          {!toFunction && status === 'idle' && (
            <p data-status="success" id={`${id}-answer`} data-only-as-target="">
              <Glyph name="check" />
              {success}
            </p>
          )}
        </Status>
      </Fields>
    </Frame>
  );
}

/** Where the form goes when no script runs: to its function; out of its dialog; or to its own answer on the page. */
function target(
  submit: FormBlock['submit'],
  id: string,
  backend: BackendProject,
): FormHTMLAttributes<HTMLFormElement> {
  if ('function' in submit)
    return {
      method: 'post',
      encType: 'multipart/form-data',
      action: functionAddress(backend, submit.function),
    };
  return 'log' in submit ? { method: 'dialog' } : { method: 'get', action: `#${id}-answer` };
}

function Entry({
  field,
  named,
  id,
  typed,
  diagnostic,
}: {
  field: Field;
  named: boolean;
  id: string;
  typed: string | undefined;
  diagnostic: string | undefined;
}) {
  // Without a name a browser sends nothing, not even in the address.
  const shared = {
    id,
    name: named ? field.name : undefined,
    required: field.required,
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
    defaultValue: typed,
    'aria-invalid': diagnostic === undefined ? undefined : true,
    'aria-describedby': diagnostic,
  };
  return field.kind === 'long-text' ? (
    <textarea {...shared} rows={field.rows} />
  ) : (
    <input {...shared} type={field.kind} />
  );
}

/** Two short fields in a row share a line, where there is room. */
function isHalf(fields: readonly Field[], index: number): boolean {
  const short = (at: number) => fields[at] !== undefined && fields[at].kind !== 'long-text';
  let start = index;
  while (short(start - 1)) start--;
  return short(index) && ((index - start) % 2 === 1 || short(index + 1));
}
