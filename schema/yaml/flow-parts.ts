import type { Span } from '../diagnostics/edits.ts';
import { maxYamlDepth } from './preflight.ts';
import { findClosingQuote } from './quoting.ts';

/** The span of text in brackets, as the author probably intended it. */
export interface FlowText extends Span {
  /** The bracket that opens the list or group around the text. */
  bracket: '[' | '{';
}

/**
 * The texts in `{ }` and `[ ]` as the author probably intended them, even where the YAML is not valid, and the mistakes
 * found next to them.
 */
export interface FlowParts {
  texts: FlowText[];
  /**
   * Missing commas: where the comma belongs, the end of a wrong character in its place, and the start of the next text.
   */
  missingCommas: { at: number; to: number; next: string }[];
  /** Commas with nothing before them. */
  emptyItems: Span[];
  /** The correct closing brackets where one is missing or wrong. `opening` is the offset of the opening bracket. */
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
const closingBracketsAtEnd = /[\]}][\s\]},]*$/y;
// Matches the dash of a price, such as `5,-` or `5,–`, after its comma.
const priceDash = /[-–—]{1,2}(?:$|[\s,\]}])/y;

const createFlowParts = (): FlowParts => ({ texts: [], missingCommas: [], emptyItems: [], closings: [] });

/**
 * Reads the list or group in brackets at an offset. Returns `undefined` if text follows the closing bracket, as in
 * `[Link](/x)`.
 */
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

  match(pattern: RegExp, offset: number): RegExpExecArray | undefined {
    pattern.lastIndex = offset;
    return pattern.exec(this.text) ?? undefined;
  }

  skipSpaces(offset: number): number {
    return offset + (this.match(spaces, offset)?.[0].length ?? 0);
  }

  /**
   * Reads a list or group, and returns the offset of its end. `outerClosings` are the brackets that close the groups
   * around it.
   */
  readGroup(opening: number, outerClosings: string): number {
    const { text, parts } = this;
    const bracket = text[opening] === '[' ? '[' : '{';
    const closing = bracket === '[' ? ']' : '}';
    if (outerClosings.length === maxYamlDepth) {
      this.isTooDeep = true;
      return text.length;
    }
    let hasItem = false;
    for (let offset = this.skipSpaces(opening + 1); ; offset = this.skipSpaces(offset)) {
      const character = text[offset];
      if (character === closing) return offset + 1;
      // A setting in an unclosed list belongs to the group around the list.
      const isOuterSetting = bracket === '[' && outerClosings.includes('}') && this.match(settingKey, offset);
      if (
        character === undefined ||
        isOuterSetting ||
        (outerClosings.includes(character) && this.match(closingBracketsAtEnd, offset))
      ) {
        const end = text.slice(0, offset).replace(/[\s,]+$/, '').length;
        parts.closings.push({ from: end, to: end, bracket: closing, opening });
        return isOuterSetting ? end : offset;
      }
      if (character === ']' || character === '}') {
        parts.closings.push({ from: offset, to: offset + 1, bracket: closing, opening });
        return offset + 1;
      }
      if (character === ',') {
        if (!hasItem) parts.emptyItems.push({ from: offset, to: offset + 1 });
        hasItem = false;
        offset++;
        continue;
      }
      hasItem = true;
      if (bracket === '{') offset += this.match(flowKey, offset)?.[0].length ?? 0;
      offset = this.readValue(offset, bracket, outerClosings + closing);
    }
  }

  /** Reads a value, and returns the offset of its end. */
  readValue(offset: number, bracket: '[' | '{', outerClosings: string): number {
    const { text } = this;
    const character = text[offset] ?? '';
    if (character === ']' || character === '}' || character === ',') return offset;
    const end =
      /[[{]/.test(character) && !text.startsWith('{{', offset)
        ? this.readInnerGroup(offset, bracket, outerClosings)
        : undefined;
    if (end !== undefined) return end;
    const length = /["']/.test(character) ? findClosingQuote(text.slice(offset)) : -1;
    const close = offset + length + 1;
    if (length !== -1 && this.isValueEnd(close, bracket)) {
      this.parts.texts.push({ from: offset, to: close, bracket });
      return close;
    }
    const to =
      this.findTextEnd(offset, bracket, true) ?? this.findTextEnd(offset, bracket, false) ?? text.length;
    this.parts.texts.push({ from: offset, to: offset + text.slice(offset, to).trimEnd().length, bracket });
    return to;
  }

  readInnerGroup(offset: number, bracket: '[' | '{', outerClosings: string): number | undefined {
    const outerParts = this.parts;
    this.parts = createFlowParts();
    const end = this.readGroup(offset, outerClosings);
    const innerParts = this.parts;
    this.parts = outerParts;
    // If text follows the closing bracket, the brackets are part of that text.
    if (!this.isValueEnd(end, bracket)) return undefined;
    outerParts.texts.push(...innerParts.texts);
    outerParts.missingCommas.push(...innerParts.missingCommas);
    outerParts.emptyItems.push(...innerParts.emptyItems);
    outerParts.closings.push(...innerParts.closings);
    return end;
  }

  /** Returns whether a value ends at an offset. If a comma is missing there, records it. */
  isValueEnd(offset: number, bracket: '[' | '{'): boolean {
    if (this.match(afterGroup, offset)) return true;
    const next = this.match(bracket === '{' ? nextName : nextGroup, offset)?.[1];
    if (next !== undefined) this.parts.missingCommas.push({ at: offset, to: offset, next });
    return next !== undefined;
  }

  /** Returns the offset at which text ends. Balanced brackets are part of the text if `allowsBrackets` is set. */
  findTextEnd(from: number, bracket: '[' | '{', allowsBrackets: boolean): number | undefined {
    const { text } = this;
    const expectedClosings: string[] = [];
    for (let offset = from; offset < text.length; offset++) {
      const character = text[offset] ?? '';
      if (character === '[' || character === '{') {
        if (allowsBrackets) expectedClosings.push(character === '[' ? ']' : '}');
      } else if (character === ']' || character === '}') {
        const expectedClosing = expectedClosings.pop();
        if (expectedClosing === undefined) return offset;
        if (expectedClosing !== character) return undefined;
      } else if (character === ',' && expectedClosings.length === 0 && this.isSeparator(offset, bracket))
        return offset;
    }
    return expectedClosings.length === 0 ? text.length : undefined;
  }

  /**
   * Returns whether a comma ends a value. Text in `{ }` may contain commas, so a comma ends it only before a name and a
   * colon.
   */
  isSeparator(offset: number, bracket: '[' | '{'): boolean {
    const next = this.skipSpaces(offset + 1);
    const character = this.text[next] ?? '';
    if (bracket === '[')
      return !(/\d/.test(this.text[offset - 1] ?? '') && this.match(priceDash, offset + 1));
    return this.match(flowKey, next) !== undefined || character === '' || /[\]}]/.test(character);
  }
}
