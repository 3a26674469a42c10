import type { Word } from './words.ts';

/** Kinds of references whose targets the checker looks up. */
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

/** The kind of target that a value refers to. Inline and block text can contain links and pictures. */
export type RefersTo =
  | ReferenceKind
  | 'folder'
  /** All URL paths that begin with the value, as in `robots.txt`. */
  | 'addresses'
  | 'tag'
  | 'author'
  | 'shared-block'
  | 'inline-text'
  | 'block-text';

/** The kind of a date: a day, a day with an optional time (`moment`), or a time of day. */
export type DateKind = 'day' | 'moment' | 'time';

/**
 * The group in which editors show a setting: `content`, appearance (`look`), or settings that few pages need (`more`).
 */
export type SettingGroup = 'content' | 'look' | 'more';

/** Metadata of a setting for the checker, the editors and the JSON schemas. */
export interface FieldMeta {
  description?: string;
  examples?: unknown[];
  /** The label of the setting, if labels.ts has none for its key. */
  label?: string;
  group?: SettingGroup;
  /** The layouts of the block that use the setting. In other layouts, editors show the setting in the group `more`. */
  layouts?: readonly string[];
  /** The labels of the choices for which labels.ts has no label. */
  choices?: Readonly<Record<string, string>>;
  /** The label of a list item, if it is not the singular of the key. */
  item?: string;
  refersTo?: RefersTo;
  /** `false` if the value mentions a page but the built page does not link to it. */
  isLink?: false;
  /** Whether the typography of the page language is applied to plain text. In Markdown, it is always applied. */
  isTypeset?: true;
  /** Whether the text is shown in the quotation marks of the page language. */
  isQuotation?: true;
  /** How the search indexes a text: a `heading` starts a section, and `none` excludes a text, group, list or block. */
  search?: 'heading' | 'text' | 'none';
  /** The kind of date, if the value is a date. */
  date?: DateKind;
  /** Whether the value is a number that may have decimals. */
  isDecimal?: true;
  /** The minimum width and height of a picture, in pixels. */
  minSize?: readonly [width: number, height: number];
  /** What the text describes: the link or the picture in the same group. */
  describes?: 'link' | 'picture';
  /** Whether the page shows a number before the text. */
  isNumbered?: true;
  /** Whether the text is, or may contain, headings one level below the block heading. */
  isInnerHeading?: true;
  /** The built-in word that is the default value. */
  word?: Word;
  /** Whether the page shows the built-in word only if the author writes `true`. */
  isSwitch?: true;
  /** Names of this setting in other systems, separated by spaces. other-names.ts has names for all blocks. */
  otherNames?: string;
  /** Former names of this setting, separated by spaces. Authors can still use them, but get a warning. */
  formerNames?: string;
  /** Former values of this choice, each with its current value. Authors can still use them, but get a warning. */
  formerValues?: Readonly<Record<string, string>>;
  /** Names in other-names.ts that do not mean this setting in this block. */
  notCalled?: string;
  /** Advice for values that authors may try here but must express in a different way, by value. */
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
