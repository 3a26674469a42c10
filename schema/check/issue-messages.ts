import { z } from 'zod';
import { type Path, isMapping, getValueAt } from '../base/data.ts';
import { formatFlowValue } from '../yaml/quoting.ts';
import {
  getForms,
  getMetaAt,
  isOptionalAt,
  getNamesAt,
  getSchemasAt,
  getWrappedSchemasAt,
} from './schema-paths.ts';
import {
  formatSettingName,
  joinNames,
  formatItemCount,
  formatKindAdvice,
  describeExpectedKind,
  describeKind,
  truncate,
  toClause,
  addArticle,
} from '../diagnostics/wording.ts';
import {
  type Diagnostic,
  createDiagnostic,
  type DataLocation,
  createChoiceLabels,
} from '../diagnostics/diagnostic.ts';
import type { DateKind } from '../fields/field-metadata.ts';
import { hasVisibleText } from '../diagnostics/invisible.ts';
import { readFrameUrl } from '../markdown/problems.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import { createGapAdvice, hasGap, resolveValue, reshapeValue } from './suggested-values.ts';
import { checkUnknownSettings } from './unknown-settings.ts';
import { resolveUnionIssue } from './union-messages.ts';
import { hasPointInThousands } from './ambiguous-numbers.ts';
import { describeDate } from './parse-date.ts';

/** Returns advice with the example from the setting's schema. */
function createExampleAdvice(path: Path, schema: z.ZodType): string | undefined {
  const example = getMetaAt(schema, path).examples?.[0];
  const key = path.at(-1);
  return example === undefined || key === undefined
    ? undefined
    : `for example:  ${typeof key === 'number' ? '-' : `${key}:`} ${formatFlowValue(example)}`;
}

/** Reports a value that is empty or contains only invisible characters. */
function createEmptyValueDiagnostic(
  path: Path,
  received: string,
  schema: z.ZodType,
): Diagnostic<DataLocation> {
  const key = path.at(-1);
  const isItem = typeof key === 'number';
  const isRemovable = isItem || isOptionalAt(schema, path);
  return createDiagnostic({
    path,
    part: received === '' ? 'name' : 'value',
    rule: 'empty',
    message: `${formatSettingName(path)} is empty`,
    label:
      received !== ''
        ? 'visitors would see nothing here'
        : isItem
          ? 'there is nothing after the `-`'
          : 'there is nothing after the colon',
    note: createExampleAdvice(path, schema),
    advice:
      `write something after the ${isItem ? '`-`' : 'colon'}` + (isRemovable ? ', or delete the line' : ''),
    fix:
      isRemovable && !isItem
        ? { title: 'delete the line', safety: 'suggested', edits: [{ path, part: 'line', newText: '' }] }
        : undefined,
  });
}

/**
 * Data to validate. `subject` is the name of the data in messages, such as `hero` block. Dates may contain words in any
 * of the `languages`.
 */
export interface ValidationContext {
  schema: z.ZodType;
  data: unknown;
  subject: string;
  languages: readonly string[];
}

/** A value for which zod reports an issue. */
interface ValueWithIssue extends ValidationContext {
  path: Path;
  received: unknown;
  /** The name of the setting in messages. */
  setting: string;
}

/** Converts a zod issue to diagnostics. */
export function toIssueDiagnostics(
  issue: z.core.$ZodIssue,
  context: ValidationContext,
): Diagnostic<DataLocation>[] {
  const { schema, data, subject } = context;
  const path = issue.path as Path; // no symbols in plain data
  const received = getValueAt(data, path);
  const setting = path.length === 0 ? `this ${subject}` : formatSettingName(path);
  const valueWithIssue: ValueWithIssue = { ...context, path, received, setting };

  // All issues about a missing setting become the same diagnostic.
  if (path.length > 0 && received === undefined)
    return [createMissingKeyDiagnostic(valueWithIssue, issue.code === 'custom' ? issue.message : undefined)];
  if (typeof received === 'string' && !hasVisibleText(received) && issue.code !== 'unrecognized_keys')
    return [createEmptyValueDiagnostic(path, received, schema)];

  // An empty list is reported with the message for a missing list.
  if (issue.code === 'custom' && Array.isArray(received) && received.length === 0)
    return [createEmptyListDiagnostic(valueWithIssue, issue.message)];

  switch (issue.code) {
    case 'unrecognized_keys':
      return checkUnknownSettings(issue.keys, valueWithIssue);
    case 'invalid_type':
      return [createWrongTypeDiagnostic(issue.expected, valueWithIssue)];
    case 'too_small':
    case 'too_big':
      return [
        issue.origin === 'array'
          ? createWrongCountDiagnostic(issue, valueWithIssue)
          : createDiagnostic({
              path,
              rule: issue.code === 'too_small' ? 'too-few' : 'too-many',
              message: `${setting} ${issue.message}`,
              label: issue.code === 'too_small' ? 'this is too small' : 'this is too large',
            }),
      ];
    case 'invalid_value':
      return [createWrongChoiceDiagnostic(issue.values.map(String), valueWithIssue)];
    case 'invalid_union': {
      const result = resolveUnionIssue(issue, schema, data);
      if ('unknownKeys' in result) return checkUnknownSettings(result.unknownKeys, valueWithIssue);
      return 'problem' in result
        ? [result.problem]
        : result.issues.flatMap((innerIssue) => toIssueDiagnostics(innerIssue, context));
    }
    case 'invalid_key':
      return [createWrongNameDiagnostic(valueWithIssue)];
    default:
      return [createWrongValueDiagnostic(issue, valueWithIssue)];
  }
}

