import { honeypotField } from '../../../schema/fields/form-post.ts';
import { siteUrl } from '../../ui/site-url.ts';
import type { FieldDiagnostic, Diagnostics, FieldSettings } from './field-frame.tsx';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import type { Action } from '../../../schema/fields/link-fields.ts';
import type { Answers } from './drafts.ts';
import type { BackendProject } from '../../ui/page-context.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import type { FunctionResult } from './submit.ts';
import {
  answersIn,
  contentOf,
  clearDraft,
  getId,
  saveAnswers,
  addFieldNames,
  restoreDraft,
} from './answers.ts';

/** A form control with an answer. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the browser's message about an answer, or the author's if the pattern does not match. */
const browserMessage = ({ validity, title, validationMessage }: FormControl): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // Browsers use the visitor's language, not the page's.
      { text: validationMessage, language: navigator.language };

export type FormBlock = BlockOf<'form'>;

const loadRules = () => import('./validation.ts');
/**
 * Loads the code that sends a form. It includes the client of the backend, which other forms do not need. Browsers
 * cache a failed import.
 */
const loadFunction = () => import('./submit.ts');

/** The outcome of submitting a form. */
export interface SendOutcome {
  status: 'idle' | 'sending' | 'success' | 'error';
  /** Whether a first attempt has failed. */
  isRetry?: true;
  /** The reason, if known. */
  reason?: string;
  diagnostics?: Diagnostics;
  /** Other contacts, if nothing was sent. */
  links?: readonly Action[];
}

/** Reads an own property: a field may be named `constructor`. */
const getOwn = <Value>(all: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Prepares a form for input: loads the rules and restores its draft. */
export function initForm(form: HTMLFormElement, { fields, submit }: FormBlock, address: string): void {
  if ('prepared' in form.dataset) return;
  form.dataset['prepared'] = '';
  addFieldNames(form);
  loadRules().catch(() => {});
  if (!('function' in submit)) return;
  loadFunction().catch(() => {});
  restoreDraft(form, fields, address);
}

/** Saves a draft on input, and validates an answer again if it was invalid. */
export async function handleInput(
  form: HTMLFormElement,
  target: EventTarget,
  { fields, submit }: FormBlock,
  address: string,
  diagnostics: Diagnostics = {},
  change: (next: (all: SendOutcome) => SendOutcome) => void,
): Promise<void> {
  if ('function' in submit) saveAnswers(form, fields, address);
  // input events have elements as targets
  const name = (target as Element).closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
  if (!getOwn(diagnostics, name)) return;
  const found = await validateForm(
    form,
    fields.filter((field) => field.name === name),
  );
  change((all) =>
    // The form may have been sent in the meantime.
    all.diagnostics?.[name] ? { ...all, diagnostics: { ...all.diagnostics, [name]: found[name] } } : all,
  );
}

/** Validates, sends and resets a form. Rejects if the code that sends it cannot be loaded. */
export async function submitForm(
  form: HTMLFormElement,
  { id, fields, submit, thanks }: FormBlock,
  backend: BackendProject,
  address: string,
  onRetry: () => void,
): Promise<SendOutcome> {
  const trap = form.querySelector<HTMLInputElement>(`[name=${honeypotField}]`);
  const written = contentOf(form);
  const [answers, wrong, body] = await findProblems(form, fields);
  const answer: FunctionResult =
    Object.keys(wrong).length > 0
      ? { fields: wrong }
      : 'function' in submit
        ? await (
            await withTimeout(loadFunction())
          ).sendAnswers(
            backend,
            submit,
            answers,
            body,
            { form: address, id: getId(form), ...(trap?.value ? { trap: '1' } : undefined) },
            onRetry,
          )
        : { success: true };
  if (trap) trap.value = '';
  const isStored = answer.success && 'function' in submit;
  const links = isStored ? [] : await linksWithAnswers(form, submit.instead, fields, answers);
  if (answer.success) {
    if ('log' in submit) console.info(id, answers);
    // Input that was added while sending is a new message and stays.
    const isSame = contentOf(form) === written;
    // If a link contains the answers, they stay until the visitor follows it.
    const isDone = isSame && (isStored || links.length === 0);
    // Not `form.reset()`, because a field may be named `reset`.
    if (isDone) HTMLFormElement.prototype.reset.call(form);
    clearDraft(form, address);
    if (!isSame && isStored) saveAnswers(form, fields, address);
    if (isSame && isStored && thanks !== undefined) location.assign(siteUrl(thanks));
    return { status: 'success', links };
  }
  const found = fields.flatMap(({ name }): [string, FieldDiagnostic][] => {
    const text = getOwn(answer.fields ?? {}, name);
    return text ? [[name, { text }]] : [];
  });
  return {
    status: found.length > 0 ? 'idle' : 'error',
    reason: answer.reason,
    diagnostics: Object.fromEntries(found),
    links,
  };
}

/** Returns the answers to some fields, the problems that the rules find, and the body of a form with files. */
async function findProblems(form: HTMLFormElement, fields: readonly FieldSettings[]) {
  addFieldNames(form);
  const answers = answersIn(form, fields);
  const { wrong, body } = fields.some(({ kind }) => kind === 'file')
    ? await (await withTimeout(import('./file-field.tsx'))).selectedFiles(form, fields, answers)
    : {};
  const rules = await withTimeout(
    loadRules().then(({ validateAnswers }) => validateAnswers(fields, answers)),
  ).catch(() => {});
  return [answers, { ...rules, ...wrong }, body] as const;
}

/** Validates some fields by the rules, with messages in the page's language, or else by the browser. */
export async function validateForm(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
): Promise<Diagnostics> {
  const [, wrong] = await findProblems(form, fields);
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const control = form.querySelector<FormControl>(`[data-field="${name}"] :invalid`);
      const text = getOwn(wrong, name);
      // Only the browser knows about input that it cannot parse, such as letters in a number field.
      if (text && !control?.validity.badInput) return [[name, { text }]];
      return control ? [[name, browserMessage(control)]] : [];
    }),
  );
}

const linksWithAnswers = (
  form: HTMLFormElement,
  links: readonly Action[],
  fields: FormBlock['fields'],
  answers: Answers,
): Promise<readonly Action[]> | readonly Action[] =>
  links.length === 0
    ? links
    : withTimeout(import('./prefill-links.ts'))
        .then(({ withAnswers }) => withAnswers(form, links, fields, answers))
        .catch(() => links);
