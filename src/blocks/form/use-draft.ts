import { useEffect, useRef } from 'react';
import { type Draft, keepDraft, newId, readDraft } from '../../services/drafts.ts';

/** Keeps what is typed into a form until it is acknowledged, with the id that goes with it. */
export function useDraft(form: string | undefined, names: readonly string[]) {
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<Draft>({ id: '', answers: {} });
  const keep = () => {
    if (form === undefined || !element.current) return;
    draft.current.id ||= newId();
    draft.current.answers = answersIn(element.current, names);
    keepDraft(form, draft.current);
  };
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || form === undefined) return;
    isRestored.current = true;
    const kept = readDraft(form);
    if (kept) draft.current.id = kept.id;
    if (kept && element.current) fillIn(element.current, kept);
    keep();
  });
  return {
    element,
    keep,
    messageId: () => draft.current.id,
    /** The message is acknowledged: what is written from now on is another. */
    end: () => {
      draft.current = { id: newId(), answers: {} };
      if (form !== undefined) keepDraft(form, draft.current);
    },
  };
}

/** The answers that a form holds. */
export function answersIn(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const typed = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(typed.get(name) ?? '')]));
}

function fillIn(form: HTMLFormElement, { answers }: Draft): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    // What was typed since the page is there counts for more.
    if (field.value === '') field.value = answers[field.name] ?? '';
  }
}