/** Reports a value that has the right type but fails a check of its setting. */
function createWrongValueDiagnostic(
  issue: z.core.$ZodIssue,
  valueWithIssue: ValueWithIssue,
): Diagnostic<DataLocation> {
  const { path, schema, data, received, setting, languages } = valueWithIssue;
  const meta = getMetaAt(schema, path);
  // Refinements such as `languageTag` add details, such as the usual form of the value.
  const params = getIssueParams(issue);
  const frame = meta.refersTo === 'embed' ? readFrameUrl(String(received)) : undefined;
  const { advice, date = meta.date } = params;
  // If the chart has a different unit, removing the unit from the value would change its meaning, so there is no fix.
  const unit = findUnit(data, path);
  const isOtherUnit = params.unit !== undefined && unit !== undefined && unit !== params.unit;
  // In languages that separate thousands with a point, `1,234` is a decimal number.
  const isAmbiguousComma = params.decimals !== undefined && hasPointInThousands(languages[0] ?? '');
  const usualForm = isOtherUnit || isAmbiguousComma ? undefined : (params.usual ?? frame);
  // A list item with two numbers may lack a comma between them.
  const hasMissingComma = typeof path.at(-1) === 'number' && /\d\s+\d/.test(String(received));
  const isGuess = params.isGuess ?? (frame !== undefined || hasMissingComma);
  const isExplained =
    typeof received !== 'string' || issue.message?.includes('delete this') || usualForm !== undefined;
  return createDiagnostic({
    path,
    rule: 'wrong-value',
    message: isOtherUnit
      ? `${setting} is in \`${params.unit}\`, but \`unit\` is \`${unit}\``
      : `${setting} ${issue.message}`,
    received: typeof received === 'string' ? received : undefined,
    advice:
      advice ??
      (isOtherUnit ? `write the number in \`${unit}\`, without its unit` : undefined) ??
      (isAmbiguousComma
        ? `write \`${params.decimals}\`, or \`${params.usual}\` if the comma separates thousands`
        : undefined) ??
      (isExplained ? undefined : validExample(issue, valueWithIssue)),
    fix:
      usualForm === undefined
        ? undefined
        : {
            title: `write \`${usualForm}\``,
            safety: isGuess ? 'suggested' : 'safe',
            edits: [{ path, part: 'yaml', newText: formatFlowValue(usualForm) }],
          },
    ...(date && typeof received === 'string' && describeDate(setting, received, date, languages)),
  });
}

/**
 * Returns advice with an example of a valid value. For dates, the example comes from the issue message, because
 * the format depends on the kind of field.
 */
function validExample(issue: z.core.$ZodIssue, { path, schema }: ValueWithIssue): string | undefined {
  const { date } = getIssueParams(issue);
  const [, exampleText] = (date !== undefined && /like `([^`]+)`/.exec(issue.message ?? '')) || [];
  return exampleText === undefined
    ? createExampleAdvice(path, schema)
    : `for example:  ${String(path.at(-1))}: ${exampleText}`;
}

/** Returns the `unit` of the chart that contains a value, or `undefined` if there is none. */
function findUnit(data: unknown, path: Path): string | undefined {
  for (let length = path.length - 1; length >= 0; length--) {
    const unit = getValueAt(data, [...path.slice(0, length), 'unit']);
    if (typeof unit === 'string') return unit.trim();
  }
  return undefined;
}

/** Reports an invalid name that the author chose, such as the name of a variable. */
function createWrongNameDiagnostic({ path, data }: ValueWithIssue): Diagnostic<DataLocation> {
  const name = String(path.at(-1));
  const usualForm = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^[-\d]+|-+$/g, '');
  const value = getValueAt(data, path);
  const valueText = typeof value === 'string' && value.length < 60 ? formatFlowValue(value) : '…';
  return createDiagnostic({
    path,
    part: 'name',
    rule: 'wrong-value',
    message: `the name \`${truncate(name)}\` must only contain lower-case letters, digits and hyphens, and start with a letter`,
    label: usualForm === '' ? 'this is not a valid name' : `write \`${usualForm}\``,
    received: name,
    advice: `for example:  ${usualForm === '' ? 'our-office' : usualForm}: ${valueText}`,
    note: 'use the same spelling wherever you refer to this name',
  });
}

