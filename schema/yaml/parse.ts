import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Span, TextEdit } from '../base/text-edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { curly, lostText, propertyOfGroup, repetitionsIn, swallowed, textBelow } from './lost-text.ts';
import { quotingFix } from './quoting.ts';

/** Stands in the data for what could not be read; the author has been told about it. */
export const unread = Symbol('unread');

/** YAML text as a tree that knows its places, as plain data, and what is odd about it although YAML allows it. */
export interface YamlTree {
  text: string;
  contents: Node | null;
  data: unknown;
  /** Where YAML gives up, by its own names. */
  errors: { code: string; at: number }[];
  diagnostics: Diagnostic<Span>[];
}

/** Parses YAML. All single values are text: `1.10` stays `1.10`. */
export function parseTree(text: string): YamlTree {
  // The failsafe schema has no numbers, dates or booleans, so YAML cannot turn an author's text into
  // something else; fields that are numbers read them from the text themselves.
  const yaml = parseDocument(text, {
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const diagnostics: Diagnostic<Span>[] = [];
  const data = yaml.contents ? new TreeReader(text, diagnostics).read(yaml.contents as Node) : ''; // a parsed document holds nodes
  return {
    text,
    contents: yaml.contents as Node | null,
    data,
    errors: yaml.errors.map(({ code, pos }) => ({ code, at: pos[0] })),
    diagnostics,
  };
}

/** One walk over the tree makes the data and sees everything that YAML swallows. */
class TreeReader {
  readonly text: string;
  readonly diagnostics: Diagnostic<Span>[];
  /** Where parts of the file are repeated, and which parts have a name for that. */
  readonly repetitions: ReturnType<typeof repetitionsIn>;
  readonly anchors: ReadonlySet<string>;

  constructor(text: string, diagnostics: Diagnostic<Span>[]) {
    this.text = text;
    this.diagnostics = diagnostics;
    this.repetitions = repetitionsIn(text);
    this.anchors = new Set([...text.matchAll(/&([^\s,}\]]+)/g)].map(([, name = '']) => name));
  }

  read(node: Node | null): unknown {
    if (isAlias(node)) return this.alias(node.range?.[0] ?? 0);
    if (isScalar(node)) return this.scalar(node);
    if (node?.anchor !== undefined || node?.tag !== undefined)
      propertyOfGroup(this.text, this.diagnostics, node, this.repetitions.get(node.anchor ?? ''));
    if (isMap(node)) return this.group(node);
    if (isSeq(node))
      return node.items.map((item) =>
        isPair(item) ? this.entryWithColon(item) : this.listEntry(item as Node | null, node),
      ); // parsed lists hold nodes
    return '';
  }

  group(map: YAMLMap): unknown {
    if (map.flow && this.isTextInBraces(map)) return unread;
    const data: Record<string, unknown> = {};
    const first = new Map<string, Pair>();
    let last: string | undefined;
    let cut: { from: number; to: number } | undefined;
    for (const pair of map.items) {
      const key = pair.key as Node | null; // as above
      if (!isScalar(key)) {
        this.keyIsNotText(pair);
        continue;
      }
      const name = String(key.value);
      const value = pair.value as Node | null; // as above
      const goesOn =
        map.flow && value === null && last !== undefined ? continuedText(first.get(last), key) : undefined;
      if (goesOn) {
        cut = goesOn;
        continue;
      }
      if (cut && last !== undefined) data[last] = this.cutText(cut);
      cut = undefined;
      const twin = first.get(name);
      if (twin) {
        this.writtenTwice(name, twin, pair, map);
        continue;
      }
      first.set(name, pair);
      last = name;
      if (name === '<<' && isAlias(value)) this.read(value);
      else if (name === '__proto__')
        this.diagnostics.push(
          diagnostic({
            rule: 'unknown-key',
            message: 'there is no setting called `__proto__`',
            label: 'programs keep this name for themselves',
            advice: 'delete the line',
            from: key.range?.[0] ?? 0,
            to: key.range?.[1] ?? 0,
          }),
        );
      else data[name] = value === null ? '' : this.readValue(value, key);
    }
    if (cut && last !== undefined) data[last] = this.cutText(cut);
    return data;
  }

  readValue(value: Node, key: Scalar): unknown {
    const data = this.read(value);
    // `heading: #1 in Europe` is an empty value and a comment.
    if (data === '' && isScalar(value) && value.type === 'PLAIN')
      return lostText(this.text, this.diagnostics, this.text.indexOf(':', key.range?.[1] ?? 0) + 1, '') ?? '';
    return data;
  }

  listEntry(item: Node | null, list: YAMLSeq): unknown {
    const data = this.read(item);
    if (!isScalar(item) || item.type !== 'PLAIN' || list.flow) return data;
    const from = item.range?.[0] ?? 0;
    if (data === '') {
      const dash = this.text.lastIndexOf('-', from);
      return lostText(this.text, this.diagnostics, dash + 1, '') ?? '';
    }
    return data;
  }

  scalar(node: Scalar): unknown {
    const value = String(node.value);
    const [from = 0, to = from] = node.range ?? [];
    if (node.anchor !== undefined || node.tag !== undefined) {
      const sign = node.anchor === undefined ? '!' : '&';
      const start = this.text.lastIndexOf(sign, Math.max(from - 1, 0));
      if (node.anchor !== undefined && this.repetitions.has(node.anchor)) {
        propertyOfGroup(this.text, this.diagnostics, node, this.repetitions.get(node.anchor ?? ''));
        return value;
      }
      const end = Math.max(to, start + 1 + (/^\S*/.exec(this.text.slice(start + 1))?.[0].length ?? 0));
      swallowed(this.text, this.diagnostics, start, end, sign);
      return this.text.slice(start, end).trimEnd();
    }
    if (node.type === 'PLAIN' && value !== '') {
      textBelow(this.text, this.diagnostics, from, to);
      const next = this.text[to];
      if (next === ' ' || next === '\t')
        return (
          lostText(this.text, this.diagnostics, to, value, from) ?? curly(this.diagnostics, value, from, to)
        );
      return curly(this.diagnostics, value, from, to);
    }
    return value;
  }

  alias(from: number): unknown {
    const to = from + (/^[^\s,}\]]+/.exec(this.text.slice(from))?.[0].length ?? 1);
    const name = this.text.slice(from + 1, to);
    // The part that is repeated has the fault.
    if (this.anchors.has(name) && !name.endsWith('*')) return unread;
    this.diagnostics.push(
      diagnostic({
        rule: 'needs-quotes',
        message: 'a text that starts with `*` needs quotation marks around it',
        label: 'put quotes around this text',
        from,
        to,
        fix: quotingFix(this.text, from, to),
      }),
    );
    return this.text.slice(from, to);
  }

  /** `{{name}}` and `{text}` without quotation marks are groups to YAML. */
  isTextInBraces(map: YAMLMap): boolean {
    const [first] = map.items;
    const from = map.range?.[0] ?? 0;
    const doubled = isMap(first?.key);
    if (!doubled && !(map.items.length > 0 && map.items.every((pair) => pair.value === null))) return false;
    const to = map.range?.[1] ?? from;
    this.diagnostics.push(
      diagnostic({
        rule: 'needs-quotes',
        message: `a text that starts with \`${doubled ? '{{' : '{'}\` needs quotation marks around it`,
        label: 'put quotes around this text',
        from,
        to,
        fix: quotingFix(this.text, from, to),
      }),
    );
    return true;
  }

  /** `{ label: Hello, world }` has a setting `world` to YAML. */
  cutText({ from, to }: { from: number; to: number }): string {
    this.diagnostics.push(
      diagnostic({
        rule: 'needs-quotes',
        message: 'inside `{ }` a text with a comma needs quotation marks around it',
        label: 'put quotes around this text',
        note: 'without them the text ends at the comma',
        from,
        to,
        fix: quotingFix(this.text, from, to),
      }),
    );
    return this.text.slice(from, to);
  }

  writtenTwice(name: string, first: Pair, second: Pair, map: YAMLMap): void {
    const [one, two] = [first.key, second.key] as Scalar[]; // only called for names that are text
    if (!one?.range || !two?.range) return;
    this.read(second.value as Node | null); // faults inside it are faults all the same
    const same = sourceOf(this.text, first.value) === sourceOf(this.text, second.value);
    const edit = map.flow
      ? undefined
      : lineOf(this.text, two.range[0], (second.value as Node | null)?.range?.[1] ?? two.range[1]); // as above
    this.diagnostics.push(
      diagnostic({
        rule: 'duplicate-key',
        message: `\`${name}\` is written twice in the same place`,
        label: 'written again here',
        related: [{ from: one.range[0], to: one.range[1], label: 'first written here' }],
        from: two.range[0],
        to: two.range[1],
        ...(same && edit
          ? {
              fix: {
                title: `delete the second \`${name}\`, which says the same`,
                safety: 'safe',
                edits: [edit],
              },
            }
          : { advice: `keep one of the two \`${name}\` lines and delete the other` }),
      }),
    );
  }

  keyIsNotText(pair: Pair): void {
    const node = pair.key as Node | null; // as above
    const from = node?.range?.[0] ?? 0;
    if (isAlias(node)) return void this.alias(from);
    this.diagnostics.push(
      diagnostic({
        rule: 'yaml-syntax',
        message: 'the name of a setting must be one word in front of a colon',
        from,
        to: Math.max(node?.range?.[1] ?? from, from + 1),
        advice: 'if this is text, put quotation marks around it',
      }),
    );
  }

  /** `[a: b]` holds a group with one setting. */
  entryWithColon(pair: Pair): unknown {
    const { key, value } = pair;
    return isScalar(key) ? { [String(key.value)]: this.read(value as Node | null) } : ''; // as above
  }
}

/** From the beginning of a text to a word behind a comma that goes on with it. */
function continuedText(before: Pair | undefined, key: Scalar): { from: number; to: number } | undefined {
  const value = before?.value as Node | null | undefined; // parsed pairs hold nodes
  return isScalar(value) && value.type === 'PLAIN' && value.range && key.range
    ? { from: value.range[0], to: key.range[1] }
    : undefined;
}

function sourceOf(text: string, node: unknown): string {
  const range = (node as Node | null)?.range; // parsed pairs hold nodes
  return range ? text.slice(range[0], range[1]) : '';
}

/** All lines from one place to another, with the last line end; nothing if other text stands in front. */
function lineOf(text: string, from: number, to: number): TextEdit | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (text.slice(start, from).trim() !== '') return undefined;
  const end = text.indexOf('\n', Math.max(to - 1, from));
  return end === -1
    ? { from: Math.max(start - 1, 0), to: text.length, newText: '' }
    : { from: start, to: end + 1, newText: '' };
}
