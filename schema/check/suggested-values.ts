import { z } from 'zod';
import { isMapping } from '../base/data.ts';
import { unreadableValue } from '../yaml/parse.ts';
import { formatFlowValue } from '../yaml/quoting.ts';
import { readFrameUrl } from '../markdown/problems.ts';
import { findProviderExample } from '../fields/embed-providers.ts';
import { isSameWord, findValuesByWord } from '../fields/other-names.ts';
import { type Form, getForms } from './schema-paths.ts';

/** Returns whether a value has the right kind and, for strings such as addresses, the right format. */
export function isValidKind(value: unknown, schema: z.ZodType): boolean {
  if (value === unreadableValue) return true;
  return getForms(schema).some(({ schema: form, meta }) => {
    if (Array.isArray(value)) return form instanceof z.ZodArray;
    if (isMapping(value)) return form instanceof z.ZodObject || form instanceof z.ZodRecord;
    if (form instanceof z.ZodArray || form instanceof z.ZodObject || form instanceof z.ZodRecord)
      return false;
    // The address of an embed is certain only if its provider is known.
    if (meta.refersTo === 'embed')
      return findProviderExample(readFrameUrl(String(value)) ?? String(value)) !== undefined;
    // Accept any value with digits, because dates in all formats contain digits.
    if (meta.date !== undefined) return /\d/.test(String(value));
    const isFreeText = form instanceof z.ZodString && meta.refersTo === undefined;
    return (
      isFreeText ||
      form.safeParse(value).success ||
      resolveValue(String(value), getEnumValues(form)) !== undefined
    );
  });
}

/** The placeholder for a value that only the author can provide. */
const gap = '…';

/** Returns whether a value contains gaps that the author must fill in. */
export const hasGap = (value: unknown): boolean => JSON.stringify(value ?? '').includes(`"${gap}"`);

/** Returns advice to write a value and fill in its gaps. */
export const createGapAdvice = (key: unknown, value: unknown): string =>
  `write \`${typeof key === 'number' ? '-' : `${String(key)}:`} ${formatFlowValue(value)}\`, and replace \`${gap}\` with your own words`;

/**
 * Converts a value to the form that a schema expects, if the conversion is unambiguous: text to a group or list, or a
 * group to a list. Missing required settings of a group become gaps.
 */
