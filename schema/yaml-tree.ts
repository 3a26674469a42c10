import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { quotingEdits } from './quote.ts';
import type { TextFault } from './text-fault.ts';

/** Stands in the data for what could not be read; the author has been told about it. */
export const unread = Symbol('unread');

/** YAML text as a tree that knows its places, as plain data, and what is odd about it although YAML allows it. */
export interface YamlTree {
  text: string;
  contents: Node | null;
  data: unknown;
  /** Where YAML gives up, by its own names. */
  errors: { code: string; at: number }[];
  faults: TextFault[];
}

/** Parses YAML. All single values are text: `1.10` stays `1.10`. */
export function parseTree(text: string): YamlTree {
  // The failsafe schema has no numbers, dates or booleans, so YAML cannot turn an author's text into
  // something else; fields that are numbers read them from the text themselves.
  const yaml = parseDocument(text, { schema: 'failsafe', prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  const faults: TextFault[] = [];
  const data = yaml.contents ? new TreeReader(text, faults).read(yaml.contents as Node) : ''; // a parsed document holds nodes
  return { text, contents: yaml.contents as Node | null, data, errors: yaml.errors.map(({ code, pos }) => ({ code, at: pos[0] })), faults };
}

/** One walk over the tree makes the data and sees everything that YAML swallows. */
class TreeReader {
  readonly text: string;
  readonly faults: TextFault[];

  constructor(text: string, faults: TextFault[]) {
    this.text = text;
    this.faults = faults;
  }

  read(node: Node | null): unknown {
    if (isAlias(node)) return this.alias(node.range?.[0] ?? 0);
    if (isScalar(node)) return this.scalar(node);
    if (node?.anchor !== undefined || node?.tag !== undefined) this.propertyOfGroup(node);
    if (isMap(node)) return this.group(node);
    if (isSeq(node)) return node.items.map((item) => (isPair(item) ? this.entryWithColon(item) : this.listEntry(item as Node | null, node))); // parsed lists hold nodes
    return '';
  }

  group(map: YAMLMap): unknown {
    if (map.flow && this.isTextInBraces(map)) return unread;
    const data: Record<string, unknown> = {};
    const first = new Map<string, Pair>();
    let last: string | undefined;
    for (const pair of map.items) {
      const key = pair.key as Node | null; // as above
      if (!isScalar(key)) {
        this.strangeName(pair);
        continue;
      }
      const name = String(key.value);
      const value = pair.value as Node | null; // as above
      if (map.flow && value === null && last !== undefined && this.continuesText(first.get(last), key)) {
        if (typeof data[last] === 'string') data[last] = `${String(data[last])}, ${name}`;
        continue;
      }
      const twin = first.get(name);
      if (twin) {
        this.writtenTwice(name, twin, pair, map);
        continue;
      }
      first.set(name, pair);
      last = name;
      if (name === '<<' && isAlias(value)) this.read(value);
      else if (name === '__proto__') this.faults.push({ rule: 'unknown-key', message: 'there is no setting called `__proto__`', label: 'programs keep this name for themselves', advice: 'delete the line', from: key.range?.[0] ?? 0, to: key.range?.[1] ?? 0 });
      else data[name] = value === null ? '' : this.readValue(value, key);
    }
    return data;
  }

  readValue(value: Node, key: Scalar): unknown {
    const data = this.read(value);
    // `heading: #1 in Europe` is an empty value and a comment.
    if (data === '' && isScalar(value) && value.type === 'PLAIN') return this.lostText(this.text.indexOf(':', key.range?.[1] ?? 0) + 1, '') ?? '';
    return data;
  }

  listEntry(item: Node | null, list: YAMLSeq): unknown {
    const data = this.read(item);
    if (!isScalar(item) || item.type !== 'PLAIN' || list.flow) return data;
    const from = item.range?.[0] ?? 0;
    if (data === '') {
      const dash = this.text.lastIndexOf('-', from);
      return this.lostText(dash + 1, '') ?? '';
    }
    return data;
  }

  scalar(node: Scalar): unknown {
    const value = String(node.value);
    const [from = 0, to = from] = node.range ?? [];
    if (node.anchor !== undefined || node.tag !== undefined) {
      const sign = node.anchor === undefined ? '!' : '&';
      const start = this.text.lastIndexOf(sign, Math.max(from - 1, 0));
      if (node.anchor !== undefined && this.repetitionOf(node.anchor)) {
        this.propertyOfGroup(node);
        return value;
      }
      const end = Math.max(to, start + 1 + (/^\S*/.exec(this.text.slice(start + 1))?.[0].length ?? 0));
      this.swallowed(start, end, sign);
      return this.text.slice(start, end).trimEnd();
    }
    if (node.type === 'PLAIN' && value !== '') {
      this.textBelow(from, to);
      const next = this.text[to];
      if (next === ' ' || next === '\t') return this.lostText(to, value, from) ?? this.curly(value, from, to);
      return this.curly(value, from, to);
    }
    return value;
  }

  /** Text behind ` #` is a comment to YAML. With a letter right behind it, that is not what the author meant. */
  lostText(end: number, value: string, from?: number): string | undefined {
    const [whole, blank = '', comment = ''] = /^([ \t]+)(#[^\r\n]*)/.exec(this.text.slice(end, end + 2000)) ?? [];
    if (whole === undefined) return undefined;
    const start = end + blank.length;
    const stop = start + comment.trimEnd().length;
    const shown = comment.trimEnd();
    const edits = quotingEdits(this.text, from ?? start, stop);
    const title = `write ${edits[0]?.text}${this.text.slice(from ?? start, stop)}${edits.at(-1)?.text}`;
    if (/^#[^\s#]/.test(comment)) {
      this.faults.push({
        rule: 'text-lost',
        message: `visitors will not see \`${shown}\``,
        label: 'text behind ` #` is taken as a private comment',
        note: 'if you did mean a private comment, put a space behind the `#`, or give it a line of its own',
        from: start,
        to: stop,
        fix: { title, safety: 'suggested', edits },
      });
      return value === '' ? shown : `${value}${blank}${shown}`;
    }
    // A word of a list of choices is often explained by a comment; a sentence is not.
    if (comment.startsWith('# ') && /\S\s+\S+\s+\S/.test(value)) {
      this.faults.push({
        rule: 'comment-after-text',
        message: `visitors will not see \`${shown}\``,
        label: 'this is taken as a private comment',
        note: 'a private comment is clearer on a line of its own above the text',
        from: start,
        to: stop,
        fix: { title, safety: 'suggested', edits },
      });
    }
    return undefined;
  }

  curly(value: string, from: number, to: number): string {
    // A whole sentence is what somebody said, and its marks are meant to be seen.
    if (!/^[“”„«‘][^“”„«»]*[^.?!…][“”»’]$/.test(value) || /^‘[^’]*’[^’]*’$/.test(value)) return value;
    const edits = [{ from, to: from + 1, text: '"' }, { from: to - 1, to, text: '"' }];
    this.faults.push({
      rule: 'curly-quotes',
      message: 'visitors will see these curly quotation marks',
      label: 'YAML knows only the straight marks `"` and `\'`',
      note: `if visitors are to see them, put straight ones around: '${value}'`,
      from,
      to,
      ...(value.includes('"') ? {} : { fix: { title: `write "${value.slice(1, -1)}"`, safety: 'suggested', edits } }),
    });
    return value;
  }

  /** A line that begins with `-` but is indented too far becomes part of the text above it. */
  textBelow(from: number, to: number): void {
    const below = /\n([ \t]*)(- [^\r\n]*)/g;
    const source = this.text.slice(from, to);
    if (!source.includes('\n')) return;
    const dash = /(?:^|\n)( *)- [^\n]*$/.exec(this.text.slice(0, from));
    for (const found of source.matchAll(below)) {
      const [, indent = '', line = ''] = found;
      const start = from + found.index + 1;
      this.faults.push({
        rule: 'wrong-indentation',
        message: 'this line is indented too far, so it was taken as more of the text above',
        label: dash ? 'this line belongs further to the left' : 'visitors will see the `-` in the middle of the text',
        from: start + indent.length,
        to: start + indent.length + line.length,
        ...(dash ? { fix: { title: `move the line to the left, to ${spaces(dash[1]?.length ?? 0)}`, safety: 'suggested', edits: [{ from: start, to: start + indent.length, text: dash[1] ?? '' }] } } : {}),
      });
    }
  }

  swallowed(from: number, to: number, sign: string): void {
    const shown = this.text.slice(from, to);
    const word = /^\S+/.exec(shown)?.[0] ?? shown;
    this.faults.push({
      rule: 'text-lost',
      message: `visitors will not see \`${word}\``,
      label: `a word that starts with \`${sign}\` is taken as an instruction to YAML`,
      from,
      to: from + word.length,
      fix: quotingFix(this.text, from, to),
    });
  }

  propertyOfGroup(node: Node): void {
    const sign = node.anchor === undefined ? '!' : '&';
    const from = Math.max(this.text.lastIndexOf(sign, node.range?.[0] ?? 0), 0);
    const to = from + (/^\S+/.exec(this.text.slice(from))?.[0].length ?? 1);
    const repetition = node.anchor === undefined ? undefined : this.repetitionOf(node.anchor);
    this.faults.push({
      rule: 'yaml-reference',
      message: repetition ? `a file cannot name a part of itself with \`${this.text.slice(from, to)}\` and repeat it` : `\`${this.text.slice(from, to)}\` is taken as an instruction to YAML`,
      label: sign === '&' ? 'this names what follows' : 'this means nothing here',
      ...(repetition ? { related: [{ ...repetition, label: 'repeated here' }] } : {}),
      advice: repetition ? 'write it out in both places; a block that stands on several pages belongs into `_shared/`' : `delete \`${this.text.slice(from, to)}\``,
      note: 'if this is a text, put quotation marks around it',
      from,
      to,
    });
  }

  /** Where `*name` repeats what `&name` stands in front of. */
  repetitionOf(name: string): { from: number; to: number } | undefined {
    const found = [...this.text.matchAll(/\*([^\s,}\]]+)/g)].find(([, other]) => other === name);
    return found && { from: found.index, to: found.index + found[0].length };
  }

  alias(from: number): unknown {
    const to = from + (/^[^\s,}\]]+/.exec(this.text.slice(from))?.[0].length ?? 1);
    const name = this.text.slice(from + 1, to);
    // The part that is repeated has the fault.
    if (this.text.includes(`&${name}`) && !name.endsWith('*')) return unread;
    this.faults.push({ rule: 'needs-quotes', message: 'a text that starts with `*` needs quotation marks around it', label: 'put quotes around this text', from, to, fix: quotingFix(this.text, from, to) });
    return this.text.slice(from, to);
  }

  /** `{{name}}` and `{text}` without quotation marks are groups to YAML. */
  isTextInBraces(map: YAMLMap): boolean {
    const [first] = map.items;
    const from = map.range?.[0] ?? 0;
    const doubled = isMap(first?.key);
    if (!doubled && !(map.items.length > 0 && map.items.every((pair) => pair.value === null))) return false;
    const to = map.range?.[1] ?? from;
    this.faults.push({
      rule: 'needs-quotes',
      message: `a text that starts with \`${doubled ? '{{' : '{'}\` needs quotation marks around it`,
      label: 'put quotes around this text',
      from,
      to,
      fix: quotingFix(this.text, from, to),
    });
    return true;
  }

  /** `{ label: Hello, world }` has a setting `world` to YAML. */
  continuesText(before: Pair | undefined, key: Scalar): boolean {
    const value = before?.value as Node | null | undefined; // parsed pairs hold nodes
    if (!isScalar(value) || value.type !== 'PLAIN' || !value.range || !key.range) return false;
    const from = value.range[0];
    // More commas of the same text come one by one; the last one tells of all.
    const to = key.range[1];
    const earlier = this.faults.findIndex((fault) => fault.rule === 'needs-quotes' && fault.from === from);
    if (earlier !== -1) this.faults.splice(earlier, 1);
    this.faults.push({
      rule: 'needs-quotes',
      message: 'inside `{ }` a text with a comma needs quotation marks around it',
      label: 'put quotes around this text',
      note: 'without them the text ends at the comma',
      from,
      to,
      fix: quotingFix(this.text, from, to),
    });
    return true;
  }

  writtenTwice(name: string, first: Pair, second: Pair, map: YAMLMap): void {
    const [one, two] = [first.key, second.key] as Scalar[]; // only called for names that are text
    if (!one?.range || !two?.range) return;
    this.read(second.value as Node | null); // faults inside it are faults all the same
    const same = sourceOf(this.text, first.value) === sourceOf(this.text, second.value);
    const edit = map.flow ? undefined : lineOf(this.text, two.range[0], (second.value as Node | null)?.range?.[1] ?? two.range[1]); // as above
    this.faults.push({
      rule: 'duplicate-key',
      message: `\`${name}\` is written twice in the same place`,
      label: 'written again here',
      related: [{ from: one.range[0], to: one.range[1], label: 'first written here' }],
      from: two.range[0],
      to: two.range[1],
      ...(same && edit ? { fix: { title: `delete the second \`${name}\`, which says the same`, safety: 'safe', edits: [edit] } } : { advice: `keep one of the two \`${name}\` lines and delete the other` }),
    });
  }

  strangeName(pair: Pair): void {
    const node = pair.key as Node | null; // as above
    const from = node?.range?.[0] ?? 0;
    if (isAlias(node)) return void this.alias(from);
    this.faults.push({
      rule: 'yaml-syntax',
      message: 'the name of a setting must be one word in front of a colon',
      from,
      to: Math.max(node?.range?.[1] ?? from, from + 1),
      advice: 'if this is text, put quotation marks around it',
    });
  }

  /** `[a: b]` holds a group with one setting. */
  entryWithColon(pair: Pair): unknown {
    const { key, value } = pair;
    return isScalar(key) ? { [String(key.value)]: this.read(value as Node | null) } : ''; // as above
  }
}

