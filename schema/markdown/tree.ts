/** What is rendered of inline text. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { emphasis: Inline[] }
  | { code: string }
  | { link: Inline[]; to: string; title?: string }
  | { lineBreak: true }
  /** The number of a footnote, counted from 1 on each page; further references to the same are `again`. */
  | { footnote: number; again?: true };

/** A piece of a line of code, and what it is in its language; most pieces are nothing special. */
export type CodeToken = readonly [code: string, kind?: CodeKind];

/** What highlighting tells apart. */
export const codeKinds = ['comment', 'string', 'number', 'keyword', 'name', 'removed', 'added'] as const;
export type CodeKind = (typeof codeKinds)[number];

export type Alignment = 'left' | 'center' | 'right';

/** The widths of a picture in a text, by the names that stand behind its address. */
export const pictureWidths = ['small', 'medium'] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** A part of a longer text. */
export type TextPart =
  | { paragraph: Inline[] }
  /** `depth` is 2 for `##`; it has an id once its page is known. */
  | { subheading: Inline[]; depth: number; id?: string }
  /** A numbered list has the number that it starts with. `loose` entries are paragraphs. */
  | { list: TextPart[][]; start?: number; loose?: true }
  | { quote: TextPart[] }
  /** `lines` are there once it is highlighted. */
  | { codeBlock: string; language?: string; lines?: readonly (readonly CodeToken[])[] }
  /** The first row is its head, whose words are its label. */
  | { table: Inline[][][]; align: (Alignment | null)[]; label: string }
  | { divider: true }
  | { picture: { src: string; alt: string }; caption?: string; width?: PictureWidth }
  /** The first has this number. */
  | { footnotes: TextPart[][]; from: number };

/** A link in a text, with the offsets of its words and of its target. */
export interface TextLink {
  words: string;
  wordsStart: number;
  wordsLength: number;
  to: string;
  toStart: number;
  toLength: number;
}

/** A picture in a text, with the offsets of its words and of its address. */
export interface TextPicture {
  src: string;
  srcStart: number;
  srcLength: number;
  alt: string;
  altStart: number;
}

/** What a page does not show of a text, or not as it was meant. */
export interface TextProblem {
  rule:
    | 'raw-html'
    | 'text-heading'
    | 'text-marks'
    | 'short-text'
    | 'text-picture'
    | 'code-language'
    | 'unseen-sign'
    | 'too-deep';
  start: number;
  length: number;
  message: string;
  label?: string;
  advice?: string;
  note?: string;
  fix?: { title: string; safety: 'safe' | 'suggested'; newText: string };
}
