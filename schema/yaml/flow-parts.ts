import type { Span } from '../diagnostics/edits.ts';
import { maxYamlDepth } from './preflight.ts';
import { findClosingQuote } from './quoting.ts';

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
const settingKey = /[a-z][\w-]*:\s/y;
const nextName = /\s+([a-z][\w-]*:)\s/y;
const nextGroup = /\s*(\{)\s*[a-z][\w-]*:\s/y;
const spaces = /\s*/y;
const afterGroup = /\s*(?:[,\]}]|$)/y;
const closingRun = /[\]}][\s\]},]*$/y;
// `5,-` and `5,–` are prices.
const priceDash = /[-–—]{1,2}(?:$|[\s,\]}])/y;

const createFlowParts = (): FlowParts => ({ texts: [], missingCommas: [], emptyItems: [], closings: [] });

/** Reads the brackets that start at an offset. Undefined if a text follows the last one, as in `[Link](/x)`. */
export function parseFlowParts(text: string, from: number, to: number): FlowParts | undefined {
  const reader = new FlowReader(text.slice(0, to));
  const end = reader.readGroup(from, '');
  const isComplete = !reader.isTooDeep && /^\s*(?:$|[,;]\s*$|\s#)/.test(text.slice(end, to));
  return isComplete ? reader.parts : undefined;
}

class FlowReader {
  readonly text: string;
  parts = createFlowParts();
  isTooDeep = false;

  constructor(text: string) {
    this.text = text;
  }

  match(pattern: RegExp, at: number): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text) ?? undefined;
  }

  skipSpaces(at: number): number {
    return at + (this.match(spaces, at)?.[0].length ?? 0);
  }

  /** Reads a group, and returns where it ends. `outerClosings` are the closing brackets of the groups around it. */
  readGroup(opening: number, outerClosings: string): number {
    const { text, parts } = this;
    const bracket = text[opening] === '[' ? '[' : '{';
    const closing = bracket === '[' ? ']' : '}';
    if (outerClosings.length === maxYamlDepth) {
      this.isTooDeep = true;
      return text.length;
    }
    let hasItem = false;
    for (let at = this.skipSpaces(opening + 1); ; at = this.skipSpaces(at)) {
      const character = text[at];
      if (character === closing) return at + 1;
      // A setting of the group around a list that was not closed.
      const isOuterSetting = bracket === '[' && outerClosings.includes('}') && this.match(settingKey, at);
      if (
        character === undefined ||
        isOuterSetting ||
        (outerClosings.includes(character) && this.match(closingRun, at))
      ) {
        const end = text.slice(0, at).replace(/[\s,]+$/, '').length;
        parts.closings.push({ from: end, to: end, bracket: closing, opening });
        return isOuterSetting ? end : at;
      }
      if (character === ']' || character === '}') {
        parts.closings.push({ from: at, to: at + 1, bracket: closing, opening });
        return at + 1;
      }
      if (character === ',') {
        if (!hasItem) parts.emptyItems.push({ from: at, to: at + 1 });
        hasItem = false;
        at++;
        continue;
      }
      hasItem = true;
      if (bracket === '{') at += this.match(flowKey, at)?.[0].length ?? 0;
      at = this.readValue(at, bracket, outerClosings + closing);
    }
  }

  /** Reads a value, and returns where it ends. */
  readValue(at: number, bracket: '[' | '{', outerClosings: string): number {
    const { text } = this;
    const character = text[at] ?? '';
    if (character === ']' || character === '}' || character === ',') return at;
    const end =
      /[[{]/.test(character) && !text.startsWith('{{', at)
        ? this.readInnerGroup(at, bracket, outerClosings)
        : undefined;
    if (end !== undefined) return end;
    const length = /["']/.test(character) ? findClosingQuote(text.slice(at)) : -1;
    const close = at + length + 1;
    if (length !== -1 && this.isValueEnd(close, bracket)) {
      this.parts.texts.push({ from: at, to: close, bracket });
      return close;
    }
    const to = this.findTextEnd(at, bracket, true) ?? this.findTextEnd(at, bracket, false) ?? text.length;
    this.parts.texts.push({ from: at, to: at + text.slice(at, to).trimEnd().length, bracket });
    return to;
  }

  readInnerGroup(at: number, bracket: '[' | '{', outerClosings: string): number | undefined {
    const outerParts = this.parts;
    this.parts = createFlowParts();
    const end = this.readGroup(at, outerClosings);
    const innerParts = this.parts;
    this.parts = outerParts;
    // Text follows, so the bracket is part of that text.
    if (!this.isValueEnd(end, bracket)) return undefined;
    outerParts.texts.push(...innerParts.texts);
    outerParts.missingCommas.push(...innerParts.missingCommas);
    outerParts.emptyItems.push(...innerParts.emptyItems);
    outerParts.closings.push(...innerParts.closings);
    return end;
  }

  /** Whether a value ends here, perhaps without a comma. */
  isValueEnd(at: number, bracket: '[' | '{'): boolean {
    if (this.match(afterGroup, at)) return true;
    const next = this.match(bracket === '{' ? nextName : nextGroup, at)?.[1];
    if (next !== undefined) this.parts.missingCommas.push({ at, to: at, next });
    return next !== undefined;
  }

  /** Returns where a text ends. Brackets in the text are part of it if they are balanced. */
  findTextEnd(from: number, bracket: '[' | '{', allowsBrackets: boolean): number | undefined {
    const { text } = this;
    const expectedClosings: string[] = [];
    for (let at = from; at < text.length; at++) {
      const character = text[at] ?? '';
      if (character === '[' || character === '{') {
        if (allowsBrackets) expectedClosings.push(character === '[' ? ']' : '}');
      } else if (character === ']' || character === '}') {
        const expectedClosing = expectedClosings.pop();
        if (expectedClosing === undefined) return at;
        if (expectedClosing !== character) return undefined;
      } else if (character === ',' && expectedClosings.length === 0 && this.isSeparator(at, bracket))
        return at;
    }
    return expectedClosings.length === 0 ? text.length : undefined;
  }

  /** In `{ }` a comma ends a value only before a name and a colon, because texts may contain commas. */
  isSeparator(at: number, bracket: '[' | '{'): boolean {
    const next = this.skipSpaces(at + 1);
    const character = this.text[next] ?? '';
    if (bracket === '[') return !(/\d/.test(this.text[at - 1] ?? '') && this.match(priceDash, at + 1));
    return this.match(flowKey, next) !== undefined || character === '' || /[\]}]/.test(character);
  }
}