/** Quotation marks around a text, as a fix that cannot change its meaning. */
export function quotingFix(text: string, from: number, to: number): NonNullable<TextFault['fix']> {
  const edits = quotingEdits(text, from, to);
  const shown = text.slice(from, to);
  const mended = `${edits[0]?.text}${edits.length > 2 ? shown.replaceAll("'", "''") : shown}${edits.at(-1)?.text}`;
  return { title: shown.includes('\n') ? 'put quotation marks around the text' : `write ${mended}`, safety: 'safe', edits };
}

/** `1 space`, `4 spaces`. */
export function spaces(count: number): string {
  return count === 0 ? 'the start of the line' : `${count} space${count === 1 ? '' : 's'}`;
}

function sourceOf(text: string, node: unknown): string {
  const range = (node as Node | null)?.range; // parsed pairs hold nodes
  return range ? text.slice(range[0], range[1]) : '';
}

/** All lines from one place to another, with the last line end; nothing if other text stands in front. */
function lineOf(text: string, from: number, to: number): { from: number; to: number; text: string } | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (text.slice(start, from).trim() !== '') return undefined;
  const end = text.indexOf('\n', Math.max(to - 1, from));
  return end === -1 ? { from: Math.max(start - 1, 0), to: text.length, text: '' } : { from: start, to: end + 1, text: '' };
}
