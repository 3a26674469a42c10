import type { Word } from './words.ts';

/** Values that are checked one by one, wherever they are. */
export type ReferenceKind =
  | 'page'
  | 'external'
  | 'block'
  | 'dialog'
  | 'icon'
  | 'picture'
  | 'video'
  | 'subtitles'
  | 'font'
  | 'embed';

/** The target of a value. Inline and block text can contain links and pictures. */
export type RefersTo =
  | ReferenceKind
  | 'folder'
  | 'tag'
  | 'author'
  | 'shared-block'
  | 'inline-text'
  | 'block-text';

/** What a field says about itself; checker, editor schema and completions follow from it. */
export interface FieldMeta {
  description?: string;
  examples?: unknown[];
  refersTo?: RefersTo;
  /** `false` where a page is only named: nobody gets there from here. */
  isLink?: false;
  /** Whether plain text is set with the typography of the page's language. Texts with Markdown always are. */
  isTypeset?: true;
  /** Whether it is shown in the quotation marks of the page's language. */
  isQuotation?: true;
  /**
   * How the search treats a text: it finds `text`, and a `heading` begins a part of its own. Of a group,
   * list or block, `none` leaves out all that is in it.
   */
  search?: 'heading' | 'text' | 'none';
  /** Of a picture: how wide and high its file is at least. */
  minSize?: readonly [width: number, height: number];
  /** The words of the link in the same group, or of the picture. */
  describes?: 'link' | 'picture';
  /**
   * Whether it is rendered as a heading below that of its block, or, of block text, may hold such headings.
   */
  isInnerHeading?: true;
  /** The built-in word that stands here where the author writes none. */
  word?: Word;
  /** Whether there is such a word only where the author asks for it. */
  isSwitch?: true;
  /** Of a group: what to do about a setting that it does not have. */
  otherSettings?: string;
  minimum?: number;
  maximum?: number;
}

declare module 'zod' {
  // The compiler holds every `.meta()` against this.
  interface GlobalMeta extends FieldMeta {}
}
