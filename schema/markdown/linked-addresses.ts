import type { Inline } from './tree.ts';

const web = String.raw`(?:https?:\/\/|www\.(?=[\p{L}\p{N}-]+\.))[^\s<>"“”„«»\u0060{}|\\^]{1,2000}`;
const mail = String.raw`(?:mailto:)?[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}`;
const phone = String.raw`(?:\+(?=\d)|\(?0(?=\d))\d[\d \u00A0()./-]{5,}\d`;
const address = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/_+-]|\p{N}[.:])(?:(${web})|(${mail})|(?<!\p{N}[ \u00A0(])(${phone}))(?![\p{L}\p{N}@])`,
  'giu',
);
const dateAtStart = /^\d\d([./-])\d\d\1(?:19|20)\d\d(?!\d)/;

/** Whether a text may have an address that becomes a link. */
export const mayHaveAddress = (text: string): boolean => /@|:\/\/|www\.|\+\d|\b0\d/i.test(text);

/** Addresses of mail, telephone and web as links. What is a link or code stays as it is. */
export const linkedAddresses = (text: readonly Inline[]): Inline[] =>
  text.flatMap((part): Inline[] => {
    if (typeof part === 'string') return mayHaveAddress(part) ? linkedText(part) : [part];
    if ('strong' in part) return [{ strong: linkedAddresses(part.strong) }];
    if ('emphasis' in part) return [{ emphasis: linkedAddresses(part.emphasis) }];
    return [part];
  });

function linkedText(text: string): Inline[] {
  const parts: Inline[] = [];
  let done = 0;
  for (const { 0: found, 1: url, 2: mailbox, 3: number, index } of text.matchAll(address)) {
    const written = url === undefined ? (number ?? found).replace(/^\((?!.*\))/, '') : withoutEnd(found);
    const to =
      url !== undefined
        ? webTarget(written)
        : mailbox !== undefined
          ? `mailto:${found.replace(/^mailto:/i, '')}`
          : phoneTarget(written);
    if (to === undefined) continue;
    const from = index + found.length - (url === undefined ? written.length : found.length);
    if (from > done) parts.push(text.slice(done, from));
    parts.push({ link: [written], to });
    done = from + written.length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Takes away the punctuation of the sentence, and a bracket that opens before the address. */
function withoutEnd(found: string): string {
  let url = found;
  const isOpen = (open: string, close: string) => url.split(open).length < url.split(close).length;
  for (;;) {
    const shorter = url.replace(/[.,:;!?'’*_~…]{1,100}$/, '');
    const isClosing = (url.endsWith(')') && isOpen('(', ')')) || (url.endsWith(']') && isOpen('[', ']'));
    if (shorter === url && !isClosing) return url;
    url = isClosing ? url.slice(0, -1) : shorter;
  }
}

function webTarget(written: string): string | undefined {
  const url = /^www\./i.test(written) ? `https://${written}` : written;
  return URL.canParse(url) ? url : undefined;
}

/** Undefined for what is more likely a date, an account, a tax number or an amount. */
function phoneTarget(written: string): string | undefined {
  const digits = written.replaceAll(/\D/g, '').length;
  const isOther =
    digits < 9 ||
    digits > 15 ||
    dateAtStart.test(written) ||
    /\/.*\/| - |(?: 000){2}$|^\d{12,}$/.test(written);
  return isOther ? undefined : `tel:${written.replace(/^(\+.*?)\(0\)/, '$1').replaceAll(/[^\d+]/g, '')}`;
}
