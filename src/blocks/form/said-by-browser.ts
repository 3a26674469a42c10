import type { Diagnostics, FieldDiagnostic, FieldSettings } from './labelled.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is wrong with the answers to some fields, as a browser finds it. */
export const saidByBrowser = (form: HTMLFormElement, fields: readonly FieldSettings[]): Diagnostics =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const control = form.querySelector<Control>(`[data-field="${name}"] :invalid`);
      return control ? [[name, saidOf(control)]] : [];
    }),
  );

/** Of an answer that does not match a pattern its author says it. */
const saidOf = ({ validity, title, validationMessage }: Control): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // Browsers speak the visitor's language, whatever the page's is.
      { text: validationMessage, language: navigator.language, isUnreadable: validity.badInput };
