import { z } from 'zod';
import { removePhoneSpaces } from '../base/text.ts';

/** A problem with an external URL. */
export interface UrlProblem {
  /** The message, which follows the setting name, such as `must not contain a space`. */
  message: string;
  /** The corrected URL, if the correction is certain. */
  suggestion?: string;
}

interface UrlKind {
  problem(rest: string): string | undefined;
  normalize(rest: string): string;
}

const spaceMessage = 'must not contain a space';
const removeSpaces = (text: string) => text.replaceAll(/\s+/g, '');
const encodeSpaces = (text: string) => text.replaceAll(/\s+/g, '%20');

const urlKinds: Readonly<Record<string, UrlKind>> = {
  'https://': {
    problem(rest) {
      if (!/^[^/?#]/.test(rest.trimStart())) return 'needs a domain directly after `https://`';
      if (/\s/.test(rest)) return spaceMessage;
      const [character] = /[<>"]/.exec(rest) ?? [];
      if (character !== undefined) return `must not contain \`${character}\``;
      if (!URL.canParse(`https://${rest}`)) return 'is not a valid web address';
      // Browsers accept `https://www,example,org`, but no such host exists.
      const { hostname } = new URL(`https://${rest}`);
      return /^([\w-]+(\.[\w-]+)*\.?|\[.+\])$/.test(hostname)
        ? undefined
        : 'needs a domain with single dots between its parts, like `www.example.org`';
    },
    normalize: (rest) => encodeSpaces(rest.trim()),
  },
  'mailto:': {
    problem(rest) {
      const [to = ''] = rest.split('?', 1);
      if (rest.startsWith('//')) return 'must not have `//` after `mailto:`';
      // An email link without a recipient is complete only if it has a subject or text.
      const isComplete = to === '' ? rest.length > 1 : to.split(/[,;]/).every(isMailAddress);
      if (!isComplete) return 'needs an email address after `mailto:`';
      if (/\s/.test(rest)) return spaceMessage;
      return to.includes(';') ? 'must separate email addresses with `,` instead of `;`' : undefined;
    },
    normalize(rest) {
      const [to = ''] = rest.split('?', 1);
      const subject = rest.slice(to.length).trimEnd();
      return removeSpaces(to.replace(/^\/\//, '')).replaceAll(';', ',') + encodeSpaces(subject);
    },
  },
  'tel:': {
    problem(rest) {
      if (!/\d.*\d/.test(rest)) return 'needs a telephone number after `tel:`';
      if (/^\s*\+.*\(0\)/.test(rest))
        return 'must not contain `(0)`, because a number that begins with `+` is dialled without this `0`';
      const [character] = /[^\d ()+-]|(?<!^)\+/.exec(rest) ?? [];
      if (character !== undefined) return `must not contain \`${character}\` in a telephone number`;
      return undefined;
    },
    normalize: (rest) =>
      rest
        .trim()
        .replace(/^(\+.*)\(0\)/, '$1')
        .replaceAll(/[/.\u2013\u2014]|(?! )\s/g, ''),
  },
};

const isMailAddress = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

/**
 * Guesses the missing scheme of an address. Ignores numbers in unusual formats, because they may be dates.
 */
function guessScheme(address: string): string {
  if (isMailAddress(address) && !/[:/]/.test(address)) return 'mailto:';
  if (/^[+0(][\d ()-]{6,}$/.test(address)) return 'tel:';
  return /^www\.[^\s./]+\.\S+$/i.test(address) ? 'https://' : '';
}

/** Adds the missing scheme to an email address, a telephone number or an address such as `www.example.org`. */
export function addScheme(address: string): string | undefined {
  const text = address.trim();
  const scheme = guessScheme(text);
  const kind = urlKinds[scheme];
  if (!kind) return undefined;
  const rest = scheme === 'tel:' && kind.problem(text) !== undefined ? kind.normalize(text) : text;
  return kind.problem(rest) === undefined ? scheme + rest : undefined;
}

/** Returns the problem with text that starts like an external URL, or `undefined` if there is none. */
export function findUrlProblem(url: string): UrlProblem | undefined {
  const [, start = '', rest = ''] = /^(https:\/\/|mailto:|tel:)(.*)$/is.exec(url) ?? [];
  const scheme = start.toLowerCase();
  const kind = urlKinds[scheme];
  if (!kind) return undefined;
  const message =
    kind.problem(rest) ?? (start === scheme ? undefined : `must begin with \`${scheme}\` in lower case`);
  if (message === undefined) return undefined;
  const normalized = kind.normalize(rest);
  return kind.problem(normalized) === undefined ? { message, suggestion: scheme + normalized } : { message };
}

const urlField = (pattern: RegExp, defaultMessage: string) =>
  z
    .string()
    .regex(pattern, { error: ({ input }) => findUrlProblem(String(input))?.message ?? defaultMessage })
    .superRefine((url, { addIssue }) => {
      const problem = findUrlProblem(url);
      if (problem) addIssue({ code: 'custom', message: problem.message });
    });

/** An external URL. Schemes that a browser could execute, such as `javascript:`, are rejected. */
export const externalUrl = urlField(
  /^(https:\/\/[^\s/]+(\/\S*)?|mailto:([^\s@]+@|\?)\S+|tel:\+?[\d ()-]+)$/,
  'must start with `https://`, `mailto:` or `tel:`',
)
  .transform(removePhoneSpaces)
  .meta({
    description: 'A web address (`https://…`), email address (`mailto:…`) or telephone number (`tel:…`).',
    examples: ['https://www.example.org'],
    refersTo: 'external',
  });

/** The URL of an external page. */
export const externalPage = urlField(
  /^https:\/\/[^\s/]+(\/\S*)?$/,
  'must be an address that starts with `https://`',
).meta({ refersTo: 'external' });

/** An email address, without `mailto:`. */
export const emailAddress = z
  .string()
  .refine((address) => isMailAddress(address) && !/[:,;<>]/.test(address), {
    error: ({ input }) =>
      String(input).startsWith('mailto:')
        ? 'must be the address only, without `mailto:`'
        : 'must be an email address like `mara@example.org`',
  })
  .transform((address) => address.trim());

/** A telephone number, without `tel:`. */
export const phoneNumber = z.string().superRefine((number, { addIssue }) => {
  const problem = number.startsWith('tel:') ? undefined : findUrlProblem(`tel:${number}`);
  if (number.startsWith('tel:'))
    addIssue({ code: 'custom', message: 'must be the number only, without `tel:`' });
  else if (problem)
    addIssue({
      code: 'custom',
      message: /\d.*\d/.test(number) ? problem.message : 'must be a telephone number like `+44 20 7946 0000`',
    });
});
