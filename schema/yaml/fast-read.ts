import { curlyQuoteDiagnostic, commentInText } from './lost-text.ts';

/** Thrown where the reader of common YAML is not sure. Made once, as to make an error costs time. */
export const unsure = new Error('This is not surely common YAML.');

/** Behind the blanks from an offset on: only what YAML takes for one, as `trim` takes more. */
export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

// Longer ones are faults to YAML.
const key = /\w[\w-]{0,999}:(?=[ \n]|$)/y;

/** The offset of the colon behind a key that begins at an offset; -1 if there is none. */
export function keyEnd(text: string, from: number): number {
  key.lastIndex = from;
  return key.test(text) ? key.lastIndex - 1 : -1;
}

/** Where a text without quotation marks ends that begins at an offset, on one line. */
export function plainEnd(text: string, from: number, lineEnd: number, inBrackets: boolean): number {
  let end = from;
  for (let at = from; at < lineEnd; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x20) continue;
    if (unit === 0x3a) {
      const next = text[at + 1] ?? '\n';
      if (next === ' ' || next === '\n' || (inBrackets && ',[]{}'.includes(next))) throw unsure; // a key
    } else if (unit === 0x23 && at > end) return end; // a comment
    if (inBrackets && (unit === 0x2c || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d))
      return end;
    end = at + 1;
  }
  return end;
}

/** Refuses a text that may not be meant as it reads, by itself or with the comment behind it. */
export function expectSure(text: string, end: number, value: string): void {
  if (text[end] === ' ' && commentInText(text, end, value)) throw unsure;
  if (value.charCodeAt(0) > 0x7f && curlyQuoteDiagnostic(value, { from: 0, to: 0 })) throw unsure;
}

/** The offset of the quotation mark that ends the text which begins at another one. */
export function closingMark(text: string, from: number): number {
  const mark = text[from] ?? '';
  for (let at = text.indexOf(mark, from + 1); at !== -1; at = text.indexOf(mark, at + 1)) {
    let back = at;
    while (text[back - 1] === '\\') back--;
    if (mark === '"' ? (at - back) % 2 === 0 : text[at + 1] !== mark) return at;
    if (mark !== '"') at++; // two of them stand for one
  }
  throw unsure;
}

const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' }));

/** What stands between quotation marks, as it reads. Its further lines begin right of a column. */
export function unquoted(inside: string, mark: string, column: number): string {
  for (let at = inside.indexOf('\n'); at !== -1; at = inside.indexOf('\n', at + 1)) {
    const start = blanksEnd(inside, at + 1);
    if (inside[start] !== '\n' && start - at - 1 <= column) throw unsure;
  }
  const value = foldedAndTrimmed(inside);
  if (mark === "'") return value.replaceAll("''", "'");
  return value.replaceAll(/\\(.)/gs, (_, unit: string) => {
    const meant = escapes.get(unit);
    if (meant === undefined) throw unsure;
    return meant;
  });
}

/** Lines as one text: a line end reads as a blank, and each empty line as a line end. */
export function folded(lines: string): string {
  return lines.replaceAll(/\n+/g, (ends) => (ends.length === 1 ? ' ' : ends.slice(1)));
}

/** The same without the blanks around the lines, but for those in front of the first and behind the last. */
export function foldedAndTrimmed(lines: string): string {
  if (!lines.includes('\n')) return lines;
  return folded(lines.replaceAll(/(?<! ) *\n[ \n]*/g, (between) => between.replaceAll(' ', '')));
}

// Line ends of other systems, tabs, and what no keyboard writes.
const uncommon = /[^\n\x20-\x7E\xA0-\u2027\u202A-\uFEFE\uFF00-\uFFFF]/;
// Where a value begins they mean something else than text.
const indicators = '-?:,]}#&*!%@`|>';

/**
 * The data of a text in that part of YAML which authors write, ten times faster than by `parseTree`: only if
 * it is sure, else nothing. Such a text has no error and no diagnostic. It has passed the preflight.
 */
export function fastReadYaml(text: string): Record<string, unknown> | undefined {
  if (uncommon.test(text)) return undefined;
  try {
    const reader = new CommonReader(text);
    reader.nextLine();
    return reader.indent === 0 ? reader.mapping(0) : undefined;
  } catch (error) {
    if (error === unsure) return undefined;
    throw error;
  }
}

/** Reads forward only. A method begins at `at`; those for values on lines end at the next line's text. */
class CommonReader {
  readonly text: string;
  at = 0;
  /** Where the line of `at` ends. */
  end = -1;
  /** How far that line is indented; -1 behind the last one. */
  indent = -1;

  constructor(text: string) {
    this.text = text;
  }

  /** Goes to the text of the next line that is neither empty nor a comment. */
  nextLine(): void {
    const { text } = this;
    while (this.end < text.length) {
      const start = this.end + 1;
      this.at = blanksEnd(text, start);
      this.end = this.lineEnd(this.at);
      this.indent = this.at - start;
      if (this.at < this.end && text[this.at] !== '#') return;
    }
    this.indent = -1;
  }

  lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end === -1 ? this.text.length : end;
  }

  isAtDash(): boolean {
    return this.text[this.at] === '-' && this.text[this.at + 1] === ' ';
  }

  mapping(column: number): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    do {
      const name = this.name(data);
      data[name] = this.setting(column);
    } while (this.indent === column);
    if (this.indent > column) throw unsure;
    return data;
  }

  sequence(column: number): unknown[] {
    const items: unknown[] = [];
    do {
      const dash = this.at;
      this.at = blanksEnd(this.text, dash + 1);
      if (this.at === this.end) throw unsure;
      const isGroup = keyEnd(this.text, this.at) !== -1;
      items.push(isGroup ? this.mapping(column + this.at - dash) : this.value(column));
    } while (this.indent === column && this.isAtDash());
    return items;
  }

  /** A new key; goes behind its colon. */
  name(data: Record<string, unknown>): string {
    const colon = keyEnd(this.text, this.at);
    const name = this.text.slice(this.at, colon);
    if (colon === -1 || name === '__proto__' || Object.hasOwn(data, name)) throw unsure;
    this.at = colon + 1;
    return name;
  }

  /** What a key in a column stands for, on its line or below. */
  setting(column: number): unknown {
    const { text, at: from, end } = this;
    this.at = blanksEnd(text, from);
    if (this.at < end && text[this.at] !== '#') return this.value(column);
    expectSure(text, from, '');
    this.nextLine();
    if (this.indent >= column && this.isAtDash()) return this.sequence(this.indent);
    if (this.indent <= column) return '';
    if (keyEnd(text, this.at) !== -1) return this.mapping(this.indent);
    // A comment in between changes how YAML reads a text.
    if (this.at - this.indent !== end + 1 || '|>'.includes(text[this.at] ?? '')) throw unsure;
    return this.value(column);
  }

  /** A text, or a group or list in brackets. Its further lines begin right of a column. */
  value(column: number): unknown {
    const { text } = this;
    const mark = text[this.at] ?? '';
    if (mark === '|' || mark === '>') return this.blockText(column);
    if (!'"\'{['.includes(mark)) return this.plainText(column);
    const value = this.enclosed(column, 1);
    const from = this.at;
    this.at = blanksEnd(text, from);
    this.end = this.lineEnd(from);
    if (this.at < this.end && (text[this.at] !== '#' || this.at === from)) throw unsure;
    this.nextLine();
    return value;
  }

  plainText(column: number): string {
    const { text, at: from } = this;
    if (indicators.includes(text[from] ?? '')) throw unsure;
    let end = plainEnd(text, from, this.end, false);
    for (this.nextLine(); this.indent > column; this.nextLine()) {
      // The text goes on, unless a comment has ended it; dashes are meant for items.
      if (text.slice(end, this.at).includes('#') || text[this.at] === '-') throw unsure;
      end = plainEnd(text, this.at, this.end, false);
    }
    const value = foldedAndTrimmed(text.slice(from, end));
    expectSure(text, end, value);
    return value;
  }

  /** `|` keeps the lines, `>` folds them; `-` drops the last line end. */
  blockText(column: number): string {
    const { text } = this;
    const [, style, strip] = /^([|>])(-?)(?: +(?:#.*)?)?$/.exec(text.slice(this.at, this.end)) ?? [];
    const first = this.end + 1;
    const indent = blanksEnd(text, first) - first;
    const lines: string[] = [];
    for (let start = first; start < text.length; start = this.end + 1) {
      const at = blanksEnd(text, start);
      const end = this.lineEnd(at);
      if (at < end && at - start < indent) break;
      // YAML has rules of its own for such lines.
      if (at - start > indent && (at === end || style === '>')) throw unsure;
      lines.push(text.slice(start + indent, end));
      this.end = end;
    }
    if (style === undefined || indent <= column || !lines[0]) throw unsure;
    while (lines.at(-1) === '') lines.pop();
    this.nextLine();
    const value = lines.join('\n');
    return (style === '>' ? folded(value) : value) + (strip ? '' : '\n');
  }

  /** A text in quotation marks, or a group or list in brackets; goes behind it. */
  enclosed(column: number, depth: number): unknown {
    const { text, at: from } = this;
    const mark = text[from] ?? '';
    if (mark === '{' || mark === '[') return this.inBrackets(column, depth);
    const close = closingMark(text, from);
    this.at = close + 1;
    return unquoted(text.slice(from + 1, close), mark, column);
  }

  inBrackets(column: number, depth: number): unknown {
    const { text } = this;
    const isList = text[this.at] === '[';
    const close = isList ? ']' : '}';
    const items: unknown[] = [];
    const data: Record<string, unknown> = {};
    for (this.at++; ; this.at++) {
      this.skipBlanks(column, depth);
      if (text[this.at] === close) break;
      if (isList) items.push(this.valueInBrackets(column, depth));
      else {
        const name = this.name(data);
        this.skipBlanks(column, depth);
        data[name] = this.valueInBrackets(column, depth);
      }
      this.skipBlanks(column, depth);
      if (text[this.at] === close) break;
      if (text[this.at] !== ',') throw unsure;
    }
    this.at++;
    return isList ? items : data;
  }

  valueInBrackets(column: number, depth: number): unknown {
    const { text, at: from } = this;
    if ('"\'{['.includes(text[from] ?? '-')) return this.enclosed(column, depth + 1);
    if (indicators.includes(text[from] ?? '')) throw unsure;
    this.at = plainEnd(text, from, this.lineEnd(from), true);
    const value = text.slice(from, this.at);
    expectSure(text, this.at, value);
    return value;
  }

  /** Blanks and line ends in brackets. Lines begin right of a column; only the last bracket may be in it. */
  skipBlanks(column: number, depth: number): void {
    const { text } = this;
    for (;;) {
      this.at = blanksEnd(text, this.at);
      if (text[this.at] !== '\n') return;
      const start = this.at + 1;
      const at = blanksEnd(text, start);
      const isClosing = depth === 1 && at - start === column && (text[at] === ']' || text[at] === '}');
      if (at - start <= column && text[at] !== '\n' && !isClosing) throw unsure;
      this.at = at;
    }
  }
}
