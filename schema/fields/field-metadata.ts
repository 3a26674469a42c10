import type { Word } from './words.ts';

/** Kinds of references that the checker checks one by one. */
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

/** The kind of thing that a value refers to. Inline and block text can contain links and pictures. */
export type RefersTo =
  | ReferenceKind
  | 'folder'
  /** All URL paths with this prefix, as in `robots.txt`. */
  | 'addresses'
  | 'tag'
  | 'author'
  | 'shared-block'
  | 'inline-text'
  | 'block-text';

/** A day, a day with an optional time, or a time. */
export type DateKind = 'day' | 'moment' | 'time';

/** The group in which an editor shows a setting: texts, appearance, or settings that few pages need. */
export type SettingGroup = 'content' | 'look' | 'more';

/** Metadata of a setting, for the checker, the editors, and the JSON schemas. */
export interface FieldMeta {
  description?: string;
  examples?: unknown[];
  /** The label of the setting, if labels.ts has none for its key. */
  label?: string;
  group?: SettingGroup;
  /** The labels of the choices, if labels.ts has none. */
  choices?: Readonly<Record<string, string>>;
  /** The label of an item of the list, if it is not the singular of the key. */
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
  /** The kind of date, if the text is a date. */
  date?: DateKind;
  /** The value is a number with a decimal point. */
  isDecimal?: true;
  /** Minimum size of a picture in pixels. */
  minSize?: readonly [width: number, height: number];
  /** The text belongs to the link, or to the picture, in the same group. */
  describes?: 'link' | 'picture';
  /** The page shows a number before the text. */
  isNumbered?: true;
  /** The text is rendered as a heading below that of the block. Block text may contain such headings. */
  isInnerHeading?: true;
  /** The built-in word that is the default. */
  word?: Word;
  /** The default is only used if the author writes `true`. */
  isSwitch?: true;
  /** Names of this setting in other systems, separated by spaces. other-names.ts has names for all blocks. */
  otherNames?: string;
  /** The names of this setting in earlier versions, separated by spaces. They work, with a warning. */
  formerNames?: string;
  /** The values of this choice in earlier versions, with their current names. They work, with a warning. */
  formerValues?: Readonly<Record<string, string>>;
  /** Names from other-names.ts that mean something else in this block. */
  notCalled?: string;
  /** Advice for values that authors expect here but must express in another way. */
  otherValues?: Readonly<Record<string, string>>;
  /** Advice for unknown settings of this group. */
  otherSettings?: string;
  minimum?: number;
  maximum?: number;
}

declare module 'zod' {
  // Declares the type of the argument of `.meta()`.
  interface GlobalMeta extends FieldMeta {}
}
