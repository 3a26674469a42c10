import type { Span } from '../diagnostics/edits.ts';
import { maxYamlDepth } from './preflight.ts';
import { findClosingQuote } from './quoting.ts';

/** The span of a text in brackets, as the author means it. */
export interface FlowText extends Span {
  /** The bracket that opens the list or group around the text. */
  bracket: '[' | '{';
}

/** The texts in `{ }` and `[ ]`, as the author means them, and the problems around them. YAML may not accept them. */
export interface FlowParts {
  texts: FlowText[];
  /** Missing commas, each with the span of a wrong character in its place and the start of the next text. */
  missingCommas: { at: number; to: number; next: string }[];
  /** Commas with nothing before them. */
  emptyItems: Span[];
  /** Closing brackets that are missing, or that replace wrong ones, with the offset of the opening bracket. */
  closings: (Span & { bracket: ']' | '}'; opening: number })[];
}

// Matches a key and its colon, with or without quotation marks: `label: `.
const flowKey = /(?:"[^"]*"|'[^']*'|[A-Za-z_][\w-]*)[ \t]*:(?:\s+|(?=[[{"'])|$)/y;
// Matches the start of a setting: `label: `.
const settingKey = /[a-z][\w-]*:\s/y;
// Matches the name of the next setting, without a comma before it: ` label: `.
const nextName = /\s+([a-z][\w-]*:)\s/y;
// Matches the start of the next group, without a comma before it: ` { label: `.
const nextGroup = /\s*(\{)\s*[a-z][\w-]*:\s/y;
const spaces = /\s*/y;
const afterGroup = /\s*(?:[,\]}]|$)/y;
// Matches closing brackets up to the end of the text: `]} }`.
const closingRun = /[\]}][\s\]},]*$/y;
// Matches the dash of a price, such as `5,-` or `5,–`, after its comma.
const priceDash = /[-–—]{1,2}(?:$|[\s,\]}])/y;

const createFlowParts = (): FlowParts => ({ texts: [], missingCommas: [], emptyItems: [], closings: [] });

/** Reads the list or group in brackets at an offset. Returns undefined if text follows it, as in `[Link](/x)`. */
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

  /** Reads a list or group, and returns its end. `outerClosings` are the brackets that close the groups around it. */
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
      // A setting in an unclosed list belongs to the group around the list.
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

  /** Reads a value, and returns its end. */
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
    // If text follows the closing bracket, the brackets are part of a text.
    if (!this.isValueEnd(end, bracket)) return undefined;
    outerParts.texts.push(...innerParts.texts);
    outerParts.missingCommas.push(...innerParts.missingCommas);
    outerParts.emptyItems.push(...innerParts.emptyItems);
    outerParts.closings.push(...innerParts.closings);
    return end;
  }

  /** Returns whether a value ends at an offset. Records a missing comma. */
  isValueEnd(at: number, bracket: '[' | '{'): boolean {
    if (this.match(afterGroup, at)) return true;
    const next = this.match(bracket === '{' ? nextName : nextGroup, at)?.[1];
    if (next !== undefined) this.parts.missingCommas.push({ at, to: at, next });
    return next !== undefined;
  }

  /** Returns the end of a text. Balanced brackets are part of the text if `allowsBrackets` is set. */
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

  /** Returns whether a comma ends a value. In `{ }` texts may contain commas, so a name and a colon must follow. */
  isSeparator(at: number, bracket: '[' | '{'): boolean {
    const next = this.skipSpaces(at + 1);
    const character = this.text[next] ?? '';
    if (bracket === '[') return !(/\d/.test(this.text[at - 1] ?? '') && this.match(priceDash, at + 1));
    return this.match(flowKey, next) !== undefined || character === '' || /[\]}]/.test(character);
  }
}
