import {
  type Alias,
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
import type { Span } from '../diagnostics/edits.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { duplicateKey, keyIsNotText, reservedKey, missingColons, spanOf, removeCurlyQuotes } from './keys.ts';
import {
  aliasesIn,
  anchorOrTag,
  curlyQuoteDiagnostic,
  commentInText,
  anchorOrTagInText,
  loneQuote,
  numberBelowText,
  quoteCandidate,
  dashInText,
} from './lost-text.ts';
import { joinAtCommas } from './commas.ts';
import { invisibleInValue } from './invisible-characters.ts';

/** Placeholder for an unreadable value that already has a diagnostic. */
export const unread = Symbol('unread');

/** A parsed file: its tree with offsets, its plain data, and diagnostics about valid YAML that is probably a mistake. */
export interface YamlTree {
  text: string;
  contents: Node | null;
  data: unknown;
  /** Parse errors with the codes of the `yaml` package. */
  errors: { code: string; at: number }[];
  diagnostics: Diagnostic<Span>[];
}

/** Parses YAML. Scalars stay strings: `1.10` is `'1.10'`. */
export function parseTree(text: string): YamlTree {
  // The failsafe schema has no numbers, dates or booleans, so YAML cannot convert an author's text to
  // another type. Settings with numbers parse the text themselves.
  const yaml = withoutStacks(() =>
    parseDocument(text, {
      schema: 'failsafe',
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
    }),
  );
  // Parsed documents, mappings, sequences and pairs contain nodes.
  const contents = yaml.contents as Node | null;
  const reader = new TreeReader(text);
  return {
    text,
    contents,
    data: contents ? reader.read(contents) : '',
    errors: yaml.errors.map(({ code, pos }) => ({ code, at: pos[0] })),
    diagnostics: reader.diagnostics,
  };
}

/** Runs a function without stack traces. For hundreds of errors, they take longer than parsing. */
function withoutStacks<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Converts a tree to data, and reports text that YAML misreads. */
class TreeReader {
  readonly diagnostics: Diagnostic<Span>[] = [];
  readonly text: string;
  readonly aliases: ReadonlyMap<string, Span>;
  readonly anchors: ReadonlySet<string>;
  /** The mappings by their anchors. */
  readonly mappings = new Map<string, YAMLMap>();
  /** The number of columns of the latest table: each of its rows has as many cells. */
  columns: number | undefined;
  /** Texts that were joined from several items, and reported. */
  readonly joined = new Set<Scalar>();

  constructor(text: string) {
    this.text = text;
    this.aliases = aliasesIn(text);
    this.anchors = new Set([...text.matchAll(/&([^\s,}\]]+)/g)].map(([, name = '']) => name));
  }

  add(found: Diagnostic<Span> | undefined): void {
    if (found) this.diagnostics.push(found);
  }

  read(node: Node | null, name?: string): unknown {
    if (isAlias(node)) return this.alias(node.range?.[0] ?? 0);
    if (isScalar(node)) return this.scalar(node);
    if (node?.anchor !== undefined || node?.tag !== undefined)
      this.add(anchorOrTag(this.text, node, this.aliases.get(node.anchor ?? '')));
    if (isMap(node)) {
      if (node.anchor !== undefined) this.mappings.set(node.anchor, node);
      return this.mapping(node);
    }
    return isSeq(node) ? this.sequence(node, name) : '';
  }

  sequence(list: YAMLSeq, name?: string): unknown[] {
    if (name === 'columns') this.columns = list.items.length;
    const expected = name === 'cells' ? this.columns : undefined;
    if (list.flow) {
      const { diagnostics, joined } = joinAtCommas(this.text, list, expected);
      for (const one of joined) this.joined.add(one);
      this.diagnostics.push(...diagnostics);
    }
    return list.items.map((item) =>
      // parsed documents contain nodes
      isPair(item) ? this.pairInBrackets(item) : this.item(item as Node | null, list),
    );
  }

  mapping(map: YAMLMap): unknown {
    const text = map.flow ? this.textOf(map) : undefined;
    if (text !== undefined) return text;
    const data: Record<string, unknown> = {};
    const first = new Map<string, Pair>();
    let last: string | undefined;
    let cut: Span | undefined;
    for (const pair of map.items) {
      const key = pair.key as Node | null; // parsed documents contain nodes
      if (!isScalar(key)) {
        if (isAlias(key)) this.alias(spanOf(key).from);
        else this.add(keyIsNotText(key));
        continue;
      }
      this.add(removeCurlyQuotes(key));
      const name = String(key.value);
      const value = pair.value as Node | null; // parsed documents contain nodes
      // YAML reads `world` in `{ label: Hello, world }` as a setting.
      const isContinued = map.flow && value === null && last !== undefined;
      const continued = isContinued ? continuedText(first.get(last ?? ''), key) : undefined;
      if (continued) {
        cut = continued;
        continue;
      }
      if (cut && last !== undefined) data[last] = this.cutText(cut);
      cut = undefined;
      const twin = first.get(name);
      if (twin) {
        this.read(value); // to report its own diagnostics
        this.add(duplicateKey(this.text, twin, pair, map));
        continue;
      }
      first.set(name, pair);
      last = name;
      if (name === '<<' && isAlias(value)) Object.assign(data, { ...this.merged(value), ...data });
      else if (name === '__proto__') this.add(reservedKey(key));
      else data[name] = value === null ? '' : this.value(value, key);
    }
    if (cut && last !== undefined) data[last] = this.cutText(cut);
    return data;
  }

  /** Returns the keys that `<<` copies from a mapping. Their values are checked in that mapping. */
  merged(alias: Alias): Record<string, unknown> {
    const from = this.mappings.get(alias.source);
    this.read(alias);
    return Object.fromEntries((from?.items ?? []).map(({ key }) => [String(key), unread]));
  }

  value(value: Node, key: Scalar): unknown {
    const data = this.read(value, String(key.value));
    // YAML reads `heading: #1 in Europe` as an empty value and a comment.
    if (data === '' && isScalar(value) && value.type === 'PLAIN')
      return this.comment(this.text.indexOf(':', key.range?.[1] ?? 0) + 1) ?? '';
    return data;
  }

  item(item: Node | null, list: YAMLSeq): unknown {
    const data = this.read(item);
    if (data !== '' || !isScalar(item) || item.type !== 'PLAIN' || list.flow) return data;
    return this.comment(this.text.lastIndexOf('-', item.range?.[0] ?? 0) + 1) ?? '';
  }

  /** Returns a text together with the part that YAML reads as a comment. */
  comment(end: number, value = '', from?: number): string | undefined {
    const lost = commentInText(this.text, end, value, from);
    this.add(lost?.diagnostic);
    return lost?.text;
  }

  scalar(node: Scalar): unknown {
    const value = String(node.value);
    const { anchor, tag } = node;
    const { from, to } = spanOf(node);
    this.add(invisibleInValue(value, { from, to }));
    if (anchor !== undefined && this.aliases.has(anchor)) {
      this.add(anchorOrTag(this.text, node, this.aliases.get(anchor)));
      return value;
    }
    if (anchor !== undefined || tag !== undefined) {
      const lost = anchorOrTagInText(this.text, anchor === undefined ? '!' : '&', { from, to });
      this.add(lost.diagnostic);
      return lost.text;
    }
    if (node.type !== 'PLAIN' || value === '') return value;
    this.diagnostics.push(...dashInText(this.text, { from, to }));
    const lost = /[ \t]/.test(this.text[to] ?? '') ? this.comment(to, value, from) : undefined;
    this.add(numberBelowText(this.text, { from, to }));
    this.add(loneQuote(this.text, { from, to }));
    if (lost === undefined && !this.joined.has(node)) this.add(curlyQuoteDiagnostic(value, { from, to }));
    return lost ?? value;
  }

  alias(from: number): unknown {
    const to = from + (/^[^\s,}\]]+/.exec(this.text.slice(from))?.[0].length ?? 1);
    const name = this.text.slice(from + 1, to);
    // The diagnostic about the anchor includes its aliases.
    if (this.anchors.has(name) && !name.endsWith('*')) return unread;
    const message = 'a text that starts with `*` needs quotation marks around it';
    this.add(quoteCandidate(this.text, { from, to }, message));
    return this.text.slice(from, to);
  }

  /** Reads `{{name}}`, `{text}`, `{name:text}` and `[? text]`, which YAML reads as mappings without values. */
  textOf(map: YAMLMap): string | typeof unread | undefined {
    const other = missingColons(map);
    this.add(other);
    if (other) return unread;
    const span = spanOf(map);
    if (/\?\s*$/.test(this.text.slice(0, span.from))) {
      this.add(keyIsNotText(map));
      return unread;
    }
    const isDoubled = isMap(map.items[0]?.key);
    const isText = isDoubled || (map.items.length > 0 && map.items.every((pair) => pair.value === null));
    if (!isText) return undefined;
    const message = `a text that starts with \`${isDoubled ? '{{' : '{'}\` needs quotation marks around it`;
    this.add(quoteCandidate(this.text, span, message));
    return isDoubled ? unread : this.text.slice(span.from, span.to);
  }

  cutText(span: Span): string {
    const message = 'inside `{ }` a text with a comma needs quotation marks around it';
    this.add(quoteCandidate(this.text, span, message, 'without them, the text ends at the comma'));
    return this.text.slice(span.from, span.to);
  }

  /** `[a: b]` contains a mapping with one setting. */
  pairInBrackets({ key, value }: Pair): unknown {
    return isScalar(key) ? { [String(key.value)]: this.read(value as Node | null) } : ''; // parsed documents contain nodes
  }
}

/** Returns the span from the start of a text to the end of the words after a comma that continue it. */
function continuedText(before: Pair | undefined, key: Scalar): Span | undefined {
  const value = before?.value as Node | null | undefined; // parsed documents contain nodes
  return isScalar(value) && value.type === 'PLAIN' && value.range && key.range
    ? { from: value.range[0], to: key.range[1] }
    : undefined;
}
