import type { Word } from './words.ts';

/** Values that the checker checks one by one. */
export type ReferenceKind =
  | 'page'
  | 'external'
  | 'block'
  | 'dialog'
  | 'icon'
  | 'picture'
  | 'video'
  | 'sound'
  | 'subtitles'
  | 'font'
  | 'embed';

/** The target of a value. Inline and block text can contain links and pictures. */
export type RefersTo =
  | ReferenceKind
  | 'folder'
  /** All addresses that begin with it, as robots read it. */
  | 'addresses'
  | 'tag'
  | 'author'
  | 'shared-block'
  | 'inline-text'
  | 'block-text';

/** A day, a day that may have a time, or a time. */
export type DateKind = 'day' | 'moment' | 'time';

/** Where an editor shows a setting: with the texts, with the look, or with what few pages need. */
export type SettingGroup = 'content' | 'look' | 'more';

/** Metadata of a field. The checker, the editor schemas and completions use it. */
export interface FieldMeta {
  description?: string;
  examples?: unknown[];
  /** What editors call the setting, if labels.ts does not know from its key. */
  label?: string;
  group?: SettingGroup;
  /** What editors call the choices, if labels.ts does not know. */
  choices?: Readonly<Record<string, string>>;
  /** What one item of the list is called, if it is not the singular of its key. */
  item?: string;
  refersTo?: RefersTo;
  /** `false` if the page is only mentioned, not linked. */
  isLink?: false;
  /** Applies the typography of the page's language to plain text. Markdown always has it. */
  isTypeset?: true;
  /** Puts the text into quotation marks of the page's language. */
  isQuotation?: true;
  /** How to index a text. A `heading` starts a section; `none` excludes a text, group, list or block. */
  search?: 'heading' | 'text' | 'none';
  /** What the text stands for, if it is a date. */
  date?: DateKind;
  /** A number with a decimal point. */
  isDecimal?: true;
  /** Minimum size of a picture in pixels. */
  minSize?: readonly [width: number, height: number];
  /** Whether this is the text of the link, or of the picture, in the same group. */
  describes?: 'link' | 'picture';
  /** The page puts a number in front of it. */
  isNumbered?: true;
  /** Rendered as a heading below that of the block. For block text: may contain such headings. */
  isInnerHeading?: true;
  /** The built-in word that is the default. */
  word?: Word;
  /** Whether the default appears only if the author writes `true`. */
  isSwitch?: true;
  /** What this setting is called elsewhere, besides the names in other-names.ts, with blanks between them. */
  otherNames?: string;
  /** The names of this setting in earlier versions, separated by spaces. They work, with a warning. */
  formerNames?: string;
  /** The values of this choice in earlier versions, with their current names. They work, with a warning. */
  formerValues?: Readonly<Record<string, string>>;
  /** Names that mean something else here, though they are those of this setting in other blocks. */
  notCalled?: string;
  /** Advice for values that authors expect of this choice, and that are said in another way. */
  otherValues?: Readonly<Record<string, string>>;
  /** Advice for unknown settings of this group. */
  otherSettings?: string;
  minimum?: number;
  maximum?: number;
}

declare module 'zod' {
  // Types the argument of `.meta()`.
  interface GlobalMeta extends FieldMeta {}
}
