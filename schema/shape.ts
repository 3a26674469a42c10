import { z } from 'zod';
import type { Path } from './document.ts';
import { isGroup } from './is-group.ts';
import { didYouMean, suggest } from './suggest.ts';

/** Something wrong at a path of a document, before it has a file and a line. */
export interface Problem {
  path: Path;
  /** Whether the name of the setting is meant, or its value. */
  part?: 'value' | 'name';
  rule: string;
  message: string;
}

/** Holds `data` against a schema. `called` names the whole for the author, e.g. `hero` block. */
export function shape<S extends z.ZodType>(schema: S, data: unknown, called: string): { value: z.output<S> } | { problems: Problem[] } {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data };
  return { problems: result.error.issues.flatMap((issue) => explain(issue, schema, data, called)).filter(notCausedByMisspelling) };
}

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, schema: z.ZodType, data: unknown, called: string): Problem[] {
  const path = issue.path as Path; // JSON-like data: zod's paths hold no symbols
  const received = valueAt(data, path);
  const setting = path.length === 0 ? `this ${called}` : `\`${settingName(path)}\``;
  const problem = (rule: string, message: string, part: Problem['part'] = 'value'): Problem[] => [{ path, part, rule, message }];

  // A setting that is not written at all is one kind of fault, whatever was expected there.
  if (path.length > 0 && received === undefined) {
    const key = String(path.at(-1));
    const example = issue.code === 'custom' ? `; ${issue.message}` : '';
    return [{ path, rule: 'missing-key', message: `${ownerName(path, called)} needs a \`${key}\`${example}` }];
  }

  switch (issue.code) {
    case 'unrecognized_keys': {
      const allowed = namesAt(schema, path);
      return issue.keys.map((key) => ({
        path: [...path, key],
        part: 'name',
        rule: 'unknown-key',
        message: `${path.length === 0 ? `a ${called}` : `${setting}`} has no setting called \`${key}\`${didYouMean(key, allowed) || `; it can have ${list(allowed)}`}`,
      }));
    }
    case 'invalid_type':
      if (received === '' && issue.expected !== 'string') return problem('empty', `${setting} is empty; write something behind the colon, or delete the line`, 'name');
      return problem('wrong-type', `${setting} must be ${kindName(issue.expected)}, but this is ${kindOf(received)}`);
    case 'too_small':
      return issue.origin === 'string'
        ? problem('empty', `${setting} is empty; write something behind the colon, or delete the line`, 'name')
        : problem('too-few', issue.origin === 'array' ? `${setting} needs at least ${entries(Number(issue.minimum))}` : `${setting} ${issue.message}`);
    case 'too_big':
      return problem('too-many', issue.origin === 'array' ? `${setting} can have at most ${entries(Number(issue.maximum))}` : `${setting} ${issue.message}`);
    case 'invalid_value': {
      const values = issue.values.map(String);
      const written = String(received);
      return problem('wrong-value', `${setting} cannot be \`${written}\`${didYouMean(written, values)} (it can be ${list(values)})`);
    }
    case 'invalid_format':
    case 'custom':
      return received === ''
        ? problem('empty', `${setting} is empty; write something behind the colon, or delete the line`, 'name')
        : problem('wrong-value', `${setting} ${issue.message}`);
    case 'invalid_union':
      return explainUnion(issue, schema, data, called);
    default:
      return problem('wrong-value', `${setting} ${issue.message}`);
  }
}

/** The one form of several that the author most likely had in mind, and what is wrong with that. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, schema: z.ZodType, data: unknown, called: string): Problem[] {
  const path = issue.path as Path; // as in explain
  const received = valueAt(data, path);
  const forms = issue.errors.map((inner) => inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
  if (!isGroup(received)) {
    // Forms of different kinds (text, or a list of texts): only the form of the written kind says something useful.
    const sameKind = forms.find((form) => !form.some((one) => one.code === 'invalid_type' && one.path.length === path.length));
    if (sameKind) return sameKind.flatMap((one) => explain(one as Issue, schema, data, called));
  } else {
    const complete = forms.filter((form) => !form.some((one) => valueAt(data, one.path as Path) === undefined && one.code !== 'unrecognized_keys'));
    const best = complete.toSorted((a, b) => a.length - b.length)[0];
    // Strange settings beside a complete form: two targets at once, or a misspelling of neither.
    if (best && !best.some((one) => one.code === 'unrecognized_keys' && one.path.length === path.length)) {
      return best.flatMap((one) => explain(one as Issue, schema, data, called));
    }
    const allowed = namesAt(schema, path);
    const strange = Object.keys(received).filter((key) => !allowed.includes(key));
    if (strange.length > 0) {
      return strange.map((key) => ({
        path: [...path, key],
        part: 'name',
        rule: 'unknown-key',
        message: `\`${settingName(path)}\` has no setting called \`${key}\`${didYouMean(key, allowed) || `; it can have ${list(allowed)}`}`,
      }));
    }
  }
  const plain = issue.message === 'Invalid input' ? `must be ${[...new Set(forms.map((form) => form[0]).map((one) => (one?.code === 'invalid_type' ? kindName(one.expected) : 'something else')))].join(' or ')}` : issue.message;
  return [{ path, rule: 'wrong-value', message: `\`${settingName(path)}\` ${plain}` }];
}

/** A misspelt setting also looks like a missing one: the author is told once. */
function notCausedByMisspelling(problem: Problem, _index: number, all: readonly Problem[]): boolean {
  if (problem.rule !== 'missing-key') return true;
  const missing = String(problem.path.at(-1));
  return !all.some(
    (other) =>
      other.rule === 'unknown-key' &&
      other.path.length === problem.path.length &&
      other.path.slice(0, -1).every((step, i) => step === problem.path[i]) &&
      suggest(String(other.path.at(-1)), [missing]) !== undefined,
  );
}

/** The names of settings that a schema allows at a path. */
function namesAt(schema: z.ZodType, path: Path): string[] {
  return [...new Set(schemasAt(schema, path).flatMap((found) => (found instanceof z.ZodObject ? Object.keys(found.shape) : [])))];
}

function schemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schemasAt(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodPipe) return schemasAt(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => schemasAt(option as z.ZodType, path));
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  if (schema instanceof z.ZodArray) return schemasAt(schema.element as z.ZodType, rest);
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType as z.ZodType, rest);
  if (schema instanceof z.ZodObject) {
    const inner = (schema.shape as Record<string, z.ZodType>)[String(step)];
    return inner ? schemasAt(inner, rest) : [];
  }
  return [];
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined), data);
}

/** `items 3 value` for people: the last name, with the number of the entry it belongs to. */
function settingName(path: Path): string {
  const last = path.at(-1);
  return typeof last === 'number' ? `${String(path.at(-2))} ${last + 1}` : String(last);
}

function ownerName(path: Path, called: string): string {
  const owner = path.slice(0, -1);
  return owner.length === 0 ? `this ${called}` : `\`${settingName(owner)}\``;
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);
const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function kindName(expected: string): string {
  const names: Record<string, string> = { string: 'text', number: 'a number', boolean: '`true` or `false`', array: 'a list', object: 'a group of settings', record: 'a group of settings' };
  return names[expected] ?? expected;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return isGroup(value) ? 'a group of settings' : 'text';
}
