import styled from '@emotion/styled';
import { type FormEvent, type FormHTMLAttributes, useContext, useEffect, useRef, useState } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import { primary } from '../design/actions.tsx';
import { Glyph } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, headingBeside, radius, size, space } from '../design/theme.ts';
import { Backend, type BackendProject, functionAddress, Post } from '../services/functions.ts';
import type { Answer } from '../services/invoke-function.ts';
import { Field, type FieldDiagnostic, isHalf } from './form/field.tsx';
import { answersIn, useDraft } from './form/use-draft.ts';

type FormBlock = BlockOf<'form'>;
type Control = HTMLInputElement | HTMLTextAreaElement;

const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': { ...headingBeside, alignItems: 'start', '& > div': { marginBottom: 0 } },
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
// Beside a single field it is on the line of the field, below the line of the label.
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
  '& p + p': { marginTop: space.small, border: 0, padding: 0, color: color.ink, fontWeight: 400 },
  '& p:empty': { display: 'none' },
  '& [data-only-as-target]:not(:target)': { display: 'none' },
  '& [data-status=error]': { color: color.danger },
});

const loadSender = () => import('./form/send.ts');

/** The field that people do not meet, in sight or by ear, and programs fill in (see envelope.ts). */
const trapField = 'your-website';

/** A form, sent in the background if scripts run, and as an ordinary form post if not. */
export function Form(block: FormBlock) {
  const { id, layout, fields, optional, submit, success, failure, note, ...head } = block;
  const backend = useContext(Backend);
  const post = useContext(Post);
  const answer = post.form === id ? post.status : undefined;
  const isAnswer = answer === 'error';
  /** What is wrong with an answer, by the id of its field. */
  const [diagnostics, setDiagnostics] = useState<Readonly<Record<string, FieldDiagnostic>>>({});
  const firstInvalid = useRef<Control>(null);
  const [status, setStatus] = useState<'idle' | 'sending' | 'success' | 'error'>(answer ?? 'idle');
  /** Why, where that is known. */
  const [reason, setReason] = useState(isAnswer ? '%%_problem%%' : undefined);
  const toFunction = 'function' in submit ? submit : undefined;
  const address = `${post.page === '/' ? '' : post.page}/${id}`;
  const names = fields.map(({ name }) => name);
  const { element, keep, messageId, end } = useDraft(toFunction && address, names);
  const statusText = useRef<HTMLParagraphElement>(null);
  // In a dialog, and on a phone, the status may be out of view.
  useEffect(() => {
    if (status === 'success' || status === 'error') statusText.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  useEffect(() => void (toFunction && loadSender().catch(() => undefined)), [toFunction]);

  // After its description is rendered, so that a screen reader reads both.
  useEffect(() => {
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  // The browser reports every invalid field. Its message is beside the field instead of in a bubble.
  const markInvalid = (event: FormEvent) => {
    event.preventDefault();
    const field = event.target as Control; // nothing else in a form can be invalid
    if (event.currentTarget.querySelector(':invalid') === field) firstInvalid.current = field;
    setStatus('idle');
    // Browsers speak the visitor's language, whatever the page's is.
    const said = { text: field.validationMessage, language: navigator.language };
    setDiagnostics((all) => ({ ...all, [field.id]: said }));
  };
  const revalidate = (event: FormEvent) => {
    const { id: changed, validationMessage } = event.target as Control; // nothing else here takes input
    keep();
    const said = { text: validationMessage, language: navigator.language };
    if (diagnostics[changed]?.text) setDiagnostics({ ...diagnostics, [changed]: said });
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const answers = answersIn(form, names);
    const trap = form.elements.namedItem(trapField);
    const isTrapped = trap instanceof HTMLInputElement && trap.value !== '';
    setStatus('sending');
    if ('log' in submit) console.info(id, answers);
    keep();
    const envelope = { form: address, id: messageId(), isTrapped };
    const { success, reason, fields } = toFunction
      ? await loadSender().then(
          ({ sendAnswers }) =>
            sendAnswers(backend, toFunction.function, answers, envelope, toFunction.offline),
          (): Answer => ({}),
        )
      : { success: true };
    // Not of this form itself, in which a field may be called `reset`.
    if (success) HTMLFormElement.prototype.reset.call(form);
    if (success) end();
    if (isTrapped) trap.value = '';
    const wrong = names.filter((name) => fields?.[name]);
    setDiagnostics(
      Object.fromEntries(wrong.map((name) => [`${id}-${name}`, { text: fields?.[name] ?? '' }])),
    );
    // There is nothing else in a form that has an id.
    firstInvalid.current = form.querySelector<Control>(`#${id}-${wrong[0]}`);
    setReason(reason);
    setStatus(success ? 'success' : wrong.length > 0 ? 'idle' : 'error');
  };

  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Fields
        ref={element}
        {...target(submit, id, backend)}
        data-single={fields.length === 1 ? '' : undefined}
        onSubmit={send}
        onInvalidCapture={markInvalid}
        onInput={revalidate}
      >
        {toFunction && <input type="hidden" name="form" value={address} />}
        {toFunction && <input name={trapField} hidden tabIndex={-1} autoComplete="off" />}
        {fields.map((field, index) => (
          <Field
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            named={!('none' in submit)}
            half={isHalf(fields, index)}
            optional={optional}
            isAnswer={isAnswer}
            diagnostic={diagnostics[`${id}-${field.name}`]}
          />
        ))}
        <Submit type="submit" disabled={status === 'sending'}>
          {toFunction && status === 'sending' ? toFunction.sending : submit.label}
        </Submit>
        <InlineText as={Note}>{note}</InlineText>
        <Status role="status">
          {(status === 'success' || status === 'error') && (
            // An answer page opens at its status.
            <p ref={statusText} data-status={status} tabIndex={-1} autoFocus={answer !== undefined}>
              <Glyph name={status === 'success' ? 'check' : 'close'} />
              {status === 'success' ? success : failure}
            </p>
          )}
          {status === 'error' && reason && <p>{reason}</p>}
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

/**
 * Where the form is sent without script: to its function, out of its dialog, or to its status on the page.
 */
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
