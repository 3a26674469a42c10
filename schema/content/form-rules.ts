import type { FileKind } from './upload-types.ts';
import type { Texts } from './words.ts';

/**
 * What the page runs that acknowledges a post without script, `/ask/question-sent.html`: it takes away the
 * draft of src/services/drafts.ts. Nothing else is loaded there.
 */
export const answerScript =
  "try{delete localStorage['draft '+location.pathname.replace(/-sent(\\.html)?$/,'')]}catch{}";

/** What a field of a form can ask for. */
export const fieldKinds = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'long-text',
  'select',
  'radio',
  'checkbox',
  'checkboxes',
  'consent',
  'hidden',
  'file',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** What an answer to a field has to be. */
export interface FieldRules {
  name: string;
  kind: FieldKind;
  required: boolean;
  /** Of which one is chosen, or several. */
  options?: readonly string[];
  /** What a hidden field sends. */
  value?: string;
  /** A number, or a day as 2026-05-31. */
  min?: string;
  max?: string;
  /** Between two numbers that are taken; 1 if it is not said. */
  step?: string;
  minLength?: number;
  maxLength?: number;
  /** As browsers read it: the whole answer has to match. */
  pattern?: string;
  /** Said of an answer that does not. */
  expected?: string;
  /** Of which kinds a file may be. */
  accept?: readonly FileKind[];
  /** In megabytes, each. */
  maxSize?: number;
  maxFiles?: number;
}

/** What is wrong with an answer: the name of a sentence, and what stands in its braces. */
export interface AnswerProblem {
  reason: Reason;
  values?: Readonly<Record<string, string | number>>;
  /** The author's own sentence. */
  text?: string;
}
export type AnswerMessages = Texts['answers'];
export type Reason = keyof AnswerMessages;

/** The answer as it is kept, what is wrong with it, or that no such field sends this. */
export type AnswerResult = { answer: string } | { problem: AnswerProblem } | { isForeign: true };

/** What a ticked box sends. */
export const checkedValue = 'yes';

/** How many characters an answer may have: a short one, and a long one. */
export const maxAnswerLength = { line: 300, text: 20_000 };

/** Judges what was given to a field: a text, or the list of what was chosen. */
export function validateAnswer(field: FieldRules, input: unknown): AnswerResult {
  const { kind, options = [] } = field;
  const chosen = (Array.isArray(input) ? input : [input ?? '']).filter((one) => one !== '');
  const isMissing = chosen.length === 0;
  const isRequired = field.required || kind === 'consent';
  switch (kind) {
    case 'file':
      // Files are judged by themselves (see file-rules.ts).
      return foreignChoice([], chosen) ?? accept(chosen);
    case 'hidden':
      return input === field.value ? { answer: field.value ?? '' } : { isForeign: true };
    case 'checkbox':
    case 'consent':
      return (
        foreignChoice([checkedValue], chosen) ?? (isMissing && isRequired ? problem('tick') : accept(chosen))
      );
    case 'select':
    case 'radio':
      if (chosen.length > 1) return { isForeign: true };
      return foreignChoice(options, chosen) ?? (isMissing && isRequired ? problem('choose') : accept(chosen));
    case 'checkboxes':
      return (
        foreignChoice(options, chosen) ?? (isMissing && isRequired ? problem('chooseSome') : accept(chosen))
      );
    default:
      if (input !== undefined && input !== null && typeof input !== 'string') return { isForeign: true };
      return validateText(field, input ?? '');
  }
}

/** Something is wrong with what was chosen that a form cannot send. */
function foreignChoice(options: readonly string[], chosen: readonly unknown[]): AnswerResult | undefined {
  const isForeign = chosen.some((one) => typeof one !== 'string' || !options.includes(one));
  return isForeign || new Set(chosen).size < chosen.length ? { isForeign: true } : undefined;
}

const accept = (chosen: readonly unknown[]): AnswerResult => ({ answer: chosen.join('\n') });
const problem = (reason: Reason, values?: AnswerProblem['values']): AnswerResult => ({
  problem: { reason, values },
});

function validateText(field: FieldRules, input: string): AnswerResult {
  const { kind, required, minLength = 0, maxLength, pattern } = field;
  const answer = (kind === 'long-text' ? sanitizeText : sanitizeLine)(input).trim();
  if (answer === '') return required ? problem('required') : { answer };
  const { length } = answer;
  const max = maxLength ?? (kind === 'long-text' ? maxAnswerLength.text : maxAnswerLength.line);
  if (length > max) return problem('long', { length, most: max });
  if (length < minLength) return problem('short', { length, least: minLength });
  if (kind === 'email' && !isEmailAddress(answer)) return problem('email');
  if (kind === 'url' && !isHttpUrl(answer)) return problem('url');
  if (kind === 'number') return validateNumber(field, answer);
  if (kind === 'date') return validateDate(field, answer);
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'v').test(answer))
    return { problem: { reason: 'pattern', text: field.expected } };
  return { answer };
}

function validateNumber({ min, max, step = '1' }: FieldRules, answer: string): AnswerResult {
  if (!/^-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?$/.test(answer)) return problem('number');
  const number = Number(answer);
  if (!Number.isFinite(number)) return problem('number');
  if (min !== undefined && number < Number(min)) return problem('least', { least: Number(min) });
  if (max !== undefined && number > Number(max)) return problem('most', { most: Number(max) });
  const base = Number(min ?? 0);
  const steps = (number - base) / Number(step);
  // Fractions are not exact in binary.
  if (Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps))) return { answer };
  if (Number(step) === 1 && Number.isInteger(base)) return problem('whole');
  const at = (count: number) => Number((base + count * Number(step)).toPrecision(12));
  return problem('step', { below: at(Math.floor(steps)), above: at(Math.ceil(steps)) });
}

function validateDate({ min, max }: FieldRules, answer: string): AnswerResult {
  if (!isDay(answer)) return problem('date');
  if (min !== undefined && answer < min) return problem('earliest', { earliest: min });
  if (max !== undefined && answer > max) return problem('latest', { latest: max });
  return { answer };
}

/** Whether this is a day of the calendar, written as 2026-05-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The test of browsers for `type=email`. */
const emailAddress = new RegExp(
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@" +
    '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$',
);

/**
 * Browsers turn `name@grüße.example` into ASCII for that test but may send it as typed, so letters outside
 * ASCII count as letters in the part after the @.
 */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@') + 1;
  const domain = address
    .slice(at)
    .replace(/[^\p{ASCII}]/gu, (sign) => (/[\p{L}\p{M}\p{N}]/u.test(sign) ? 'x' : sign));
  return emailAddress.test(address.slice(0, at) + domain);
}

/** Whoever reads the message may follow it, so it leads into the web and nowhere else. */
const isHttpUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** PostgreSQL refuses NUL and half characters; forms send other line ends than scripts do. */
export function sanitizeText(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').replace(/[\0\p{Cs}]/gu, '\u{FFFD}');
}

/** What fits on one line of a list, and of the head of a mail. */
export function sanitizeLine(typed: string): string {
  return sanitizeText(typed).replace(/[\n\u2028\u2029\v\f]+/g, ' ');
}

/** Describes a problem with the messages of a language. */
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
