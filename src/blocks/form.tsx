import styled from '@emotion/styled';
import {
  type FormEvent,
  type FormHTMLAttributes,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { primary, Actions } from '../components/actions.tsx';
import { color, from, radius, size, space } from '../components/theme.ts';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Glyph } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { SectionFrame, SectionHead } from '../components/section-head.tsx';
import { Backend, type BackendProject, functionUrl, Post } from '../components/page-context.ts';
import { withTimeout } from '../../schema/util.ts';
import { Field } from './form/field.tsx';
import { fieldGrid, isHalf, type FieldSettings } from './form/field-frame.tsx';
import type { Outcome } from './form/send.ts';
import type { FormContent } from './form/steps.tsx';

export const Frame = styled(SectionFrame)({
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
export const Fields = styled.form({
  display: 'grid',
  gap: space.wide,
  '& p:empty': { display: 'none' },
  [from.phone]: {
    ...fieldGrid,
    '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `${space.wide} ${space.item}` },
    '&[data-single] > :is(button, div:first-of-type)': { gridColumn: 'auto' },
  },
});
// Next to a single field, the button is on the line of the field, below the line of the label.
const Submit = styled.button({
  ...primary,
  minWidth: 'min(10rem, 100%)',
  [from.phone]: {
    placeSelf: 'start',
    '[data-single] > &': { marginTop: `calc(1.6 * ${size.note} + ${space.hair})` },
  },
});
export const Note = styled.p({ fontSize: size.note, color: color.muted });
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
  // Nothing was sent, so there is no tick and no success colour.
  '& [data-status=noted]': { borderColor: color.muted, background: color.raised, fontWeight: 400 },
  '& p + p': { border: 0, padding: 0, color: color.ink, fontWeight: 400 },
  '&[data-only-as-target]:not(:target) > *': { display: 'none' },
  '& [data-status=error]': { color: color.danger },
});

type FormBlock = BlockOf<'form'>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const Steps = import.meta.env.SSR
  ? (await import('./form/steps.tsx')).Steps
  : lazy(() => import('./form/steps.tsx').then((m) => ({ default: m.Steps })));

// Few forms have facts.
const TextFacts = import.meta.env.SSR
  ? (await import('../components/fact-list.tsx')).TextFacts
  : lazy(() => import('../components/fact-list.tsx').then((m) => ({ default: m.TextFacts })));

type Sender = typeof import('./form/send.ts');

/**
 * The code that sends forms; null if it could not be loaded. The browser then validates and posts the form.
 */
let sender: Sender | null | undefined;
const loadSender = (): Promise<Sender> =>
  withTimeout(import('./form/send.ts')).then(
    (loaded) => (sender = loaded),
    (reason) => {
      sender = null;
      throw reason;
    },
  );

