import styled from '@emotion/styled';
import { type FormHTMLAttributes, lazy, type RefObject, Suspense, useContext } from 'react';
import { honeypotField } from '../../schema/fields/form-post.ts';
import { primaryButton, Actions } from '../ui/actions.tsx';
import { color, from, radius, size, space } from '../ui/design-tokens.ts';
import { Glyph } from '../ui/icon.tsx';
import { InlineText } from '../ui/inline-text.tsx';
import { SectionFrame, SectionHead } from '../ui/section-head.tsx';
import { BackendContext, type BackendProject, toFunctionUrl, FormPostContext } from '../ui/page-context.ts';
import { FieldControl } from './form/field.tsx';
import { fieldGrid, isHalfWidth } from './form/field-frame.tsx';
import type { FormBlock, SendOutcome } from './form/send.ts';
import type { FormContent } from './form/steps.tsx';
import { useSending } from './form/use-sending.ts';

export const FormFrame = styled(SectionFrame)({
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
export const FormFields = styled.form({
  display: 'grid',
  gap: space.wide,
  '& p:empty': { display: 'none' },
  [from.phone]: {
    ...fieldGrid,
    '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `${space.wide} ${space.item}` },
    '&[data-single] > :is(button, div:first-of-type)': { gridColumn: 'auto' },
  },
});
// Aligns the button with the control of a single field, not with its label.
const Submit = styled.button({
  ...primaryButton,
  minWidth: 'min(10rem, 100%)',
  [from.phone]: {
    placeSelf: 'start',
    '[data-single] > &': { marginTop: `calc(1.6 * ${size.note} + ${space.hair})` },
  },
});
export const FormNote = styled.p({ fontSize: size.note, color: color.muted });
const Status = styled.div({
  display: 'grid',
  gap: space.small,
  '& p': {
    display: 'flex',
    gap: space.small,
    padding: space.item,
    borderRadius: radius,
    border: '1px solid currentColor',
    fontWeight: 650,
  },
  '& [data-status=success]': { color: color.accentStrong, background: color.accentWash },
  // A neutral status without a tick, because nothing was sent.
  '& [data-status=noted]': { borderColor: color.muted, background: color.raised, fontWeight: 400 },
  '& p + p': { border: 0, padding: 0, color: color.ink, fontWeight: 400 },
  '&[data-only-as-target]:not(:target) > *': { display: 'none' },
  '& [data-status=error]': { color: color.danger },
});

const FormSteps = import.meta.env.SSR
  ? (await import('./form/steps.tsx')).FormSteps
  : lazy(() => import('./form/steps.tsx').then((m) => ({ default: m.FormSteps })));

// `TextFacts` is loaded on demand, because only a few forms have facts.
const TextFacts = import.meta.env.SSR
  ? (await import('../ui/fact-list.tsx')).TextFacts
  : lazy(() => import('../ui/fact-list.tsx').then((m) => ({ default: m.TextFacts })));

interface StatusProps {
  block: FormBlock;
  outcome: SendOutcome;
  /** The status of the form on the page that answers a form submission. */
  answer: 'success' | 'error' | undefined;
  statusPlace: RefObject<HTMLDivElement | null>;
  sending: string | undefined;
}

/** The status of a form after it was submitted. */
function FormStatus({ block, outcome, answer, statusPlace, sending }: StatusProps) {
  const { id, submit, success, failure, demonstration } = block;
  const { status, reason, links } = outcome;
  const isAnswered = status === 'success' || status === 'error';
  const isAnswer = answer === 'error';
  // A form that sends nothing shows a note. Without JavaScript, the note appears because the URL targets it.
  const isDemonstration = !('function' in submit) && (status === 'idle' || status === 'success');
  return (
    <Status
      ref={statusPlace}
      role="status"
      {...(isDemonstration && status === 'idle' && { id: `${id}_answer`, 'data-only-as-target': '' })}
    >
      {sending && <span className="for-screen-readers">{sending}</span>}
      {(isDemonstration || isAnswered) && (
        // `autoFocus` makes the response page scroll to the status.
        <p
          data-status={isDemonstration ? 'noted' : status}
          tabIndex={-1}
          {...(answer && { autoFocus: true })}
        >
          {!isDemonstration && <Glyph name={status === 'success' ? 'check' : 'close'} />}
          {status === 'error' ? failure : (isDemonstration && demonstration) || success}
        </p>
      )}
      {(isAnswer || reason) && <p>{isAnswer ? '%%_problem%%' : reason}</p>}
      {(isDemonstration || status === 'error') && <Actions actions={links ?? submit.instead} />}
    </Status>
  );
}

/** A form that is sent in the background or, without JavaScript, as a regular form submission. */
export function Form(block: FormBlock) {
  const { id, layout, fields, facts, optional, choose, submit, note } = block;
  const { eyebrow, heading, lead } = block;
  const backend = useContext(BackendContext);
  const formPost = useContext(FormPostContext);
  // The answer is only set on the page that answers a form submission. That page is never hydrated.
  const answer = import.meta.env.SSR && formPost.form === id ? formPost.status : undefined;
  const isAnswer = answer === 'error';
  const formPath = `${formPost.page === '/' ? '' : formPost.page}/${id}`;
  const {
    element,
    statusPlace,
    firstInvalid,
    outcome,
    isWrong: showProblems,
    handlers,
  } = useSending(block, formPath, answer);
  const { status, isRetry, diagnostics } = outcome;
  const functionSubmit = 'function' in submit ? submit : undefined;
  const visibleFields = fields.filter(({ kind }) => kind !== 'hidden');
  const sendingLabel = isRetry ? functionSubmit?.sendingAgain : functionSubmit?.sending;
  const sending = status === 'sending' ? sendingLabel : undefined;
  const content: FormContent = [
    fields.map((field) => (
      <FieldControl
        key={field.name}
        id={`${id}-${field.name}`}
        field={field}
        // A form that sends nothing is submitted with GET. Its fields have no names, so that the answers do not appear
        // in the URL.
        named={!('none' in submit)}
        half={isHalfWidth(visibleFields, visibleFields.indexOf(field))}
        optional={optional}
        choose={choose}
        {...(isAnswer && { isAnswer })}
        diagnostic={diagnostics?.[field.name]}
      />
    )),
    // `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
    <Submit key="" type="submit" aria-disabled={status === 'sending' || undefined}>
      {sending ?? submit.label}
    </Submit>,
  ];
  return (
    <FormFrame data-layout={layout}>
      <SectionHead {...{ eyebrow, heading, lead }} />
      <FormFields
        ref={element}
        {...toFormAttributes(block, backend, formPath)}
        data-single={visibleFields.length === 1 || undefined}
        {...handlers}
      >
        {functionSubmit && <input type="hidden" name="form" value={formPath} />}
        {/* A honeypot: people do not see this field, but bots fill it in (see suspicion.ts). */}
        {functionSubmit && <input name={honeypotField} hidden tabIndex={-1} autoComplete="off" />}
        {block.steps ? <FormSteps {...{ block, content, firstInvalid, isWrong: showProblems }} /> : content}
        <InlineText as={FormNote}>{note}</InlineText>
        <FormStatus {...{ block, outcome, answer, statusPlace, sending }} />
      </FormFields>
      {facts.length > 0 && (
        <Suspense>
          <TextFacts facts={facts} />
        </Suspense>
      )}
    </FormFrame>
  );
}

/**
 * Returns the attributes for submitting a form without JavaScript. Submitting the form sends it to its function, closes
 * its dialog, or shows its status on the page.
 */
const toFormAttributes = (
  { id, fields, submit }: FormBlock,
  backend: BackendProject,
  formPath: string,
): FormHTMLAttributes<HTMLFormElement> =>
  'function' in submit
    ? {
        method: 'post',
        encType: 'multipart/form-data',
        // The function accepts bodies with files only if the URL names a form that has file fields.
        action:
          import.meta.env.SSR && fields.some(({ kind }) => kind === 'file')
            ? `${toFunctionUrl(backend, submit.function)}?form=${formPath}`
            : toFunctionUrl(backend, submit.function),
      }
    : 'log' in submit
      ? { method: 'dialog' }
      : { method: 'get', action: `#${id}_answer` };
