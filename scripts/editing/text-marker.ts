import { type FieldPlan } from '../../schema/check/collect-fields.ts';
import type { Leaf } from '../../schema/markdown/leaves.ts';
import { toPlainText } from '../../schema/markdown/plain-text.ts';
import type { CodeToken, Inline, TextPart } from '../../schema/markdown/tree.ts';
import type { Path } from '../../schema/base/data.ts';
import type { TextOrigin, TextPlace } from '../../src/editor/marked-texts.ts';
import type { TextLocator } from './text-locator.ts';

// The parts of a mark: the delimiter around a number, the end of a text, and the code of the digit 0. They are Unicode
// noncharacters, which files must not contain.
const [markDelimiter, textEnd, zeroCode] = ['\uFDD0', '\uFDD1', 0xfdd2];

/** Finds the origin of a value in the view. Returns `undefined` if the value must not be marked. */
export type OriginFinder = (path: Path, kind: TextPlace['kind'], shown: string) => TextOrigin | undefined;

/** Marks texts with the numbers of their origins. The editor finds each text in the HTML by its mark. */
export class TextMarker {
  readonly origins: TextOrigin[] = [];
  readonly #locator: TextLocator;
  /** The origins of headings, by heading id. */
  readonly #headings = new Map<string, TextOrigin>();

  constructor(locator: TextLocator) {
    this.#locator = locator;
  }

  markText(markText: string, origin: TextOrigin): string {
    if (markText.trim() === '') return markText;
    const digits = [...(this.origins.push(origin) - 1).toString(16)];
    return `${markDelimiter}${digits.map((digit) => String.fromCharCode(zeroCode + Number.parseInt(digit, 16))).join('')}${markDelimiter}${markText}${textEnd}`;
  }

  /** Marks an item in the table of contents with the origin of the heading that it links to. */
  markContentsItem(id: string, markText: string): string {
    return this.markText(markText, this.#headings.get(id) ?? { why: 'built-in' });
  }

  markInlineText(parts: readonly Inline[], origin: TextOrigin): Inline[] {
    return parts.map((part): Inline => {
      if (typeof part === 'string') return this.markText(part, origin);
      if ('strong' in part) return { strong: this.markInlineText(part.strong, origin) };
      if ('emphasis' in part) return { emphasis: this.markInlineText(part.emphasis, origin) };
      if ('struck' in part) return { struck: this.markInlineText(part.struck, origin) };
      if ('code' in part) return { code: this.markText(part.code, origin) };
      if ('link' in part) return { ...part, link: this.markInlineText(part.link, origin) };
      return part;
    });
  }

  markBlockText(parts: readonly TextPart[], origin: TextOrigin): TextPart[] {
    const leaves = 'kind' in origin ? this.#locator.parseLeaves(origin.source) : [];
    const kinds = collectLeafKinds(parts);
    // Mark leaves only if variables and HTML do not change their number or kind. Otherwise, only the whole text can be
    // edited.
    const hasSameStructure =
      kinds.length === leaves.length && kinds.every((kind, index) => kind === leaves[index]?.kind);
    let index = 0;
    const createNextOrigin = (): TextOrigin => {
      const leaf: Leaf | undefined = hasSameStructure ? leaves[index++] : undefined;
      return leaf ? { ...origin, leaf } : origin;
    };
    const markPart = (part: TextPart): TextPart => {
      if ('paragraph' in part) return { paragraph: this.markInlineText(part.paragraph, createNextOrigin()) };
      if ('subheading' in part) {
        const leafOrigin = createNextOrigin();
        if (part.id !== undefined) this.#headings.set(part.id, leafOrigin);
        return { ...part, subheading: this.markInlineText(part.subheading, leafOrigin) };
      }
      if ('list' in part) return { ...part, list: part.list.map((item) => item.map(markPart)) };
      if ('quote' in part) return { quote: part.quote.map(markPart) };
      if ('alert' in part) {
        const parts = part.parts.map(markPart);
        return {
          ...part,
          parts,
          label: part.label && this.markText(part.label, this.#locator.locateWord(`${part.alert}Alert`)),
        };
      }
      if ('table' in part)
        return {
          ...part,
          table: part.table.map((row) =>
            row.map((cell) => (cell.length === 0 ? cell : this.markInlineText(cell, createNextOrigin()))),
          ),
        };
      if ('codeBlock' in part) {
        const leafOrigin = createNextOrigin();
        const lines = part.lines?.map((line) =>
          line.map(([code, kind]): CodeToken =>
            kind === undefined ? [this.markText(code, leafOrigin)] : [this.markText(code, leafOrigin), kind],
          ),
        );
        return { ...part, codeBlock: this.markText(part.codeBlock, leafOrigin), ...(lines && { lines }) };
      }
      if ('footnotes' in part)
        return { ...part, footnotes: part.footnotes.map((note) => note.map(markPart)) };
      if ('picture' in part)
        return {
          ...part,
          ...(part.caption !== undefined && { caption: this.markText(part.caption, origin) }),
        };
      return part;
    };
    return parts.map(markPart);
  }

  /** Returns a value with marks in all its visible texts. */
  markValue(value: unknown, plan: FieldPlan, path: Path, findOrigin: OriginFinder): unknown {
    const { refersTo, search, isTypeset, word } = plan.meta;
    if (typeof value === 'string') {
      if (refersTo !== undefined || !(isTypeset || word !== undefined || search !== undefined)) return value;
      const origin = findOrigin(path, 'plain', value);
      const isBuiltIn = !origin || ('why' in origin && origin.why === 'built-in');
      const textOrigin = isBuiltIn && word !== undefined ? this.#locator.locateWord(word) : origin;
      return textOrigin ? this.markText(value, textOrigin) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (refersTo === 'inline-text') {
      const origin = findOrigin(path, 'inline', toPlainText(value as Inline[]));
      return origin ? this.markInlineText(value as Inline[], origin) : value;
    }
    if (refersTo === 'block-text') {
      const origin = findOrigin(path, 'long', '');
      return origin ? this.markBlockText(value as TextPart[], origin) : value;
    }
    if (Array.isArray(value))
      return value.map((item: unknown, index) =>
        this.markValue(item, plan.item, [...path, index], findOrigin),
      );
    const mapping = plan.mapping(Object.keys(value));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        this.markValue(item, mapping.child(name), [...path, name], findOrigin),
      ]),
    );
  }
}

/** Returns the kind of each leaf in a long text, in order. */
function collectLeafKinds(parts: readonly TextPart[]): Leaf['kind'][] {
  return parts.flatMap((part): Leaf['kind'][] => {
    if ('paragraph' in part) return ['paragraph'];
    if ('subheading' in part) return ['heading'];
    if ('list' in part) return part.list.flatMap(collectLeafKinds);
    if ('quote' in part) return collectLeafKinds(part.quote);
    if ('alert' in part) return collectLeafKinds(part.parts);
    if ('table' in part)
      return part.table.flat().flatMap((cell) => (cell.length === 0 ? [] : ['cell' as const]));
    if ('codeBlock' in part) return ['code'];
    return 'footnotes' in part ? part.footnotes.flatMap(collectLeafKinds) : [];
  });
}
