import type { Inline } from './tree.ts';

const webPattern = String.raw`(?:https?:\/\/|www\.(?=[\p{L}\p{N}-]+\.))[^\s<>"“”„«»\u0060{}|\\^]{1,2000}`;
// Matches an email address. Excludes addresses such as `o’neil@…` or `ann&bo@…`. Only their ends would become links,
// and these might be the addresses of other people.
const mailPattern = String.raw`(?<![\p{L}\p{N}][!#$%&'’*=?^\u0060{|}~])(?:mailto:)?[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}`;
// Matches a telephone number with a country code. A number without one may also be a tax number, an account number or a
// date.
const phonePattern = String.raw`\+\d[\d \u00A0()./-]{5,}\d`;
const addressPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/_+-]|\p{N}[.:])(?:(${webPattern})|(${mailPattern})|(?<!\p{N}[ \u00A0(])${phonePattern})(?![\p{L}\p{N}@])`,
  'giu',
);

/** Fast test: returns whether text may contain an address that becomes a link. */
export const canHaveAddress = (text: string): boolean => /@|:\/\/|www\.|\+\d/i.test(text);

/**
 * Returns inline text in which email addresses, telephone numbers and URLs are links. Existing links and code stay
 * unchanged.
 */
export const addAddressLinks = (text: readonly Inline[]): Inline[] =>
  text.flatMap((part): Inline[] => {
    if (typeof part === 'string') return canHaveAddress(part) ? linkAddressesInText(part) : [part];
    if ('strong' in part) return [{ strong: addAddressLinks(part.strong) }];
    if ('emphasis' in part) return [{ emphasis: addAddressLinks(part.emphasis) }];
    return [part];
  });

function linkAddressesInText(text: string): Inline[] {
  const parts: Inline[] = [];
  let copiedTo = 0;
  for (const { 0: address, 1: url, 2: mailbox, index: start } of text.matchAll(addressPattern)) {
    const rawTarget = url === undefined ? address : trimUrlEnd(address);
    const target =
      url !== undefined
        ? toWebTarget(rawTarget)
        : mailbox !== undefined
          ? `mailto:${address.replace(/^mailto:/i, '')}`
          : toPhoneTarget(rawTarget);
    if (target === undefined) continue;
    if (start > copiedTo) parts.push(text.slice(copiedTo, start));
    parts.push({ link: [rawTarget], to: target });
    copiedTo = start + rawTarget.length;
  }
  if (copiedTo < text.length) parts.push(text.slice(copiedTo));
  return parts;
}

/**
 * Returns a URL without the characters at its end that do not belong to it: punctuation, and a bracket that was opened
 * before the URL.
 */
function trimUrlEnd(rawUrl: string): string {
  let url = rawUrl;
  const hasUnclosed = (open: string, close: string) => url.split(open).length < url.split(close).length;
  for (;;) {
    const shorter = url.replace(/[.,:;!?'’*_~…]{1,100}$/, '');
    const isClosing =
      (url.endsWith(')') && hasUnclosed('(', ')')) || (url.endsWith(']') && hasUnclosed('[', ']'));
    if (shorter === url && !isClosing) return url;
    url = isClosing ? url.slice(0, -1) : shorter;
  }
}

function toWebTarget(rawTarget: string): string | undefined {
  const url = /^www\./i.test(rawTarget) ? `https://${rawTarget}` : rawTarget;
  return URL.canParse(url) ? url : undefined;
}

/**
 * Returns the link target of a telephone number. Returns `undefined` for numbers that are too short or too long
 * (E.164), and for amounts such as `+120 000 000`.
 */
function toPhoneTarget(rawTarget: string): string | undefined {
  const digits = rawTarget.replaceAll(/\D/g, '').length;
  if (digits < 9 || digits > 15 || /(?: 000){2}$/.test(rawTarget)) return undefined;
  return `tel:${rawTarget.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;
}
