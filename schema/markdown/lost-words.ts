import type { Definition, FootnoteDefinition, List, Root, RootContent } from 'mdast';
import type { ParseContext } from './parse-context.ts';

// The functions in this file report text that visitors would not see as the author wrote it, because Markdown
// interprets it.

/** Reports the first list item that visitors would see with a different number from the one in the source. */
export function reportListNumbers(node: List, context: ParseContext): void {
  if (!node.ordered) return;
  const items = node.children.map((item) => {
    const { start, source } = context.readSource(item);
    const [mark = '', digits = ''] = /^(\d{1,9})[.)]/.exec(source) ?? [];
    return { start, mark, number: Number(digits) };
  });
  const [first] = items;
  // Many programs write `1.` before each item, so equal numbers are not a mistake.
  if (!first || items.every(({ number }) => number === first.number)) return;
  const getShownNumber = (itemIndex: number) => first.number + itemIndex;
  const mismatchIndex = items.findIndex(({ number }, index) => number !== getShownNumber(index));
  const mismatch = items[mismatchIndex];
  if (!mismatch) return;
  const escaped = `${mismatch.number}\\${mismatch.mark.slice(-1)}`;
  context.problems.push({
    rule: 'text-marks',
    start: mismatch.start,
    length: mismatch.mark.length,
    message: `visitors would see \`${getShownNumber(mismatchIndex)}.\` here instead of \`${mismatch.mark}\`, because a list counts up from its first number`,
    label: `item ${mismatchIndex + 1} of a list`,
    advice: `if this is not a list, put a backslash after each number at the start of a line: \`${escaped}\``,
    note: `to choose the numbers of a list, write \`- ${escaped} words\``,
  });
}

/** Reports the definitions of links and footnotes that nothing refers to, because visitors do not see them. */
export function reportUnusedDefinitions(root: Root, context: ParseContext): void {
  const usedKeys = new Set(context.footnotes.map((identifier) => `^${identifier}`));
  const definitions: (Definition | FootnoteDefinition)[] = [];
  const visitNode = (node: Root | RootContent): void => {
    if (node.type === 'linkReference' || node.type === 'imageReference') usedKeys.add(node.identifier);
    if (node.type === 'definition' || node.type === 'footnoteDefinition') definitions.push(node);
    if ('children' in node) for (const child of node.children) visitNode(child);
  };
  visitNode(root);
  const definedKeys = new Set<string>();
  for (const node of definitions) {
    const prefix = node.type === 'footnoteDefinition' ? '^' : '';
    const [key, name] = [prefix + node.identifier, `[${prefix}${node.label ?? node.identifier}]`];
    if (definedKeys.has(key))
      context.report(node, {
        rule: 'text-marks',
        message: `\`${name}:\` is already defined above, so visitors do not see this one`,
        advice: 'give it another name and refer to it in the text, or delete it',
      });
    else if (!usedKeys.has(key) && node.type === 'footnoteDefinition')
      context.report(node, {
        rule: 'text-marks',
        message: 'nothing refers to this footnote, so visitors do not see it',
        advice: `refer to it with \`${name}\` in the text, or delete it`,
      });
    else if (!usedKeys.has(key) && node.type === 'definition' && !isComment(node))
      context.report(node, {
        rule: 'text-marks',
        message: 'visitors do not see this line: it defines the address of a link, but no link uses it',
        label: `\`${name}:\` at the start of a line defines an address`,
        advice: `write \`${name}\` where you want the link, or \`\\${name}:\` to show this line`,
      });
    definedKeys.add(key);
  }
}

/** Returns whether a definition is a comment. Authors often write comments in Markdown as `[//]: # (words)`. */
const isComment = ({ url }: Definition) => url === '#' || url === '';
