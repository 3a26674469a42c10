import type { RefersTo, SettingGroup } from '../../schema/fields/field-metadata.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import type { Path } from '../../schema/base/data.ts';

/** Kinds of references whose possible values can be listed. */
export type ListableKind = Exclude<
  RefersTo,
  'addresses' | 'external' | 'embed' | 'inline-text' | 'block-text'
>;

export interface Choice {
  value: string;
  label: string;
}

/** A value that a setting can refer to. */
export interface ListedValue extends Choice {
  /** The SVG elements of an icon. */
  drawing?: string;
}

/** The control for editing a value. */
export type Widget =
  /**
   * If `hasFormat` is true, the text must have a certain format, so it is not written until the author leaves the
   * field.
   */
  | { kind: 'text'; lists?: ListableKind; hasFormat?: true }
  | { kind: 'words' }
  | { kind: 'long' }
  | { kind: 'color' }
  | { kind: 'date'; date: 'day' | 'time' }
  | { kind: 'number'; minimum: number; maximum: number }
  /** A checkbox. If it is checked, the setting is `true`, otherwise the setting is missing. */
  | { kind: 'mark' }
  /** A checkbox like `mark`, with a field for custom text that replaces the built-in text. */
  | { kind: 'switch' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'group'; settings: readonly Setting[] }
  | { kind: 'list'; item: string; entry: Widget; naming: readonly string[]; minimum: number; maximum: number }
  /** A record: values with names that the author chooses. */
  | { kind: 'record'; item: string; entry: Widget }
  | { kind: 'forms'; forms: readonly { name: string; widget: Widget }[] }
  /** A value that can only be edited in the file. */
  | { kind: 'file' };

export type WidgetByKind<Kind extends Widget['kind']> = Extract<Widget, { kind: Kind }>;

export interface Setting {
  name: string;
  label: string;
  help: string;
  group: SettingGroup;
  /** The layouts that use the setting. Undefined if all do. */
  layouts?: readonly string[];
  isRequired: boolean;
  /** The value that applies if the setting is missing. */
  default?: string;
  example?: string;
  widget: Widget;
}

/** A diagnostic, with the path of the setting that shows it. */
export interface SettingDiagnostic {
  path: Path;
  message: string;
  line: number;
  /** The corrected text, if there is only one possible correction. */
  fix?: { title: string; text: string };
}

/** The result of checking a change before it is written. */
export interface CheckedChange {
  /**
   * Diagnostics in the checked place, with paths relative to that place. `isNew` is true if the change causes the
   * diagnostic.
   */
  faults: readonly (SettingDiagnostic & { isNew: boolean })[];
  /** Diagnostics that the change causes in other places and files. */
  elsewhere: readonly { file: string; line: number; message: string }[];
}

/** The settings of a block, a page or the site. Paths are relative to the place that the panel shows. */
export interface PlaceSettings {
  /** The path in the pages folder. */
  file: string;
  path: Path;
  /** The content of the file. Operations use it as their base. */
  base: string;
  data: Value;
  label: string;
  /** The number of pages that use this block, if it is shared. */
  users?: number;
  settings: readonly Setting[];
  faults: readonly SettingDiagnostic[];
  /** The line of each setting in the file, by the setting's name. */
  lines: Readonly<Record<string, number>>;
  /** The path of the file on this computer. */
  location: string;
}

const isGroup = (value: Value | undefined): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && !Array.isArray(value);

/** Scores how well a value fits a widget. Known settings add to the score; unknown and missing ones reduce it. */
function scoreFit(widget: Widget, value: Value): number {
  if (widget.kind === 'group') {
    if (!isGroup(value)) return -100;
    const names = Object.keys(value);
    const known = names.filter((name) => widget.settings.some((one) => one.name === name)).length;
    const missing = widget.settings.filter(({ name, isRequired }) => isRequired && !names.includes(name));
    return 2 * known - names.length - missing.length;
  }
  if (widget.kind === 'list') return Array.isArray(value) ? 1 : -100;
  if (widget.kind === 'record') return isGroup(value) ? 1 : -100;
  if (widget.kind === 'choice') return widget.choices.some((choice) => choice.value === value) ? 2 : -100;
  return typeof value === 'string' ? 1 : -100;
}

/** Returns the index of the form that fits a value best. */
export function findBestForm({ forms }: WidgetByKind<'forms'>, value: Value): number {
  const scores = forms.map(({ widget }) => scoreFit(widget, value));
  return scores.indexOf(Math.max(...scores));
}

/** Returns whether a value has all required settings. Only complete values are written. */
export function isComplete(widget: Widget, value: Value | undefined): boolean {
  if (value === undefined || value === '') return false;
  if (widget.kind === 'forms') {
    const form = widget.forms[findBestForm(widget, value)];
    return form !== undefined && isComplete(form.widget, value);
  }
  if (widget.kind === 'list') return Array.isArray(value) && value.length >= Math.max(1, widget.minimum);
  if (widget.kind !== 'group' && widget.kind !== 'record') return typeof value === 'string';
  if (!isGroup(value) || Object.keys(value).length === 0) return false;
  if (widget.kind === 'record') return Object.values(value).every((one) => isComplete(widget.entry, one));
  return widget.settings.every(({ name, isRequired, widget: inner }) =>
    Object.hasOwn(value, name) ? isComplete(inner, value[name]) : !isRequired,
  );
}
