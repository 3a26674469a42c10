import type { Definition, FootnoteDefinition, List, Root, RootContent } from 'mdast';
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
  found.faults.push({
    rule: 'text-marks',
    start: other.start,
    length: other.mark.length,
    message: `visitors would read \`${shown(at)}.\` here, and not \`${other.mark}\`, as a list counts on from its first number`,
    label: `item ${at + 1} of a list`,
    advice: `if this is no list, put a backslash behind each number at the start of a line: \`${escaped}\``,
    note: `a list with numbers of its own is written \`- ${escaped} words\``,
  });
}

/** Reports the lines that Markdown keeps for links and footnotes, and of which visitors see nothing. */
export function unseenDefinitions(root: Root, found: ParseContext): void {
  const used = new Set(found.footnotes.map((identifier) => `^${identifier}`));
  const definitions: (Definition | FootnoteDefinition)[] = [];
  const visit = (node: Root | RootContent): void => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(node.identifier);
    if (node.type === 'definition' || node.type === 'footnoteDefinition') definitions.push(node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  const known = new Set<string>();
  for (const node of definitions) {
    const sign = node.type === 'footnoteDefinition' ? '^' : '';
    const [key, name] = [sign + node.identifier, `[${sign}${node.label ?? node.identifier}]`];
    if (known.has(key))
      found.fault(node, {
        rule: 'text-marks',
        message: `there is a \`${name}:\` above already, so visitors do not see this one`,
        advice: 'give it another name, and use that where it belongs, or delete it',
      });
    else if (!used.has(key) && node.type === 'footnoteDefinition')
      found.fault(node, {
        rule: 'text-marks',
        message: 'nothing refers to this footnote, so visitors do not see it',
        advice: `write \`${name}\` where it belongs, or delete it`,
      });
    else if (!used.has(key) && node.type === 'definition' && !isComment(node))
      found.fault(node, {
        rule: 'text-marks',
        message: 'visitors do not see this line, as it is the address of a link that this text does not have',
        label: `\`${name}:\` at the start of a line names an address`,
        advice: `write \`${name}\` where the link belongs, or \`\\${name}:\` if visitors are to read this line`,
      });
    known.add(key);
  }
}

/** `[//]: # (words)` is how Markdown hides a comment. */
const isComment = ({ url }: Definition) => url === '#' || url === '';
