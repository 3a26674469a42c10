import { type Answers, saveDraft, newId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

/** The ids of messages that are not acknowledged yet, by form. */
const ids = new WeakMap<HTMLFormElement, string>();

export function getId(form: HTMLFormElement): string {
  const id = ids.get(form) ?? newId();
  ids.set(form, id);
  return id;
}

/** Restores the draft of a form. `formPath` identifies the form, such as `/ask/question`. */
export function restoreDraft(form: HTMLFormElement, fields: readonly FieldSettings[], address: string): void {
  const draft = readDraft(address);
  if (draft) {
    ids.set(form, draft.id);
    fillForm(form, draft.answers);
  }
  saveAnswers(form, fields, address);
}

/** Saves the answers of a form as a draft. */
export function saveAnswers(form: HTMLFormElement, fields: readonly FieldSettings[], address: string): void {
  const visible = fields.filter(
    ({ kind, name }) => kind !== 'hidden' && !(kind === 'range' && isUntouched(form, name)),
  );
  saveDraft(address, { id: getId(form), answers: answersIn(form, visible) });
}

/** Whether a slider still has its initial value, which the visitor may not have chosen. */
function isUntouched(form: HTMLFormElement, name: string): boolean {
  const field = form.querySelector<HTMLInputElement>(`[type=range][name="${name}"]`);
  return field?.value === field?.defaultValue;
}

/** Removes the draft after the message is acknowledged. Further input is a new message. */
export function clearDraft(form: HTMLFormElement, address: string): void {
  saveDraft(address, { id: getId(form), answers: {} });
  ids.delete(form);
}

/** Returns the answers to some fields of a form. An answer is a list if several options are selected. */
export function answersIn(form: HTMLFormElement, fields: readonly FieldSettings[]): Answers {
  const data = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name, parameter }) => {
      // A value from the URL of the page, such as the campaign of the link.
      const given = parameter === undefined ? null : new URLSearchParams(location.search).get(parameter);
      if (given !== null) return [name, given];
      const values = data.getAll(name).filter((one) => typeof one === 'string');
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

/** Serializes everything entered in a form, to detect changes. */
export const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size] : [name, value],
    ),
  );

/** Fills in empty fields, without overwriting newer input. */
export function fillForm(form: HTMLFormElement, answers: Answers): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    // Own properties only: a field may be named `constructor`.
    const given = Object.hasOwn(answers, field.name) ? [answers[field.name] ?? []].flat() : [];
    if (/^(?:radio|checkbox)$/.test(field.type)) field.checked ||= given.includes(field.value);
    else if (field.type === 'range') {
      if (given[0] === undefined || given[0] === '' || field.value !== field.defaultValue) continue;
      field.value = given[0];
      // Updates the displayed value of the slider.
      field.dispatchEvent(new Event('input', { bubbles: true }));
    } else if (field.value === '') field.value = given[0] ?? '';
  }
}

/** Adds names to the fields. They are missing in forms that send nothing, to keep answers out of the URL. */
export function addFieldNames(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select'))
    field.name ||= field.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
}
