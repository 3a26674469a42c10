import styled from '@emotion/styled';
import {
  type FormEvent,
  type FormHTMLAttributes,
  lazy,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { primary, Actions } from '../components/actions.tsx';
import { color, from, twoColumnSection, radius, size, space } from '../components/theme.ts';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { Glyph } from '../components/icon.tsx';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { Backend, type BackendProject, functionUrl, Post } from '../components/page-context.ts';
import { inTime } from '../../schema/util.ts';
import { Field } from './form/field.tsx';
import { isHalf, type FieldSettings } from './form/field-frame.tsx';
import type { Outcome } from './form/send.ts';
import type { FormContent } from './form/steps.tsx';

export const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': { ...twoColumnSection, alignItems: 'start', '& > div': { marginBottom: 0 } },
  },
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
export const Fields = styled.form({
  display: 'grid',
  gap: space.wide,
  '& p:empty': { display: 'none' },
  [from.phone]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > *': { gridColumn: '1 / -1' },
    '& > [data-half]': { gridColumn: 'auto' },
    '&[data-single]': { gridTemplateColumns: 'minmax(0, 1fr) auto', gap: `${space.wide} ${space.item}` },
    '&[data-single] > :is(button, div:first-of-type)': { gridColumn: 'auto' },
  },
});
// Beside a single field it is on the line of the field, below the line of the label.
export const Submit = styled.button({
  ...primary,
  placeSelf: 'start',
  minWidth: 'min(10rem, 100%)',
  [from.phone]: { '[data-single] > &': { marginTop: `calc(1.6 * ${size.note} + ${space.hair})` } },
});
export const Note = styled.p({ fontSize: size.note, color: color.muted });
export const Status = styled.div({
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
  // Nothing was sent: no tick, and not the colour of success.
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

type Sender = typeof import('./form/send.ts');

/** Null where it could not be loaded: then browsers say what is wrong, and send it. */
let sender: Sender | null | undefined;
const loadSender = (): Promise<Sender> =>
  inTime(import('./form/send.ts')).then(
    (loaded) => (sender = loaded),
    (reason) => {
      sender = null;
      throw reason;
    },
  );

/** A form, sent in the background if scripts run, and as an ordinary form post if not. */
export function Form(block: FormBlock) {
  const { id, layout, fields, optional, choose, submit, success, failure, note, demonstration, ...head } =
    block;
  const backend = useContext(Backend);
  const post = useContext(Post);
  // No browser hydrates the page that answers a post.
  const answer = import.meta.env.SSR && post.form === id ? post.status : undefined;
  const isAnswer = answer === 'error';
  const firstInvalid = useRef<Control>(null);
  const [{ status, reason, diagnostics, links }, setOutcome] = useState<Outcome>({
    status: answer ?? 'idle',
  });
  const toFunction = 'function' in submit ? submit : undefined;
  const address = `${post.page === '/' ? '' : post.page}/${id}`;
  const visible = fields.filter(({ kind }) => kind !== 'hidden');
  const element = useRef<HTMLFormElement>(null);
  const statusPlace = useRef<HTMLDivElement>(null);
  const isAnswered = status === 'success' || status === 'error';
  // In a dialog, and on a phone, the status may be out of view.
  useEffect(() => {
    if (isAnswered) statusPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswered]);
  useEffect(() => {
    // Once it is loaded, which is soon after a visitor gets here.
    loadSender().then(
      ({ initForm: prepare }) => element.current && prepare(element.current, block, address),
      () => {},
    );
    // After its description is rendered, so that a screen reader reads both.
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  /** Shows an outcome, and leads to the first field in which something is wrong. */
  const show = (form: HTMLFormElement, outcome: Outcome) => {
    const [first] = Object.keys(outcome.diagnostics ?? {});
    firstInvalid.current = form.querySelector<Control>(`[name="${first}"]`);
    setOutcome(outcome);
    return first !== undefined;
  };
  const isWrong = async (form: HTMLFormElement, some: readonly FieldSettings[]): Promise<boolean> =>
    // At once, as what is written since is not what was to be judged.
    show(form, {
      status: 'idle',
      diagnostics: await (sender ?? (await loadSender())).validateForm(form, some),
    });

  // The browser reports every invalid field. What is wrong is said beside all of them at once.
  const markInvalid = (event: FormEvent<HTMLFormElement>) => {
    if (sender === null) return;
    event.preventDefault();
    const { target, currentTarget: form } = event;
    if (status === 'sending' || target !== form.querySelector(':invalid:not(fieldset)')) return;
    isWrong(form, fields).catch(() => form.reportValidity());
  };
  // At once, as a reload may come right after what was typed last. What was typed before is kept already.
  const takeInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) =>
    sender?.handleInput(currentTarget, target, block, address, diagnostics, setOutcome);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (status === 'sending') return;
    const form = event.currentTarget;
    setOutcome({ status: 'sending', diagnostics });
    const done = await loadSender()
      .then(({ submitForm: sendForm }) => sendForm(form, block, backend, address))
      .catch((): Outcome => {
        if (!toFunction || !navigator.onLine) return { status: 'error', reason: toFunction?.offline };
        // As without script.
        HTMLFormElement.prototype.submit.call(form);
        return { status: 'idle' };
      });
    show(form, done);
  };
  const sending = status === 'sending' ? toFunction?.sending : undefined;
  const content: FormContent = [
    fields.map((field) => (
      <Field
        key={field.name}
        id={`${id}-${field.name}`}
        field={field}
        // In a URL the answers would be seen, and nothing is sent from here.
        named={!('none' in submit)}
        half={isHalf(visible, visible.indexOf(field))}
        optional={optional}
        choose={choose}
        {...(isAnswer && { isAnswer })}
        diagnostic={diagnostics?.[field.name]}
      />
    )),
    // One that is disabled would lose the focus.
    <Submit key="" type="submit" aria-disabled={status === 'sending' || undefined}>
      {sending ?? submit.label}
    </Submit>,
  ];
  /** Nothing is sent, and without script that is read where the address of the page says so. */
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
        onInput={takeInput}
      >
        {toFunction && <input type="hidden" name="form" value={address} />}
        {/* People do not meet it, in sight or by ear, and programs fill it in (see envelope.ts). */}
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
            // An answer page opens at its status.
            <p data-status={isNoted ? 'noted' : status} tabIndex={-1} {...(answer && { autoFocus: true })}>
              {!isNoted && <Glyph name={status === 'success' ? 'check' : 'close'} />}
              {status === 'error' ? failure : (isNoted && demonstration) || success}
            </p>
          )}
          {(isAnswer || reason) && <p>{isAnswer ? '%%_problem%%' : reason}</p>}
          {(isNoted || status === 'error') && <Actions actions={links ?? submit.instead} />}
        </Status>
      </Fields>
    </Frame>
  );
}

/**
 * Where the form is sent without script: to its function, out of its dialog, or to its status on the page.
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
        // More is read of a body only where its address names a form that asks for files.
        action:
          import.meta.env.SSR && fields.some(({ kind }) => kind === 'file')
            ? `${functionUrl(backend, submit.function)}?form=${address}`
            : functionUrl(backend, submit.function),
      }
    : 'log' in submit
      ? { method: 'dialog' }
      : { method: 'get', action: `#${id}_answer` };
