import { checkedValue } from './form-post.ts';
import type { FieldRules } from './field-rules.ts';
import type { LanguageTexts } from './words.ts';

/**
 * An inline script for the response page, such as `/ask/question.sent.html`. It deletes the stored draft after a native
 * form submission, and is the only script on the page.
 */
export const answerScript =
  "try{delete localStorage['draft '+location.pathname.replace(/\\.sent(\\.html)?$/,'')]}catch{}";

/** A problem with an answer: the key of its message, and values for the placeholders of the message. */
export interface AnswerProblem {
  reason: Reason;
  values?: Readonly<Record<string, string | number>>;
  /** A custom message that replaces the built-in message. */
  text?: string;
}
export type AnswerMessages = LanguageTexts['answers'];
export type Reason = keyof AnswerMessages;

/** The normalized answer, a problem, or `isForeign` if the form on the page cannot have sent the value. */
export type AnswerResult = { answer: string } | { problem: AnswerProblem } | { isForeign: true };

/** The maximum length of answers in one line and of long texts, in characters. */
export const maxAnswerLength = { line: 300, text: 20_000 };

/** Validates the input of a field: a string or a list of options. */
export function validateAnswer(field: FieldRules, input: unknown): AnswerResult {
  const { kind, options = [] } = field;
  const selectedOptions = (Array.isArray(input) ? input : [input ?? '']).filter((option) => option !== '');
  const isMissing = selectedOptions.length === 0;
  const isRequired = field.required || kind === 'consent';
  switch (kind) {
    case 'file':
      // Files are validated separately (see upload-rules.ts).
      return rejectForeignChoice([], selectedOptions) ?? acceptAnswer(selectedOptions);
    case 'hidden':
      if (field.parameter !== undefined) return validateParameter(field, input);
      return input === field.value ? { answer: field.value ?? '' } : { isForeign: true };
    case 'checkbox':
    case 'consent':
      return (
        rejectForeignChoice([checkedValue], selectedOptions) ??
        (isMissing && isRequired ? toProblem('tick') : acceptAnswer(selectedOptions))
      );
    case 'select':
    case 'radio':
      if (selectedOptions.length > 1) return { isForeign: true };
      return (
        rejectForeignChoice(options, selectedOptions) ??
        (isMissing && isRequired ? toProblem('choose') : acceptAnswer(selectedOptions))
      );
    case 'checkboxes':
      return (
        rejectForeignChoice(options, selectedOptions) ??
        (isMissing && isRequired ? toProblem('chooseSome') : acceptAnswer(selectedOptions))
      );
    default:
      if (input !== undefined && input !== null && typeof input !== 'string') return { isForeign: true };
      return validateText(field, input ?? '');
  }
}

/** Validates the value of a hidden field. Accepts any text, because the value comes from the page URL. */
function validateParameter({ value = '' }: FieldRules, input: unknown = value): AnswerResult {
  if (typeof input !== 'string') return { isForeign: true };
  return { answer: sanitizeLine(input).trim().slice(0, maxAnswerLength.line).toWellFormed() };
}

/** Rejects unknown and repeated options, because the form on the page cannot have sent them. */
function rejectForeignChoice(
  options: readonly string[],
  selectedOptions: readonly unknown[],
): AnswerResult | undefined {
  const isForeign = selectedOptions.some((option) => typeof option !== 'string' || !options.includes(option));
  return isForeign || new Set(selectedOptions).size < selectedOptions.length
    ? { isForeign: true }
    : undefined;
}

const acceptAnswer = (selectedOptions: readonly unknown[]): AnswerResult => ({
  answer: selectedOptions.join('\n'),
});
const toProblem = (reason: Reason, values?: AnswerProblem['values']): AnswerResult => ({
  problem: { reason, values },
});

