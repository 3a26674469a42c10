import { type Answers, saveDraft, createMessageId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

/** The ids of messages that are not acknowledged yet, by form. */
const messageIds = new WeakMap<HTMLFormElement, string>();

export function getMessageId(form: HTMLFormElement): string {
  const messageId = messageIds.get(form) ?? createMessageId();
  messageIds.set(form, messageId);
  return messageId;
}

/** Restores the draft of a form. `formPath` identifies the form, such as `/ask/question`. */
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

/** Saves the answers of a form as a draft. */
export function saveAnswers(form: HTMLFormElement, fields: readonly FieldSettings[], formPath: string): void {
  const savedFields = fields.filter(
    ({ kind, name }) => kind !== 'hidden' && !(kind === 'range' && isUntouched(form, name)),
  );
  saveDraft(formPath, { id: getMessageId(form), answers: readAnswers(form, savedFields) });
}

/** Whether a slider still has its initial value, which the visitor may not have chosen. */
function isUntouched(form: HTMLFormElement, name: string): boolean {
  const field = form.querySelector<HTMLInputElement>(`[type=range][name="${name}"]`);
  return field?.value === field?.defaultValue;
}

/** Removes the draft after the message is acknowledged. Further input is a new message. */
export function clearDraft(form: HTMLFormElement, formPath: string): void {
  saveDraft(formPath, { id: getMessageId(form), answers: {} });
  messageIds.delete(form);
}

/** Returns the answers to some fields of a form. An answer is a list if several options are selected. */
export function readAnswers(form: HTMLFormElement, fields: readonly FieldSettings[]): Answers {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name, parameter }) => {
      // A value from the URL of the page, such as the campaign of the link.
      const parameterValue =
        parameter === undefined ? null : new URLSearchParams(location.search).get(parameter);
      if (parameterValue !== null) return [name, parameterValue];
      const values = data.getAll(name).filter((value) => typeof value === 'string');
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Serializes everything entered in a form, to detect changes. */
export const serializeInput = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size] : [name, value],
    ),
  );

/** Fills in empty fields, without overwriting newer input. */
export function fillForm(form: HTMLFormElement, answers: Answers): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    // Own properties only: a field may be named `constructor`.
    const answerValues = Object.hasOwn(answers, field.name) ? [answers[field.name] ?? []].flat() : [];
    if (/^(?:radio|checkbox)$/.test(field.type)) field.checked ||= answerValues.includes(field.value);
    else if (field.type === 'range') {
      if (answerValues[0] === undefined || answerValues[0] === '' || field.value !== field.defaultValue)
        continue;
      field.value = answerValues[0];
      // Updates the displayed value of the slider.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    } else if (field.value === '') field.value = answerValues[0] ?? '';
  }
}

/** Adds names to the fields. They are missing in forms that send nothing, to keep answers out of the URL. */
export function addFieldNames(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select'))
    field.name ||= field.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
}
