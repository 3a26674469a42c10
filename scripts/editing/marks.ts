import { type FieldPlan } from '../../schema/check/collect-fields.ts';
import type { Leaf } from '../../schema/markdown/leaves.ts';
import { plainText } from '../../schema/markdown/plain-text.ts';
import type { CodeToken, Inline, TextPart } from '../../schema/markdown/tree.ts';
import type { Path } from '../../schema/base/data.ts';
import type { TextOrigin, TextPlace } from '../../src/editor/marked-texts.ts';
import type { TextPlaces } from './text-places.ts';

// Unicode noncharacters, which files must not contain. They delimit numbers, end texts, and encode the digit 0.
const [start, end, zero] = ['\uFDD0', '\uFDD1', 0xfdd2];

/** Returns the origin of a value of the view. */
export type Place = (path: Path, kind: TextPlace['kind'], shown: string) => TextOrigin | undefined;

/** Marks texts with the numbers of their origins. The editor finds each text in the HTML by its mark. */
export class Marks {
  readonly origins: TextOrigin[] = [];
  readonly #places: TextPlaces;
  /** The origins of headings, by their id. */
  readonly #headings = new Map<string, TextOrigin>();

  constructor(places: TextPlaces) {
    this.#places = places;
  }

  text(text: string, origin: TextOrigin): string {
    if (text.trim() === '') return text;
    const digits = [...(this.origins.push(origin) - 1).toString(16)];
    return `${start}${digits.map((digit) => String.fromCharCode(zero + Number.parseInt(digit, 16))).join('')}${start}${text}${end}`;
  }

  /** Marks an item of the table of contents with the origin of its heading. */
  asHeading(id: string, text: string): string {
    return this.text(text, this.#headings.get(id) ?? { why: 'built-in' });
  }

  inline(parts: readonly Inline[], origin: TextOrigin): Inline[] {
    return parts.map((part): Inline => {
      if (typeof part === 'string') return this.text(part, origin);
      if ('strong' in part) return { strong: this.inline(part.strong, origin) };
      if ('emphasis' in part) return { emphasis: this.inline(part.emphasis, origin) };
      if ('struck' in part) return { struck: this.inline(part.struck, origin) };
      if ('code' in part) return { code: this.text(part.code, origin) };
      if ('link' in part) return { ...part, link: this.inline(part.link, origin) };
      return part;
    });
  }

  long(parts: readonly TextPart[], origin: TextOrigin): TextPart[] {
    const leaves = 'kind' in origin ? this.#places.leaves(origin.source) : [];
    const kinds = kindsOf(parts);
    // If variables or HTML change the structure, only the whole text can be edited.
    const isSame = kinds.length === leaves.length && kinds.every((kind, at) => kind === leaves[at]?.kind);
    let at = 0;
    const next = (): TextOrigin => {
      const leaf: Leaf | undefined = isSame ? leaves[at++] : undefined;
      return leaf ? { ...origin, leaf } : origin;
    };
    const mark = (part: TextPart): TextPart => {
      if ('paragraph' in part) return { paragraph: this.inline(part.paragraph, next()) };
      if ('subheading' in part) {
        const own = next();
        if (part.id !== undefined) this.#headings.set(part.id, own);
        return { ...part, subheading: this.inline(part.subheading, own) };
      }
      if ('list' in part) return { ...part, list: part.list.map((entry) => entry.map(mark)) };
      if ('quote' in part) return { quote: part.quote.map(mark) };
      if ('alert' in part) {
        const parts = part.parts.map(mark);
        return {
          ...part,
          parts,
          label: part.label && this.text(part.label, this.#places.wordOf(`${part.alert}Alert`)),
        };
      }
      if ('table' in part)
        return {
          ...part,
          table: part.table.map((row) =>
            row.map((cell) => (cell.length === 0 ? cell : this.inline(cell, next()))),
          ),
        };
      if ('codeBlock' in part) {
        const own = next();
        const lines = part.lines?.map((line) =>
          line.map(([code, kind]): CodeToken =>
            kind === undefined ? [this.text(code, own)] : [this.text(code, own), kind],
          ),
        );
        return { ...part, codeBlock: this.text(part.codeBlock, own), ...(lines && { lines }) };
      }
      if ('footnotes' in part) return { ...part, footnotes: part.footnotes.map((note) => note.map(mark)) };
      if ('picture' in part)
        return { ...part, ...(part.caption !== undefined && { caption: this.text(part.caption, origin) }) };
      return part;
    };
    return parts.map(mark);
  }

  /** Marks the visible texts in a value. */
  inside(value: unknown, plan: FieldPlan, path: Path, place: Place): unknown {
    const { refersTo, search, isTypeset, word } = plan.meta;
    if (typeof value === 'string') {
      if (refersTo !== undefined || !(isTypeset || word !== undefined || search !== undefined)) return value;
      const origin = place(path, 'plain', value);
      const isBuiltIn = !origin || ('why' in origin && origin.why === 'built-in');
      const ofWord = isBuiltIn && word !== undefined ? this.#places.wordOf(word) : origin;
      return ofWord ? this.text(value, ofWord) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (refersTo === 'inline-text') {
      const origin = place(path, 'inline', plainText(value as Inline[]));
      return origin ? this.inline(value as Inline[], origin) : value;
    }
    if (refersTo === 'block-text') {
      const origin = place(path, 'long', '');
      return origin ? this.long(value as TextPart[], origin) : value;
    }
    if (Array.isArray(value))
      return value.map((one: unknown, at) => this.inside(one, plan.entry, [...path, at], place));
    const mapping = plan.mapping(Object.keys(value));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        this.inside(one, mapping.child(name), [...path, name], place),
      ]),
    );
  }
}

/** Returns the kinds of the leaves of a long text, in order. */
function kindsOf(parts: readonly TextPart[]): Leaf['kind'][] {
  return parts.flatMap((part): Leaf['kind'][] => {
    if ('paragraph' in part) return ['paragraph'];
    if ('subheading' in part) return ['heading'];
    if ('list' in part) return part.list.flatMap(kindsOf);
    if ('quote' in part) return kindsOf(part.quote);
    if ('alert' in part) return kindsOf(part.parts);
    if ('table' in part)
      return part.table.flat().flatMap((cell) => (cell.length === 0 ? [] : ['cell' as const]));
    if ('codeBlock' in part) return ['code'];
    return 'footnotes' in part ? part.footnotes.flatMap(kindsOf) : [];
  });
}