/** Returns the details that a refinement in this engine added to an issue, such as the usual form of the value. */
const getIssueParams = (
  issue: z.core.$ZodIssue,
): {
  usual?: string;
  isGuess?: true;
  decimals?: string;
  advice?: string;
  date?: DateKind;
  unit?: string;
} => (issue.code === 'custom' ? (issue.params ?? {}) : {});

function expectedText(expected: string, schema: z.ZodType, path: Path): Diagnostic<DataLocation>['expected'] {
  if (expected !== 'string') return undefined;
  return getMetaAt(schema, path).refersTo === 'block-text' ? 'long-text' : 'text';
}

function createWrongTypeDiagnostic(
  expected: string,
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<DataLocation> {
  const value = getWrappedSchemasAt(schema, path)
    .map((formSchema) => [formSchema, reshapeValue(received, formSchema, path.at(-1))] as const)
    .find(
      ([formSchema, value]) => value !== undefined && (hasGap(value) || formSchema.safeParse(value).success),
    )?.[1];
  const newText = value === undefined || hasGap(value) ? undefined : formatFlowValue(value);
  return createDiagnostic({
    path,
    rule: 'wrong-type',
    message: `${setting} must be ${describeExpectedKind(expected)}, but this is ${describeKind(received)}`,
    label: `this is ${describeKind(received)}`,
    advice: hasGap(value)
      ? createGapAdvice(path.at(-1), value)
      : (createExampleAdvice(path, schema) ?? formatKindAdvice(expected, path, getNamesAt(schema, path))),
    expected: expectedText(expected, schema, path),
    fix:
      newText === undefined
        ? undefined
        : {
            title: `write \`${newText}\``,
            // A single word can only be the value of the required setting. Several words may be part of a broken line.
            safety:
              typeof received === 'string' && isMapping(value) && !/\s/.test(received) ? 'safe' : 'suggested',
            edits: [{ path, part: 'yaml', newText }],
          },
  });
}

function createWrongCountDiagnostic(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<DataLocation> {
  const count = Array.isArray(received) ? received.length : 0;
  const isTooFew = issue.code === 'too_small';
  const limit = Number(isTooFew ? issue.minimum : issue.maximum);
  const missingItems = formatItemCount(Math.abs(limit - count));
  const canBeText = getSchemasAt(schema, path).some((form) => form instanceof z.ZodString);
  const isOneText = isTooFew && count === 1 && canBeText;
  const singleTextHint = isOneText ? ', or write the text without `[ ]`' : '';
  return createDiagnostic({
    path,
    part: 'name',
    rule: isTooFew ? 'too-few' : 'too-many',
    message: isTooFew
      ? `${setting} needs at least ${formatItemCount(limit)}`
      : `${setting} can have at most ${formatItemCount(limit)}`,
    label:
      count === 0
        ? 'this list is empty'
        : isTooFew
          ? `there ${count === 1 ? 'is' : 'are'} only ${count}`
          : `there are ${count}`,
    advice: `${isTooFew ? 'add' : 'remove'} ${missingItems}${singleTextHint}`,
    note: isOneText ? 'to show the brackets to visitors, put quotation marks around them' : undefined,
  });
}

const createEmptyListDiagnostic = (
  { path, setting }: ValueWithIssue,
  reason: string,
): Diagnostic<DataLocation> =>
  createDiagnostic({
    path,
    part: 'name',
    rule: 'too-few',
    message: `${setting} is empty`,
    label: 'this list is empty',
    advice: 'add an item',
    note: reason,
  });

function createWrongChoiceDiagnostic(
  values: readonly string[],
  { path, setting, received, schema }: ValueWithIssue,
): Diagnostic<DataLocation> {
  if (typeof received !== 'string') {
    return createDiagnostic({
      path,
      rule: 'wrong-type',
      message: `${setting} must be ${joinNames(values)}, but this is ${describeKind(received)}`,
      label: `this is ${describeKind(received)}`,
      advice: formatKindAdvice('string', path, []),
    });
  }
  if (values.join() === 'true' && isFalseWord(received) && isOptionalAt(schema, path))
    return createRedundantFalseDiagnostic(path, setting, received);
  const { otherValues = {} } = getMetaAt(schema, path);
  const otherSettingAdvice = Object.hasOwn(otherValues, received) ? otherValues[received] : undefined;
  const labels = createChoiceLabels(
    received,
    values,
    otherSettingAdvice ? undefined : suggestValue(received, values),
  );
  const isCertain = values.includes('true') && toBoolean(received) !== undefined;
  return createDiagnostic({
    path,
    rule: 'wrong-value',
    message: `${setting} cannot be \`${truncate(received)}\``,
    label: 'this is not one of its values',
    advice: otherSettingAdvice ?? 'choose one of the values below',
    ...labels,
    fix: labels.fix && isCertain ? { ...labels.fix, safety: 'safe' } : labels.fix,
  });
}

/** Reports `false` for a setting that only allows `true`. To switch the setting off, authors leave it out. */
function createRedundantFalseDiagnostic(
  path: Path,
  setting: string,
  received: string,
): Diagnostic<DataLocation> {
  return createDiagnostic({
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

/** Converts YAML 1.1 booleans, such as `yes` and `off`, to `true` and `false`. Returns `undefined` for other values. */
function toBoolean(value: string): 'true' | 'false' | undefined {
  const word = value.toLowerCase();
  return ['yes', 'on'].includes(word) ? 'true' : ['no', 'off'].includes(word) ? 'false' : undefined;
}

function suggestValue(value: string, values: readonly string[]): string | undefined {
  const booleanValue = toBoolean(value);
  if (booleanValue !== undefined && values.includes(booleanValue)) return booleanValue;
  const onlyValue = values.length === 1 ? values[0] : undefined;
  // For a setting that only allows `true`, a similar word may mean the opposite.
  return (
    resolveValue(value, values) ??
    suggestName(value, values) ??
    (onlyValue === 'true' ? undefined : onlyValue)
  );
}

/** Creates an example value for a schema. Lists get one item, and groups get their required settings. */
function createExample(schema: z.ZodType): unknown {
  const [form] = getForms(schema);
  const givenExample = form?.meta.examples?.[0];
  if (givenExample !== undefined || !form) return givenExample;
  if (form.schema instanceof z.ZodEnum) return form.schema.options[0];
  if (form.schema instanceof z.ZodArray) {
    const item = createExample(form.schema.element as z.ZodType); // zod declares core types
    return item === undefined ? undefined : [item];
  }
  if (!(form.schema instanceof z.ZodObject)) return undefined;
  const shape = Object.entries(form.schema.shape as Record<string, z.ZodType>); // zod declares core types
  const requiredKeys = new Set(form.schema.safeParse({}).error?.issues.map((issue) => issue.path[0]));
  const requiredSettings = shape.filter(([name]) => requiredKeys.has(name));
  const settings = requiredSettings.map(([name, setting]) => [name, createExample(setting)] as const);
  return settings.some(([, setting]) => setting === undefined) ? undefined : Object.fromEntries(settings);
}

function createMissingKeyDiagnostic(
  { path, schema, data, subject }: ValueWithIssue,
  reason?: string,
): Diagnostic<DataLocation> {
  const key = String(path.at(-1));
  const fieldMeta = getMetaAt(schema, path);
  const [group] = getWrappedSchemasAt(schema, path).flatMap((form) => {
    const example = createExample(form);
    return form.safeParse(example).success ? [example] : [];
  });
  const example = fieldMeta.examples?.[0] ?? group;
  const valueText = example === undefined ? '…' : formatFlowValue(example);
  const owner = path.slice(0, -1);
  const location = owner.length === 0 ? `from this ${subject.replace(/^`[\w-]+` /, '')}` : 'here';
  const note =
    reason ??
    (fieldMeta.description === undefined ? undefined : `\`${key}\` is ${toClause(fieldMeta.description)}`);
  return createDiagnostic({
    path,
    part: isMapping(getValueAt(data, owner)) ? 'first' : 'value',
    rule: 'missing-key',
    message: `${owner.length === 0 ? `this ${subject}` : formatSettingName(owner)} needs ${addArticle(key)}`,
    label: `\`${key}\` is missing ${location}`,
    advice:
      // Leave out examples that do not fit on one line.
      example === undefined || valueText.length > 80
        ? `add \`${key}: …\``
        : `add a line, for example:  ${key}: ${valueText}`,
    note,
  });
}
