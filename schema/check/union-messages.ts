import { z } from 'zod';
import { isMapping, type Path, valueAt } from '../base/data.ts';
import { kindAdvice, expectedKind, actualKind, joinOr, settingName } from '../diagnostics/wording.ts';
import { type Diagnostic, diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import { schemasAt } from './schema-paths.ts';

type Issue = z.core.$ZodIssue;

/** A problem of a value with several forms, or the issues or unknown keys to report instead. */
type FormDiagnostic =
  | { problem: Diagnostic<InData> }
  | { issues: readonly Issue[] }
  | { unknownKeys: readonly string[] };

/** Finds the most likely form of a value, and returns its problem. */
export function diagnosticOfForms(
  issue: z.core.$ZodIssueInvalidUnion,
  schema: z.ZodType,
  data: unknown,
): FormDiagnostic {
  const path = issue.path as Path; // no symbols in plain data
  const received = valueAt(data, path);
  const forms = issue.errors.map((inner) =>
    inner.map((one) => ({ ...one, path: [...issue.path, ...one.path] }) as Issue),
  ); // issues with a full path
  const groups = schemasAt(schema, path).flatMap((form) =>
    form instanceof z.ZodObject ? [Object.keys(form.shape)] : [],
  );
  if (!isMapping(received) || groups.length === 0)
    return diagnosticOfKind(path, received, forms, groups.flat());
  const knownKeys = new Set(groups.flat());
  const unknownKeys = Object.keys(received).filter((key) => !knownKeys.has(key));
  if (unknownKeys.length > 0) return { unknownKeys };

  const keys = Object.keys(received);
  const matchingGroups = groups.filter((names) => keys.every((name) => names.includes(name)));
  const note = issue.message === 'Invalid input' ? undefined : issue.message;
  if (matchingGroups.length === 0) return { problem: { ...exclusiveKeys(path, keys, groups), note } };
  // The best form is the group with the fewest issues.
  const otherForm = ['unrecognized_keys', 'invalid_type', 'invalid_value'];
  const fitting = forms
    .filter(
      (form) => !form.some((one) => otherForm.includes(one.code ?? '') && one.path.length === path.length),
    )
    .toSorted((a, b) => a.length - b.length);
  const [best, next] = fitting;
  if (!best) {
    const message = `${settingName(path)} is not complete`;
    return { problem: diagnostic({ path, rule: 'one-of', message, note }) };
  }
  const isMissing = ({ path }: Issue) => valueAt(data, path as Path) === undefined; // no symbols in plain data
  const isUndecided = next?.length === best.length && best.some(isMissing);
  return isUndecided
    ? { problem: { ...missingAlternatives(path, keys, fitting, data), note } }
    : { issues: best };
}

/** Reports two settings that exclude each other. */
function exclusiveKeys(
  path: Path,
  keys: readonly string[],
  groups: readonly (readonly string[])[],
): Diagnostic<InData> {
  const [bestGroup = []] = groups.toSorted(
    (a, b) => keys.filter((name) => b.includes(name)).length - keys.filter((name) => a.includes(name)).length,
  );
  const extra = keys.find((name) => !bestGroup.includes(name)) ?? '';
  const conflicting =
    keys.find((name) => groups.every((names) => !names.includes(name) || !names.includes(extra))) ?? '';
  return diagnostic({
    path: [...path, extra],
    part: 'name',
    rule: 'one-of',
    message: `${settingName(path)} cannot have both \`${conflicting}\` and \`${extra}\``,
    label: 'keep one of the two',
    related: [{ path: [...path, conflicting], part: 'name', label: 'this is the other one' }],
    advice: `delete \`${conflicting}\` or \`${extra}\``,
  });
}

function missingAlternatives(
  path: Path,
  keys: readonly string[],
  fitting: readonly (readonly Issue[])[],
  data: unknown,
): Diagnostic<InData> {
  const missing = fitting
    .flat()
    .map((one) => one.path as Path) // no symbols in plain data
    .filter((one) => one.length === path.length + 1 && valueAt(data, one) === undefined)
    .map((one) => String(one.at(-1)));
  const all = [...new Set(missing)].filter((name) => !keys.includes(name));
  return diagnostic({
    path,
    rule: 'one-of',
    message: `${settingName(path)} needs ${joinOr(all)}`,
    label: 'none of them is set',
    advice: 'add one of them',
  });
}

/** Reports a value of the wrong kind, such as a text instead of a group. */
function diagnosticOfKind(
  path: Path,
  received: unknown,
  forms: readonly (readonly Issue[])[],
  names: readonly string[],
): FormDiagnostic {
  // Forms can be of different kinds, such as a text or a list. Only a form of the same kind has useful issues.
  const kindOf = (one: Issue) =>
    one.code === 'invalid_type' && one.path.length === path.length ? one.expected : [];
  const sameKind = forms.find((form) => form.flatMap(kindOf).length === 0);
  if (sameKind) return { issues: sameKind };
  const kinds = forms.flat().flatMap(kindOf);
  const kindNames = [...new Set(kinds.map(expectedKind))];
  return {
    problem: diagnostic({
      path,
      rule: 'wrong-type',
      message: `${settingName(path)} must be ${kindNames.join(' or ')}, but this is ${actualKind(received)}`,
      label: `this is ${actualKind(received)}`,
      advice: kindAdvice(kinds[0] ?? 'string', path, names),
      expected: kinds.includes('string') ? 'text' : undefined,
    }),
  };
}
