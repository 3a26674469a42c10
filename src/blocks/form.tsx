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
import type { BlockOf } from '../../schema/blocks/index.ts';
import { Actions, primary } from '../design/actions.tsx';
import { Glyph } from '../design/icon.tsx';
import { InlineText } from '../design/inline-text.tsx';
import { SectionHead } from '../design/section-head.tsx';
import { color, from, headingBeside, radius, size, space } from '../design/theme.ts';
import { Backend, type BackendProject, functionAddress, Post } from '../services/functions.ts';
import { inTime } from '../services/in-time.ts';
import { Field } from './form/field.tsx';
import { isHalf } from './form/is-half.ts';
import type { FieldDiagnostic } from './form/labelled.tsx';
import type { Outcome } from './form/send.ts';
import type { FormContent } from './form/steps.tsx';

type FormBlock = BlockOf<'form'>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const Frame = styled.div({
  [from.desktop]: {
    '&[data-layout=beside]': { ...headingBeside, alignItems: 'start', '& > div': { marginBottom: 0 } },
  },
  '&[data-layout=stacked] > *': { maxWidth: '44rem' },
});
const Fields = styled.form({
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

const Steps = import.meta.env.SSR
  ? (await import('./form/steps.tsx')).Steps
  : lazy(() => import('./form/steps.tsx').then((m) => ({ default: m.Steps })));

type Sender = typeof import('./form/send.ts');

let sender: Sender | undefined;
const loadSender = (): Promise<Sender> => import('./form/send.ts').then((loaded) => (sender = loaded));

/** The name of the field that a control belongs to. */
const nameOf = (control: Element) => control.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';

/** What a browser says of an answer; what its author says, of one that does not match a pattern. */
const saidOf = ({ validity, title, validationMessage }: Control): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // Browsers speak the visitor's language, whatever the page's is.
      { text: validationMessage, language: navigator.language };

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
  // In a dialog, and on a phone, the status may be out of view.
  useEffect(() => {
    if (status === 'success' || status === 'error') statusPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  /** Once it is loaded, which is soon after a visitor gets here. */
  const withSender = (job: 'prepare' | 'keep') => {
    const start = (loaded: Sender) => element.current && loaded[job](element.current, block, address);
    // At once, as a reload may come right after what was typed last.
    if (sender) start(sender);
    else void loadSender().then(start, () => {});
  };
  useEffect(() => {
    withSender('prepare');
    // After its description is rendered, so that a screen reader reads both.
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  // The browser reports every invalid field. Its message is beside the field instead of in a bubble.
  const markInvalid = (event: FormEvent) => {
    event.preventDefault();
    const field = event.target as Control; // nothing else in a form can be invalid
    firstInvalid.current = event.currentTarget.querySelector<Control>(':invalid:not(fieldset)');
    setOutcome(({ diagnostics }) => ({
      status: 'idle',
      diagnostics: { ...diagnostics, [nameOf(field)]: saidOf(field) },
    }));
  };
  const revalidate = (event: FormEvent) => {
    const field = event.target as Control; // nothing else here takes input
    withSender('keep');
    const name = nameOf(field);
    if (diagnostics?.[name]?.text)
      setOutcome((all) => ({ ...all, diagnostics: { ...all.diagnostics, [name]: saidOf(field) } }));
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setOutcome({ status: 'sending', diagnostics });
    const done = await inTime(loadSender())
      .then(({ sendForm }) => sendForm(form, block, backend, address))
      .catch((): Outcome => {
        if (!toFunction || !navigator.onLine) return { status: 'error', reason: toFunction?.offline };
        // As without script.
        HTMLFormElement.prototype.submit.call(form);
        return { status: 'idle' };
      });
    const [first] = Object.keys(done.diagnostics ?? {});
    firstInvalid.current = form.querySelector<Control>(`[name="${first}"]`);
    setOutcome(done);
  };
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
    <Submit key="" type="submit" disabled={status === 'sending'}>
      {toFunction && status === 'sending' ? toFunction.sending : submit.label}
    </Submit>,
  ];
  /** Nothing is sent, and without script that is read where the address of the page says so. */
  const isNoted = !toFunction && /^(idle|success)$/.test(status);

  return (
    <Frame data-layout={layout}>
      <SectionHead {...head} />
      <Fields
        ref={element}
        {...target(block, backend, address)}
        data-single={visible.length === 1 || undefined}
        onSubmit={send}
        onInvalidCapture={markInvalid}
        onInput={revalidate}
      >
        {toFunction && <input type="hidden" name="form" value={address} />}
        {/* People do not meet it, in sight or by ear, and programs fill it in (see envelope.ts). */}
        {toFunction && <input name="your-website" hidden tabIndex={-1} autoComplete="off" />}
        {block.steps ? <Steps {...{ block, content, firstInvalid, setOutcome }} /> : content}
        <InlineText as={Note}>{note}</InlineText>
        <Status
          ref={statusPlace}
          role="status"
          {...(isNoted && status === 'idle' && { id: `${id}-answer`, 'data-only-as-target': '' })}
        >
          {(isNoted || status === 'success' || status === 'error') && (
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
            ? `${functionAddress(backend, submit.function)}?form=${address}`
            : functionAddress(backend, submit.function),
      }
    : 'log' in submit
      ? { method: 'dialog' }
      : { method: 'get', action: `#${id}-answer` };
