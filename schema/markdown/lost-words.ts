import type { Definition, Emphasis, FootnoteDefinition, List, Root, RootContent, Strong } from 'mdast';
import { definitionDestination } from './destination.ts';
import type { ParseContext } from './parse-context.ts';

// What Markdown takes for its own, so that visitors read something else than what was written.

/** Reports the first item of a list that visitors would see with another number than the one written. */
export function otherNumbers(node: List, found: ParseContext): void {
  if (!node.ordered) return;
  const items = node.children.map((item) => {
    const { start, source } = found.written(item);
    const [mark = '', digits = ''] = /^(\d{1,9})[.)]/.exec(source) ?? [];
    return { start, mark, number: Number(digits) };
  });
  const [first] = items;
  // `1. 1. 1.` is a habit of many programs.
  if (!first || items.every(({ number }) => number === first.number)) return;
  const shown = (at: number) => first.number + at;
  const at = items.findIndex(({ number }, index) => number !== shown(index));
  const other = items[at];
  if (!other) return;
  const escaped = `${other.number}\\${other.mark.slice(-1)}`;
  // No list has as many items as there are years.
  const isYear = other.number >= 1000 && at < 200;
  found.faults.push({
    rule: 'text-marks',
    start: other.start,
    length: other.mark.length,
    message: `visitors would read \`${shown(at)}.\` here, and not \`${other.mark}\`, as a list counts on from its first number`,
    label: `item ${at + 1} of a list`,
    advice: `if this is no list, put a backslash behind each number at the start of a line: \`${escaped}\``,
    note: `a list with numbers of its own is written \`- ${escaped} words\``,
    fix: isYear ? { title: `write \`${escaped}\``, safety: 'suggested', newText: escaped } : undefined,
  });
}

/** Reports stars beside a digit, as in `10*20*30`, which Markdown takes for emphasis. */
export function multiplied(node: Emphasis | Strong, found: ParseContext): void {
  const { start, source } = found.written(node);
  const stars = node.type === 'strong' ? '**' : '*';
  const isDigit = (at: number) => /\d/.test(found.source[at] ?? '');
  const end = start + source.length;
  if (!source.startsWith(stars) || !(isDigit(start - 1) || isDigit(end))) return;
  const inside = source.slice(stars.length, -stars.length);
  const isProduct = stars === '*' && /^\d([^*\n]*\d)?$/.test(inside) && isDigit(start - 1) && isDigit(end);
  found.faults.push({
    rule: 'text-marks',
    start,
    length: isProduct ? source.length : stars.length,
    message: `visitors would not see this \`${stars}\`: beside a word or a number it makes what follows ${stars === '*' ? 'italic' : 'bold'}`,
    label: 'this vanishes',
    advice:
      stars === '*'
        ? 'write `×` between two numbers, or `\\*` if visitors are to see the star'
        : 'write `\\*\\*` if visitors are to see the stars',
    fix: isProduct
      ? { title: `write \`×${inside}×\``, safety: 'suggested', newText: `×${inside}×` }
      : undefined,
  });
}

/** Reports the lines that Markdown keeps for links and footnotes, and of which visitors see nothing. */
export function unusedDefinitions(root: Root, found: ParseContext): void {
  const used = new Set<string>();
  const definitions: (Definition | FootnoteDefinition)[] = [];
  const visit = (node: Root | RootContent): void => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
    if (node.type === 'definition' || node.type === 'footnoteDefinition') definitions.push(node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  const known = new Set<string>();
  for (const node of definitions) {
    const isNote = node.type === 'footnoteDefinition';
    const name = `[${isNote ? '^' : ''}${node.label ?? node.identifier}]`;
    const key = name.toLowerCase();
    if (known.has(key))
      found.fault(node, {
        rule: 'text-marks',
        message: `there is a \`${name}:\` above already, so visitors do not see this one`,
        advice: 'give it another name, and use that where it belongs, or delete it',
      });
    else if (isNote && node.children.length === 0 && found.footnotes.includes(node.identifier))
      found.fault(node, {
        rule: 'text-marks',
        message: 'this footnote says nothing',
        advice: `write its text behind \`${name}:\`, or delete it and the \`${name}\` above`,
      });
    else if (!isNote && !used.has(node.identifier) && !isComment(node)) unusedAddress(node, name, found);
    known.add(key);
  }
}

/** `[//]: # (words)` is how Markdown hides a comment. */
const isComment = ({ url }: Definition) => url === '#' || url === '';

function unusedAddress(node: Definition, name: string, found: ParseContext): void {
  const { source } = found.written(node);
  const { from = 0, to = 0 } = definitionDestination(source) ?? {};
  const isWord = /^[\p{L}\d]+[.!?]?$/u.test(source.slice(from, to));
  const [line = ''] = source.split('\n', 1);
  found.fault(node, {
    rule: 'text-marks',
    message: 'visitors do not see this line, as it is the address of a link that this text does not have',
    label: `\`${name}:\` at the start of a line names an address`,
    advice: `write \`${name}\` where the link belongs, or \`\\${name}:\` if visitors are to read this line`,
    fix:
      isWord && line === source
        ? { title: `write \`\\${name}:\``, safety: 'suggested', newText: `\\${line.trimEnd()}` }
        : undefined,
  });
}
