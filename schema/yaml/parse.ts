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
import {
  createDuplicateKeyDiagnostic,
  createInvalidKeyDiagnostic,
  createReservedKeyDiagnostic,
  checkMissingColons,
  getSpan,
  removeCurlyQuotes,
} from './keys.ts';
import {
  findAliases,
  createAnchorOrTagDiagnostic,
  checkCurlyQuotes,
  checkTrailingComment,
  checkAnchorOrTag,
  checkLoneQuote,
  checkNumberLine,
  createQuoteCandidate,
  checkIndentedDashes,
} from './lost-text.ts';
import { joinSplitTexts } from './commas.ts';
import { checkEscapedCharacters } from './invisible-characters.ts';

/** A placeholder for values that cannot be read and already have a diagnostic. */
export const unreadableValue = Symbol('unread');

/** A parsed file: a tree with offsets, plain data, and diagnostics about valid YAML that is probably a mistake. */
export interface YamlTree {
  text: string;
  contents: Node | null;
  data: unknown;
  /** Parse errors with the codes of the `yaml` package. */
  errors: { code: string; at: number }[];
  diagnostics: Diagnostic<Span>[];
}

/** Parses YAML. Scalars stay strings: `1.10` becomes `'1.10'`. */
export function parseTree(text: string): YamlTree {
  // The failsafe schema has no numbers, dates or booleans, so YAML cannot convert an author's text to
  // another type. Settings with numbers parse the text themselves.
  const yaml = disableStackTraces(() =>
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

/** Runs a function with stack traces disabled. With hundreds of errors, stack traces take longer than parsing. */
function disableStackTraces<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Converts a YAML tree to data, and reports text that YAML misreads. */
class TreeReader {
  readonly diagnostics: Diagnostic<Span>[] = [];
  readonly text: string;
  readonly aliases: ReadonlyMap<string, Span>;
  readonly anchors: ReadonlySet<string>;
  /** Mappings with an anchor, by the name of the anchor. */
  readonly mappings = new Map<string, YAMLMap>();
  /** The number of columns in the latest table, which is also the expected number of cells in each row. */
  columns: number | undefined;
  /** Texts that were joined from several items. They already have a diagnostic. */
  readonly joined = new Set<Scalar>();

  constructor(text: string) {
    this.text = text;
    this.aliases = findAliases(text);
    this.anchors = new Set([...text.matchAll(/&([^\s,}\]]+)/g)].map(([, name = '']) => name));
  }

  report(diagnostic: Diagnostic<Span> | undefined): void {
    if (diagnostic) this.diagnostics.push(diagnostic);
  }

  read(node: Node | null, name?: string): unknown {
    if (isAlias(node)) return this.readAlias(node.range?.[0] ?? 0);
    if (isScalar(node)) return this.readScalar(node);
    if (node?.anchor !== undefined || node?.tag !== undefined)
      this.report(createAnchorOrTagDiagnostic(this.text, node, this.aliases.get(node.anchor ?? '')));
    if (isMap(node)) {
      if (node.anchor !== undefined) this.mappings.set(node.anchor, node);
      return this.readMapping(node);
    }
    return isSeq(node) ? this.readSequence(node, name) : '';
  }

  readSequence(list: YAMLSeq, name?: string): unknown[] {
    if (name === 'columns') this.columns = list.items.length;
    const expected = name === 'cells' ? this.columns : undefined;
    if (list.flow) {
      const { diagnostics, joined } = joinSplitTexts(this.text, list, expected);
      for (const joinedText of joined) this.joined.add(joinedText);
      this.diagnostics.push(...diagnostics);
    }
    return list.items.map((item) =>
      // parsed documents contain nodes
      isPair(item) ? this.readFlowPair(item) : this.readItem(item as Node | null, list),
    );
  }

  readMapping(map: YAMLMap): unknown {
    const text = map.flow ? this.readTextMapping(map) : undefined;
    if (text !== undefined) return text;
    const data: Record<string, unknown> = {};
    const pairsByKey = new Map<string, Pair>();
    let lastName: string | undefined;
    let splitSpan: Span | undefined;
    for (const pair of map.items) {
      const key = pair.key as Node | null; // parsed documents contain nodes
      if (!isScalar(key)) {
        if (isAlias(key)) this.readAlias(getSpan(key).from);
        else this.report(createInvalidKeyDiagnostic(key));
        continue;
      }
      this.report(removeCurlyQuotes(key));
      const name = String(key.value);
      const valueNode = pair.value as Node | null; // parsed documents contain nodes
      // YAML reads `world` in `{ label: Hello, world }` as a setting.
      const isContinuation = map.flow && valueNode === null && lastName !== undefined;
      const continuation = isContinuation ? findContinuation(pairsByKey.get(lastName ?? ''), key) : undefined;
      if (continuation) {
        splitSpan = continuation;
        continue;
      }
      if (splitSpan && lastName !== undefined) data[lastName] = this.readSplitText(splitSpan);
      splitSpan = undefined;
      const firstPair = pairsByKey.get(name);
      if (firstPair) {
        this.read(valueNode); // only to report the diagnostics about it
        this.report(createDuplicateKeyDiagnostic(this.text, firstPair, pair, map));
        continue;
      }
      pairsByKey.set(name, pair);
      lastName = name;
      if (name === '<<' && isAlias(valueNode))
        Object.assign(data, { ...this.readMergedKeys(valueNode), ...data });
      else if (name === '__proto__') this.report(createReservedKeyDiagnostic(key));
      else data[name] = valueNode === null ? '' : this.readValue(valueNode, key);
    }
    if (splitSpan && lastName !== undefined) data[lastName] = this.readSplitText(splitSpan);
    return data;
  }

  /**
   * Returns the keys that `<<` copies from the mapping of an alias. Their values are left out, because they are checked
   * in that mapping.
   */
  readMergedKeys(alias: Alias): Record<string, unknown> {
    const mapping = this.mappings.get(alias.source);
    this.read(alias);
    return Object.fromEntries((mapping?.items ?? []).map(({ key }) => [String(key), unreadableValue]));
  }

  readValue(valueNode: Node, key: Scalar): unknown {
    const data = this.read(valueNode, String(key.value));
    // YAML reads `heading: #1 in Europe` as an empty value and a comment.
    if (data === '' && isScalar(valueNode) && valueNode.type === 'PLAIN')
      return this.readLostComment(this.text.indexOf(':', key.range?.[1] ?? 0) + 1) ?? '';
    return data;
  }

  readItem(item: Node | null, list: YAMLSeq): unknown {
    const data = this.read(item);
    if (data !== '' || !isScalar(item) || item.type !== 'PLAIN' || list.flow) return data;
    return this.readLostComment(this.text.lastIndexOf('-', item.range?.[0] ?? 0) + 1) ?? '';
  }

  /**
   * Returns a text together with the part that YAML reads as a comment, and reports the lost part. Returns `undefined`
   * if no part is lost.
   */
  readLostComment(end: number, value = '', from?: number): string | undefined {
    const lostText = checkTrailingComment(this.text, end, value, from);
    this.report(lostText?.diagnostic);
    return lostText?.text;
  }

  readScalar(node: Scalar): unknown {
    const valueNode = String(node.value);
    const { anchor, tag } = node;
    const { from, to } = getSpan(node);
    this.report(checkEscapedCharacters(valueNode, { from, to }));
    if (anchor !== undefined && this.aliases.has(anchor)) {
      this.report(createAnchorOrTagDiagnostic(this.text, node, this.aliases.get(anchor)));
      return valueNode;
    }
    if (anchor !== undefined || tag !== undefined) {
      const lostText = checkAnchorOrTag(this.text, anchor === undefined ? '!' : '&', { from, to });
      this.report(lostText.diagnostic);
      return lostText.text;
    }
    if (node.type !== 'PLAIN' || valueNode === '') return valueNode;
    this.diagnostics.push(...checkIndentedDashes(this.text, { from, to }));
    const lostText = /[ \t]/.test(this.text[to] ?? '')
      ? this.readLostComment(to, valueNode, from)
      : undefined;
    this.report(checkNumberLine(this.text, { from, to }));
    this.report(checkLoneQuote(this.text, { from, to }));
    if (lostText === undefined && !this.joined.has(node))
      this.report(checkCurlyQuotes(valueNode, { from, to }));
    return lostText ?? valueNode;
  }

  readAlias(from: number): unknown {
    const to = from + (/^[^\s,}\]]+/.exec(this.text.slice(from))?.[0].length ?? 1);
    const name = this.text.slice(from + 1, to);
    // The diagnostic about the anchor includes its aliases.
    if (this.anchors.has(name) && !name.endsWith('*')) return unreadableValue;
    const message = 'text that starts with `*` needs quotation marks';
    this.report(createQuoteCandidate(this.text, { from, to }, message));
    return this.text.slice(from, to);
  }

  /**
   * Reads a mapping without values as the text that the author meant, and reports it: `{{name}}`, `{text}`,
   * `{name:text}`, `[? text]`.
   */
  readTextMapping(map: YAMLMap): string | typeof unreadableValue | undefined {
    const colonDiagnostic = checkMissingColons(map);
    this.report(colonDiagnostic);
    if (colonDiagnostic) return unreadableValue;
    const span = getSpan(map);
    if (/\?\s*$/.test(this.text.slice(0, span.from))) {
      this.report(createInvalidKeyDiagnostic(map));
      return unreadableValue;
    }
    const hasDoubleBraces = isMap(map.items[0]?.key);
    const isText =
      hasDoubleBraces || (map.items.length > 0 && map.items.every((pair) => pair.value === null));
    if (!isText) return undefined;
    const message = `text that starts with \`${hasDoubleBraces ? '{{' : '{'}\` needs quotation marks`;
    this.report(createQuoteCandidate(this.text, span, message));
    return hasDoubleBraces ? unreadableValue : this.text.slice(span.from, span.to);
  }

  readSplitText(span: Span): string {
    const message = 'inside `{ }`, a text with a comma needs quotation marks';
    this.report(createQuoteCandidate(this.text, span, message, 'without them, the text ends at the comma'));
    return this.text.slice(span.from, span.to);
  }

  /** Reads an item such as `a: b` in `[a: b]` as a mapping with one setting. */
  readFlowPair({ key, value: valueNode }: Pair): unknown {
    return isScalar(key) ? { [String(key.value)]: this.read(valueNode as Node | null) } : ''; // parsed documents contain nodes
  }
}

/** Returns the span of the text and the words after its comma, or `undefined` if the words do not continue the text. */
function findContinuation(previousPair: Pair | undefined, key: Scalar): Span | undefined {
  const valueNode = previousPair?.value as Node | null | undefined; // parsed documents contain nodes
  return isScalar(valueNode) && valueNode.type === 'PLAIN' && valueNode.range && key.range
    ? { from: valueNode.range[0], to: key.range[1] }
    : undefined;
}
