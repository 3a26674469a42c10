import type { Scalar } from 'yaml';

/**
 * Where a part of a text as it reads stands in the file. Both are walked by characters, leaving blanks
 * aside: YAML folds lines and drops indentation, but keeps the order of everything else.
 */
export function spanInSource(
  source: string,
  node: Scalar,
  start: number,
  length: number,
): [from: number, to: number] {
  const [nodeFrom, nodeTo] = node.range ?? [0, 0];
  const text = String(node.value);
  const units = unitsOf(source, node, nodeFrom, nodeTo);
  const before = countVisible(text.slice(0, start));
  const inside = countVisible(text.slice(start, start + length));
  const first = units[before];
  const last = units[before + inside - 1];
  return first === undefined || last === undefined || inside === 0 ? [nodeFrom, nodeTo] : [first[0], last[1]];
}

const countVisible = (text: string) => text.replaceAll(/\s/g, '').length;

/** The spans of all characters that are not blank: `\\"` or `\'\'` is one character. */
function unitsOf(
  source: string,
  node: Scalar,
  nodeFrom: number,
  nodeTo: number,
): [from: number, to: number][] {
  const units: [number, number][] = [];
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const inQuotes = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const from = block ? source.indexOf('\n', nodeFrom) + 1 : nodeFrom + (inQuotes ? 1 : 0);
  const to = inQuotes ? nodeTo - 1 : nodeTo;
  for (let at = from; at < to;) {
    const unit = unitAt(source, at, node.type);
    if (unit.visible > 0)
      for (let visible = 0; visible < unit.visible; visible++) units.push([at, at + unit.length]);
    at += unit.length;
  }
  return units;
}

function unitAt(source: string, at: number, style: Scalar['type']): { length: number; visible: number } {
  const char = source[at] ?? '';
  if (style === 'QUOTE_SINGLE' && char === "'" && source[at + 1] === "'") return { length: 2, visible: 1 };
  if (style === 'QUOTE_DOUBLE' && char === '\\') {
    const next = source[at + 1] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[next];
    if (digits !== undefined) {
      const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
      return {
        length: 2 + digits,
        visible: Number.isNaN(code) || code > 0x10ffff ? 0 : countVisible(String.fromCodePoint(code)),
      };
    }
    return { length: 2, visible: /[0abe"/\\]/.test(next) ? 1 : 0 };
  }
  return { length: 1, visible: /\s/.test(char) ? 0 : 1 };
}
