import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { BackendContext } from '../../ui/page-context.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import type { FieldSettings } from './field-frame.tsx';
import type { FormBlock, FormControl, SendOutcome } from './send.ts';

type Sender = typeof import('./send.ts');

/**
 * The code that sends forms, or null if the code could not be loaded. Without the code, the browser validates and
 * submits the form.
 */
let sender: Sender | null | undefined;
const loadSender = (): Promise<Sender> =>
  withTimeout(import('./send.ts')).then(
    (loaded) => (sender = loaded),
    (reason) => {
      sender = null;
      throw reason;
    },
  );

/**
 * Returns the status of a form and the event handlers that validate it and send it in the background. `answer` is the
 * status on the page that answers a form submission.
 */
export function useSending(block: FormBlock, formPath: string, answer: 'success' | 'error' | undefined) {
  const backend = useContext(BackendContext);
  const firstInvalid = useRef<FormControl>(null);
  const [outcome, setOutcome] = useState<SendOutcome>({ status: answer ?? 'idle' });
  const { status, diagnostics } = outcome;
  const formRef = useRef<HTMLFormElement>(null);
  const statusRef = useRef<HTMLDivElement>(null);
  const isAnswered = status === 'success' || status === 'error';
  // Scrolls to the status, which may be out of view in a dialog or on a phone.
  useEffect(() => {
    if (isAnswered) statusRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswered]);
  useEffect(() => {
    loadSender().then(
      ({ initForm }) => formRef.current && initForm(formRef.current, block, formPath),
      () => {},
    );
    // The problem is rendered before its field gets the focus, so that screen readers announce the field and its
    // problem.
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  /** Shows an outcome and focuses the first invalid field. Returns whether a field is invalid. */
  const showOutcome = (form: HTMLFormElement, outcome: SendOutcome) => {
    const [firstName] = Object.keys(outcome.diagnostics ?? {});
    firstInvalid.current = form.querySelector<FormControl>(`[name="${firstName}"]`);
    setOutcome(outcome);
    return firstName !== undefined;
  };
  const showProblems = async (form: HTMLFormElement, fields: readonly FieldSettings[]): Promise<boolean> =>
    // Replaces the outcome immediately, because later input has not been validated.
    showOutcome(form, {
      status: 'idle',
      diagnostics: await (sender ?? (await loadSender())).validateForm(form, fields),
    });

  // The browser fires an event for every invalid field. The first event shows all problems.
  const onInvalidCapture = (event: FormEvent<HTMLFormElement>) => {
    if (sender === null) return;
    event.preventDefault();
    const { target, currentTarget: form } = event;
    if (status === 'sending' || target !== form.querySelector(':invalid:not(fieldset)')) return;
    showProblems(form, block.fields).catch(() => form.reportValidity());
  };
  // Saves the draft synchronously if the code is loaded, because the visitor may reload right after the last keystroke.
  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) =>
    sender?.handleInput(currentTarget, target, block, formPath, diagnostics, setOutcome);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (status === 'sending') return;
    const form = event.currentTarget;
    setOutcome({ status: 'sending', diagnostics });
    const sendOutcome = await loadSender()
      .then(({ submitForm }) =>
        submitForm(form, block, backend, formPath, () =>
          setOutcome((current) => ({ ...current, isRetry: true })),
        ),
      )
      .catch((): SendOutcome => {
        const offline = 'function' in block.submit ? block.submit.offline : undefined;
        if (!('function' in block.submit) || !navigator.onLine) return { status: 'error', reason: offline };
        // Let the browser submit the form, as it would without JavaScript.
        HTMLFormElement.prototype.submit.call(form);
        return { status: 'idle' };
      });
    showOutcome(form, sendOutcome);
  };
  return {
    element: formRef,
    statusPlace: statusRef,
    firstInvalid,
    outcome,
    isWrong: showProblems,
    handlers: { onSubmit, onInvalidCapture, onInput },
  };
}
