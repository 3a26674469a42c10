import { z } from 'zod';
import { type Path, isMapping, valueAt } from '../base/data.ts';
import { toFlowText } from '../yaml/quoting.ts';
import { formsOf, metaAt, isOptionalAt, namesAt, schemasAt, wrappedAt } from './schema-paths.ts';
import {
  settingName,
  joinOr,
  itemCountText,
  kindAdvice,
  expectedKind,
  actualKind,
  truncate,
  lowerFirst,
  withArticle,
} from '../diagnostics/wording.ts';
import { type Diagnostic, diagnostic, type InData, closedListLabels } from '../diagnostics/diagnostic.ts';
import type { DateKind } from '../fields/field-metadata.ts';
import { hasVisibleText } from '../diagnostics/invisible.ts';
import { frameAddress } from '../markdown/problems.ts';
import { suggest } from '../diagnostics/similar-names.ts';
import { adviceForGaps, hasGap, meantValue, reshaped } from './meant-values.ts';
import { unknownSettings } from './unknown-settings.ts';
import { diagnosticOfForms } from './union-messages.ts';
import { hasPointInThousands } from './points-in-numbers.ts';
import { dateLabels } from './written-dates.ts';

/** Returns the example of a setting as advice. */
function exampleFor(path: Path, schema: z.ZodType): string | undefined {
  const example = metaAt(schema, path).examples?.[0];
  const key = path.at(-1);
  return example === undefined || key === undefined
    ? undefined
    : `for example:  ${typeof key === 'number' ? '-' : `${key}:`} ${toFlowText(example)}`;
}

/** Reports an empty value, or a value that only contains invisible characters. */
function emptyValue(path: Path, received: string, schema: z.ZodType): Diagnostic<InData> {
  const key = path.at(-1);
  const isItem = typeof key === 'number';
  const removable = isItem || isOptionalAt(schema, path);
  return diagnostic({
    path,
    part: received === '' ? 'name' : 'value',
    rule: 'empty',
    message: `${settingName(path)} is empty`,
    label:
      received !== ''
        ? 'visitors would see nothing here'
        : isItem
          ? 'there is nothing after the `-`'
          : 'there is nothing after the colon',
    note: exampleFor(path, schema),
    advice:
      `write something after the ${isItem ? '`-`' : 'colon'}` + (removable ? ', or delete the line' : ''),
    fix:
      removable && !isItem
        ? { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] }
        : undefined,
  });
}

/** The validated data. `subject` names it, as in `hero` block. Months may be in words of the `languages`. */
export interface Context {
  schema: z.ZodType;
  data: unknown;
  subject: string;
  languages: readonly string[];
}

/** A value with an issue. */
interface ValueWithIssue extends Context {
  path: Path;
  received: unknown;
  /** Its name in messages. */
  setting: string;
}

/** Converts a zod issue to diagnostics. */
export function diagnosticsOfIssue(issue: z.core.$ZodIssue, context: Context): Diagnostic<InData>[] {
  const { schema, data, subject } = context;
  const path = issue.path as Path; // no symbols in plain data
  const received = valueAt(data, path);
  const setting = path.length === 0 ? `this ${subject}` : settingName(path);
  const place: ValueWithIssue = { ...context, path, received, setting };

  // All issues of a missing setting lead to the same diagnostic.
  if (path.length > 0 && received === undefined)
    return [missingKey(place, issue.code === 'custom' ? issue.message : undefined)];
  if (typeof received === 'string' && !hasVisibleText(received) && issue.code !== 'unrecognized_keys')
    return [emptyValue(path, received, schema)];

  // The message about a missing list also applies to an empty list.
  if (issue.code === 'custom' && Array.isArray(received) && received.length === 0)
    return [emptyList(place, issue.message)];

  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownSettings(issue.keys, place);
    case 'invalid_type':
      return [wrongType(issue.expected, place)];
    case 'too_small':
    case 'too_big':
      return [
        issue.origin === 'array'
          ? wrongCount(issue, place)
          : diagnostic({
              path,
              rule: issue.code === 'too_small' ? 'too-few' : 'too-many',
              message: `${setting} ${issue.message}`,
              label: issue.code === 'too_small' ? 'this is too small' : 'this is too large',
            }),
      ];
    case 'invalid_value':
      return [wrongChoice(issue.values.map(String), place)];
    case 'invalid_union': {
      const result = diagnosticOfForms(issue, schema, data);
      if ('unknownKeys' in result) return unknownSettings(result.unknownKeys, place);
      return 'problem' in result
        ? [result.problem]
        : result.issues.flatMap((one) => diagnosticsOfIssue(one, context));
    }
    case 'invalid_key':
      return [wrongName(place)];
    default:
      return [wrongValue(issue, place)];
  }
}

