import type { Inline } from './tree.ts';

const web = String.raw`(?:https?:\/\/|www\.(?=[\p{L}\p{N}-]+\.))[^\s<>"“”„«»\u0060{}|\\^]+`;
const mail = String.raw`[\w.+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}`;
const phone = String.raw`(?:\+(?=\d)|\(?0(?=\d))\d[\d \u00A0()/-]{5,}\d`;
const address = new RegExp(
  String.raw`(?<![\p{L}\p{N}@:/._+-])(?:(${web})|(${mail})|(?<!\p{N}[ \u00A0(])(${phone}))(?![\p{L}\p{N}@])`,
  'gu',
);

/** Whether a text may have an address that becomes a link. */
export const mayHaveAddress = (text: string): boolean => /@|:\/\/|www\.|\+\d|\b0\d/.test(text);

/** Addresses of mail, telephone and web as links. What is a link or code stays as it is. */
export const linkedAddresses = (text: readonly Inline[]): Inline[] =>
  text.flatMap((part): Inline[] => {
    if (typeof part === 'string') return mayHaveAddress(part) ? linkedText(part) : [part];
    if ('strong' in part) return [{ strong: linkedAddresses(part.strong) }];
    if ('emphasis' in part) return [{ emphasis: linkedAddresses(part.emphasis) }];
    return [part];
  });

/** Whether the words of a link are its address on the web. */
export const showsItsAddress = ({ link: [words], to }: { link: readonly Inline[]; to: string }): boolean =>
  typeof words === 'string' && to.startsWith('http') && to.endsWith(words);

function linkedText(text: string): Inline[] {
  const parts: Inline[] = [];
  let done = 0;
  for (const { 0: found, 1: url, 2: mailbox, index } of text.matchAll(address)) {
    const written = url === undefined ? found : withoutEnd(found);
    const to =
      url !== undefined ? webTarget(written) : mailbox !== undefined ? `mailto:${found}` : phoneTarget(found);
    if (to === undefined) continue;
    if (index > done) parts.push(text.slice(done, index));
    parts.push({ link: [written], to });
    done = index + written.length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Takes away the punctuation of the sentence, and a bracket that opens before the address. */
function withoutEnd(url: string): string {
  const shorter = url.replace(/[.,:;!?'’*_~…]+$/, '');
  const last = shorter.at(-1);
  const isClosing = (last === ')' && !shorter.includes('(')) || (last === ']' && !shorter.includes('['));
  return isClosing ? withoutEnd(shorter.slice(0, -1)) : shorter === url ? url : withoutEnd(shorter);
}

function webTarget(written: string): string | undefined {
  const url = written.startsWith('www.') ? `https://${written}` : written;
  return URL.canParse(url) ? url : undefined;
}

/** Undefined for what is more likely a date, an account, a tax number or an amount. */
function phoneTarget(written: string): string | undefined {
  const digits = written.replaceAll(/\D/g, '').length;
  const isOther = digits < 9 || digits > 15 || /\/.*\/|(?: 000){2}$|^\d{12,}$/.test(written);
  return isOther ? undefined : `tel:${written.replace(/^(\+.*?)\(0\)/, '$1').replaceAll(/[^\d+]/g, '')}`;
}
