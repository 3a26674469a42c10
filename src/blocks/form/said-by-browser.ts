import type { FieldDiagnostic } from './labelled.tsx';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a browser says of an answer; what its author says, of one that does not match a pattern. */
export const saidByBrowser = ({ validity, title, validationMessage }: Control): FieldDiagnostic =>
  validity.patternMismatch && title
    ? { text: title }
    : // Browsers speak the visitor's language, whatever the page's is.
      { text: validationMessage, language: navigator.language };