/** Reports a value of the right type that breaks a rule of its setting. */
function wrongValue(issue: z.core.$ZodIssue, place: ValueWithIssue): Diagnostic<InData> {
  const { path, schema, data, received, setting, languages } = place;
  const meta = metaAt(schema, path);
  // May contain the usual form of the value (see `languageTag`).
  const params = paramsOf(issue);
  const frame = meta.refersTo === 'embed' ? frameAddress(String(received)) : undefined;
  const { advice, date = meta.date } = params;
  // Removing the unit would change the value, because the chart has another unit.
  const unit = unitAround(data, path);
  const isOtherUnit = params.unit !== undefined && unit !== undefined && unit !== params.unit;
  // In languages that write 1.234 for a thousand, `1,234` is less than two.
  const isOther = params.decimals !== undefined && hasPointInThousands(languages[0] ?? '');
  const usual = isOtherUnit || isOther ? undefined : (params.usual ?? frame);
  // Two numbers in a list may have no comma between them.
  const mayBeTwo = typeof path.at(-1) === 'number' && /\d\s+\d/.test(String(received));
  const isGuess = params.isGuess ?? (frame !== undefined || mayBeTwo);
  const isExplained =
    typeof received !== 'string' || issue.message?.includes('delete this') || usual !== undefined;
  return diagnostic({
    path,
    rule: 'wrong-value',
    message: isOtherUnit
      ? `${setting} is in \`${params.unit}\`, but \`unit\` is \`${unit}\``
      : `${setting} ${issue.message}`,
    received: typeof received === 'string' ? received : undefined,
    advice:
      advice ??
      (isOtherUnit ? `write the number in \`${unit}\`, without its unit` : undefined) ??
      (isOther
        ? `write \`${params.decimals}\`, or \`${params.usual}\` if the comma separates thousands`
        : undefined) ??
      (isExplained ? undefined : validExample(issue, place)),
    fix:
      usual === undefined
        ? undefined
        : {
            title: `write \`${usual}\``,
            safety: isGuess ? 'suggested' : 'safe',
            edits: [{ path, part: 'yaml', newText: toFlowText(usual) }],
          },
    ...(date && typeof received === 'string' && dateLabels(setting, received, date, languages)),
  });
}

/**
 * Returns an example of a valid value. For dates, it comes from the message, because the format depends on
 * the kind of field.
 */
function validExample(issue: z.core.$ZodIssue, { path, schema }: ValueWithIssue): string | undefined {
  const { date } = paramsOf(issue);
  const [, likeThis] = (date !== undefined && /like `([^`]+)`/.exec(issue.message ?? '')) || [];
  return likeThis === undefined
    ? exampleFor(path, schema)
    : `for example:  ${String(path.at(-1))}: ${likeThis}`;
}

/** Finds the `unit` of the chart around a value. */
function unitAround(data: unknown, path: Path): string | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const unit = valueAt(data, [...path.slice(0, length), 'unit']);
    if (typeof unit === 'string') return unit.trim();
  }
  return undefined;
}

/** Reports an invalid name that the author has chosen. */
function wrongName({ path, data }: ValueWithIssue): Diagnostic<InData> {
  const name = String(path.at(-1));
  const usual = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '');
  const value = valueAt(data, path);
  const written = typeof value === 'string' && value.length < 60 ? toFlowText(value) : '…';
  return diagnostic({
    path,
    part: 'name',
    rule: 'wrong-value',
    message: `the name \`${truncate(name)}\` must only contain lower-case letters, digits and hyphens, and start with a letter`,
    label: usual === '' ? 'this is not a valid name' : `write \`${usual}\``,
    received: name,
    advice: `for example:  ${usual === '' ? 'our-office' : usual}: ${written}`,
    note: 'write it in the same way wherever it is used',
  });
}

