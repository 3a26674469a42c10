import type { Action } from '../../../schema/fields/link-fields.ts';
import { type Answers, saveDraft, createMessageId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';
import { fillForm } from './answers.ts';

/** Maximum length of the text in a `mailto:` link, in characters. */
const maxMailLength = 1500;

/** The latest answers in each form that does not send messages. */
const latestAnswers = new WeakMap<HTMLFormElement, Answers>();

/**
 * Adds the visitor's answers to the links of a form that does not send messages. The links open an email or another
 * form.
 */
export function addAnswers(
  form: HTMLFormElement,
  links: readonly Action[],
  fields: readonly FieldSettings[],
  answers: Answers,
): Action[] {
  const longTexts = new Set(fields.filter(({ kind }) => kind === 'long-text').map(({ name }) => name));
  if (!latestAnswers.has(form))
    form.addEventListener('click', ({ target }) => {
      const link = (target as Element).closest('a'); // click targets are elements
      if (link) prefillTarget(link, latestAnswers.get(form) ?? {}, longTexts);
    });
  latestAnswers.set(form, answers);
  const lines = fields.flatMap(({ name, label, kind }) => {
    const answer = Object.hasOwn(answers, name) ? [answers[name] ?? []].flat().join(', ') : '';
    return answer === '' || kind === 'hidden' ? [] : [`${label}: ${answer}`];
  });
  const text = lines.join('\n');
  // Some email programs truncate longer URLs.
  const mailText = text.length > maxMailLength ? `${text.slice(0, maxMailLength - 1)}…` : text;
  // Removes unpaired surrogates, because a URL cannot contain them.
  const body = `body=${encodeURIComponent(mailText.replace(/\p{Cs}/gu, ''))}`;
  return links.map((link) =>
    'href' in link && link.href.startsWith('mailto:')
      ? { ...link, href: `${link.href}${link.href.includes('?') ? '&' : '?'}${body}` }
      : link,
  );
}

/** Copies answers into the form that a link leads to, if the form has fields with the same names. */
function prefillTarget(link: HTMLAnchorElement, answers: Answers, longTexts: ReadonlySet<string>): void {
  const { origin, pathname, hash } = new URL(link.href);
  if (origin !== location.origin || hash === '') return;
  const formPath = `${pathname.replace(/\/$/, '')}/${hash.slice(1)}`;
  const { id = createMessageId(), answers: savedAnswers = {} } = readDraft(formPath) ?? {};
  const filledAnswers = Object.entries(savedAnswers).filter(([, answer]) => answer.length > 0);
  const mergedAnswers = filledAnswers.map(([name, answer]) => [
    name,
    longTexts.has(name) ? appendText(answer, answers[name]) : answer,
  ]);
  saveDraft(formPath, { id, answers: { ...answers, ...Object.fromEntries(mergedAnswers) } });
  // The form may be on the same page, behind a dialog.
  link.closest('dialog')?.close();
  const targetForm = document.querySelector<HTMLInputElement>(`input[name=form][value="${formPath}"]`)?.form;
  if (!targetForm) return;
  for (const field of targetForm.querySelectorAll('textarea'))
    if (longTexts.has(field.name) && field.value) field.value = appendText(field.value, answers[field.name]);
  fillForm(targetForm, answers);
  targetForm.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden], [hidden])')?.focus();
}

/** Appends `addition` to `text`, unless `text` already contains it. Lists are returned unchanged. */
function appendText<Text extends string | string[]>(
  text: Text,
  addition: string | string[] = '',
): Text | string {
  return typeof text !== 'string' || typeof addition !== 'string' || text.includes(addition)
    ? text
    : `${text}\n\n${addition}`;
}
