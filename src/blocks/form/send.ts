import { honeypotField } from '../../../schema/fields/form-post.ts';
import { toSiteUrl } from '../../ui/site-url.ts';
import type { FieldDiagnostic, Diagnostics, FieldSettings } from './field-frame.tsx';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import type { Action } from '../../../schema/fields/link-fields.ts';
import type { Answers } from './drafts.ts';
import type { BackendProject } from '../../ui/page-context.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import type { FunctionResult } from './submit.ts';
import {
  readAnswers,
  serializeInput,
  clearDraft,
  getMessageId,
  saveAnswers,
  addFieldNames,
  restoreDraft,
} from './answers.ts';

/** A form control that contains an answer. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Returns the problem in an invalid control, with the author's message if the pattern does not match, otherwise with
 * the browser's message.
 */
const getBrowserDiagnostic = ({ validity, title, validationMessage }: FormControl): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // The browser's message is in the visitor's language, not in the page language.
      { text: validationMessage, language: navigator.language };

export type FormBlock = BlockByType<'form'>;

const loadRules = () => import('./validation.ts');
/**
 * Loads the code that sends a form. The code is a separate file, because it includes the backend client, which many
 * forms do not need.
 */
const loadSubmitCode = () => import('./submit.ts');

/** The result of submitting a form. */
export interface SendOutcome {
  status: 'idle' | 'sending' | 'success' | 'error';
  /** Whether this is a retry after a failed attempt. */
  isRetry?: true;
  /** Why the form was not sent, if known. */
  reason?: string;
  diagnostics?: Diagnostics;
  /** Links to other ways to get in touch, if nothing was sent. */
  links?: readonly Action[];
}

/**
 * Returns an own property of a record, or `undefined`. A field may be named `constructor`, like an inherited property.
 */
const getOwnProperty = <Item>(record: Record<string, Item>, name: string): Item | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** Prepares a form for input: loads its validation rules and restores its draft. */
export function initForm(form: HTMLFormElement, { fields, submit }: FormBlock, formPath: string): void {
  if ('prepared' in form.dataset) return;
  form.dataset['prepared'] = '';
  addFieldNames(form);
  loadRules().catch(() => {});
  if (!('function' in submit)) return;
  loadSubmitCode().catch(() => {});
  restoreDraft(form, fields, formPath);
}

/** Saves a draft when the visitor types, and validates the answer again if it was invalid. */
export async function handleInput(
  form: HTMLFormElement,
  target: EventTarget,
  { fields, submit }: FormBlock,
  formPath: string,
  diagnostics: Diagnostics = {},
  updateOutcome: (next: (current: SendOutcome) => SendOutcome) => void,
): Promise<void> {
  if ('function' in submit) saveAnswers(form, fields, formPath);
  // targets of input events are elements
  const name = (target as Element).closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
  if (!getOwnProperty(diagnostics, name)) return;
  const newDiagnostics = await validateForm(
    form,
    fields.filter((field) => field.name === name),
  );
  updateOutcome((current) =>
    // The form may have been sent since the validation started.
    current.diagnostics?.[name]
      ? { ...current, diagnostics: { ...current.diagnostics, [name]: newDiagnostics[name] } }
      : current,
  );
}

/** Validates, sends and resets a form. Rejects if the code that sends forms cannot be loaded. */
export async function submitForm(
  form: HTMLFormElement,
  { id, fields, submit, thanks }: FormBlock,
  backend: BackendProject,
  formPath: string,
  onRetry: () => void,
): Promise<SendOutcome> {
  const honeypot = form.querySelector<HTMLInputElement>(`[name=${honeypotField}]`);
  const sentInput = serializeInput(form);
  const [answers, problemsByName, body] = await findProblems(form, fields);
  const result: FunctionResult =
    Object.keys(problemsByName).length > 0
      ? { fields: problemsByName }
      : 'function' in submit
        ? await (
            await withTimeout(loadSubmitCode())
          ).sendAnswers(
            backend,
            submit,
            answers,
            body,
            { form: formPath, id: getMessageId(form), ...(honeypot?.value ? { trap: '1' } : undefined) },
            onRetry,
          )
        : { success: true };
  if (honeypot) honeypot.value = '';
  const isStored = result.success && 'function' in submit;
  const links = isStored ? [] : await addAnswersToLinks(form, submit.instead, fields, answers);
  if (result.success) {
    if ('log' in submit) console.info(id, answers);
    // Input that was added while the form was being sent belongs to a new message, so it stays.
    const isUnchanged = serializeInput(form) === sentInput;
    // Answers that were added to links stay in the form, because the visitor has not followed a link yet.
    const shouldReset = isUnchanged && (isStored || links.length === 0);
    // Calls the prototype's method, because a field named `reset` would hide `form.reset`.
    if (shouldReset) HTMLFormElement.prototype.reset.call(form);
    clearDraft(form, formPath);
    if (!isUnchanged && isStored) saveAnswers(form, fields, formPath);
    if (isUnchanged && isStored && thanks !== undefined) location.assign(toSiteUrl(thanks));
    return { status: 'success', links };
  }
  const newDiagnostics = fields.flatMap(({ name }): [string, FieldDiagnostic][] => {
    const text = getOwnProperty(result.fields ?? {}, name);
    return text ? [[name, { text }]] : [];
  });
  return {
    status: newDiagnostics.length > 0 ? 'idle' : 'error',
    reason: result.reason,
    diagnostics: Object.fromEntries(newDiagnostics),
    links,
  };
}

/**
 * Returns the answers in the given fields, the problems that the validation rules find and, for a form with files, the
 * request body.
 */
async function findProblems(form: HTMLFormElement, fields: readonly FieldSettings[]) {
  addFieldNames(form);
  const answers = readAnswers(form, fields);
  const { wrong: problemsByName, body } = fields.some(({ kind }) => kind === 'file')
    ? await (await withTimeout(import('./file-field.tsx'))).collectFiles(form, fields, answers)
    : {};
  const ruleProblems = await withTimeout(
    loadRules().then(({ validateAnswers }) => validateAnswers(fields, answers)),
  ).catch(() => {});
  return [answers, { ...ruleProblems, ...problemsByName }, body] as const;
}

/**
 * Returns the problems in the answers to the given fields. Problems that the form's rules find have messages in the
 * page language. If the rules find no problem in an answer, the browser validates it.
 */
export async function validateForm(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
): Promise<Diagnostics> {
  const [, problemsByName] = await findProblems(form, fields);
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const control = form.querySelector<FormControl>(`[data-field="${name}"] :invalid`);
      const text = getOwnProperty(problemsByName, name);
      // Only the browser knows about input that it cannot parse, such as letters in a number field.
      if (text && !control?.validity.badInput) return [[name, { text }]];
      return control ? [[name, getBrowserDiagnostic(control)]] : [];
    }),
  );
}

const addAnswersToLinks = (
  form: HTMLFormElement,
  links: readonly Action[],
  fields: FormBlock['fields'],
  answers: Answers,
): Promise<readonly Action[]> | readonly Action[] =>
  links.length === 0
    ? links
    : withTimeout(import('./prefill-links.ts'))
        .then(({ addAnswers: withAnswers }) => withAnswers(form, links, fields, answers))
        .catch(() => links);
