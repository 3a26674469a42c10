import type { Span } from '../diagnostics/edits.ts';
import { maxYamlDepth } from './preflight.ts';
import { closingQuote } from './quoting.ts';

/** A text in brackets as authors understand it, and the bracket around it. */
export interface FlowText extends Span {
  bracket: '[' | '{';
}

/** The texts in `{ }` and `[ ]` as authors understand them, even if YAML cannot parse them, and the problems around them. */
export interface FlowParts {
  texts: FlowText[];
  /** Missing commas, or wrong characters instead of commas, and the start of the text after each. */
  missingCommas: { at: number; to: number; next: string }[];
  /** Commas without anything before them. */
  emptyItems: Span[];
  /** Closing brackets to add, or to write instead of wrong ones. */
  closings: (Span & { bracket: ']' | '}'; opening: number })[];
}

const flowKey = /(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:\s+|(?=[[{"'])|$)/y;
const settingName = /[a-z][\w-]*:\s/y;
const nextName = /\s+([a-z][\w-]*:)\s/y;
const nextGroup = /\s*(\{)\s*[a-z][\w-]*:\s/y;
const blanks = /\s*/y;
const afterGroup = /\s*(?:[,\]}]|$)/y;
const endOfAll = /[\]}][\s\]},]*$/y;
// `5,-` and `5,–` are prices.
const priceDash = /[-–—]{1,2}(?:$|[\s,\]}])/y;

const noParts = (): FlowParts => ({ texts: [], missingCommas: [], emptyItems: [], closings: [] });

/** Reads the brackets that start at an offset. Undefined if a text follows the last one, as in `[Link](/x)`. */
export function flowPartsAt(text: string, from: number, to: number): FlowParts | undefined {
  const reader = new FlowReader(text.slice(0, to));
  const end = reader.group(from, '');
  const isWhole = !reader.isTooDeep && /^\s*(?:$|[,;]\s*$|\s#)/.test(text.slice(end, to));
  return isWhole ? reader.found : undefined;
}

class FlowReader {
  readonly text: string;
  found = noParts();
  isTooDeep = false;

  constructor(text: string) {
    this.text = text;
  }

  match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text) ?? undefined;
  }

  skip(at: number): number {
    return at + (this.match(blanks, at)?.[0].length ?? 0);
  }

  /** Reads a group, and returns where it ends. `outerClosings` are the closing brackets of the groups around it. */
  group(opening: number, around: string): number {
    const { text, found } = this;
    const bracket = text[opening] === '[' ? '[' : '{';
    const closing = bracket === '[' ? ']' : '}';
    if (around.length === maxYamlDepth) {
      this.isTooDeep = true;
      return text.length;
    }
    let hasItem = false;
    for (let at = this.skip(opening + 1); ; at = this.skip(at)) {
      const sign = text[at];
      if (sign === closing) return at + 1;
      // A setting of the group around a list that was not closed.
      const isOfOuter = bracket === '[' && around.includes('}') && this.match(settingName, at);
      if (sign === undefined || isOfOuter || (around.includes(sign) && this.match(endOfAll, at))) {
        const end = text.slice(0, at).replace(/[\s,]+$/, '').length;
        found.closings.push({ from: end, to: end, bracket: closing, opening });
        return isOfOuter ? end : at;
      }
      if (sign === ']' || sign === '}') {
        found.closings.push({ from: at, to: at + 1, bracket: closing, opening });
        return at + 1;
      }
      if (sign === ',') {
        if (!hasItem) found.emptyItems.push({ from: at, to: at + 1 });
        hasItem = false;
        at++;
        continue;
      }
      hasItem = true;
      if (bracket === '{') at += this.match(flowKey, at)?.[0].length ?? 0;
      at = this.value(at, bracket, around + closing);
    }
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
      this.found.texts.push({ from: at, to: close, bracket });
      return close;
    }
    const to = this.textEnd(at, bracket, true) ?? this.textEnd(at, bracket, false) ?? text.length;
    this.found.texts.push({ from: at, to: at + text.slice(at, to).trimEnd().length, bracket });
    return to;
  }

  innerGroup(at: number, bracket: '[' | '{', around: string): number | undefined {
    const before = this.found;
    this.found = noParts();
    const end = this.group(at, around);
    const inner = this.found;
    this.found = before;
    // Text follows, so the bracket is part of that text.
    if (!this.isEnd(end, bracket)) return undefined;
    before.texts.push(...inner.texts);
    before.missingCommas.push(...inner.missingCommas);
    before.emptyItems.push(...inner.emptyItems);
    before.closings.push(...inner.closings);
    return end;
  }

  /** Whether a value ends here, perhaps without a comma. */
  isEnd(at: number, bracket: '[' | '{'): boolean {
    if (this.match(afterGroup, at)) return true;
    const next = this.match(bracket === '{' ? nextName : nextGroup, at)?.[1];
    if (next !== undefined) this.found.missingCommas.push({ at, to: at, next });
    return next !== undefined;
  }

  /** Returns where a text ends. Brackets in the text are part of it if they are balanced. */
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
    const sign = this.text[next] ?? '';
    if (bracket === '[') return !(/\d/.test(this.text[at - 1] ?? '') && this.match(priceDash, at + 1));
    return this.match(flowKey, next) !== undefined || sign === '' || /[\]}]/.test(sign);
  }
}
