import type { z } from 'zod';
import type { Path } from './document.ts';
import { isGroup } from './is-group.ts';
import { choices, type Problem } from './problem.ts';
import { oneLine } from './quote.ts';
import { isOptionalAt, namesAt, schemasAt, wordsAt } from './schema-at.ts';
import { nearest, suggest } from './suggest.ts';
import { unread } from './yaml-tree.ts';

/** Data as it would be without its misspelt names, so that what stands behind them can be checked as well. */
export interface Repaired {
  data: unknown;
  /** The path in the author's words of a path in this data. */
  original(path: Path): Path;
}

/** The result of holding data against a schema. */
export type Shaped<T> = { value: T; problems?: undefined; repaired: Repaired } | { problems: Problem[]; value?: undefined; repaired: Repaired };

type Issue = z.core.$ZodIssue;

/** Holds `data` against a schema. `called` names the whole for the author, e.g. `hero` block. */
export function shape<S extends z.ZodType>(schema: S, data: unknown, called: string): Shaped<z.output<S>> {
  const result = schema.safeParse(data);
  const asWritten: Repaired = { data, original: (path) => path };
  if (result.success) return { value: result.data, repaired: asWritten };
  const first = problemsOf(result.error.issues, schema, data, called);
  const repaired = withoutMisspellings(data, first);
  // A misspelt name hides what is wrong behind it, and some questions are only asked of data that is right otherwise.
  const second = repaired.data === data ? [] : hiddenProblems(schema, repaired, called);
  const third = hiddenProblems(schema, withoutFaults(schema, repaired), called).filter(({ rule }) => rule === 'wrong-value' || rule === 'missing-key');
  const seen = new Set<string>();
  const problems = [...first, ...second, ...third].filter(({ path, rule }) => {
    const id = JSON.stringify([path, rule]);
    const isNew = !seen.has(id) && !(seen.has(JSON.stringify(path)));
    seen.add(id).add(JSON.stringify(path));
    return isNew;
  });
  return { problems, repaired };
}

function hiddenProblems(schema: z.ZodType, repaired: Repaired, called: string): Problem[] {
  const result = schema.safeParse(repaired.data);
  return result.success ? [] : problemsOf(result.error.issues, schema, repaired.data, called).map((problem) => ({ ...problem, path: repaired.original(problem.path) }));
}

function problemsOf(issues: readonly Issue[], schema: z.ZodType, data: unknown, called: string): Problem[] {
  return issues
    .filter((issue) => !isUnread(data, issue.path as Path)) // paths of plain data hold no symbols
    .flatMap((issue) => explain(issue, schema, data, called))
    .map((problem, _index, all) => markRequired(problem, all))
    .filter((problem, _index, all) => problem.rule !== 'missing-key' || !all.some((other) => isMisspelling(other, problem)));
}

// --- what the author is told ----------------------------------------------------------------------------------------

