import { signName, unseenSign } from '../base/unseen-sign.ts';
import type { TextFault } from './tree.ts';

/** The faults of `&#7;` and the like in what is written of a text: signs that no text may hold. */
export function unseenReferences(source: string, start: number): TextFault[] {
  return [...source.matchAll(/(?<!\\)&#(?:[xX]([\dA-Fa-f]{1,6})|(\d{1,7}));/g)].flatMap((found) => {
    const [written, hex, decimal] = found;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const sign = code > 0x10ffff ? '\uFFFE' : String.fromCodePoint(code);
    if (!unseenSign.test(sign)) return [];
    return {
      rule: 'unseen-sign',
      start: start + found.index,
      length: written.length,
      message: `a text cannot hold \`${written}\`, which stands for the sign \`${signName(sign)}\``,
      label: 'a sign that nobody sees',
      advice: 'delete it; a line ends with a backslash, `\\`, where the next one shall begin',
      fix: { title: 'take it out', safety: 'safe', newText: '' },
    } satisfies TextFault;
  });
}
