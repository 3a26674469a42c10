import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';

/** A piece of inline text: a plain string, or a node such as a link. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { emphasis: Inline[] }
  | { struck: Inline[] }
  | { code: string }
  | { link: Inline[]; to: string; title?: string }
  | { lineBreak: true }
  /** The number of a footnote, from 1 on each page. `again` marks further references to it. */
  | { footnote: number; again?: true };

/** A token in a line of highlighted code. Most tokens have no kind. */
export type CodeToken = readonly [code: string, kind?: CodeKind];

/** The kinds of highlighted tokens. */
const codeKinds = ['comment', 'string', 'number', 'keyword', 'name', 'removed', 'added'] as const;
export type CodeKind = (typeof codeKinds)[number];

export type Alignment = 'left' | 'center' | 'right';

/** The widths that a picture in a text can have. The fragment of its URL selects the width: `/photo.jpg#small`. */
export const pictureWidths = ['small', 'medium'] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** The kinds of notices in a text, which GitHub calls alerts. */
export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** A block in a long text. */
export type TextPart =
  | { paragraph: Inline[] }
  /** `depth` is 2 for `##`. The page adds the id, and the number if the text is numbered. */
  | { subheading: Inline[]; depth: number; id?: string; number?: string }
  /**
   * Numbered lists have a `start`, and `letters` if the items have letters instead of numbers. Items of a `loose` list
   * are paragraphs.
   */
  | { list: TextPart[][]; start?: number; letters?: true; loose?: true }
  | { quote: TextPart[] }
  /** A quotation that begins with a marker such as `[!NOTE]`. The page adds the label in its language. */
  | { alert: AlertKind; parts: TextPart[]; label?: string }
  /** `lines` are added by syntax highlighting. */
  | { codeBlock: string; language?: string; lines?: readonly (readonly CodeToken[])[] }
  /** The first row is the header. Its text is also the label of the table. */
  | { table: Inline[][][]; align: (Alignment | null)[]; label: string }
  | { divider: true }
  | { picture: { src: string; alt: string }; caption?: string; width?: PictureWidth }
  /** `from` is the number of the first footnote. */
  | { footnotes: TextPart[][]; from: number };

/** A link in a text, with the positions of its words and its target. */
export interface TextLink {
  words: string;
  wordsStart: number;
  wordsLength: number;
  to: string;
  toStart: number;
  toLength: number;
}

/** A picture in a text, with the positions of its description and its URL. */
export interface TextPicture {
  src: string;
  srcStart: number;
  srcLength: number;
  alt: string;
  altStart: number;
}

/** A problem in a text: visitors would not see a part of it, or not as the author intended. */
export interface TextProblem {
  rule:
    | 'raw-html'
    | 'text-heading'
    | 'text-marks'
    | 'joined-lines'
    | 'short-text'
    | 'text-picture'
    | 'code-language'
    | 'unseen-sign'
    | 'too-deep';
  start: number;
  length: number;
  message: string;
  label?: string;
  didYouMean?: string;
  advice?: string;
  note?: string;
  /** The URL of an `<iframe>`. */
  frame?: string;
  /** A fix for the problem. The paths of its edits are empty, because all edits are in this text. */
  fix?: DiagnosticInit['fix'];
}
