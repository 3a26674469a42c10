import type { Inline } from './tree.ts';

const web = String.raw`(?:https?:\/\/|www\.(?=[\p{L}\p{N}-]+\.))[^\s<>"“”„«»\u0060{}|\\^]{1,2000}`;
// Only the end of `o’neil@…` or `ann&bo@…` would be linked, to the address of another person.
const mail = String.raw`(?<![\p{L}\p{N}][!#$%&'’*=?^\u0060{|}~])(?:mailto:)?[\w.+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}{2,63}`;
// Without a country code it may also be a tax number, an account number or a date.
const phone = String.raw`\+\d[\d \u00A0()./-]{5,}\d`;
const address = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/_+-]|\p{N}[.:])(?:(${web})|(${mail})|(?<!\p{N}[ \u00A0(])${phone})(?![\p{L}\p{N}@])`,
  'giu',
);

/** Tests quickly whether a text may have an address that becomes a link. */
export const mayHaveAddress = (text: string): boolean => /@|:\/\/|www\.|\+\d/i.test(text);

/** Turns mail addresses, telephone numbers and URLs into links. Links and code stay unchanged. */
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
  for (const { 0: found, 1: url, 2: mailbox, index: from } of text.matchAll(address)) {
    const written = url === undefined ? found : withoutEnd(found);
    const to =
      url !== undefined
        ? webTarget(written)
        : mailbox !== undefined
          ? `mailto:${found.replace(/^mailto:/i, '')}`
          : phoneTarget(written);
    if (to === undefined) continue;
    if (from > done) parts.push(text.slice(done, from));
    parts.push({ link: [written], to });
    done = from + written.length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Removes the punctuation of the sentence, and a bracket that was opened before the URL. */
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

/** Returns undefined for numbers that are too short or too long (E.164), or amounts such as `+120 000 000`. */
function phoneTarget(written: string): string | undefined {
  const digits = written.replaceAll(/\D/g, '').length;
  if (digits < 9 || digits > 15 || /(?: 000){2}$/.test(written)) return undefined;
  return `tel:${written.replace('(0)', '').replaceAll(/[^\d+]/g, '')}`;
}