/** Returns the details of an issue from one of our refinements, such as the usual form of the value. */
const paramsOf = (
  issue: z.core.$ZodIssue,
): {
  usual?: string;
  isGuess?: true;
  decimals?: string;
  advice?: string;
  date?: DateKind;
  unit?: string;
} => (issue.code === 'custom' ? (issue.params ?? {}) : {});

function expectedText(expected: string, schema: z.ZodType, path: Path): Diagnostic<InData>['expected'] {
  if (expected !== 'string') return undefined;
  return metaAt(schema, path).refersTo === 'block-text' ? 'long-text' : 'text';
}

function wrongType(
  expected: string,
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<InData> {
  const value = wrappedAt(schema, path)
    .map((one) => [one, reshaped(received, one, path.at(-1))] as const)
    .find(([one, value]) => value !== undefined && (hasGap(value) || one.safeParse(value).success))?.[1];
  const newText = value === undefined || hasGap(value) ? undefined : toFlowText(value);
  return diagnostic({
    path,
    rule: 'wrong-type',
    message: `${setting} must be ${expectedKind(expected)}, but this is ${actualKind(received)}`,
    label: `this is ${actualKind(received)}`,
    advice: hasGap(value)
      ? adviceForGaps(path.at(-1), value)
      : (exampleFor(path, schema) ?? kindAdvice(expected, path, namesAt(schema, path))),
    expected: expectedText(expected, schema, path),
    fix:
      newText === undefined
        ? undefined
        : {
            title: `write \`${newText}\``,
            // A single word can only be the required setting. Several words may come from a broken line.
            safety:
              typeof received === 'string' && isMapping(value) && !/\s/.test(received) ? 'safe' : 'suggested',
            edits: [{ path, part: 'yaml', newText }],
          },
  });
}

function wrongCount(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<InData> {
  const count = Array.isArray(received) ? received.length : 0;
  const tooFew = issue.code === 'too_small';
  const limit = Number(tooFew ? issue.minimum : issue.maximum);
  const more = itemCountText(Math.abs(limit - count));
  const allowsText = schemasAt(schema, path).some((form) => form instanceof z.ZodString);
  const isOneText = tooFew && count === 1 && allowsText;
  const orOneText = isOneText ? ', or write a single text without `[ ]`' : '';
  return diagnostic({
    path,
    part: 'name',
    rule: tooFew ? 'too-few' : 'too-many',
    message: tooFew
      ? `${setting} needs at least ${itemCountText(limit)}`
      : `${setting} can have at most ${itemCountText(limit)}`,
    label:
      count === 0
        ? 'this list is empty'
        : tooFew
          ? `there ${count === 1 ? 'is' : 'are'} only ${count}`
          : `there are ${count}`,
    advice: `${tooFew ? 'add' : 'remove'} ${more}${orOneText}`,
    note: isOneText ? 'to show the brackets to visitors, put quotation marks around them' : undefined,
  });
}

const emptyList = ({ path, setting }: ValueWithIssue, because: string): Diagnostic<InData> =>
  diagnostic({
    path,
    part: 'name',
    rule: 'too-few',
    message: `${setting} is empty`,
    label: 'this list is empty',
    advice: 'add an item',
    note: because,
  });

function wrongChoice(
  values: readonly string[],
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<InData> {
  if (typeof received !== 'string') {
    return diagnostic({
      path,
      rule: 'wrong-type',
      message: `${setting} must be ${joinOr(values)}, but this is ${actualKind(received)}`,
      label: `this is ${actualKind(received)}`,
      advice: kindAdvice('string', path, []),
    });
  }
  if (values.join() === 'true' && isFalseWord(received) && isOptionalAt(schema, path))
    return redundantFalse(path, setting, received);
  const { otherValues = {} } = metaAt(schema, path);
  const elsewhere = Object.hasOwn(otherValues, received) ? otherValues[received] : undefined;
  const labels = closedListLabels(received, values, elsewhere ? undefined : intendedValue(received, values));
  const isCertain = values.includes('true') && toBoolean(received) !== undefined;
  return diagnostic({
    path,
    rule: 'wrong-value',
    message: `${setting} cannot be \`${truncate(received)}\``,
    label: 'this is not one of its values',
    advice: elsewhere ?? 'choose one of the values below',
    ...labels,
    fix: labels.fix && isCertain ? { ...labels.fix, safety: 'safe' } : labels.fix,
  });
}

/** Reports `false` for a setting that can only be `true`, and is off if it is missing. */
function redundantFalse(path: Path, setting: string, received: string): Diagnostic<InData> {
  return diagnostic({
    path,
    rule: 'wrong-value',
    message: `${setting} can only be \`true\`, and is off without this line`,
    label: 'this line is not needed',
    received,
    valid: ['true'],
    advice: 'delete the line',
    fix: { title: 'delete the line', safety: 'safe', edits: [{ path, part: 'line', newText: '' }] },
  });
}

const isFalseWord = (value: string) => ['false', 'no', 'off'].includes(value.trim().toLowerCase());

/** Reads a boolean as in YAML 1.1, where `yes` and `on` are `true`. */
function toBoolean(value: string): 'true' | 'false' | undefined {
  const word = value.toLowerCase();
  return ['yes', 'on'].includes(word) ? 'true' : ['no', 'off'].includes(word) ? 'false' : undefined;
}

function intendedValue(value: string, values: readonly string[]): string | undefined {
  const answer = toBoolean(value);
  if (answer !== undefined && values.includes(answer)) return answer;
  const only = values.length === 1 ? values[0] : undefined;
  // Other words for a setting that can only be `true` may mean the opposite.
  return meantValue(value, values) ?? suggest(value, values) ?? (only === 'true' ? undefined : only);
}

/** Creates an example of a list or group with its required settings. */
function exampleGroup(schema: z.ZodType): unknown {
  const [form] = formsOf(schema);
  const given = form?.meta.examples?.[0];
  if (given !== undefined || !form) return given;
  if (form.schema instanceof z.ZodEnum) return form.schema.options[0];
  if (form.schema instanceof z.ZodArray) {
    const item = exampleGroup(form.schema.element as z.ZodType); // zod declares core types
    return item === undefined ? undefined : [item];
  }
  if (!(form.schema instanceof z.ZodObject)) return undefined;
  const shape = Object.entries(form.schema.shape as Record<string, z.ZodType>); // zod declares core types
  const requiredKeys = new Set(form.schema.safeParse({}).error?.issues.map((issue) => issue.path[0]));
  const needed = shape.filter(([name]) => requiredKeys.has(name));
  const parts = needed.map(([name, one]) => [name, exampleGroup(one)] as const);
  return parts.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(parts);
}

function missingKey({ path, schema, data, subject }: ValueWithIssue, because?: string): Diagnostic<InData> {
  const key = String(path.at(-1));
  const words = metaAt(schema, path);
  const [group] = wrappedAt(schema, path).flatMap((form) => {
    const example = exampleGroup(form);
    return form.safeParse(example).success ? [example] : [];
  });
  const example = words.examples?.[0] ?? group;
  const written = example === undefined ? '…' : toFlowText(example);
  const owner = path.slice(0, -1);
  const place = owner.length === 0 ? `from this ${subject.replace(/^`[\w-]+` /, '')}` : 'here';
  const note =
    because ??
    (words.description === undefined ? undefined : `\`${key}\` is ${lowerFirst(words.description)}`);
  return diagnostic({
    path,
    part: isMapping(valueAt(data, owner)) ? 'first' : 'value',
    rule: 'missing-key',
    message: `${owner.length === 0 ? `this ${subject}` : settingName(owner)} needs ${withArticle(key)}`,
    label: `\`${key}\` is missing ${place}`,
    advice:
      // Longer examples do not fit on one line.
      example === undefined || written.length > 80
        ? `add \`${key}: …\``
        : `add a line, for example:  ${key}: ${written}`,
    note,
  });
}
