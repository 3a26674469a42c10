import type { Action } from '../../../schema/fields/link-fields.ts';
import { type Answers, saveDraft, newId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';
import { fillForm } from './answers.ts';

/** The maximum length of the text in a mail link, in characters. */
const maxLength = 1500;

/** The latest answers of a form that sends nothing. */
const latestAnswers = new WeakMap<HTMLFormElement, Answers>();

/** Adds the answers to the links of a form that sends nothing: to the text of a mail, or to another form. */
export function withAnswers(
  form: HTMLFormElement,
  links: readonly Action[],
  fields: readonly FieldSettings[],
  answers: Answers,
): Action[] {
  const longTexts = new Set(fields.filter(({ kind }) => kind === 'long-text').map(({ name }) => name));
  if (!latestAnswers.has(form))
    form.addEventListener('click', ({ target }) => {
      const link = (target as Element).closest('a'); // clicks have elements as targets
      if (link) prefillTarget(link, latestAnswers.get(form) ?? {}, longTexts);
    });
  latestAnswers.set(form, answers);
  const lines = fields.flatMap(({ name, label, kind }) => {
    const answer = Object.hasOwn(answers, name) ? [answers[name] ?? []].flat().join(', ') : '';
    return answer === '' || kind === 'hidden' ? [] : [`${label}: ${answer}`];
  });
  const text = lines.join('\n');
  // Some mail programs truncate longer URLs.
  const short = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  // A URL cannot contain half of a surrogate pair.
  const body = `body=${encodeURIComponent(short.replace(/\p{Cs}/gu, ''))}`;
  return links.map((link) =>
    'href' in link && link.href.startsWith('mailto:')
      ? { ...link, href: `${link.href}${link.href.includes('?') ? '&' : '?'}${body}` }
      : link,
  );
}

/** Copies the answers to the form that a link targets, into fields of the same name. */
function prefillTarget(link: HTMLAnchorElement, answers: Answers, longTexts: ReadonlySet<string>): void {
  const { origin, pathname, hash } = new URL(link.href);
  if (origin !== location.origin || hash === '') return;
  const form = `${pathname.replace(/\/$/, '')}/${hash.slice(1)}`;
  const { id = newId(), answers: before = {} } = readDraft(form) ?? {};
  const own = Object.entries(before).filter(([, answer]) => answer.length > 0);
  const both = own.map(([name, answer]) => [
    name,
    longTexts.has(name) ? appendText(answer, answers[name]) : answer,
  ]);
  saveDraft(form, { id, answers: { ...answers, ...Object.fromEntries(both) } });
  // The target may be on the same page, behind a dialog.
  link.closest('dialog')?.close();
  const here = document.querySelector<HTMLInputElement>(`input[name=form][value="${form}"]`)?.form;
  if (!here) return;
  for (const field of here.querySelectorAll('textarea'))
    if (longTexts.has(field.name) && field.value) field.value = appendText(field.value, answers[field.name]);
  fillForm(here, answers);
  here.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden], [hidden])')?.focus();
}

/** Appends a text to an answer, unless the answer already contains it. */
function appendText<Text extends string | string[]>(text: Text, more: string | string[] = ''): Text | string {
  return typeof text !== 'string' || typeof more !== 'string' || text.includes(more)
    ? text
    : `${text}\n\n${more}`;
}