export function reshapeValue(value: unknown, schema: z.ZodType, key: unknown, isInList = false): unknown {
  if (isTooLong(value)) return undefined;
  for (const form of getForms(schema)) {
    if (Array.isArray(value)) {
      const [onlyItem] = value as unknown[];
      const isGroup = form.schema instanceof z.ZodObject;
      if (isGroup && value.length === 1 && isValidKind(onlyItem, schema)) return onlyItem;
    } else if (form.schema instanceof z.ZodArray && !isInList) {
      const itemSchema = form.schema.element as z.ZodType; // zod declares core types
      // Matches a list in the wrong brackets, such as `{ Wind, Water }`.
      const [, bracedText] = /^\{([^{}]+)\}$/.exec(String(value)) ?? [];
      if (bracedText !== undefined)
        return /["']/.test(bracedText) ? undefined : splitItems(bracedText, itemSchema, true);
      if (typeof value === 'string' && canBeItems(value, wordLists.has(String(key))))
        return splitItems(value, itemSchema, wordLists.has(String(key)));
      const item = isValidKind(value, itemSchema) ? value : reshapeValue(value, itemSchema, key, true);
      if (item !== undefined) return [item];
    } else if (typeof value === 'string' && form.schema instanceof z.ZodObject) {
      const name = findTextSetting(value, form);
      // Text with separators, such as commas, contains more than a name.
      const isName = name !== 'name' || !/[,;:|/()]|\s[-–—]+\s/.test(value);
      if (name !== undefined && isName) return createGroupWithGaps(name, value, form);
    }
  }
  return undefined;
}

/** Names of list settings whose items are only a few words long. */
export const wordLists = new Set(['tags', 'options', 'keywords', 'competencies']);

/** Returns whether a single line of text may contain several list items. */
export const canBeItems = (text: string, hasShortItems: boolean) =>
  (hasShortItems ? /[,;/|•·]|\s(?:and|or|&|und|oder|\+)\s/ : /[,;|•·]/).test(text);

/**
 * Splits text into list items. Returns `undefined` if the separators are uncertain: sentences may contain commas, and
 * `bread and butter` may be a single item.
 */
function splitItems(text: string, itemSchema: z.ZodType, hasShortItems: boolean): string[] | undefined {
  const separator = [';', '|', '•', '·', ','].find((candidate) => text.includes(candidate));
  if (separator === undefined || (separator === ',' && !hasShortItems) || /\d,\d/.test(text))
    return undefined;
  const items = text.split(separator).map((item) => item.trim());
  const isItem = hasShortItems
    ? /^(?!(?:and|or|und|oder)\s)\S+(?:\s(?!(?:and|or|und|oder|&)\s)\S+){0,2}$/
    : /^(?!(?:and|or|und|oder)\s)[^,;|•·]{1,80}$/;
  return items.every((item) => isItem.test(item) && isValidKind(item, itemSchema)) ? items : undefined;
}

/**
 * Finds the setting of a group that plain text is meant for: the only required setting, the file of a picture, or the
 * target of a link.
 */
function findTextSetting(text: string, form: Form): string | undefined {
  const shape = Object.entries((form.schema as z.ZodObject).shape) as [string, z.ZodType][]; // checked by the caller
  const requiredNames = new Set(form.schema.safeParse({}).error?.issues.map(({ path: [name] }) => name));
  const requiredSettings = shape.filter(([name]) => requiredNames.has(name));
  const [first] = requiredSettings;
  const onlySetting =
    requiredSettings.length === 1 && first && isValidKind(text, first[1]) ? first[0] : undefined;
  if (!/^(?:\/|(?:https|mailto|tel):)/.test(text)) return onlySetting;
  const isFile = requiredSettings.some(([name, schema]) => name === 'src' && isValidKind(text, schema));
  // A link also needs a label, which becomes a gap.
  const target = requiredSettings.find(
    ([name, schema]) => /^(?:to|href)$/.test(name) && schema.safeParse(text).success,
  );
  return isFile ? 'src' : (target?.[0] ?? onlySetting);
}

/** Creates a group with one setting, and gaps for the other required settings. */
function createGroupWithGaps(name: string, text: string, { schema }: Form): Record<string, string> {
  const issues = schema.safeParse({ [name]: text }).error?.issues ?? [];
  const missing = issues.flatMap(({ path }) => (path.length === 1 ? String(path[0]) : []));
  const names = Object.keys((schema as z.ZodObject).shape); // checked by the caller
  return Object.fromEntries(
    names.flatMap((setting) =>
      setting === name ? [[setting, text]] : missing.includes(setting) ? [[setting, gap]] : [],
    ),
  );
}

/** Returns whether a value is too long for one line, so that no rewritten value is suggested. */
function isTooLong(value: unknown): boolean {
  const source = JSON.stringify(value) ?? '';
  return source === '' || source.length > 200 || source.includes('\\n');
}

/** Returns the values of a choice, or an empty list for other schemas. */
const getEnumValues = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodEnum ? schema.options.map(String) : [];

/** Finds the value that corresponds to a word from another system. Returns `undefined` if it is ambiguous. */
export function resolveValue(word: string, values: readonly string[]): string | undefined {
  const sameWordValues = values.filter((value) => isSameWord(value, word));
  const [best, secondBest] =
    sameWordValues.length > 0
      ? sameWordValues
      : findValuesByWord(word).filter((value) => values.includes(value));
  return secondBest === undefined ? best : undefined;
}
