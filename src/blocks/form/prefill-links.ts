import type { Action } from '../../../schema/content/fields.ts';
import { type GroupedDependencies, saveDraft, newId, readDraft } from './drafts.ts';
import type { FieldSettings } from './field-frame.tsx';
import { fillForm } from './answers.ts';

/** How many characters of what was typed a link takes along. */
const longest = 1500;

/** What was written last into a form that sends nothing. */
const noted = new WeakMap<HTMLFormElement, GroupedDependencies>();

/** Links beside a form that sends nothing: each takes along what was typed. */
export function withAnswers(
  form: HTMLFormElement,
  links: readonly Action[],
  fields: readonly FieldSettings[],
  answers: GroupedDependencies,
): Action[] {
  const longTexts = new Set(fields.filter(({ kind }) => kind === 'long-text').map(({ name }) => name));
  if (!noted.has(form))
    form.addEventListener('click', ({ target }) => {
      const link = (target as Element).closest('a'); // only elements are clicked
      if (link) prefillTarget(link, noted.get(form) ?? {}, longTexts);
    });
  noted.set(form, answers);
  const lines = fields.flatMap(({ name, label, kind }) => {
    const answer = [answers[name] ?? []].flat().join(', ');
    return answer === '' || kind === 'hidden' ? [] : [`${label}: ${answer}`];
  });
  const text = lines.join('\n');
  // Longer addresses are cut off by some programs.
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  // No address has half a character in it.
  const body = `body=${encodeURIComponent(short.replace(/\p{Cs}/gu, ''))}`;
  return links.map((link) =>
    'href' in link && link.href.startsWith('mailto:')
      ? { ...link, href: `${link.href}${link.href.includes('?') ? '&' : '?'}${body}` }
      : link,
  );
}

/** Has the form that a link leads to begin with what was typed here, wherever it asks the same. */
function prefillTarget(
  link: HTMLAnchorElement,
  answers: GroupedDependencies,
  longTexts: ReadonlySet<string>,
): void {
  const { origin, pathname, hash } = new URL(link.href);
  if (origin !== location.origin || hash === '') return;
  const form = `${pathname.replace(/\/$/, '')}/${hash.slice(1)}`;
  const { id = newId(), answers: before = {} } = readDraft(form) ?? {};
  const own = Object.entries(before).filter(([, answer]) => answer.length > 0);
  const both = own.map(([name, answer]) => [
    name,
    longTexts.has(name) ? joined(answer, answers[name]) : answer,
  ]);
  saveDraft(form, { id, answers: { ...answers, ...Object.fromEntries(both) } });
  // It may stand on this very page, behind a dialog.
  link.closest('dialog')?.close();
  const here = document.querySelector<HTMLInputElement>(`input[name=form][value="${form}"]`)?.form;
  if (!here) return;
  for (const field of here.querySelectorAll('textarea'))
    if (longTexts.has(field.name) && field.value) field.value = joined(field.value, answers[field.name]);
  fillForm(here, answers);
  here.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden], [hidden])')?.focus();
}

/** Two texts, one below the other; what is there already comes no second time. */
function joined<Text extends string | string[]>(text: Text, more: string | string[] = ''): Text | string {
  return typeof text !== 'string' || typeof more !== 'string' || text.includes(more)
    ? text
    : `${text}\n\n${more}`;
}
