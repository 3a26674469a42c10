import type { Heading, Image, List, Paragraph, RootContent, Table } from 'mdast';
import { codeLanguage } from './code-languages.ts';
import { headingFault, htmlFault } from './faults.ts';
import { taskBox } from './leftover.ts';
import { linesAlone, openCode } from './lines-alone.ts';
import { type Findings, readInline } from './read-inline.ts';
import { plainText } from './plain-text.ts';
import { pictureWidths, type TextFault, type TextPart } from './tree.ts';

/** What is rendered of the parts of a longer text. */
export function readParts(nodes: readonly RootContent[], found: Findings, isInList = false): TextPart[] {
  return nodes.flatMap((node) => partOf(node, found, isInList) ?? []);
}

function partOf(node: RootContent, found: Findings, isInList: boolean): TextPart | undefined {
  switch (node.type) {
    case 'paragraph':
      return paragraphOf(node, found, isInList);
    case 'heading':
      return headingOf(node, found);
    case 'list':
      return listOf(node, found);
    case 'blockquote':
      return { quote: readParts(node.children, found) };
    case 'code': {
      const language = codeLanguage(node, found);
      if (openCode(found.written(node).source))
        found.fault(node, {
          rule: 'text-marks',
          message: 'this code has no end, so all below it is code as well',
          label: 'the code begins here',
          advice: 'write a line with the same marks alone below the code',
        });
      return { codeBlock: node.value, ...(language !== undefined && { language }) };
    }
    case 'table':
      return tableOf(node, found);
    case 'thematicBreak':
      return { divider: true };
    case 'html':
      found.fault(node, { rule: 'raw-html', ...htmlFault(node.value) });
      return undefined;
    default:
      // Definitions and footnotes are looked up from where they are used.
      return undefined;
  }
}

function paragraphOf(node: Paragraph, found: Findings, isInList = false): TextPart {
  const [only, ...others] = node.children;
  if (only && others.length === 0) {
    if (only.type === 'image') return pictureOf(only, found);
    const target = only.type === 'imageReference' ? found.definitions.get(only.identifier) : undefined;
    if (target && only.type === 'imageReference')
      return pictureOf({ ...target, type: 'image', alt: only.alt, position: only.position }, found);
  }
  const told = found.faults.length;
  const paragraph = readInline(node.children, found);
  const { start, source } = found.written(node);
  if (told === found.faults.length) found.faults.push(...linesAlone(source, start, isInList));
  return { paragraph };
}

function pictureOf(node: Image, found: Findings): TextPart {
  const [, src = '', width] = /^([^#]*)(?:#(.*))?$/s.exec(node.url) ?? [];
  const alt = node.alt ?? '';
  const { start, source } = found.written(node);
  const srcStart = start + Math.max(source.indexOf(src, alt === '' ? 0 : source.indexOf(']')), 0);
  found.pictures.push({ src, srcStart, srcLength: src.length, alt, altStart: start + 2 });
  const named = pictureWidths.find((one) => one === width);
  if (width !== undefined && named === undefined)
    found.faults.push({
      rule: 'text-picture',
      start: srcStart + src.length,
      length: width.length + 1,
      message: `a picture has no width called \`${width}\``,
      label: 'this is none of its widths',
      advice: `write ${pictureWidths.map((one) => `\`#${one}\``).join(' or ')}, or nothing for all the width`,
    });
  if (alt.trim() === '')
    found.fault(node, {
      rule: 'text-picture',
      message: 'those who do not see this picture are told nothing about it',
      label: 'nothing stands between `![` and `]`',
      advice: 'say there in a few words what it shows: `![Six people on a pier](/pictures/crew.jpg)`',
    });
  return {
    picture: { src, alt },
    ...(node.title && { caption: node.title }),
    ...(named && { width: named }),
  };
}

function headingOf(node: Heading, found: Findings): TextPart {
  const subheading = readInline(node.children, found);
  const words = plainText(subheading).trim();
  const { start, source } = found.written(node);
  const [marks = ''] = /^#*/.exec(source) ?? [];
  const fault = headingFault(node.depth, found.depths.at(-1));
  if (words === '')
    found.fault(node, {
      rule: 'text-heading',
      message: 'this heading has no words',
      advice: 'write some, or delete it',
    });
  else if (marks === '' && node.depth === 2) found.fault(node, headingByDashes(source));
  else if (fault && marks !== '')
    found.faults.push({ rule: 'text-heading', start, length: marks.length, ...fault });
  else if (fault) found.fault(node, { rule: 'text-heading', ...fault, fix: undefined });
  found.depths.push(Math.max(node.depth, 2));
  found.headings.push(words);
  return { subheading, depth: node.depth };
}

function headingByDashes(source: string): Pick<TextFault, 'rule' | 'message' | 'advice'> {
  const what = source.split('\n').length > 2 ? 'these lines' : 'this line';
  return {
    rule: 'text-heading',
    message: `the line of dashes below makes a heading of ${what}`,
    advice: 'put an empty line above the dashes for a dividing line; a heading begins with `## `',
  };
}

function listOf(node: List, found: Findings): TextPart {
  const isLoose = node.spread === true || node.children.some(({ spread }) => spread);
  const list = node.children.map((entry) => {
    const [first] = entry.children;
    if (first?.type === 'paragraph') {
      const { start, source } = found.written(first);
      found.faults.push(...taskBox(source, start));
    }
    return readParts(entry.children, found, true);
  });
  return {
    list,
    ...(node.ordered && { start: node.start ?? 1 }),
    ...(isLoose && { loose: true as const }),
  };
}

function tableOf({ align, children }: Table, found: Findings): TextPart {
  const width = children[0]?.children.length ?? 0;
  const table = children.map((row) => {
    const cells = row.children.map((cell) => readInline(cell.children, found));
    // Rows may be shorter than the first, and what is longer is dropped.
    const [extra] = row.children.slice(width);
    if (extra)
      found.fault(extra, {
        rule: 'text-marks',
        message: `this row has ${row.children.length} cells, and the first row has ${width}`,
        label: 'visitors would not see this cell',
        advice: 'write as many cells in each row as in the first; a `|` in a cell is written `\\|`',
      });
    return [...cells.slice(0, width), ...Array.from({ length: Math.max(width - cells.length, 0) }, () => [])];
  });
  const label = (table[0] ?? [])
    .map((cell) => plainText(cell).trim())
    .filter(Boolean)
    .join(', ');
  return { table, label, align: Array.from({ length: width }, (_, at) => align?.[at] ?? null) };
}
