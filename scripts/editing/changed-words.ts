import { sharedEnds } from '../../schema/diagnostics/edits.ts';

/** A part of a text: in both versions, only before, or only now. */
export interface TextPart {
  kind: 'same' | 'old' | 'new';
  text: string;
}

/** More comparisons of words than this take too long; the text is then shown as replaced. */
const maxComparisons = 4_000_000;

/** Characters of unchanged text beside a change. */
const context = 70;

/** What differs between two texts, word by word, with some of the text around it. */
export function changedWords(before: string, after: string): TextPart[] {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  const [start, end] = sharedEnds(a, b);
  const middle = compared(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const parts: TextPart[] = [
    { kind: 'same', text: a.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ];
  return shortened(joined(parts));
}

const tokensOf = (text: string): string[] => text.match(/\{\{.*?\}\}|[\p{L}\p{M}\p{N}'’_-]+|\s+|./gsu) ?? [];

/** The longest common sequence of words. */
function compared(a: readonly string[], b: readonly string[]): TextPart[] {
  const replaced: TextPart[] = [
    { kind: 'old', text: a.join('') },
    { kind: 'new', text: b.join('') },
  ];
  if (a.length === 0 || b.length === 0 || a.length * b.length > maxComparisons) return replaced;
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (x: number, y: number) => lengths[x * width + y] ?? 0;
  for (let x = a.length - 1; x >= 0; x--)
    for (let y = b.length - 1; y >= 0; y--)
      lengths[x * width + y] = a[x] === b[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
  const parts: TextPart[] = [];
  let [x, y] = [0, 0];
  while (x < a.length || y < b.length) {
    if (x < a.length && y < b.length && a[x] === b[y]) {
      parts.push({ kind: 'same', text: a[x] ?? '' });
      [x, y] = [x + 1, y + 1];
    } else if (x < a.length && (y === b.length || at(x + 1, y) >= at(x, y + 1)))
      parts.push({ kind: 'old', text: a[x++] ?? '' });
    else parts.push({ kind: 'new', text: b[y++] ?? '' });
  }
  return parts;
}

/** One change instead of many with nothing but blanks and signs between them. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const groups: { same: string; old: string; new: string }[] = [{ same: '', old: '', new: '' }];
  for (const [index, { kind, text }] of parts.entries()) {
    const last = groups.at(-1)!; // begins with one
    const isChanged = last.old !== '' || last.new !== '';
    if (kind !== 'same') last[kind] += text;
    else if (!isChanged) last.same += text;
    else if (!/[\p{L}\p{N}]/u.test(text) && parts.slice(index + 1).some((one) => one.kind !== 'same')) {
      const next = sameUntilChange(parts, index);
      if (/[\p{L}\p{N}\n]/u.test(next)) groups.push({ same: text, old: '', new: '' });
      else [last.old, last.new] = [last.old + text, last.new + text];
    } else groups.push({ same: text, old: '', new: '' });
  }
  return groups
    .flatMap(({ same, ...change }): TextPart[] => [
      { kind: 'same', text: same },
      { kind: 'old', text: change.old },
      { kind: 'new', text: change.new },
    ])
    .filter(({ text }) => text !== '');
}

/** The unchanged text from a part to the next change. */
function sameUntilChange(parts: readonly TextPart[], index: number): string {
  const rest = parts.slice(index);
  const end = rest.findIndex(({ kind }) => kind !== 'same');
  return rest
    .slice(0, end === -1 ? undefined : end)
    .map(({ text }) => text)
    .join('');
}

/** Leaves out unchanged text that is far from a change. */
function shortened(parts: readonly TextPart[]): TextPart[] {
  return parts.map((part, at) => {
    if (part.kind !== 'same' || part.text.length <= 2.5 * context) return part;
    const start = at === 0 ? '' : part.text.slice(0, context).replace(/\S*$/, '');
    const end = at === parts.length - 1 ? '' : part.text.slice(-context).replace(/^\S*/, '');
    return { kind: 'same', text: `${start}…${end}` };
  });
}
