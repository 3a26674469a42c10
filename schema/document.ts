import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Fault, Place } from './fault.ts';

/** Steps from the top of a document to a value: setting names and positions in lists, from 0. */
export type Path = readonly (string | number)[];

/** What a YAML file says, and where it says it. All single values are text: `1.10` stays `1.10`. */
export interface YamlDocument {
  file: string;
  data: unknown;
  /** The place of the value at `path`, or of its name; of the nearest thing written, if it is missing. */
  place(path: Path, part?: 'value' | 'name'): Place;
}

/** Reads YAML text. A document with faults has no data worth checking further. */
export function readDocument(file: string, text: string): { document: YamlDocument; faults: Fault[] } {
  const lines = new LineCounter();
  // The failsafe schema has no numbers, dates or booleans, so YAML cannot turn an author's text into
  // something else; fields that are numbers read them from the text themselves.
  const yaml = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults: Fault[] = [];
  for (const error of yaml.errors) {
    // Some complaints begin with the spaces before what they mean.
    const place = placeOf(error.pos[0] + (/^ */.exec(text.slice(error.pos[0]))?.[0].length ?? 0));
    // One slip makes the parser complain several times; the first complaint names the cause.
    if (faults.length > 0 && error.code !== 'DUPLICATE_KEY') continue;
    faults.push({ file, ...place, rule: error.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'yaml-syntax', message: sentence(error.code, text, error.pos[0]) });
  }
  visit(yaml, {
    Pair(_, pair) {
      // `{{name}}` without quotation marks is two nested groups to YAML.
      if (!isMap(pair.key) || !pair.key.range) return;
      faults.push({ file, ...placeOf(pair.key.range[0] - 1), rule: 'yaml-syntax', message: 'a text that starts with `{{` needs quotation marks around it' });
    },
  });
  let data: unknown;
  if (faults.length === 0) {
    try {
      data = yaml.toJS({ maxAliasCount: 100 });
    } catch {
      faults.push({ file, line: 1, column: 1, rule: 'yaml-syntax', message: 'this file repeats parts of itself with `*` too often to be read' });
    }
  }
  const document: YamlDocument = {
    file,
    data,
    place: (path, part = 'value') => placeOf(offsetOf(yaml, path, part)),
  };
  return { document, faults };
}

function offsetOf(yaml: Document, path: Path, part: 'value' | 'name'): number {
  let node: Node | null = yaml.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(yaml) ?? null;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair || !isScalar(pair.key)) return offset;
      const name = pair.key.range?.[0] ?? offset;
      node = pair.value as Node | null; // yaml types pair values as unknown; parsed documents hold nodes
      // A setting that was left empty has its value nowhere: its name is where the author looks.
      const empty = isScalar(node) && node.source === '' && node.type === 'PLAIN';
      offset = (part === 'name' && depth === path.length - 1) || empty ? name : (node?.range?.[0] ?? name);
    } else if (isSeq(node)) {
      node = (node.items[Number(step)] as Node | undefined) ?? null; // as above
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

function sentence(code: string, text: string, offset: number): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return `\`${/^[^:\n]*/.exec(text.slice(offset))?.[0].trim()}\` is written twice in the same place; keep one of the two`;
    case 'TAB_AS_INDENT':
      return 'this line starts with a tab; use spaces';
    case 'BAD_SCALAR_START':
      return `a text cannot start with \`${text[offset]}\`; put quotation marks around it`;
    case 'BLOCK_AS_IMPLICIT_KEY':
      return /^[^\n]*:\s/.test(text.slice(offset)) && !text.slice(0, offset).endsWith('\n')
        ? 'this text contains a colon followed by a space; put quotation marks around the text, or check the indentation of the next line'
        : 'the indentation is wrong here; line this up with the settings that belong together';
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BAD_INDENT':
    case 'UNEXPECTED_TOKEN':
      return 'the indentation is wrong here, or a colon or quotation mark is missing; line this up with the settings that belong together';
    case 'MISSING_CHAR':
      return text[offset - 1] === undefined || /["']/.test(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))
        ? 'a quotation mark is missing at the end of this text'
        : 'the indentation is wrong here, or a `-` or `:` is missing; line this up with the settings that belong together';
    case 'BAD_ALIAS':
      return 'a text that starts with `*` needs quotation marks around it';
    default:
      return 'this line is not written as YAML expects; check indentation, colons and quotation marks';
  }
}