function explain(issue: Issue, schema: z.ZodType, data: unknown, called: string): Problem[] {
  const path = issue.path as Path; // as above
  const received = valueAt(data, path);
  const setting = path.length === 0 ? `this ${called}` : settingName(path);
  const problem = (rule: Problem['rule'], message: string, more: Partial<Problem> = {}): Problem[] => [{ path, rule, message, ...more }];

  // A setting that is not written at all is one kind of fault, whatever was expected there.
  if (path.length > 0 && received === undefined) return [missingKey(path, schema, data, called, issue.code === 'custom' ? issue.message : undefined)];
  if (received === '' && issue.code !== 'unrecognized_keys') return [emptyValue(path, schema)];

  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key], schema, data, called));
    case 'invalid_type':
      return problem('wrong-type', `${setting} must be ${kindName(issue.expected)}, but this is ${kindOf(received)}`, {
        label: `this is ${kindOf(received)}`,
        ...exampleAdvice(path, schema),
        ...(issue.expected === 'string' ? { expected: 'text' as const } : {}),
      });
    case 'too_small':
      return problem('too-few', issue.origin === 'array' ? `${setting} needs at least ${entries(Number(issue.minimum))}` : `${setting} ${issue.message}`, issue.origin === 'array' ? { part: 'name' } : {});
    case 'too_big':
      return problem('too-many', issue.origin === 'array' ? `${setting} can have at most ${entries(Number(issue.maximum))}` : `${setting} ${issue.message}`, issue.origin === 'array' ? { part: 'name', label: `there are ${Array.isArray(received) ? received.length : 'more'}` } : {});
    case 'invalid_value': {
      const values = issue.values.map(String);
      const written = String(received);
      if (typeof received !== 'string') return problem('wrong-type', `${setting} must be ${values.length === 1 ? `\`${values[0]}\`` : 'one of its choices'}, but this is ${kindOf(received)}`, { valid: values });
      return problem('wrong-value', `${setting} cannot be \`${short(written)}\``, choices(written, values, suggest(written, values), nearest(written, values, 5)));
    }
    case 'invalid_union':
      return explainUnion(issue, schema, data, called);
    default:
      return problem('wrong-value', `${setting} ${issue.message}`, typeof received === 'string' ? { received, ...exampleAdvice(path, schema) } : {});
  }
}

function missingKey(path: Path, schema: z.ZodType, data: unknown, called: string, because?: string): Problem {
  const key = String(path.at(-1));
  const words = wordsAt(schema, path);
  const example = words.examples?.[0];
  const owner = path.slice(0, -1);
  return {
    path,
    part: 'first',
    rule: 'missing-key',
    message: `${owner.length === 0 ? `this ${called}` : settingName(owner)} needs ${withArticle(key)}`,
    label: `\`${key}\` is missing ${owner.length === 0 ? `from this ${called.replace(/^`[\w-]+` /, '')}` : 'here'}`,
    ...(example === undefined ? { advice: `add \`${key}: …\`` } : { advice: `add a line, for example:  ${key}: ${oneLine(example)}` }),
    ...noteOf(because ?? (words.description === undefined ? undefined : `\`${key}\` is ${startLow(words.description)}`)),
    ...(isGroup(valueAt(data, owner)) ? {} : { part: 'value' as const }),
  };
}

function unknownKey(path: Path, schema: z.ZodType, data: unknown, called: string): Problem {
  const key = String(path.at(-1));
  const owner = path.slice(0, -1);
  const allowed = namesAt(schema, owner).filter((name) => name !== 'type');
  const group = valueAt(data, owner);
  // A name that is there already was not meant again.
  const free = allowed.filter((name) => !isGroup(group) || !Object.hasOwn(group, name));
  const best = suggest(key, free);
  return {
    path,
    part: 'name',
    rule: 'unknown-key',
    message: `${owner.length === 0 ? `a ${called}` : settingName(owner)} has no setting called \`${short(key)}\``,
    ...choices(key, allowed, best, nearest(key, allowed, 5)),
    ...(best === undefined ? { label: owner.length === 0 ? `not a setting of a ${called}` : 'not a setting of this' } : { fix: { title: `rename \`${key}\` to \`${best}\``, safety: 'suggested', newText: best } }),
  };
}

