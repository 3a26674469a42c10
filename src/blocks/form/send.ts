import type { FieldDiagnostic, Diagnostics, FieldSettings, FormWithFiles } from './field-frame.tsx';
import type { BlockOf } from '../../../schema/content/blocks/index.ts';
import type { Action } from '../../../schema/content/fields.ts';
import type { GroupedDependencies } from './drafts.ts';
import type { BackendProject } from '../../components/page-context.ts';
import { inTime } from '../../../schema/util.ts';
import type { Answer } from './submit.ts';
import {
  answersIn,
  contentOf,
  clearDraft,
  getId,
  saveAnswers,
  addFieldNames,
  restoreDraft,
} from './answers.ts';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a browser says of an answer; what its author says, of one that does not match a pattern. */
export const browserMessage = ({ validity, title, validationMessage }: Control): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // Browsers speak the visitor's language, whatever the page's is.
      { text: validationMessage, language: navigator.language };

type FormBlock = BlockOf<'form'>;

const loadRules = () => import('./validation.ts');
/** With the client of the backend, which only forms that send something need. Browsers try once a page. */
const loadFunction = () => import('./submit.ts');

/** What became of the answers to a form. */
export interface Outcome {
  status: 'idle' | 'sending' | 'success' | 'error';
  /** Why, where that is known. */
  reason?: string;
  diagnostics?: Diagnostics;
  /** Where else somebody can be heard, if nothing was sent. */
  links?: readonly Action[];
}

/** A field may be called as what every object has: `constructor`. */
const ownValue = <Value>(all: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Whoever loads this is about to write into a form. */
export function initForm(form: HTMLFormElement, { fields, submit }: FormBlock, address: string): void {
  if ('prepared' in form.dataset) return;
  form.dataset['prepared'] = '';
  addFieldNames(form);
  loadRules().catch(() => {});
  if (!('function' in submit)) return;
  loadFunction().catch(() => {});
  restoreDraft(form, fields, address);
}

/** Keeps what was typed until it is acknowledged, and looks at it again where it was wrong. */
export async function handleInput(
  form: HTMLFormElement,
  target: EventTarget,
  { fields, submit }: FormBlock,
  address: string,
  diagnostics: Diagnostics = {},
  change: (next: (all: Outcome) => Outcome) => void,
): Promise<void> {
  if ('function' in submit) saveAnswers(form, fields, address);
  // Nothing but an element takes input.
  const name = (target as Element).closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
  if (!ownValue(diagnostics, name)) return;
  const found = await validateForm(
    form,
    fields.filter((field) => field.name === name),
  );
  change((all) =>
    // It may be sent in the meantime.
    all.diagnostics?.[name] ? { ...all, diagnostics: { ...all.diagnostics, [name]: found[name] } } : all,
  );
}

/** Sends a form, if its answers go anywhere, and empties it. Rejects where what sends it cannot be loaded. */
export async function submitForm(
  form: HTMLFormElement,
  { id, fields, submit }: FormBlock,
  backend: BackendProject,
  address: string,
): Promise<Outcome> {
  const trap = form.querySelector<HTMLInputElement>('[name=your-website]');
  const written = contentOf(form);
  const [answers, wrong, body] = await judged(form, fields);
  const answer: Answer =
    Object.keys(wrong).length > 0
      ? { fields: wrong }
      : 'function' in submit
        ? await (
            await inTime(loadFunction())
          ).sendAnswers(backend, submit, answers, body, {
            form: address,
            id: getId(form),
            ...(trap?.value ? { trap: '1' } : undefined),
          })
        : { success: true };
  if (trap) trap.value = '';
  const isStored = answer.success && 'function' in submit;
  const links = isStored ? [] : await carried(form, submit.instead, fields, answers);
  if (answer.success) {
    if ('log' in submit) console.info(id, answers);
    // What was written since is a message of its own, and stays.
    const isSame = contentOf(form) === written;
    // What a link offers to take along stays until it is there.
    const isDone = isSame && (isStored || links.length === 0);
    // Not of this form itself, in which a field may be called `reset`.
    if (isDone) HTMLFormElement.prototype.reset.call(form);
    clearDraft(form, address);
    if (!isSame && isStored) saveAnswers(form, fields, address);
    return { status: 'success', links };
  }
  const found = fields.flatMap(({ name }): [string, FieldDiagnostic][] => {
    const text = ownValue(answer.fields ?? {}, name);
    return text ? [[name, { text }]] : [];
  });
  return {
    status: found.length > 0 ? 'idle' : 'error',
    reason: answer.reason,
    diagnostics: Object.fromEntries(found),
    links,
  };
}

/** The answers to some fields of a form, and what is wrong with them by the rules of the function. */
async function judged(form: FormWithFiles, fields: readonly FieldSettings[]) {
  addFieldNames(form);
  const answers = answersIn(form, fields);
  const { wrong, body } = (await form.sendFiles?.(fields, answers)) ?? {};
  const rules = await inTime(
    loadRules().then(({ validateAnswers: wrongAnswers }) => wrongAnswers(fields, answers)),
  ).catch(() => {});
  return [answers, { ...rules, ...wrong }, body] as const;
}

/** The same as it is said: by the rules, in the language of the page, or else by the browser. */
export async function validateForm(
  form: FormWithFiles,
  fields: readonly FieldSettings[],
): Promise<Diagnostics> {
  const [, wrong] = await judged(form, fields);
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const control = form.querySelector<Control>(`[data-field="${name}"] :invalid`);
      const text = ownValue(wrong, name);
      // Nobody else knows what a browser cannot read: letters in a field for a number.
      if (text && !control?.validity.badInput) return [[name, { text }]];
      return control ? [[name, browserMessage(control)]] : [];
    }),
  );
}

const carried = (
  form: HTMLFormElement,
  links: readonly Action[],
  fields: FormBlock['fields'],
  answers: GroupedDependencies,
): Promise<readonly Action[]> | readonly Action[] =>
  links.length === 0
    ? links
    : inTime(import('./prefill-links.ts'))
        .then(({ withAnswers }) => withAnswers(form, links, fields, answers))
        .catch(() => links);
