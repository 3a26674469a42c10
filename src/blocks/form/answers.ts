import { type Answers, saveDraft, createMessageId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

/** The id of the message that each form is sending, until the server acknowledges the message. */
const messageIds = new WeakMap<HTMLFormElement, string>();

export function getMessageId(form: HTMLFormElement): string {
  const messageId = messageIds.get(form) ?? createMessageId();
  messageIds.set(form, messageId);
  return messageId;
}

/** Restores the draft of a form. `formPath` is the page path and form id, such as `/ask/question`. */
export function restoreDraft(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
  formPath: string,
): void {
  const draft = readDraft(formPath);
  if (draft) {
    messageIds.set(form, draft.id);
    fillForm(form, draft.answers);
  }
  saveAnswers(form, fields, formPath);
}

/** Saves the answers in a form as a draft. */
export function saveAnswers(form: HTMLFormElement, fields: readonly FieldSettings[], formPath: string): void {
  const savedFields = fields.filter(
    ({ kind, name }) => kind !== 'hidden' && !(kind === 'range' && isUntouched(form, name)),
  );
  saveDraft(formPath, { id: getMessageId(form), answers: readAnswers(form, savedFields) });
}

/** Returns whether a slider still has its initial value, which the visitor may not have selected. */
function isUntouched(form: HTMLFormElement, name: string): boolean {
  const field = form.querySelector<HTMLInputElement>(`[type=range][name="${name}"]`);
  return field?.value === field?.defaultValue;
}

/**
 * Removes the draft of a form and its message id after the server has acknowledged the message. Further input starts a
 * new message.
 */
export function clearDraft(form: HTMLFormElement, formPath: string): void {
  saveDraft(formPath, { id: getMessageId(form), answers: {} });
  messageIds.delete(form);
}

/** Returns the answers in the given fields of a form. An answer is a list if the visitor selected several options. */
export function readAnswers(form: HTMLFormElement, fields: readonly FieldSettings[]): Answers {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name, parameter }) => {
      // The value of a URL parameter, such as the campaign that brought the visitor to the page.
      const parameterValue =
        parameter === undefined ? null : new URLSearchParams(location.search).get(parameter);
      if (parameterValue !== null) return [name, parameterValue];
      const values = data.getAll(name).filter((value) => typeof value === 'string');
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Returns all input in a form as a string. If two of these strings differ, the input has changed. */
export const serializeInput = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size] : [name, value],
    ),
  );

/** Fills in the empty fields of a form. Other fields may contain newer input and stay unchanged. */
export function fillForm(form: HTMLFormElement, answers: Answers): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    // Uses `Object.hasOwn`, because a field may be named `constructor`, like an inherited property.
    const answerValues = Object.hasOwn(answers, field.name) ? [answers[field.name] ?? []].flat() : [];
    if (/^(?:radio|checkbox)$/.test(field.type)) field.checked ||= answerValues.includes(field.value);
    else if (field.type === 'range') {
      if (answerValues[0] === undefined || answerValues[0] === '' || field.value !== field.defaultValue)
        continue;
      field.value = answerValues[0];
      // The event makes a slider update the value that it displays.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    } else if (field.value === '') field.value = answerValues[0] ?? '';
  }
}

/**
 * Adds a `name` to each field of a form that sends nothing. Its prerendered fields have no names, so that answers do
 * not appear in the URL.
 */
export function addFieldNames(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select'))
    field.name ||= field.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
}
