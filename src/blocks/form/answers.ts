import { type GroupedDependencies, saveDraft, newId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';

/** The id that goes with what stands in a form until it is acknowledged. */
const ids = new WeakMap<HTMLFormElement, string>();

export function getId(form: HTMLFormElement): string {
  const id = ids.get(form) ?? newId();
  ids.set(form, id);
  return id;
}

/** Brings back what was typed before; `address` is that of a form that sends something. */
export function restoreDraft(form: HTMLFormElement, fields: readonly FieldSettings[], address: string): void {
  const kept = readDraft(address);
  if (kept) {
    ids.set(form, kept.id);
    fillForm(form, kept.answers);
  }
  saveAnswers(form, fields, address);
}

/** Keeps what stands in a form. */
export function saveAnswers(form: HTMLFormElement, fields: readonly FieldSettings[], address: string): void {
  const asked = fields.filter(({ kind }) => kind !== 'hidden');
  saveDraft(address, { id: getId(form), answers: answersIn(form, asked) });
}

/** The message is acknowledged: what is written from now on is another. */
export function clearDraft(form: HTMLFormElement, address: string): void {
  saveDraft(address, { id: getId(form), answers: {} });
  ids.delete(form);
}

/** The answers that a form holds to some of its fields; a list where several were chosen. */
export function answersIn(form: HTMLFormElement, fields: readonly FieldSettings[]): GroupedDependencies {
  const typed = new FormData(form);
  return Object.fromEntries(
    fields.map(({ name }) => {
      const all = typed.getAll(name).filter((one) => typeof one === 'string');
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

/** All that stands in a form, and is chosen there. */
export const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) =>
      value instanceof File ? [name, value.name, value.size] : [name, value],
    ),
  );

/** Fills in what is still empty: what was typed since the page is there counts for more. */
export function fillForm(form: HTMLFormElement, answers: GroupedDependencies): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    // A field may be called as what every object has: `constructor`.
    const given = Object.hasOwn(answers, field.name) ? [answers[field.name] ?? []].flat() : [];
    if (/^(?:radio|checkbox)$/.test(field.type)) field.checked ||= given.includes(field.value);
    else if (field.value === '') field.value = given[0] ?? '';
  }
}

/** Gives names to the fields of a form that has none, so that nothing of it ever stands in a URL. */
export function addFieldNames(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea, select'))
    field.name ||= field.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
}
