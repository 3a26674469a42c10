import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { Backend } from '../../ui/page-context.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import type { FieldSettings } from './field-frame.tsx';
import type { FormBlock, FormControl, SendOutcome } from './send.ts';

type Sender = typeof import('./send.ts');

/**
 * The code that sends forms; null if it could not be loaded. The browser then validates and posts the form.
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

/** Validates and sends a form in the background. `answer` is the status on a page that answers a form post. */
export function useSending(block: FormBlock, address: string, answer: 'success' | 'error' | undefined) {
  const backend = useContext(Backend);
  const firstInvalid = useRef<FormControl>(null);
  const [outcome, setOutcome] = useState<SendOutcome>({ status: answer ?? 'idle' });
  const { status, diagnostics } = outcome;
  const element = useRef<HTMLFormElement>(null);
  const statusPlace = useRef<HTMLDivElement>(null);
  const isAnswered = status === 'success' || status === 'error';
  // In a dialog or on a phone, the status may be out of view.
  useEffect(() => {
    if (isAnswered) statusPlace.current?.scrollIntoView({ block: 'nearest' });
  }, [isAnswered]);
  useEffect(() => {
    loadSender().then(
      ({ initForm }) => element.current && initForm(element.current, block, address),
      () => {},
    );
    // The description is rendered first, so that screen readers announce both.
    firstInvalid.current?.focus();
    firstInvalid.current = null;
  });

  /** Shows an outcome, focuses the first invalid field, and returns whether there is one. */
  const show = (form: HTMLFormElement, outcome: SendOutcome) => {
    const [first] = Object.keys(outcome.diagnostics ?? {});
    firstInvalid.current = form.querySelector<FormControl>(`[name="${first}"]`);
    setOutcome(outcome);
    return first !== undefined;
  };
  const isWrong = async (form: HTMLFormElement, some: readonly FieldSettings[]): Promise<boolean> =>
    // Shown at once, because input since then was not validated.
    show(form, {
      status: 'idle',
      diagnostics: await (sender ?? (await loadSender())).validateForm(form, some),
    });

  // The browser fires an event for each invalid field. The first event shows all problems.
  const onInvalidCapture = (event: FormEvent<HTMLFormElement>) => {
    if (sender === null) return;
    event.preventDefault();
    const { target, currentTarget: form } = event;
    if (status === 'sending' || target !== form.querySelector(':invalid:not(fieldset)')) return;
    isWrong(form, block.fields).catch(() => form.reportValidity());
  };
  // Synchronous if the code is loaded, because the visitor may reload right after the last keystroke.
  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) =>
    sender?.handleInput(currentTarget, target, block, address, diagnostics, setOutcome);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (status === 'sending') return;
    const form = event.currentTarget;
    setOutcome({ status: 'sending', diagnostics });
    const done = await loadSender()
      .then(({ submitForm }) =>
        submitForm(form, block, backend, address, () => setOutcome((all) => ({ ...all, isRetry: true }))),
      )
      .catch((): SendOutcome => {
        const offline = 'function' in block.submit ? block.submit.offline : undefined;
        if (!('function' in block.submit) || !navigator.onLine) return { status: 'error', reason: offline };
        // Posts the form as without script.
        HTMLFormElement.prototype.submit.call(form);
        return { status: 'idle' };
      });
    show(form, done);
  };
  return {
    element,
    statusPlace,
    firstInvalid,
    outcome,
    isWrong,
    handlers: { onSubmit, onInvalidCapture, onInput },
  };
}
