import { z } from 'zod';
import { isMapping } from '../base/data.ts';
import { unread } from '../yaml/parse.ts';
import { toFlowText } from '../yaml/quoting.ts';
import { exampleOfProvider } from '../fields/embed-providers.ts';
import { isSameWord, valuesCalled } from '../fields/other-names.ts';
import { type Form, formsOf } from './schema-paths.ts';

/** Whether a value is of the right kind. Texts with a form of their own, such as addresses, must have it. */
export function fits(value: unknown, schema: z.ZodType): boolean {
  if (value === unread) return true;
  return formsOf(schema).some(({ schema: form, meta }) => {
    if (Array.isArray(value)) return form instanceof z.ZodArray;
    if (isMapping(value)) return form instanceof z.ZodObject || form instanceof z.ZodRecord;
    if (form instanceof z.ZodArray || form instanceof z.ZodObject || form instanceof z.ZodRecord)
      return false;
    // What other sites show needs their leave.
    if (meta.refersTo === 'embed') return exampleOfProvider(String(value)) !== undefined;
    // A date in another form is still one.
    if (meta.date !== undefined) return /\d/.test(String(value));
    const isFreeText = form instanceof z.ZodString && meta.refersTo === undefined;
    return (
      isFreeText ||
      form.safeParse(value).success ||
      meantValue(String(value), listChoices(form)) !== undefined
    );
  });
}

/** What only the author knows. */
const gap = '…';

/** Whether something is left to write. */
export const hasGap = (value: unknown): boolean => JSON.stringify(value ?? '').includes(`"${gap}"`);

/** Advice to write a value with gaps. */
export const adviceForGaps = (key: unknown, value: unknown): string =>
  `write \`${typeof key === 'number' ? '-' : `${String(key)}:`} ${toFlowText(value)}\`, and replace \`${gap}\` with your own words`;

/**
 * A value in the form that a schema asks for, if that is clear: a text in a group or in a list, a group in a list. What
 * a group needs besides is a gap.
 */
export function reshaped(value: unknown, schema: z.ZodType, key: unknown, isInList = false): unknown {
  if (isLong(value)) return undefined;
  for (const form of formsOf(schema)) {
    if (Array.isArray(value)) {
      const [only] = value as unknown[];
      const isGroup = form.schema instanceof z.ZodObject;
      if (isGroup && value.length === 1 && fits(only, schema)) return only;
    } else if (form.schema instanceof z.ZodArray && !isInList) {
      const entry = form.schema.element as z.ZodType; // zod's own core types
      // A list in the wrong brackets: `{ Wind, Water }`.
      const [, inBraces] = /^\{([^{}]+)\}$/.exec(String(value)) ?? [];
      if (inBraces !== undefined)
        return /["']/.test(inBraces) ? undefined : severalItems(inBraces, entry, true);
      if (typeof value === 'string' && mayBeSeveral(value, listsOfWords.has(String(key))))
        return severalItems(value, entry, listsOfWords.has(String(key)));
      const inner = fits(value, entry) ? value : reshaped(value, entry, key, true);
      if (inner !== undefined) return [inner];
    } else if (typeof value === 'string' && form.schema instanceof z.ZodObject) {
      const name = settingForText(value, form);
      // What else stands behind a name is not part of it.
      const isName = name !== 'name' || !/[,;:|/()]|\s[-–—]+\s/.test(value);
      if (name !== undefined && isName) return withGaps(name, value, form);
    }
  }
  return undefined;
}

/** Lists whose items are a word or two. */
export const listsOfWords = new Set(['tags', 'options', 'keywords', 'competencies']);

/** Whether a text on one line may name several items. */
export const mayBeSeveral = (text: string, areWords: boolean) =>
  (areWords ? /[,;/|•·]|\s(?:and|or|&|und|oder|\+)\s/ : /[,;|•·]/).test(text);

/** The items of a text, if it is certain where they end: sentences have commas too, and `bread and butter` is one. */
function severalItems(text: string, entry: z.ZodType, areWords: boolean): string[] | undefined {
  const sign = [';', '|', '•', '·', ','].find((one) => text.includes(one));
  if (sign === undefined || (sign === ',' && !areWords) || /\d,\d/.test(text)) return undefined;
  const items = text.split(sign).map((item) => item.trim());
  const isItem = areWords
    ? /^(?!(?:and|or|und|oder)\s)\S+(?:\s(?!(?:and|or|und|oder|&)\s)\S+){0,2}$/
    : /^(?!(?:and|or|und|oder)\s)[^,;|•·]{1,80}$/;
  return items.every((item) => isItem.test(item) && fits(item, entry)) ? items : undefined;
}

/** The setting of a group that a text alone can only mean: the one that is needed, the file of a picture, or the target of a link. */
function settingForText(text: string, form: Form): string | undefined {
  const shape = Object.entries((form.schema as z.ZodObject).shape) as [string, z.ZodType][]; // the caller asked
  const asked = new Set(form.schema.safeParse({}).error?.issues.map(({ path: [name] }) => name));
  const needed = shape.filter(([name]) => asked.has(name));
  const [first] = needed;
  const only = needed.length === 1 && first && fits(text, first[1]) ? first[0] : undefined;
  if (!/^(?:\/|(?:https|mailto|tel):)/.test(text)) return only;
  const isFile = needed.some(([name, schema]) => name === 'src' && fits(text, schema));
  // A link has a label, too, which the check asks for.
  const target = needed.find(
    ([name, schema]) => /^(?:to|href)$/.test(name) && schema.safeParse(text).success,
  );
  return isFile ? 'src' : (target?.[0] ?? only);
}

/** A group of one setting, with a gap for each other that it needs. */
function withGaps(name: string, text: string, { schema }: Form): Record<string, string> {
  const issues = schema.safeParse({ [name]: text }).error?.issues ?? [];
  const missing = issues.flatMap(({ path }) => (path.length === 1 ? String(path[0]) : []));
  const names = Object.keys((schema as z.ZodObject).shape); // the caller asked
  return Object.fromEntries(
    names.flatMap((one) => (one === name ? [[one, text]] : missing.includes(one) ? [[one, gap]] : [])),
  );
}

/** Only values that fit on one line are rewritten. */
function isLong(value: unknown): boolean {
  const source = JSON.stringify(value) ?? '';
  return source === '' || source.length > 200 || source.includes('\\n');
}

/** The values of a choice. */
const listChoices = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodEnum ? schema.options.map(String) : [];

/** The value that a word from elsewhere stands for, if there is only one. */
export function meantValue(word: string, values: readonly string[]): string | undefined {
  const same = values.filter((value) => isSameWord(value, word));
  const [best, other] = same.length > 0 ? same : valuesCalled(word).filter((value) => values.includes(value));
  return other === undefined ? best : undefined;
}