/** A form. With scripts it is sent in the background, otherwise as an ordinary form post. */
export function Form(block: FormBlock) {
  const {
    id,
    layout,
    fields,
    facts,
    optional,
    choose,
    submit,
    success,
    failure,
    note,
    demonstration,
    ...head
  } = block;
  const backend = useContext(Backend);
  const post = useContext(Post);
  // The page that answers a post is not hydrated.
  const answer = import.meta.env.SSR && post.form === id ? post.status : undefined;
  const isAnswer = answer === 'error';
  const firstInvalid = useRef<Control>(null);
  const [{ status, isRetry, reason, diagnostics, links }, setOutcome] = useState<Outcome>({
    status: answer ?? 'idle',
  });
  const toFunction = 'function' in submit ? submit : undefined;
  const address = `${post.page === '/' ? '' : post.page}/${id}`;
  const visible = fields.filter(({ kind }) => kind !== 'hidden');
  const element = useRef<HTMLFormElement>(null);
  const statusPlace = useRef<HTMLDivElement>(null);
  const isAnswered = status === 'success' || status === 'error';
  // In a dialog or on a phone, the status may be out of view.
  useEffect(() => {
    if (isAnswered) statusPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswered]);
  useEffect(() => {
    // Prepares the form once the code is loaded.
    loadSender().then(
      ({ initForm }) => element.current && initForm(element.current, block, address),
      () => {},
    );
    // After the description is rendered, so that screen readers announce both.
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  /** Shows an outcome and returns whether there are invalid fields. The first one gets the focus. */
  const show = (form: HTMLFormElement, outcome: Outcome) => {
    const [first] = Object.keys(outcome.diagnostics ?? {});
    firstInvalid.current = form.querySelector<Control>(`[name="${first}"]`);
    setOutcome(outcome);
    return first !== undefined;
  };
  const isWrong = async (form: HTMLFormElement, some: readonly FieldSettings[]): Promise<boolean> =>
    // Shown without waiting for input, because newer input was not validated.
    show(form, {
      status: 'idle',
      diagnostics: await (sender ?? (await loadSender())).validateForm(form, some),
    });

  // The browser fires an event for each invalid field. All problems are shown together, on the first one.
  const markInvalid = (event: FormEvent<HTMLFormElement>) => {
    if (sender === null) return;
    event.preventDefault();
    const { target, currentTarget: form } = event;
    if (status === 'sending' || target !== form.querySelector(':invalid:not(fieldset)')) return;
    isWrong(form, fields).catch(() => form.reportValidity());
  };
  // Synchronous if the code is loaded, because a reload may follow the last keystroke.
  const handleInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) =>
    sender?.handleInput(currentTarget, target, block, address, diagnostics, setOutcome);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (status === 'sending') return;
    const form = event.currentTarget;
    setOutcome({ status: 'sending', diagnostics });
    const done = await loadSender()
      .then(({ submitForm }) =>
        submitForm(form, block, backend, address, () => setOutcome((all) => ({ ...all, isRetry: true }))),
      )
      .catch((): Outcome => {
        if (!toFunction || !navigator.onLine) return { status: 'error', reason: toFunction?.offline };
        // Posts the form as if there were no script.
        HTMLFormElement.prototype.submit.call(form);
        return { status: 'idle' };
      });
    show(form, done);
  };
  const label = isRetry ? toFunction?.sendingAgain : toFunction?.sending;
  const sending = status === 'sending' ? label : undefined;
  const content: FormContent = [
    fields.map((field) => (
      <Field
        key={field.name}
        id={`${id}-${field.name}`}
        field={field}
        // A form that sends nothing submits with GET. Without names, the answers do not appear in the URL.
        named={!('none' in submit)}
        half={isHalf(visible, visible.indexOf(field))}
        optional={optional}
        choose={choose}
        {...(isAnswer && { isAnswer })}
        diagnostic={diagnostics?.[field.name]}
      />
    )),
    // A disabled button would lose the focus.
    <Submit key="" type="submit" aria-disabled={status === 'sending' || undefined}>
      {sending ?? submit.label}
    </Submit>,
  ];
  /** For forms that send nothing. Without script, the note is shown when the URL targets it. */
  const isNoted = !toFunction && (status === 'idle' || status === 'success');

  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Fields
        ref={element}
        {...target(block, backend, address)}
        data-single={visible.length === 1 || undefined}
        onSubmit={send}
        onInvalidCapture={markInvalid}
        onInput={handleInput}
      >
        {toFunction && <input type="hidden" name="form" value={address} />}
        {/* A honeypot: invisible to people, filled in by bots (see envelope.ts). */}
        {toFunction && <input name="your-website" hidden tabIndex={-1} autoComplete="off" />}
        {block.steps ? <Steps {...{ block, content, firstInvalid, isWrong }} /> : content}
        <InlineText as={Note}>{note}</InlineText>
        <Status
          ref={statusPlace}
          role="status"
          {...(isNoted && status === 'idle' && { id: `${id}_answer`, 'data-only-as-target': '' })}
        >
          {sending && <span className="for-screen-readers">{sending}</span>}
          {(isNoted || isAnswered) && (
            // The answer page scrolls to its status.
            <p data-status={isNoted ? 'noted' : status} tabIndex={-1} {...(answer && { autoFocus: true })}>
              {!isNoted && <Glyph name={status === 'success' ? 'check' : 'close'} />}
              {status === 'error' ? failure : (isNoted && demonstration) || success}
            </p>
          )}
          {(isAnswer || reason) && <p>{isAnswer ? '%%_problem%%' : reason}</p>}
          {(isNoted || status === 'error') && <Actions actions={links ?? submit.instead} />}
        </Status>
      </Fields>
      {facts.length > 0 && (
        <Suspense>
          <TextFacts facts={facts} />
        </Suspense>
      )}
    </Frame>
  );
}

/**
 * The attributes that send a form without script: to its function, out of its dialog, or to the status on the
 * page.
 */
const target = (
  { id, fields, submit }: FormBlock,
  backend: BackendProject,
  address: string,
): FormHTMLAttributes<HTMLFormElement> =>
  'function' in submit
    ? {
        method: 'post',
        encType: 'multipart/form-data',
        // The function accepts larger bodies only if the URL names a form with file fields.
        action:
          import.meta.env.SSR && fields.some(({ kind }) => kind === 'file')
            ? `${functionUrl(backend, submit.function)}?form=${address}`
            : functionUrl(backend, submit.function),
      }
    : 'log' in submit
      ? { method: 'dialog' }
      : { method: 'get', action: `#${id}_answer` };