function emptyValue(path: Path, schema: z.ZodType): Problem {
  const key = path.at(-1);
  const removable = typeof key === 'string' && isOptionalAt(schema, path);
  const example = wordsAt(schema, path).examples?.[0];
  return {
    path,
    part: 'name',
    rule: 'empty',
    message: `${typeof key === 'number' ? `item ${key + 1} of \`${String(path.at(-2))}\`` : settingName(path)} is empty`,
    label: typeof key === 'number' ? 'nothing stands behind the `-`' : 'nothing stands behind the colon',
    ...(example === undefined ? {} : { note: `for example:  ${typeof key === 'number' ? '-' : `${key}:`} ${oneLine(example)}` }),
    ...(removable ? { fix: { title: 'delete the line', safety: 'suggested' as const, remove: true as const } } : { advice: 'write something there, or delete the line' }),
  };
}

/** The one form of several that the author most likely had in mind, and what is wrong with that. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, schema: z.ZodType, data: unknown, called: string): Problem[] {
  const path = issue.path as Path; // as above
  const received = valueAt(data, path);
  const forms = issue.errors.map((inner) => inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as Issue)); // the same issues, seen from the top
  const other = (): Problem[] => [{ path, part: 'value', rule: isGroup(received) ? 'wrong-value' : 'wrong-type', message: `${settingName(path)} ${unionSentence(issue, forms, path, received)}`, ...(isGroup(received) || received === undefined ? {} : { expected: 'text' as const }), ...exampleAdvice(path, schema) }];
  if (!isGroup(received)) {
    // Forms of different kinds (text, or a list of texts): only the form of the written kind says something useful.
    const sameKind = forms.find((form) => !form.some((one) => one.code === 'invalid_type' && one.path.length === path.length));
    const note = Array.isArray(received) && received.length === 1 ? { note: 'a single text stands there without `[ ]`; if visitors are to see the brackets, put quotation marks around them' } : {};
    return sameKind ? sameKind.flatMap((one) => explain(one, schema, data, called)).map((problem) => ({ ...note, ...problem })) : other();
  }
  const allowed = namesAt(schema, path);
  const strange = Object.keys(received).filter((key) => !allowed.includes(key));
  if (strange.length > 0) return strange.map((key) => unknownKey([...path, key], schema, data, called));
  // The form that knows most of what is written, and misses least.
  const ranked = forms
    .map((form) => ({ form, strange: form.reduce((sum, one) => sum + (one.code === 'unrecognized_keys' && one.path.length === path.length ? one.keys.length : 0), 0) }))
    .toSorted((a, b) => a.strange - b.strange || a.form.length - b.form.length);
  const [best, next] = ranked;
  if (!best || best.strange > 0) return other();
  const undecided = next?.strange === 0 && next.form.length === best.form.length && best.form.some((one) => valueAt(data, one.path as Path) === undefined); // as above
  return undecided ? other() : best.form.flatMap((one) => explain(one, schema, data, called));
}

function unionSentence(issue: z.core.$ZodIssueInvalidUnion, forms: readonly Issue[][], path: Path, received: unknown): string {
  if (issue.message !== 'Invalid input') return issue.message;
  if (isGroup(received)) {
    const missing = forms.flatMap((form) => form.filter((one) => one.path.length === path.length + 1).map((one) => String(one.path.at(-1))));
    return `needs one of ${list([...new Set(missing)])}`;
  }
  const kinds = forms.flatMap((form) => form.filter((one) => one.path.length === path.length).map((one) => (one.code === 'invalid_type' ? kindName(one.expected) : 'something else')));
  return `must be ${[...new Set(kinds)].join(' or ')}, but this is ${kindOf(received)}`;
}

// --- one cause, one fault -------------------------------------------------------------------------------------------

function isMisspelling(unknown: Problem, missing: Problem): boolean {
  return (
    unknown.rule === 'unknown-key' &&
    unknown.path.length === missing.path.length &&
    unknown.path.slice(0, -1).every((step, at) => step === missing.path[at]) &&
    unknown.fix !== undefined &&
    'newText' in unknown.fix &&
    unknown.fix.newText === missing.path.at(-1)
  );
}

/** A misspelt name whose right spelling is needed can only have been meant as that. */
function markRequired(problem: Problem, all: readonly Problem[]): Problem {
  if (!problem.fix || !('newText' in problem.fix) || !all.some((other) => other.rule === 'missing-key' && isMisspelling(problem, other))) return problem;
  return { ...problem, fix: { ...problem.fix, title: `${problem.fix.title} (required)`, safety: 'safe' } };
}

// --- repairs in memory ----------------------------------------------------------------------------------------------

function withoutMisspellings(data: unknown, problems: readonly Problem[]): Repaired {
  const unknown = problems.filter(({ rule }) => rule === 'unknown-key');
  if (unknown.length === 0) return { data, original: (path) => path };
  const renamed: { path: Path; from: string }[] = [];
  let repaired = data;
  // The innermost first: then the paths of the others still hold.
  for (const { path, fix } of unknown.toSorted((a, b) => b.path.length - a.path.length)) {
    const key = String(path.at(-1));
    const name = fix && 'newText' in fix ? fix.newText : undefined;
    repaired = changedAt(repaired, path.slice(0, -1), (group) => {
      if (!isGroup(group)) return group;
      return Object.fromEntries(Object.entries(group).flatMap(([one, value]) => (one !== key ? [[one, value]] : name === undefined || Object.hasOwn(group, name) ? [] : [[name, value]])));
    });
    if (name !== undefined) renamed.push({ path: [...path.slice(0, -1), name], from: key });
  }
  return {
    data: repaired,
    original: (path) => path.map((step, at) => renamed.find((one) => one.path.length === at + 1 && one.path.every((own, index) => own === path[index]))?.from ?? step),
  };
}

/** Leaves out what is wrong and can be left out, so that questions about the whole are asked. */
function withoutFaults(schema: z.ZodType, { data, original }: Repaired): Repaired {
  const result = schema.safeParse(data);
  if (result.success) return { data, original };
  let left = data;
  for (const issue of result.error.issues) {
    const path = issue.path as Path; // as above
    if (path.length === 0 || valueAt(data, path) === undefined) continue;
    const key = path.at(-1);
    if (typeof key === 'string' && isOptionalAt(schema, path)) left = changedAt(left, path.slice(0, -1), (group) => (isGroup(group) ? Object.fromEntries(Object.entries(group).filter(([one]) => one !== key)) : group));
  }
  return { data: left, original };
}

function changedAt(data: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(data);
  if (Array.isArray(data)) return data.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  if (!isGroup(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, key === step ? changedAt(value, rest, change) : value]));
}

/** Whether the author has been told already that this place could not be read. */
function isUnread(data: unknown, path: Path): boolean {
  return path.some((_, at) => valueAt(data, path.slice(0, at + 1)) === unread) || data === unread;
}

/** The value at a path of plain data. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined), data); // looked at just before
}

// --- words ----------------------------------------------------------------------------------------------------------

function exampleAdvice(path: Path, schema: z.ZodType): Pick<Problem, 'advice'> {
  const example = wordsAt(schema, path).examples?.[0];
  const key = path.at(-1);
  const kinds = schemasAt(schema, path);
  if (example === undefined || kinds.length === 0) return {};
  return { advice: `for example:  ${typeof key === 'number' ? '-' : `${key}:`} ${oneLine(example)}` };
}

/** `items` 3 for people: the last name, with the number of the entry it belongs to. */
function settingName(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `item ${last + 1} of \`${String(path.at(-2))}\`` : `\`${String(last)}\``;
}

const entries = (count: number) => (count === 1 ? '1 item' : `${count} items`);
const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const noteOf = (note: string | undefined) => (note === undefined ? {} : { note });
const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
const startLow = (sentence: string) => (/^[A-Z][a-z ]/.test(sentence) ? `${sentence[0]?.toLowerCase()}${sentence.slice(1)}` : sentence).replace(/\.$/, '');

function withArticle(key: string): string {
  return /[^s]s$/.test(key) ? `\`${key}\`` : `${/^[aeio]/.test(key) ? 'an' : 'a'} \`${key}\``;
}

function kindName(expected: string): string {
  const names: Record<string, string> = { string: 'text', number: 'a number', boolean: '`true` or `false`', array: 'a list', object: 'a group of settings', record: 'a group of settings' };
  return names[expected] ?? 'something else';
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isGroup(value) ? 'a group of settings' : 'text';
}