function validateText(field: FieldRules, input: string): AnswerResult {
  const { kind, required, minLength = 0, maxLength, pattern } = field;
  const answer = (kind === 'long-text' ? sanitizeText : sanitizeLine)(input).trim();
  if (answer === '') return required ? toProblem('required') : { answer };
  const { length } = answer;
  const max = maxLength ?? (kind === 'long-text' ? maxAnswerLength.text : maxAnswerLength.line);
  if (length > max) return toProblem('long', { length, most: max });
  if (length < minLength) return toProblem('short', { length, least: minLength });
  if (kind === 'email' && !isEmailAddress(answer)) return toProblem('email');
  if (kind === 'url' && !isHttpUrl(answer)) return toProblem('url');
  if (kind === 'number') return validateNumber(field, answer);
  if (kind === 'range') return validateNumber({ ...field, ...resolveRange(field) }, answer);
  if (kind === 'date') return validateDate(field, answer);
  if (kind === 'time') return validateTime(field, answer);
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'v').test(answer))
    return { problem: { reason: 'pattern', text: field.expected } };
  return { answer };
}

/** Validates a number with the same rules as browsers. */
export function validateNumber({ min, max, step = '1' }: FieldRules, answer: string): AnswerResult {
  if (!/^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(answer)) return toProblem('number');
  const number = Number(answer);
  if (!Number.isFinite(number)) return toProblem('number');
  if (min !== undefined && number < Number(min)) return toProblem('least', { least: Number(min) });
  if (max !== undefined && number > Number(max)) return toProblem('most', { most: Number(max) });
  const base = Number(min ?? 0);
  const steps = (number - base) / Number(step);
  // Floating-point numbers are not exact, so allow for rounding.
  if (Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))) return { answer };
  if (Number(step) === 1 && Number.isInteger(base)) return toProblem('whole');
  const toStepValue = (count: number) => Number((base + count * Number(step)).toPrecision(12));
  return toProblem('step', { below: toStepValue(Math.floor(steps)), above: toStepValue(Math.ceil(steps)) });
}

function validateDate({ min, max }: FieldRules, answer: string): AnswerResult {
  if (!isDay(answer)) return toProblem('date');
  if (min !== undefined && answer < min) return toProblem('earliest', { earliest: min });
  if (max !== undefined && answer > max) return toProblem('latest', { latest: max });
  return { answer };
}

function validateTime({ min, max }: FieldRules, answer: string): AnswerResult {
  if (!isTime(answer)) return toProblem('time');
  if (min !== undefined && answer < min) return toProblem('timeEarliest', { earliest: min });
  if (max !== undefined && answer > max) return toProblem('timeLatest', { latest: max });
  return { answer };
}

/** Returns whether a string is a time of day like `18:30`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Returns the limits and the initial value of a slider, with the same defaults as in browsers. */
export function resolveRange({ min = '0', max = '100', value }: Pick<FieldRules, 'min' | 'max' | 'value'>) {
  return { min, max, value: value ?? min };
}

/** Returns whether a string is a valid day like `2026-05-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Matches email addresses as the HTML standard defines them for `type=email`. */
const emailAddress = new RegExp(
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@" +
    '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$',
);

/**
 * Returns whether a string is an email address. The domain may contain non-ASCII characters: browsers convert
 * `name@grüße.example` to ASCII before they validate it, but some send it unchanged.
 */
export function isEmailAddress(address: string): boolean {
  const domainOffset = address.lastIndexOf('@') + 1;
  const domain = address
    .slice(domainOffset)
    .replace(/[^\p{ASCII}]/gu, (letter) => (/[\p{L}\p{M}\p{N}]/u.test(letter) ? 'x' : letter));
  return emailAddress.test(address.slice(0, domainOffset) + domain);
}

/**
 * Returns whether a string is a web URL. Other URLs are rejected, because the recipient of the message may open them.
 */
const isHttpUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** Normalizes line endings, and replaces NUL and lone surrogates, which PostgreSQL rejects. */
export function sanitizeText(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\u{FFFD}');
}

/** Like `sanitizeText`, but also joins the lines, for use in lists and email headers. */
export function sanitizeLine(typed: string): string {
  return sanitizeText(typed).replace(/[\n\u2028\u2029\v\f]+/g, ' ');
}

/** Returns the message for a problem, with its placeholders filled in. */
export function formatProblem(
  { reason, values = {}, text }: AnswerProblem,
  messages: AnswerMessages,
  language?: string,
): string {
  if (text !== undefined) return text;
  return messages[reason].replace(/\{(\w+)\}/g, (_, name: string) =>
    formatValue(values[name] ?? '', language),
  );
}

function formatValue(value: string | number, language?: string): string {
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 9 }).format(value);
  if (!isDay(value)) return value;
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
}
