import type { Span } from '../diagnostics/edits.ts';
import { maxDepth } from './preflight.ts';

/** A text in brackets, as an author sees it. */
export interface BracketEntry extends Span {
  /** The bracket around it. */
  bracket: '[' | '{';
}

/** Texts in `{ }` and `[ ]` as an author sees them, even if YAML cannot parse them, and what is wrong around them. */
export interface Brackets extends Span {
  entries: BracketEntry[];
  /** Where a comma is missing, with the name of the setting behind it. */
  missingCommas: { at: number; name?: string }[];
  /** Commas without anything in front of them. */
  emptyEntries: Span[];
  /** Brackets to add, or to write in the place of others. */
  closings: (Span & { bracket: ']' | '}'; opening: number })[];
}

const name = /(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:\s+|(?=[[{"'])|$)/y;
const nextName = /[ \t]+([a-z][\w-]*):[ \t]/y;
const settingName = /[a-z][\w-]*:\s/y;
const blanks = /\s*/y;
const afterGroup = /\s*(?:[,\]}]|$)/y;
const endOfAll = /[\]}][\s\]},]*$/y;
// `5,-` is a price.
const priceDash = /[-–—]{1,2}(?:$|[\s,\]}])/y;

/** Reads the brackets from an offset on. Undefined if a text follows the last one, as in `[Link](/x)`. */
export function bracketsAt(text: string, from: number, to: number): Brackets | undefined {
  const reader = new BracketReader(text.slice(0, to), from);
  const end = reader.group(from, '');
  if (reader.isTooDeep) return undefined;
  return /^\s*(?:$|[,;]\s*$|\s#)/.test(text.slice(end, to)) ? { ...reader.found, from, to: end } : undefined;
}

class BracketReader {
  readonly text: string;
  found: Brackets;
  isTooDeep = false;

  constructor(text: string, from: number) {
    this.text = text;
    this.found = { from, to: from, entries: [], missingCommas: [], emptyEntries: [], closings: [] };
  }

  match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text) ?? undefined;
  }

  skip(at: number): number {
    return at + (this.match(blanks, at)?.[0].length ?? 0);
  }

  /** Reads a group, and returns where it ends. `around` are the brackets around it. */
  group(opening: number, around: string): number {
    const { text, found } = this;
    const bracket = text[opening] === '[' ? '[' : '{';
    const closing = bracket === '[' ? ']' : '}';
    if (around.length === maxDepth) {
      this.isTooDeep = true;
      return text.length;
    }
    let hasEntry = false;
    for (let at = this.skip(opening + 1); ; at = this.skip(at)) {
      const sign = text[at];
      if (sign === closing) return at + 1;
      if (sign === undefined || (around.includes(sign) && this.match(endOfAll, at))) {
        const end = text.slice(0, at).replace(/[\s,]+$/, '').length;
        found.closings.push({ from: end, to: end, bracket: closing, opening });
        return at;
      }
      if (sign === ']' || sign === '}') {
        found.closings.push({ from: at, to: at + 1, bracket: closing, opening });
        return at + 1;
      }
      if (sign === ',') {
        if (!hasEntry) found.emptyEntries.push({ from: at, to: at + 1 });
        hasEntry = false;
        at++;
        continue;
      }
      // A setting of the group around a list that is never closed.
      if (
        bracket === '[' &&
        around.includes('}') &&
        this.match(settingName, at) &&
        !this.isClosedBehind(at)
      ) {
        const end = text.slice(0, at).replace(/[\s,]+$/, '').length;
        found.closings.push({ from: end, to: end, bracket: closing, opening });
        return end;
      }
      hasEntry = true;
      if (bracket === '{') at += this.match(name, at)?.[0].length ?? 0;
      at = this.value(at, bracket, around + closing);
    }
  }

  /** Whether a `]` without its own `[` follows. */
  isClosedBehind(at: number): boolean {
    const rest = this.text.slice(at);
    return rest.split(']').length > rest.split('[').length;
  }

  /** Reads a value, and returns where it ends. */
  value(at: number, bracket: '[' | '{', around: string): number {
    const { text } = this;
    const sign = text[at] ?? '';
    if (sign === ']' || sign === '}' || sign === ',') return at;
    const end =
      /[[{]/.test(sign) && !text.startsWith('{{', at) ? this.innerGroup(at, bracket, around) : undefined;
    if (end !== undefined) return end;
    const length = /["']/.test(sign) ? closingQuote(text.slice(at)) : -1;
    const close = at + length + 1;
    if (length !== -1 && this.isEnd(close, bracket)) {
      this.found.entries.push({ from: at, to: close, bracket });
      return close;
    }
    const to = this.textEnd(at, bracket, true) ?? this.textEnd(at, bracket, false) ?? text.length;
    this.found.entries.push({ from: at, to: at + text.slice(at, to).trimEnd().length, bracket });
    return to;
  }

  innerGroup(at: number, bracket: '[' | '{', around: string): number | undefined {
    const before = this.found;
    this.found = { ...before, entries: [], missingCommas: [], emptyEntries: [], closings: [] };
    const end = this.group(at, around);
    const inner = this.found;
    this.found = before;
    // Text follows: the bracket is a part of it.
    if (!this.isEnd(end, bracket)) return undefined;
    before.entries.push(...inner.entries);
    before.missingCommas.push(...inner.missingCommas);
    before.emptyEntries.push(...inner.emptyEntries);
    before.closings.push(...inner.closings);
    return end;
  }

  /** Whether a value ends here. A comma may be missing behind it. */
  isEnd(at: number, bracket: '[' | '{'): boolean {
    if (this.match(afterGroup, at)) return true;
    const next = bracket === '{' ? this.match(nextName, at)?.[1] : undefined;
    if (next !== undefined) this.found.missingCommas.push({ at, name: next });
    return next !== undefined;
  }

  /** Where a text ends. Its own brackets are a part of it, if each of them has a partner. */
  textEnd(from: number, bracket: '[' | '{', hasBrackets: boolean): number | undefined {
    const { text } = this;
    const partners: string[] = [];
    for (let at = from; at < text.length; at++) {
      const sign = text[at] ?? '';
      if (sign === '[' || sign === '{') {
        if (hasBrackets) partners.push(sign === '[' ? ']' : '}');
      } else if (sign === ']' || sign === '}') {
        const partner = partners.pop();
        if (partner === undefined) return at;
        if (partner !== sign) return undefined;
      } else if (sign === ',' && partners.length === 0 && this.isSeparator(at, bracket)) return at;
    }
    return partners.length === 0 ? text.length : undefined;
  }

  /** In `{ }` a comma ends a value only before a name and a colon, because texts may contain commas. */
  isSeparator(at: number, bracket: '[' | '{'): boolean {
    const next = this.skip(at + 1);
    if (bracket === '{')
      return this.match(name, next) !== undefined || /^(?:[\]}]|$)/.test(this.text.slice(next, next + 1));
    return !(/\d/.test(this.text[at - 1] ?? '') && this.match(priceDash, at + 1));
  }
}

/** The offset of the closing quotation mark, or -1. */
export function closingQuote(written: string): number {
  const mark = written[0];
  for (let at = 1; at < written.length; at++) {
    if (mark === '"' && written[at] === '\\') at++;
    else if (written[at] === mark) {
      if (mark === "'" && written[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}
