import type { Inline, TextPart } from './tree.ts';
import { isToBeSet, Typesetter, typographic } from './typography.ts';

/** Inline text in the typography of a language; code stays as it is. */
export function setInline(text: readonly Inline[], language: string, isQuotation = false): Inline[] {
  const setter = new Typesetter(language);
  if (!isQuotation) return setNodes(text, setter);
  const [open, close] = setter.quotation();
  return joined([open, ...setNodes(text, setter), close]);
}

/** The same for the parts of a longer text. */
export const setParts = (parts: readonly TextPart[], language: string): TextPart[] =>
  parts.map((part): TextPart => {
    const all = (texts: readonly TextPart[][]) => texts.map((one) => setParts(one, language));
    if ('paragraph' in part) return { paragraph: setInline(part.paragraph, language) };
    if ('subheading' in part) return { ...part, subheading: setInline(part.subheading, language) };
    if ('list' in part) return { ...part, list: all(part.list) };
    if ('quote' in part) return { quote: setParts(part.quote, language) };
    if ('footnotes' in part) return { ...part, footnotes: all(part.footnotes) };
    if ('picture' in part)
      return part.caption === undefined ? part : { ...part, caption: typographic(part.caption, language) };
    if ('table' in part)
      return { ...part, table: part.table.map((row) => row.map((cell) => setInline(cell, language))) };
    return part;
  });

/** Whether anything in a text would be set otherwise. */
export function isAnyToBeSet(text: unknown, language: string): boolean {
  if (typeof text === 'string') return isToBeSet(text, language);
  if (typeof text !== 'object' || text === null) return false;
  // Marks may open in front of other marks, so all that is to be set has at least one in a text of its own.
  if (Array.isArray(text)) return text.some((one) => isAnyToBeSet(one, language));
  for (const name in text) if (isAnyToBeSet(text[name as keyof typeof text], language)) return true;
  return false;
}

const setNodes = (nodes: readonly Inline[], setter: Typesetter): Inline[] =>
  nodes.map((node): Inline => {
    if (typeof node === 'string') return setter.set(node);
    if ('strong' in node) return { strong: setNodes(node.strong, setter) };
    if ('emphasis' in node) return { emphasis: setNodes(node.emphasis, setter) };
    if ('link' in node) return { ...node, link: setNodes(node.link, setter) };
    if ('code' in node) setter.pass();
    return node;
  });

/** Texts that stand side by side as one. */
function joined(nodes: readonly Inline[]): Inline[] {
  const made: Inline[] = [];
  for (const node of nodes) {
    const last = made.at(-1);
    if (typeof node === 'string' && typeof last === 'string') made[made.length - 1] = last + node;
    else made.push(node);
  }
  return made;
}
